//===- MarkedAccesses.h - What layout.sequential marks ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_REORDER_MARKEDACCESSES_H
#define LIB_TRANSFORMS_REORDER_MARKEDACCESSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Returns true if the op, or the value (an argument of a function, an
/// allocation), has the attribute `layout.sequential`.
bool isMarkedSequential(Operation *op);
bool isMarkedSequential(Value buffer);

/// The buffer of an access to one element; null for other ops.
Value getAccessedBuffer(Operation *op);

/// The accesses that a function marks to be made in physical order, and what
/// became of them: each mark gets a remark.
class MarkedAccesses {
public:
  /// What became of an access, the later the more is to be said of it.
  enum class Outcome {
    None,     ///< there is no access
    Fixed,    ///< no loop changes its index
    Taken,    ///< its nest goes by another access
    InOrder,  ///< nothing is to be done
    AsMapped, ///< the nest is what a nest map would make of it
    Told      ///< a remark of its own
  };

  explicit MarkedAccesses(Operation *function);

  /// Returns marked accesses, then those of marked buffers in the order of
  /// their definitions.
  const SmallVector<Operation *> &getAccesses() const { return accesses; }
  void note(Operation *access, Outcome outcome);
  /// Remarks on marks whose accesses have no remark, now or in `told`.
  void explainSilent(const llvm::DenseSet<const void *> &told) const;
  /// Adds the marks of which some access has a remark.
  void addTold(llvm::DenseSet<const void *> &told) const;

private:
  struct Mark {
    Location location;
    bool isBuffer;
    Operation *op = nullptr; ///< that is marked, if it is no buffer
    Outcome outcome = Outcome::None;
  };
  static void explain(const Mark &mark);

  llvm::MapVector<const void *, Mark> marks;
  llvm::DenseMap<Operation *, const void *> markOf; ///< of accesses
  SmallVector<Operation *> accesses;
};

/// Remarks on each op that takes a marked buffer to where its accesses are not
/// looked for: a call whose callee does not mark its argument, a view, a loop
/// or branch that forwards it, a linalg op; and on marks in declarations. Cost:
/// linear.
void explainUnreachedMarks(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_REORDER_MARKEDACCESSES_H
