//===- Aliases.cpp - Views, and effects on buffers ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/Aliases.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::getViewSource(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  // Each result is another name of the operand of its number, and not of the
  // first one.
  if (auto distinct = dyn_cast_or_null<memref::DistinctObjectsOp>(op))
    return distinct.getOperand(cast<OpResult>(buffer).getResultNumber());
  if (auto transpose = dyn_cast_or_null<memref::TransposeOp>(op))
    return transpose.getIn();
  auto view = dyn_cast_or_null<ViewLikeOpInterface>(op);
  if (!view || !isa<BaseMemRefType>(buffer.getType()) ||
      !isa<BaseMemRefType>(view.getViewSource().getType()))
    return {};
  return view.getViewSource();
}

Value layout::getRenamed(Value buffer) {
  return isa_and_nonnull<memref::CastOp, memref::MemorySpaceCastOp,
                         memref::AssumeAlignmentOp, memref::DistinctObjectsOp>(
             buffer.getDefiningOp())
             ? getViewSource(buffer)
             : Value();
}

bool layout::frees(OpOperand &operand) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(operand.getOwner());
  return interface &&
         interface.getEffectOnValue<MemoryEffects::Free>(operand.get());
}

bool layout::isDeallocation(OpOperand &operand) {
  return frees(operand) &&
         getAccess(operand).reach == OperandAccess::Reach::Nothing;
}

SmallVector<Value> layout::getViews(OpOperand &operand) {
  Operation *op = operand.getOwner();
  SmallVector<Value> views;
  // Of an operand that is named twice the first one counts, so that none of its
  // views is seen twice.
  if (llvm::is_contained(
          op->getOperands().take_front(operand.getOperandNumber()),
          operand.get()))
    return views;
  for (Value result : op->getResults())
    if (getViewSource(result) == operand.get())
      views.push_back(result);
  return views;
}

OperandEffect layout::getOperandEffect(OpOperand &operand) {
  return getEffectOfAccess(operand, getAccess(operand));
}

OperandEffect layout::getEffectOfAccess(OpOperand &operand,
                                        const OperandAccess &access) {
  Operation *op = operand.getOwner();
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  // Effects are of the op as a whole, and a prefetch has some only to keep its
  // place among the accesses: who says more of this operand is right.
  bool isKnown = access.reach != OperandAccess::Reach::Unknown;
  if (isKnown || !interface)
    return {access.reads, access.writes, !isKnown};
  // A result that is a buffer may be this one under another name, and a tensor
  // may be its memory.
  if (llvm::any_of(op->getResultTypes(),
                   llvm::IsaPred<BaseMemRefType, TensorType>))
    return {true, true, true};
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  OperandEffect result{false, false, false};
  bool isNamed = false;
  for (const MemoryEffects::EffectInstance &effect : effects) {
    if (effect.getValue() && effect.getValue() != operand.get())
      continue;
    isNamed |= effect.getValue() == operand.get();
    result.mayRead |= isa<MemoryEffects::Read>(effect.getEffect());
    result.mayWrite |=
        isa<MemoryEffects::Write, MemoryEffects::Free>(effect.getEffect());
  }
  // An op without a model for this operand forwards it: as a pointer, to
  // another block, into memory. Nothing can be seen of what happens then.
  return isNamed ? result : OperandEffect{true, true, true};
}

FunctionOpInterface layout::getFunctionOfArgument(Value buffer) {
  auto argument = dyn_cast<BlockArgument>(buffer);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return {};
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && argument.getArgNumber() < function.getNumArguments()
             ? function
             : FunctionOpInterface();
}

bool layout::namesBuffer(const MemoryEffects::EffectInstance &effect) {
  // An effect without a value, or on a pointer, may be on any memory: a store
  // through an address that a buffer has given away.
  return effect.getValue() && isa<BaseMemRefType>(effect.getValue().getType());
}

template <typename... Effects>
static bool hasUnnamed(Operation *op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  cast<MemoryEffectOpInterface>(op).getEffects(effects);
  return llvm::any_of(effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<Effects...>(effect.getEffect()) && !namesBuffer(effect);
  });
}

bool layout::mayReadUnnamed(Operation *op) {
  if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || isPure(op))
    return false;
  if (!isa<MemoryEffectOpInterface>(op))
    return !op->hasTrait<OpTrait::IsTerminator>() || op->getNumRegions() != 0;
  return hasUnnamed<MemoryEffects::Read>(op);
}

bool layout::mayWriteUnnamed(Operation *op) {
  if (!isa<MemoryEffectOpInterface>(op))
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !op->hasTrait<OpTrait::IsTerminator>();
  return hasUnnamed<MemoryEffects::Write, MemoryEffects::Free>(op);
}

bool layout::hasDistinctElements(MemRefType type) {
  if (type.getLayout().isIdentity() || isLaidOut(type) ||
      isa<BufferAttr>(type.getLayout()))
    return true;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  // From small strides to large ones: each is beyond all that is below it.
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape()))
    dims.push_back({stride, size});
  llvm::sort(dims);
  int64_t reach = 0;
  for (auto [i, dim] : llvm::enumerate(dims)) {
    auto [stride, size] = dim;
    if (ShapedType::isDynamic(stride) || stride <= reach)
      return false;
    if (i + 1 == dims.size()) // the largest stride may have any extent
      break;
    int64_t length;
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(size - 1, stride, length) ||
        llvm::AddOverflow(reach, length, reach))
      return false;
  }
  return true;
}
