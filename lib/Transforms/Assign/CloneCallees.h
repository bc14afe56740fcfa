//===- CloneCallees.h - Cloning callees for layouts -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// One private function, called with buffers for which different layouts are
// requested:
//
//   call @f(%a)     %a: #L            call @f(%a)
//   call @f(%b)     %b: #R            call @f_0(%b)     a copy of @f
//   call @f(%c)     %c: nothing       call @f_1(%c)     another
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_CLONECALLEES_H
#define LIB_TRANSFORMS_ASSIGN_CLONECALLEES_H

#include "Layout/Transforms/Assign/Assign.h"

namespace mlir::layout {

/// The copies made of private functions, which can be taken back.
class CalleeClones {
public:
  static constexpr unsigned maxPerFunction = 16;
  static constexpr unsigned maxPerModule = 64;

  /// Copies functions of `module` where that sets requests apart that would
  /// otherwise meet in an argument or a result. The program means the same, so
  /// nothing rests on this but which requests can be met. Does nothing, and
  /// says so by a remark, where it would take more copies than the bounds.
  ///
  /// A function is copied if it is private or a kernel, has a body, is not
  /// recursive, and is named by calls only. Cost: one walk if at most one
  /// layout is requested; else linear in the module and its copies.
  static CalleeClones make(ModuleOp module, const AssignOptions &options);

  bool empty() const { return clones.empty(); }
  /// Makes the module what it was. Nothing else may have changed it since.
  void undo();
  /// Remarks each copy.
  void remark() const;

private:
  friend class CalleeCloner;
  struct Clone {
    TracedFunction original, copy;
    SmallVector<TracedCall> calls;
  };
  SmallVector<Clone> clones;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_CLONECALLEES_H
