//===- AccessRelation.h - Access relations of ops ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One execution of an op touches several elements, one for each *lane*: of a
// vector, or an iteration of a linalg op. The relation says which, for all
// executions, in terms of the integers of the program that are constant
// meanwhile:
//
//     %v = memref.subview %A[%i, 8] [1, 16] [1, 2]
//     vector.store %x, %v[4 * %j] : vector<4xf32>
//
//     %v   start (4 d1)           offsets (s0)        where 0 <= s0 < 4
//     %A   start (d0, 8 d1 + 8)   offsets (0, 2 s0)
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_ACCESSES_ACCESSRELATION_H
#define LAYOUT_ANALYSIS_ACCESSES_ACCESSRELATION_H

#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/Condition.h"
#include "Layout/Map/Simplify.h"

namespace mlir::layout {

class AffineReader;
class BufferFlow;

/// What one execution of an op does to the elements of one operand, a memref,
/// as the definition of the op says it: nothing of loops, views or of what is
/// known of values.
struct AccessDescription : OperandAccess {
  OpOperand *operand = nullptr;
};
AccessDescription describeAccess(OpOperand &operand);

/// The elements that an op touches through one operand.
///
/// Always an over-approximation: nothing else is touched. Where it is exact,
/// each element is touched for which the constraints hold. Lanes outside of the
/// buffer are no elements.
struct AccessRelation {
  /// The elements by the indices of one buffer.
  struct Name {
    Value buffer;
    /// By dimension: the element of lane l is `start + offsets(l)`. A start
    /// that is not known is null; the index may then be any.
    SmallVector<AffineExpr, 4> start, offsets;
    bool isExact = true;
    /// How many of the constraints count for this name.
    unsigned numConstraints = 0;
    /// There is a `layout.as_physical` on the way here. The constraints beyond
    /// those of the first name say which places of the storage are data; the
    /// others are padding, and no elements of this name.
    bool isThroughStorage = false;

    bool isKnown() const {
      return llvm::all_of(start, [](AffineExpr e) { return bool(e); });
    }
    SmallVector<AffineExpr> getIndex() const;
  };
  /// First the operand, then what it is a view of, and so on to the root of the
  /// flow. Shorter if that is not followed, empty for unranked memrefs.
  SmallVector<Name, 1> names;

  SmallVector<Interval> lanes; ///< ranges
  /// Least upper bounds of the lanes, exclusive: one each where it is exact.
  SmallVector<SmallVector<AffineExpr, 1>> laneCounts;
  /// On lanes and indices, over the variables of the reader and the lanes.
  Conjunction constraints;
};

/// The relation of what `access` describes. Values are expressed by `reader`;
/// lanes are dimensions or symbols from `firstLane` on. Casts, names that
/// control flow makes, `memref.distinct_objects`, subviews of constant strides
/// and `layout.as_physical` are followed. Cost: linear in the number of views.
AccessRelation getAccessRelation(const AccessDescription &access,
                                 const BufferFlow &flow, AffineReader &reader,
                                 AffineExpr firstLane);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_ACCESSES_ACCESSRELATION_H
