//===- IntegerConstants.cpp - Integer constants within 64 bits ------------===//
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
  if (!constant)
    return std::nullopt;
  // An integer of no bits has no sign bit to look at.
  return constant->first.getBitWidth() == 0 ? 0
                                            : constant->first.trySExtValue();
}

IntegerAttr layout::getNumberAttr(Type type, int64_t number) {
  unsigned width = ConstantIntRanges::getStorageBitwidth(type);
  return IntegerAttr::get(type, APInt(width, number, /*isSigned=*/true,
                                      /*implicitTrunc=*/true));
}
