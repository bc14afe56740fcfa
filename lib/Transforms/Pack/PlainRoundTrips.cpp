//===- PlainRoundTrips.cpp - Round trips to plain tensors -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlainRoundTrips.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

RankedTensorType layout::getPlainTensorType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

static bool hasLayout(Type type) {
  return static_cast<bool>(getTensorEncoding(type));
}

static bool hasLayoutInAttributes(Operation *op) {
  WalkResult result = op->getAttrDictionary().walk([](Type type) {
    return hasLayout(type) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Returns true if its blocks take or yield tensors with layouts.
static bool hasLayoutInBlocks(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArgumentTypes(), hasLayout) ||
          (block.mightHaveTerminator() &&
           llvm::any_of(block.getTerminator()->getOperandTypes(), hasLayout)))
        return true;
  return false;
}

/// Verifies a copy of `op` on plain tensors, which is next to it meanwhile: a
/// verifier may look at the ops around.
static bool isValidWhenPlain(Operation *op) {
  Block block;
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (hasLayout(operand.getType()) && !mapping.contains(operand))
      mapping.map(operand,
                  block.addArgument(getPlainTensorType(operand.getType()),
                                    operand.getLoc()));
  Operation *copy = OpBuilder(op).clone(*op, mapping);
  for (OpResult result : copy->getResults())
    if (hasLayout(result.getType()))
      result.setType(getPlainTensorType(result.getType()));
  ScopedDiagnosticHandler silent(op->getContext(),
                                 [](Diagnostic &) { return success(); });
  OperationName name = op->getName();
  bool isValid = succeeded(name.verifyInvariants(copy)) &&
                 succeeded(name.verifyRegionInvariants(copy));
  copy->erase();
  return isValid;
}

bool layout::canBePlain(Operation *op) {
  return op->getBlock() && op->isRegistered() &&
         !isa<LayoutDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<CallOpInterface, SymbolOpInterface>(op) &&
         !hasLayoutInAttributes(op) && !hasLayoutInBlocks(op) &&
         isValidWhenPlain(op);
}

void PlainRoundTrips::build(Operation *op) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (OpOperand &operand : op->getOpOperands())
    if (hasLayout(operand.get().getType()))
      operand.set(getPlainVersion(operand.get()));
  rewriter.setInsertionPointAfter(op);
  for (OpResult result : op->getResults())
    if (hasLayout(result.getType()))
      makePlain(result);
}

Value PlainRoundTrips::getPlainVersion(Value value) {
  Value &plain = plainVersions[value];
  if (plain)
    return plain;
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(value);
  conversions.push_back(ConvertOp::create(
      rewriter, value.getLoc(), getPlainTensorType(value.getType()), value));
  return plain = conversions.back().getResult();
}

void PlainRoundTrips::makePlain(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  value.setType(getPlainTensorType(type));
  auto back = ConvertOp::create(rewriter, value.getLoc(), type, value);
  rewriter.replaceAllUsesExcept(value, back.getResult(), back);
  conversions.push_back(back);
  plainVersions[back.getResult()] = value;
}

SmallVector<ConvertOp> PlainRoundTrips::takeConversions() {
  SmallVector<ConvertOp> used;
  for (ConvertOp convert : llvm::reverse(conversions)) {
    if (convert->use_empty())
      rewriter.eraseOp(convert);
    else
      used.push_back(convert);
  }
  conversions.clear();
  plainVersions.clear();
  return used;
}
