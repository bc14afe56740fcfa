//===- Weights.h - Arguments that are weights -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_WEIGHTS_H
#define LAYOUT_IR_WEIGHTS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::layout {

/// On an argument that is a tensor: it is a weight, which is laid out as a
/// constant would be, before the function is called. A unit attribute, or the
/// name of the weight.
inline constexpr llvm::StringLiteral kWeightAttrName("layout.weight");

} // namespace mlir::layout

#endif // LAYOUT_IR_WEIGHTS_H
