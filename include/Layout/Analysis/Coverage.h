//===- Coverage.h - Which elements were surely written ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Is every element that a read touches written before it? Exact for accesses
// whose indices are affine in loops with constant bounds; everything else
// counts as reading all elements and as writing none for sure.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_COVERAGE_H
#define LAYOUT_ANALYSIS_COVERAGE_H

#include "Layout/Analysis/Aliases.h"
#include "mlir/IR/AffineMap.h"
#include <optional>
#include <vector>

namespace mlir::layout {

/// One access of one buffer: the op, what is around it, and the elements.
struct BufferAccess {
  /// An op around the access, with the region that the access is in.
  struct Enclosing {
    Operation *op;
    unsigned region;
    bool isLoop;      ///< with constant bounds: contributes one loop
    bool isGuard;     ///< an `affine.if`, its condition among the guards
    bool isUnknown() const { return !isLoop && !isGuard; }
  };
  /// variable = lower + step * t for t in [0, trips).
  struct Loop {
    int64_t lower, step, trips;
  };

  Operation *op = nullptr;
  /// From the function's body inwards.
  SmallVector<Enclosing> around;
  /// The loops among `around`, in order, then the lanes of a vector.
  SmallVector<Loop> loops;
  /// t of each loop -> logical index. Null: any element.
  AffineMap index;
  /// Each >= 0 (or == 0) wherever the access takes place.
  SmallVector<AffineExpr> guards;
  SmallVector<bool> guardIsEq;
  bool touchesAll = false; ///< each execution touches every element
  /// In a block that control may reach on ways not followed here.
  bool onUnknownPath = false;

  /// Describes the access of `operand`'s op to `root`, of rank-many `shape`.
  /// `wholeBuffer`: the op is known to touch every element.
  static BufferAccess describe(OpOperand &operand, Value root, bool wholeBuffer);
};

/// Collects sure writes in program order and answers what they cover.
class Coverage {
public:
  Coverage(ArrayRef<int64_t> shape, MLIRContext *context)
      : shape(shape), context(context) {}

  /// Adds a write that takes place whenever control reaches it.
  void addWrite(BufferAccess write) {
    if (!write.onUnknownPath)
      writes.push_back(std::move(write));
  }
  size_t getNumWrites() const { return writes.size(); }

  /// Is each element that `read` touches written before, each time? All writes
  /// so far stand before `read` in program order. False means "not proven".
  bool covers(const BufferAccess &read) const;
  /// Is every element written once control has passed all writes?
  bool coversAll() const;

private:
  SmallVector<int64_t> shape;
  MLIRContext *context;
  std::vector<BufferAccess> writes;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_COVERAGE_H
