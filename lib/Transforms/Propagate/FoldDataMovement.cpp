//===- FoldDataMovement.cpp - Folding data movement of constants ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FoldDataMovement.h"

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "MovedConstants.h"
#include "Transforms/Storage/PackElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Elements of constants in orders that several constants may have.
class OrderedElements {
public:
  /// As those of a tensor of `type`. The first ones are made in that type:
  /// another one would be another copy.
  ElementsAttr get(ElementsAttr data, const ElementOrder &order,
                   RankedTensorType type) {
    if (order.isIdentity())
      return withType(data, type);
    ElementsAttr &ordered = known[data][order.getDigits()];
    if (!ordered)
      ordered = packElements(getBufferType(data, order), data, type);
    return withType(ordered, type);
  }

private:
  /// The buffer that holds the elements in that order: its layout says so.
  static MemRefType getBufferType(ElementsAttr data,
                                  const ElementOrder &order) {
    MLIRContext *context = data.getContext();
    return MemRefType::get(
        order.getShapeBefore(), data.getElementType(),
        BufferAttr::get(order.getMap(context),
                        PadAttr::get(context, PadKind::Undef)));
  }

  DenseMap<Attribute, std::map<ElementOrder::Digits, ElementsAttr>> known;
};

/// Ops that are no longer used, after their former users.
class UnusedOps {
public:
  void add(Operation *op) { candidates.insert(op); }

  void erase() {
    while (!candidates.empty()) {
      Operation *op = candidates.pop_back_val();
      if (!op->use_empty())
        continue;
      for (Value operand : op->getOperands())
        if (Operation *source = operand.getDefiningOp();
            source && isMemoryEffectFree(source))
          candidates.insert(source);
      op->erase();
    }
  }

private:
  llvm::SetVector<Operation *> candidates;
};

} // namespace

static bool foldOnce(ModuleOp module) {
  MovedConstants constants(module);
  OpBuilder builder(module.getContext());
  OrderedElements elements;
  UnusedOps unused;
  for (const MovedConstant &moved : constants.getAll()) {
    Value value = moved.value;
    Operation *op = value.getDefiningOp();
    auto type = cast<RankedTensorType>(value.getType());
    builder.setInsertionPoint(op);
    Value constant = arith::ConstantOp::create(
        builder, op->getLoc(),
        cast<TypedAttr>(elements.get(moved.data, moved.order, type)));
    value.replaceAllUsesWith(constant);
    if (auto remark = remarkDone(op->getLoc(), "layout-reflow/constant-moved"))
      remark << "'" + op->getName().getStringRef().str() +
                    "' of a constant is computed at compile time: its result "
                    "is a constant of type " +
                    debugString(type);
    unused.add(op);
  }
  unused.erase();
  return !constants.getAll().empty();
}

/// A transposition that takes a digit apart with a remainder is folded in the
/// next round, as what it takes is a constant by then. It takes a reshape to
/// other factors between two transpositions, again and again, to need more.
static constexpr unsigned kMostFolds = 4;

bool layout::foldDataMovement(ModuleOp module) {
  bool hasChanged = false;
  for (unsigned round = 0; round < kMostFolds && foldOnce(module); ++round)
    hasChanged = true;
  return hasChanged;
}
