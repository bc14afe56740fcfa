//===- BandOrder.h - The order of accesses in a register tile ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
#define LIB_TRANSFORMS_VECTORIZE_BANDORDER_H

#include "RegisterTile.h"

namespace mlir::layout {

/// Answers by what is known of the program that a nest is in: of one that
/// exists, or, with another `express`, of one that is planned.
class ProgramQueries : public TileQueries {
public:
  /// `root` is the outermost loop that exists.
  ProgramQueries(affine::AffineForOp root, IntegerFacts &facts,
                 Dependences &dependences)
      : root(root), facts(facts), dependences(dependences) {}

  bool isAlwaysEntered(const AffineNest &nest, unsigned loop) override;
  /// As x[%j] is not beside x[%i] in the solution of a triangle. Cost: a query
  /// of dependences for each two accesses to a buffer.
  bool areKeptAlone(const RegisterTile &tile) override;
  /// Succeeds if each op of the body may be executed for all rows and lanes of
  /// a tile before the next op is, and accumulators may be loaded before
  /// reductions and stored after them. Cost: a query of dependences for each
  /// two accesses.
  LogicalResult checkOrder(const RegisterTile &tile,
                           VectorRefusal &refusal) override;

protected:
  /// Returns the variable of a loop in the terms of `facts`; null if it is not
  /// affine.
  virtual AffineExpr express(const AffineNest &nest, unsigned loop);

  affine::AffineForOp root;
  IntegerFacts &facts;
  Dependences &dependences;

private:
  SmallVector<AffineExpr> expressAll(const AffineNest &nest);
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
