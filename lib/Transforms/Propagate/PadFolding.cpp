//===- PadFolding.cpp - What an elementwise op makes of padding -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadFolding.h"

#include "Layout/Analysis/Values/ValueReducer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Reduces the values of a body, of which the arguments are pads.
class BodyFolder {
public:
  BodyFolder(const ElementwiseNode &node, ArrayRef<PadAttr> pads)
      : op(node.op), reducer([this](Value value) { return getLeaf(value); },
                             Executions::Added) {
    for (auto [operand, pad] : llvm::zip_equal(node.linked, pads))
      padOf[getArgument(*operand)] = pad;
  }

  SmallVector<KnownValue> fold() {
    Block &body = *op.getBlock();
    for (Operation &inner : body.without_terminator())
      foldOp(&inner);
    return llvm::map_to_vector(
        body.getTerminator()->getOperands(),
        [&](Value yielded) { return reducer.reduce(yielded); });
  }

private:
  Value getArgument(OpOperand &operand) {
    return op.getMatchingBlockArgument(&operand);
  }

  std::optional<KnownValue> getLeaf(Value value) {
    auto folded = numbers.find(value);
    if (folded != numbers.end())
      return KnownValue::getConstant(folded->second);
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != op.getBlock())
      return std::nullopt;
    PadAttr pad = padOf.lookup(argument);
    if (pad && pad.getKind() == PadKind::Constant)
      return KnownValue::getConstant(pad.getValue());
    if (pad && pad.isUndef())
      return KnownValue::getUndef(argument);
    // A number that an op takes for all elements.
    if (OpOperand *operand = op.getMatchingOpOperand(argument))
      if (!isa<ShapedType>(operand->get().getType()))
        return reducer.reduce(operand->get());
    return KnownValue::getOpaque(argument);
  }

  /// Casts, and functions of other dialects, which the reducer does not know.
  /// Flags may promise what does not hold of padding.
  void foldOp(Operation *inner) {
    if (inner->getNumResults() != 1 || inner->getNumRegions() != 0 ||
        !isMemoryEffectFree(inner))
      return;
    auto fast = dyn_cast<arith::ArithFastMathInterface>(inner);
    if (fast && fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return;
    SmallVector<Attribute> operands;
    for (Value operand : inner->getOperands()) {
      TypedAttr number = reducer.reduce(operand).constant;
      if (!number || number.getType() != operand.getType())
        return;
      operands.push_back(number);
    }
    // Folding may change an op in place.
    Operation *copy = inner->clone();
    SmallVector<OpFoldResult> results;
    if (succeeded(copy->fold(operands, results)) && results.size() == 1)
      if (auto number =
              dyn_cast_or_null<TypedAttr>(dyn_cast<Attribute>(results.front())))
        if (isa<IntegerAttr, FloatAttr>(number) &&
            number.getType() == inner->getResult(0).getType())
          numbers[inner->getResult(0)] = number;
    copy->erase();
  }

  linalg::LinalgOp op;
  DenseMap<Value, PadAttr> padOf;
  DenseMap<Value, TypedAttr> numbers;
  ValueReducer reducer;
};

} // namespace

/// The copy that all linked operands hold, if what is computed from it is what
/// the data it is a copy of would be: nothing else varies between elements.
static PadAttr getCommonCopy(const ElementwiseNode &node,
                             ArrayRef<PadAttr> pads) {
  if (pads.empty() || !pads.front() || !pads.front().isCopy() ||
      !llvm::all_equal(pads))
    return {};
  linalg::LinalgOp linalg = node.op;
  for (OpOperand *input : linalg.getDpsInputOperands())
    if (isa<ShapedType>(input->get().getType()) &&
        !llvm::is_contained(node.linked, input))
      return {};
  WalkResult result = linalg->walk([&](Operation *op) {
    bool isPure = op == linalg.getOperation() ||
                  (isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
                   !isa<linalg::IndexOp>(op) &&
                   llvm::none_of(op->getOperandTypes(), [](Type type) {
                     return isa<ShapedType>(type);
                   }));
    return isPure || isa<linalg::YieldOp>(op) ? WalkResult::advance()
                                              : WalkResult::interrupt();
  });
  return result.wasInterrupted() ? PadAttr() : pads.front();
}

SmallVector<PadAttr> layout::foldPads(const ElementwiseNode &node,
                                      ArrayRef<PadAttr> pads) {
  SmallVector<PadAttr> result;
  PadAttr copy = getCommonCopy(node, pads);
  MLIRContext *context = node.op->getContext();
  for (auto [known, tensor] : llvm::zip_equal(BodyFolder(node, pads).fold(),
                                              node.op->getResultTypes())) {
    Type element = cast<RankedTensorType>(tensor).getElementType();
    if (known.constant && known.constant.getType() == element)
      result.push_back(PadAttr::get(known.constant));
    else if (copy)
      result.push_back(copy);
    else if (known.isUndef())
      result.push_back(PadAttr::get(context, PadKind::Undef));
    else
      result.push_back(PadAttr());
  }
  return result;
}

bool layout::isSamePad(PadAttr computed, PadAttr needed) {
  if (!computed || computed == needed)
    return computed == needed;
  return computed.getKind() == PadKind::Constant &&
         needed.getKind() == PadKind::Constant &&
         KnownValue::getConstant(computed.getValue())
             .isEqualTo(KnownValue::getConstant(needed.getValue()));
}
