//===- PlainRoundTrips.h - Round trips to plain tensors ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op that does not know layouts works on plain tensors:
//
//   %r = some.op %a : L -> L   ->   %p = layout.convert %a : L to plain
//                                   %q = some.op %p : plain -> plain
//                                   %r = layout.convert %q : plain to L
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PACK_PLAINROUNDTRIPS_H
#define LIB_TRANSFORMS_PACK_PLAINROUNDTRIPS_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// The type of a tensor without its layout.
RankedTensorType getPlainTensorType(Type type);

/// Returns true if `op` is valid with plain tensors in place of its laid-out
/// ones, and these are all that would have to change: not a function, a call or
/// a terminator, no layout in its attributes or its blocks. Cost: a copy of the
/// op, which is erased again.
bool canBePlain(Operation *op);

/// Puts conversions around ops, one for each tensor, right where it comes from.
class PlainRoundTrips {
public:
  explicit PlainRoundTrips(RewriterBase &rewriter) : rewriter(rewriter) {}

  /// Cannot fail if `op` can be plain.
  void build(Operation *op);
  /// The plain version of a laid-out tensor.
  Value getPlainVersion(Value value);
  /// Gives a result of an op, or an argument of a block, its plain type. Its
  /// users take what a conversion at the rewriter's place makes of it.
  void makePlain(Value value);
  /// Erases conversions that have no user, as of a tensor whose users all make
  /// a round trip, too, and returns the others.
  SmallVector<ConvertOp> takeConversions();

private:
  RewriterBase &rewriter;
  DenseMap<Value, Value> plainVersions;
  SmallVector<ConvertOp> conversions;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PACK_PLAINROUNDTRIPS_H
