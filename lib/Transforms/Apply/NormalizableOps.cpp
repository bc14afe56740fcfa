//===- NormalizableOps.cpp - Ops of trait MemRefsNormalizable -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NormalizableOps.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isNormalizableOp(Operation *op) {
  return op->hasTrait<OpTrait::MemRefsNormalizable>() &&
         !isa<LayoutAccessOpInterface>(op);
}

/// Returns true if there is padding that the op must not touch, or must not
/// change.
static bool hasPaddingToKeep(MemRefType type) {
  const PhysicalLayout &facts = getPhysicalLayout(type);
  ArrayRef<PadAttr> pads = getLayoutToApply(type).getPads();
  for (unsigned step = 1; step <= facts.getNumSteps(); ++step)
    if (!pads[step - 1].isUndef() && facts.hasPadding(step) != Truth::No)
      return true;
  return false;
}

/// Returns true if the op verifies with these types in place of its own. Clones
/// it beside the op meanwhile.
static bool verifiesWith(Operation *op, function_ref<Type(Type)> convert) {
  ScopedDiagnosticHandler quiet(op->getContext(),
                                [](Diagnostic &) { return success(); });
  OpBuilder builder(op);
  IRMapping mapping;
  SmallVector<Operation *> stands;
  for (Value operand : op->getOperands()) {
    Type type = convert(operand.getType());
    if (type == operand.getType() || mapping.contains(operand))
      continue;
    auto stand = UnrealizedConversionCastOp::create(builder, op->getLoc(), type,
                                                    ValueRange());
    mapping.map(operand, stand.getResult(0));
    stands.push_back(stand);
  }
  Operation *copy = builder.clone(*op, mapping);
  for (Value result : copy->getResults())
    result.setType(convert(result.getType()));
  bool verifies = succeeded(copy->getName().verifyInvariants(copy));
  copy->erase();
  for (Operation *stand : stands)
    stand->erase();
  return verifies;
}

LogicalResult layout::planNormalizableOp(Operation *op,
                                         const AppliedTypes &types,
                                         bool guaranteesPadding) {
  auto isMeant = [&](Type type) { return types.contains(type); };
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (guaranteesPadding && isMeant(type) &&
        hasPaddingToKeep(cast<MemRefType>(type)))
      return op->emitOpError("would access the padding of ")
             << type
             << ", as it takes the physical buffer by 'MemRefsNormalizable'; "
                "state pad<undef>, or give it LayoutAccessOpInterface";
  for (Type type : op->getResultTypes())
    if (isMeant(type) && !cast<MemRefType>(type).hasStaticShape())
      return op->emitOpError("yields ")
             << type
             << ", whose logical extents cannot be recovered from the physical "
                "shape; allocate it outside of the op";
  auto convert = [&](Type type) -> Type {
    return isMeant(type) ? getPhysicalType(cast<MemRefType>(type)) : type;
  };
  if (!verifiesWith(op, convert))
    return op->emitOpError(
        "has 'MemRefsNormalizable', and does not verify with the physical "
        "types of its laid-out buffers; give it LayoutAccessOpInterface");
  return success();
}
