//===- IntegerExtensions.cpp - Extended narrow integers -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerExtensions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isIntegerExtension(Operation *op) {
  return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op);
}

bool layout::fitsShort(Operation *extension, int64_t zeroPoint) {
  if (!isIntegerExtension(extension))
    return false;
  Type type = extension->getOperand(0).getType();
  if (!type.isInteger(8) && !type.isInteger(16))
    return false;
  unsigned bits = type.getIntOrFloatBitWidth();
  bool isSigned = isa<arith::ExtSIOp>(extension);
  int64_t least = isSigned ? llvm::minIntN(bits) : 0,
          greatest = isSigned ? llvm::maxIntN(bits) : llvm::maxUIntN(bits);
  return llvm::isInt<16>(least - zeroPoint) &&
         llvm::isInt<16>(greatest - zeroPoint);
}
