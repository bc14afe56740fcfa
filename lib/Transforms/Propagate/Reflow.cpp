//===- Reflow.cpp - Conversions move and cancel ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Propagate/Reflow.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Passes.h"
#include "ReflowPlan.h"
#include "ReflowRemarks.h"
#include "Transforms/Storage/PackGlobal.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREFLOW
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The elements of a constant, as one of another layout.
static TypedAttr withType(Attribute data, RankedTensorType type) {
  if (auto dense = dyn_cast<DenseElementsAttr>(data))
    return cast<TypedAttr>(dense.reshape(type));
  return DenseResourceElementsAttr::get(
      type, cast<DenseResourceElementsAttr>(data).getRawHandle());
}

/// Can `value` be made in another type? What `layout-apply` would not pack at
/// compile time is converted when the program runs.
static bool canRemake(const TensorValue &value, RankedTensorType type) {
  if (value.cost > 0)
    return false;
  if (value.value.getDefiningOp<tensor::EmptyOp>() || !isLaidOut(type))
    return true;
  std::optional<int64_t> count =
      layout::getPhysicalLayout(type).getPhysicalBox().getNumElements();
  return count && *count <= kMaxPackedElements;
}

namespace {

class ReflowBuilder {
public:
  ReflowBuilder(const ConversionGraph &graph, const ReflowPlan &plan)
      : graph(graph), plan(plan), builder(graph.block.getParentOp()) {}

  bool build() {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      retype(node);
    for (const TensorValue &value : graph.values) {
      rewriteDestinations(value);
      rewriteUses(value);
    }
    for (const TensorValue &value : graph.values)
      eraseUnused(value);
    return hasChanged;
  }

private:
  /// A tensor of the same shape as `like` whose elements nobody reads.
  Value buildEmpty(Location loc, Value like, RankedTensorType type) {
    SmallVector<Value> sizes;
    if (auto empty = like.getDefiningOp<tensor::EmptyOp>())
      sizes = llvm::to_vector(empty.getDynamicSizes());
    else
      for (int64_t d = 0, e = type.getRank(); d < e; ++d)
        if (type.isDynamicDim(d))
          sizes.push_back(tensor::DimOp::create(builder, loc, like, d));
    return tensor::EmptyOp::create(builder, loc, type, sizes);
  }

  /// Results take the types of destinations, which are not read.
  void retype(unsigned number) {
    linalg::LinalgOp op = graph.nodes[number].op;
    for (OpResult result : op->getResults()) {
      RankedTensorType type = plan.getType(result);
      if (type == result.getType())
        continue;
      remarkPadding(plan, result);
      OpOperand *init = op.getDpsInitOperand(result.getResultNumber());
      builder.setInsertionPoint(op);
      init->set(buildEmpty(op.getLoc(), graph.getRoot(init->get()), type));
      result.setType(type);
      hasChanged = true;
    }
    if (plan.changesOrder(number))
      remarkReordered(op);
  }

  /// A conversion of what nobody reads is none.
  void rewriteDestinations(const TensorValue &value) {
    for (const TensorUse &use : value.unreadUses) {
      OpOperand &init = *use.operand;
      auto op = cast<linalg::LinalgOp>(init.getOwner());
      Value present = init.get();
      auto type = cast<RankedTensorType>(op.getTiedOpResult(&init).getType());
      if (graph.getRoot(present) != value.value ||
          (present == value.value && present.getType() == type))
        continue;
      builder.setInsertionPoint(op);
      init.set(buildEmpty(op.getLoc(), value.value, type));
      hasChanged = true;
    }
  }

  void rewriteUses(const TensorValue &value) {
    for (OpOperand *use : value.extentUses)
      set(*use, value.value);
    llvm::MapVector<Type, SmallVector<OpOperand *>> byType;
    for (const TensorUse &use : value.uses)
      byType[plan.getUsedType(value, use)].push_back(use.operand);
    for (auto &[type, uses] : byType) {
      Value tensor = type == value.value.getType()
                         ? value.value
                         : getConverted(value, cast<RankedTensorType>(type),
                                        getFirstUser(value, uses));
      for (OpOperand *use : uses)
        set(*use, tensor);
    }
  }

  void set(OpOperand &use, Value tensor) {
    hasChanged |= use.get() != tensor;
    use.set(tensor);
  }

  /// The first op of the block in front of which all of `uses` are; those in
  /// blocks that come later are behind all of it.
  Operation *getFirstUser(const TensorValue &value,
                          ArrayRef<OpOperand *> uses) const {
    Operation *first = nullptr;
    for (OpOperand *use : uses) {
      Operation *user = graph.block.findAncestorOpInBlock(*use->getOwner());
      if (!user)
        user = &graph.block.back();
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    return first;
  }

  /// `value` in another type, in front of `user`.
  Value getConverted(const TensorValue &value, RankedTensorType type,
                     Operation *user) {
    if (canRemake(value, type))
      return remake(value, type, user);
    for (ConvertOp convert : value.converts) {
      if (convert.getResult().getType() != type)
        continue;
      if (convert.getSource() != value.value) {
        convert.getSourceMutable().set(value.value);
        hasChanged = true;
      }
      if (user->isBeforeInBlock(convert)) {
        convert->moveBefore(user);
        hasChanged = true;
      }
      remarkKept(value, convert);
      return convert.getResult();
    }
    builder.setInsertionPoint(user);
    auto convert =
        ConvertOp::create(builder, user->getLoc(), type, value.value);
    hasChanged = true;
    remarkMoved(convert);
    remarkKept(value, convert);
    return convert.getResult();
  }

  /// Constants and empty tensors are made in the type in which they are used.
  Value remake(const TensorValue &value, RankedTensorType type,
               Operation *user) {
    Operation *op = value.value.getDefiningOp();
    builder.setInsertionPoint(op->getBlock() == &graph.block ? op->getNextNode()
                                                             : user);
    hasChanged = true;
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      remarkConstant(constant);
      return arith::ConstantOp::create(builder, op->getLoc(),
                                       withType(constant.getValue(), type));
    }
    return buildEmpty(op->getLoc(), value.value, type);
  }

  void eraseUnused(const TensorValue &value) {
    for (ConvertOp convert : llvm::reverse(value.converts)) {
      if (!convert->use_empty())
        continue;
      remarkCancelled(convert);
      convert.erase();
      hasChanged = true;
    }
    Operation *op = value.value.getDefiningOp();
    if (value.cost == 0 && op->use_empty() && op->getBlock() == &graph.block)
      op->erase();
  }

  const ConversionGraph &graph;
  const ReflowPlan &plan;
  OpBuilder builder;
  bool hasChanged = false;
};

class LayoutReflowPass
    : public layout::impl::LayoutReflowBase<LayoutReflowPass> {
public:
  using LayoutReflowBase::LayoutReflowBase;

  void runOnOperation() override {
    if (!reflowConversions(getOperation()))
      markAllAnalysesPreserved();
  }
};

} // namespace

bool layout::reflowConversions(ModuleOp module) {
  // Elsewhere, ops have no order, and may be conversions of each other.
  DominanceInfo dominance(module);
  SmallVector<Block *> blocks;
  module.walk([&](Block *block) {
    if (dominance.hasSSADominance(block) &&
        dominance.isReachableFromEntry(block))
      blocks.push_back(block);
  });
  bool hasChanged = false;
  for (Block *block : blocks) {
    ConversionGraph graph(*block);
    if (graph.values.empty())
      continue;
    ReflowPlan plan(graph, chooseNodeOrders(graph));
    hasChanged |= ReflowBuilder(graph, plan).build();
  }
  return hasChanged;
}
