//===- TripEstimates.h - About how often loops run --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_TRIPESTIMATES_H
#define LIB_TRANSFORMS_TILE_TRIPESTIMATES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace mlir::layout {

/// Estimates: they decide what pays, never what is right.
class TripEstimates {
public:
  /// `unknown` stands for values of which nothing is known; without it what
  /// depends on them is not known either.
  explicit TripEstimates(std::optional<double> unknown = std::nullopt)
      : unknown(unknown) {}

  /// Returns how many iterations `loop` has each time that it is executed;
  /// nullopt if its bounds are known at run time only. A bound that depends on
  /// a loop around it is taken in the middle of that loop's range, if `get` was
  /// called for that loop before.
  std::optional<double> get(affine::AffineForOp loop);

private:
  llvm::DenseMap<Value, double> middles; ///< of variables
  std::optional<double> unknown;
};

/// How often the body of `loop` is executed, with those around it; what is not
/// known of a length counts for a hundred.
double estimateIterations(affine::AffineForOp loop);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_TRIPESTIMATES_H
