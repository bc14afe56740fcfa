//===- ModuleWork.h - Work of a step in a module ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMOPS_MODULEWORK_H
#define LAYOUT_LIB_TRANSFORMOPS_MODULEWORK_H

#include "Marks.h"
#include "PayloadCopy.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout::schedule {

/// A pass runs on a copy of the module; what it changed of the ops that the
/// step is about is taken over once nothing can fail any more.
struct ModuleWork {
  using Change = PayloadCopy::Change;
  explicit ModuleWork(ModuleOp module) : copy(module) {}

  PayloadCopy copy;
  Marks marks;
  SmallVector<Operation *> targets; ///< of the original
  /// Ops of the module's body that may change; all of them if `isOfAll`.
  SmallVector<Operation *> scope;
  bool isOfAll = false;
  SmallVector<Change> changes;   ///< of ops in scope
  SmallVector<Operation *> made; ///< of the copy: what a handle will point to

  /// `scope` in another copy, for what a pass says; none means all.
  SmallVector<Operation *> getScopeOf(PayloadCopy &fresh) const;
  /// Keeps those of ops in scope.
  void setChanges(ArrayRef<Change> found);

  // What was made in `changes`:
  /// allocations that were not there before. The pass erases none, so that an
  /// address is an identity;
  void findCopies(const DenseSet<Operation *> &before);
  /// the outermost loops.
  void findLoops();
};

} // namespace mlir::layout::schedule

#endif // LAYOUT_LIB_TRANSFORMOPS_MODULEWORK_H
