//===- IntegerConstants.cpp - Constants that 64 bits hold -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/IntegerConstants.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

using namespace mlir;

std::optional<int64_t> layout::getConstantNumber(OpFoldResult value) {
  auto constant = getConstantAPIntValue(value);
  return constant ? constant->first.trySExtValue() : std::nullopt;
}

IntegerAttr layout::getNumberAttr(Type type, int64_t number) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  return IntegerAttr::get(type, APInt(width, number, /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}
