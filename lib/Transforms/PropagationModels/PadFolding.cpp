//===- PadFolding.cpp - Folding pads through linalg bodies ----------------===//
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
  BodyFolder(linalg::LinalgOp op, const TensorLinks &links,
             ArrayRef<PadAttr> pads)
      : op(op), reducer([this](Value value) { return getLeaf(value); },
                        Executions::Added) {
    for (auto [operand, pad] : llvm::zip_equal(links.operands, pads))
      if (operand.isRead)
        padOf[op.getMatchingBlockArgument(operand.operand)] = pad;
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
  /// Flags may guarantee what does not hold for padding.
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
static PadAttr getCommonCopy(linalg::LinalgOp linalg, const TensorLinks &links,
                             ArrayRef<PadAttr> pads) {
  PadAttr copy;
  llvm::SmallPtrSet<OpOperand *, 4> linked;
  for (auto [operand, pad] : llvm::zip_equal(links.operands, pads)) {
    linked.insert(operand.operand);
    if (!operand.isRead)
      continue;
    if (!pad || !pad.isCopy() || (copy && copy != pad))
      return {};
    copy = pad;
  }
  if (!copy || !links.isElementwise())
    return {};
  for (OpOperand *input : linalg.getDpsInputOperands())
    if (isa<ShapedType>(input->get().getType()) && !linked.contains(input))
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
  return result.wasInterrupted() ? PadAttr() : copy;
}

static SmallVector<PadAttr> foldOnce(linalg::LinalgOp op,
                                     const TensorLinks &links,
                                     ArrayRef<PadAttr> pads) {
  SmallVector<PadAttr> result;
  PadAttr copy = getCommonCopy(op, links, pads);
  for (auto [known, value] :
       llvm::zip_equal(BodyFolder(op, links, pads).fold(), links.values)) {
    Type element =
        cast<RankedTensorType>(value.value.getType()).getElementType();
    if (known.constant && known.constant.getType() == element)
      result.push_back(PadAttr::get(known.constant));
    else if (copy)
      result.push_back(copy);
    else if (known.isUndef())
      result.push_back(PadAttr::get(op->getContext(), PadKind::Undef));
    else
      result.push_back(PadAttr());
  }
  return result;
}

SmallVector<PadAttr> layout::foldBody(linalg::LinalgOp op,
                                      const TensorLinks &links,
                                      ArrayRef<PadAttr> pads) {
  SmallVector<PadAttr> result = foldOnce(op, links, pads);
  if (op.getNumReductionLoops() == 0)
    return result;
  for (auto [made, value] : llvm::zip_equal(result, links.values))
    for (auto [operand, pad] : llvm::zip_equal(links.operands, pads))
      if (operand.tied == value.value && made != pad)
        made = {};
  return result;
}

PadAttr layout::getNeutralPad(linalg::LinalgOp op, OpOperand &input) {
  if (op.getNumReductionLoops() == 0 || !op.isDpsInput(&input))
    return {};
  BlockArgument element = op.getMatchingBlockArgument(&input);
  if (!element.hasOneUse())
    return {};
  Operation *combiner = *element.getUsers().begin();
  Operation *yield = op.getBlock()->getTerminator();
  auto *yielded = llvm::find_if(yield->getOpOperands(), [&](OpOperand &value) {
    return value.get().getDefiningOp() == combiner;
  });
  if (yielded == yield->getOpOperands().end() ||
      !llvm::is_contained(
          combiner->getOperands(),
          op.getRegionOutputArgs()[yielded->getOperandNumber()]))
    return {};
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiner);
  return neutral && *neutral ? PadAttr::get(*neutral) : PadAttr();
}
