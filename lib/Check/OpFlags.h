//===- OpFlags.h - Poison flags in LLVM IR ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_OPFLAGS_H
#define LAYOUT_LIB_CHECK_OPFLAGS_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Of an operation of `arith`, `math`, `vector` or `llvm`: what its flags state
/// of operands and result, which is poison where that does not hold.
struct OpFlags {
  bool nsw = false, nuw = false, exact = false, disjoint = false, nneg = false;
  bool nnan = false, ninf = false;

  /// None of an operation that has no flags.
  static OpFlags read(Operation *op);
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_OPFLAGS_H
