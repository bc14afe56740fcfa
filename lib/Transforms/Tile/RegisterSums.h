//===- RegisterSums.h - Elements that stay in registers ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An innermost loop that loads and stores one element in every iteration waits
// for memory between them. Where nothing else in the loop touches the element,
// it is loaded before the loop, carried through it and stored after it:
//
//     for %k = 0 to %n {             if %n > 0 {
//       %0 = load A[%i]                %0 = load A[%i]
//       %1 = subf %0, %x[%k]           %1 = for %k = 0 to %n iter_args(%2 = %0)
//       store %1, A[%i]                  yield subf %2, %x[%k]
//     }                                store %1, A[%i]
//                                    }
//
// The order of what is computed stays.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_TILE_REGISTERSUMS_H
#define LIB_TRANSFORMS_TILE_REGISTERSUMS_H

#include "Layout/Analysis/Dependence/Dependences.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// The elements that one loop may keep.
struct RegisterSums {
  /// A store, and the loads of its element, of which the first comes before it.
  struct Kept {
    affine::AffineStoreOp store;
    SmallVector<affine::AffineLoadOp> loads;
    AffineMap map; ///< of the place, without the variable of the loop
    SmallVector<Value> operands;
  };

  affine::AffineForOp loop;
  std::vector<Kept> kept;
  /// The loop may have no iteration; then the element might not exist, and is
  /// not touched.
  bool mayBeEmpty = false;
  /// Loops around that do nothing else, from inside to outside, around which
  /// the elements stay in registers, too.
  SmallVector<affine::AffineForOp> around;

  /// Nullopt if there are none. Cost: for each store to one element a question
  /// to `dependences` for each other access.
  static std::optional<RegisterSums>
  plan(affine::AffineForOp loop, IntegerFacts &facts, Dependences &dependences);

  /// Finds loops `around`. Cost: for each the same questions again.
  void extend(IntegerFacts &facts, Dependences &dependences);

  /// Returns the loop that is there instead. Cannot fail.
  affine::AffineForOp apply();

private:
  affine::AffineForOp applyToLoop();
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_TILE_REGISTERSUMS_H
