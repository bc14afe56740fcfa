//===- PreferredWidth.h - Preferred vector width of functions ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_PREFERREDWIDTH_H
#define LIB_TRANSFORMS_NESTS_PREFERREDWIDTH_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// LLVM splits vectors into halves of wide registers on processors that it
/// holds to be faster so. The function says what its code was made for, if it
/// says nothing else.
void preferWidth(Operation *function, unsigned bits);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_PREFERREDWIDTH_H
