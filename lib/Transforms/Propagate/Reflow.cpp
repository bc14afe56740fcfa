//===- Reflow.cpp - Moving and cancelling conversions ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions move to where they convert the fewest bits, and cancel:
//
//     %0 = layout.convert %a to #L              %0 = layout.convert %a to #L
//     %1 = matmul(%0, ..)                       %1 = matmul(%0, ..)
//     %2 = layout.convert %1 to plain     ->    %2 = relu(%1)          in #L
//     %3 = relu(%2)                             %3 = matmul(%2, ..)
//     %4 = layout.convert %3 to #L
//     %5 = matmul(%4, ..)
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Propagate/Reflow.h"

#include "AbsorbConversions.h"
#include "CapturedConversions.h"
#include "ConstantGlobals.h"
#include "FoldDataMovement.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Passes.h"
#include "ReadInPlace.h"
#include "ReflowCosts.h"
#include "ReflowRemarks.h"
#include "Transforms/Storage/PackElements.h"
#include "Transforms/Storage/PackGlobal.h"
#include "Transforms/Support/DecomposeAggregates.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTREFLOW
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Returns true if `value` can be made in another type. Values that
/// `layout-apply` does not pack at compile time are converted at run time.
static bool canRemake(const TensorValue &value, RankedTensorType type) {
  Operation *op = value.value.getDefiningOp();
  if (value.cost > 0 ||
      !isa_and_nonnull<arith::ConstantOp, tensor::EmptyOp>(op))
    return false;
  return value.value.getDefiningOp<tensor::EmptyOp>() || isPackable(type);
}

namespace {

class ReflowBuilder {
public:
  ReflowBuilder(const ConversionGraph &graph, const ReflowPlan &plan)
      : graph(graph), plan(plan), builder(graph.module) {
    for (const TensorValue &value : graph.values)
      valuesOf[value.block].push_back(&value);
  }

  /// Conversions that are left are remarked on if nothing changes, or else if
  /// this `isLast`.
  bool build(bool isLast) {
    for (unsigned node = 0; node < graph.nodes.size(); ++node)
      retype(node);
    for (const TensorValue &value : graph.values)
      rewriteBlock(value.block);
    for (unsigned node : retyped) {
      LayoutPropagationOpInterface op = graph.nodes[node].op;
      op.updateTypes();
    }
    // Inner blocks come after outer ones, and use their values.
    for (const TensorValue &value : llvm::reverse(graph.values))
      eraseUnused(value);
    // Earlier rounds may still cancel what is left, so only the last one
    // reports it.
    if (isLast || !hasChanged)
      for (const KeptConversion &kept : left)
        remarkKept(*kept.value, kept.convert, kept.user);
    for (unsigned node : retyped)
      keepFromFolding(graph.nodes[node].op);
    return hasChanged;
  }

private:
  /// A conversion, of what, and who reads it first.
  struct KeptConversion {
    const TensorValue *value;
    ConvertOp convert;
    Operation *user;
  };

  /// A tensor of the same shape as `like` whose elements are not read.
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

  void retype(unsigned number) {
    const TensorNode &node = graph.nodes[number];
    for (const LinkedValue &linked : node.links.values) {
      Value value = linked.value;
      RankedTensorType type = plan.getType(value);
      if (type == value.getType())
        continue;
      remarkPadding(plan, value);
      // A destination that is not read need not be converted: an empty tensor
      // of the new type does.
      for (const LinkedOperand &operand : node.links.operands)
        if (operand.tied == value && !operand.isRead) {
          Operation *op = operand.operand->getOwner();
          builder.setInsertionPoint(op);
          operand.operand->set(buildEmpty(
              op->getLoc(), ConversionGraph::getRoot(operand.operand->get()),
              type));
        }
      value.setType(type);
      retyped.insert(number);
      hasChanged = true;
    }
    if (plan.changesOrder(number))
      plan.converts(number) ? remarkAbsorbed(node.op)
                            : remarkReordered(node.op);
  }

  /// Blocks from which a block takes tensors come first: what it took may be
  /// another tensor of the same type now.
  void rewriteBlock(Block *block) {
    if (!rewritten.insert(block).second)
      return;
    for (const TensorValue *value : valuesOf[block])
      rewriteBlock(value->getDefiningBlock());
    for (const TensorValue *value : valuesOf[block]) {
      rewriteDestinations(*value);
      rewriteUses(*value);
    }
  }

  /// The tensor itself, as its block has it now.
  Value getTensor(const TensorValue &value) const {
    if (value.isOfBlock())
      return value.value;
    Value now = replacements.lookup(value.value);
    return now ? now : value.value;
  }

  /// A tensor that is not read needs no conversion.
  void rewriteDestinations(const TensorValue &value) {
    for (const TensorUse &use : value.unreadUses) {
      OpOperand &init = *use.operand;
      Value present = init.get(), tensor = getTensor(value);
      auto type = cast<RankedTensorType>(use.tied.getType());
      if (ConversionGraph::getRoot(present, value.block) != value.value ||
          (present == tensor && present.getType() == type))
        continue;
      builder.setInsertionPoint(init.getOwner());
      init.set(buildEmpty(init.getOwner()->getLoc(), tensor, type));
      hasChanged = true;
    }
  }

  void rewriteUses(const TensorValue &value) {
    Value tensor = getTensor(value);
    for (OpOperand *use : value.extentUses)
      set(value, *use, tensor);
    llvm::MapVector<Type, SmallVector<OpOperand *>> byType;
    for (const TensorUse &use : value.uses)
      byType[plan.getUsedType(value, use)].push_back(use.operand);
    // One conversion for each type, before the first of its users.
    for (auto &[type, uses] : byType) {
      Value converted = type == tensor.getType()
                            ? tensor
                            : getConverted(value, cast<RankedTensorType>(type),
                                           getFirstUser(value, uses));
      for (OpOperand *use : uses)
        set(value, *use, converted);
    }
  }

  void set(const TensorValue &value, OpOperand &use, Value tensor) {
    // A conversion in another block, such as in a loop, is executed as often as
    // that block, and counts there.
    if (isa<ConvertOp>(use.getOwner()) &&
        use.getOwner()->getBlock() != value.block)
      replacements[use.get()] = tensor;
    hasChanged |= use.get() != tensor;
    use.set(tensor);
  }

  /// The op of the block before which the first of `uses` is; those in later
  /// blocks are after all of it.
  Operation *getFirstUser(const TensorValue &value,
                          ArrayRef<OpOperand *> uses) const {
    Operation *first = nullptr;
    for (OpOperand *use : uses) {
      Operation *user = value.block->findAncestorOpInBlock(*use->getOwner());
      if (!user)
        user = &value.block->back();
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    return first;
  }

  /// `value` in another type, before `user`.
  Value getConverted(const TensorValue &value, RankedTensorType type,
                     Operation *user) {
    if (canRemake(value, type))
      return remake(value, type, user);
    Value tensor = getTensor(value);
    // Reuses an existing conversion, so that a second run of the pass changes
    // nothing.
    for (ConvertOp convert : value.converts) {
      if (convert.getResult().getType() != type)
        continue;
      if (convert.getSource() != tensor) {
        convert.getSourceMutable().set(tensor);
        hasChanged = true;
      }
      if (user->isBeforeInBlock(convert)) {
        convert->moveBefore(user);
        hasChanged = true;
      }
      left.push_back({&value, convert, user});
      return convert.getResult();
    }
    builder.setInsertionPoint(user);
    auto convert = ConvertOp::create(builder, user->getLoc(), type, tensor);
    hasChanged = true;
    remarkMoved(convert);
    left.push_back({&value, convert, user});
    return convert.getResult();
  }

  /// Constants and empty tensors are made in the type in which they are used.
  Value remake(const TensorValue &value, RankedTensorType type,
               Operation *user) {
    Operation *op = value.value.getDefiningOp();
    builder.setInsertionPoint(op->getBlock() == value.block ? op->getNextNode()
                                                            : user);
    hasChanged = true;
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      remarkConstant(constant);
      return arith::ConstantOp::create(
          builder, op->getLoc(),
          cast<TypedAttr>(
              withType(cast<ElementsAttr>(constant.getValue()), type)));
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
    if (value.cost > 0 || !value.isOfBlock())
      return;
    Operation *op = value.value.getDefiningOp();
    if (isa_and_nonnull<arith::ConstantOp, tensor::EmptyOp>(op) &&
        op->use_empty())
      op->erase();
  }

  /// Upstream folds a transposition that permutes nothing to its operand,
  /// whatever layouts they have; a copy it leaves alone.
  void keepFromFolding(Operation *op) {
    auto transpose = dyn_cast<linalg::TransposeOp>(op);
    if (!transpose || !isIdentityPermutation(transpose.getPermutation()) ||
        transpose.getInput().getType() == transpose.getInit().getType())
      return;
    builder.setInsertionPoint(op);
    auto copy = linalg::CopyOp::create(
        builder, op->getLoc(), transpose.getInput(), transpose.getInit());
    op->replaceAllUsesWith(copy);
    op->erase();
  }

  const ConversionGraph &graph;
  const ReflowPlan &plan;
  OpBuilder builder;
  DenseMap<Block *, SmallVector<const TensorValue *>> valuesOf;
  SmallPtrSet<Block *, 16> rewritten;
  /// Maps a tensor that ops of other blocks use to the tensor that replaces it.
  DenseMap<Value, Value> replacements;
  llvm::SetVector<unsigned> retyped; ///< nodes
  SmallVector<KeptConversion> left;
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

/// A value without uses must not be a reason to convert another one.
static bool eraseUnusedConversions(ModuleOp module) {
  bool hasChanged = false;
  module.walk<WalkOrder::PostOrder, ReverseIterator>([&](ConvertOp convert) {
    if (convert.isOnBuffers() || !convert->use_empty())
      return;
    remarkCancelled(convert);
    convert.erase();
    hasChanged = true;
  });
  return hasChanged;
}

/// An operand that an op reads in place may determine its layout after other
/// conversions have moved. Most programs take one round.
static constexpr unsigned kMostRounds = 8;

bool layout::reflowConversions(ModuleOp module) {
  bool hasChanged = readConstantGlobals(module);
  hasChanged |= foldDataMovement(module);
  hasChanged |= eraseUnusedConversions(module);
  // Without conversions, the links of all ops would be collected for nothing.
  if (!hasConversions(module))
    return hasChanged;
  hasChanged |= decomposeAggregates(module);
  hasChanged |= cancelRoundTrips(module);
  hasChanged |= hoistConversions(module);
  for (unsigned round = 1; round <= kMostRounds; ++round) {
    // Conversions of constants that have other uses, too, are new constants
    // now.
    if (round > 1)
      foldDataMovement(module);
    hasChanged |= readInPlace(module);
    ConversionGraph graph(module);
    if (graph.values.empty())
      break;
    ReflowPlan plan =
        planReflow(graph, absorbConversions(graph, chooseNodeOrders(graph)));
    // Once some conversions have moved, an operand that was read in place may
    // allow its op another layout. So rounds go on until nothing changes; a
    // second run of the pass then finds nothing.
    if (!ReflowBuilder(graph, plan).build(round == kMostRounds))
      break;
    hasChanged = true;
  }
  return hasChanged;
}
