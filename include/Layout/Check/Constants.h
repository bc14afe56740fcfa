//===- Constants.h - Writes to constants ------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM puts a constant where it is read only, and removes what it sees to be
// written there: a run would crash, or the write would be lost.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_CONSTANTS_H
#define LAYOUT_CHECK_CONSTANTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// A constant global whose bytes are compared after a run.
struct WatchedConstant {
  std::string name;
  Location loc;
  MemRefType type;

  /// "element (1, 2) of the constant @c is written", of the element that
  /// `byte` is in.
  std::string describeWrite(int64_t byte) const;
};

/// Puts the constants of `module` into ordinary memory, and makes `entry`
/// report what each of them holds at its start. Number i is `watched[i]`. One
/// with elements of no format that is known stays as it is. A write of the
/// value that is there is not seen.
void watchConstants(ModuleOp module, func::FuncOp entry,
                    SmallVectorImpl<WatchedConstant> &watched);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_CONSTANTS_H
