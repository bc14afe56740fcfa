//===- WidenableLoops.h - Loops that end within a tile ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose iterations become the lanes of vectors, over an extent that does
// not fill the last vector:
//
//     affine.for %c = 0 to 61
//       %0 = affine.load %a[%c floordiv 32, %c mod 32]
//       affine.store %0, %b[%c floordiv 32, %c mod 32]     widened: 0 to 64
//
// Or one whose iterations add products to one sum, which an instruction does
// for four at once:
//
//     affine.for %c = 0 to 3                               widened: 0 to 4
//       %0 = load %image[.., %c]; %1 = load %weights[.., %o mod 32, %c]
//       store %sum + %0 * %1, %b[..]
//
// Only reads the program. Which loops may be widened the proofs say
// (WidenLoops.h); here is which ones are worth it, and together with which
// others.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_WIDENABLELOOPS_H
#define LIB_TRANSFORMS_PADDING_WIDENABLELOOPS_H

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace mlir::layout {

/// A loop that gains from more iterations, if they do no harm.
struct WidenableLoop {
  affine::AffineForOp loop; ///< bounds are constants, the step is 1
  int64_t extent;           ///< the upper bound that it has
  int64_t wide;             ///< the one that it may get, greater
  unsigned group = 0;       ///< loops of one group are widened together
  bool addsUp = false;      ///< in its nest several iterations store to one
                            ///< element, or a loop carries values
  bool isOfGroups = false;  ///< iterations are steps of a sum, and no lanes

  /// An element of a buffer, as far as the variable of the loop says which one:
  /// results of the index by dimension, d0 is the variable.
  struct Place {
    Value buffer;
    bool isStore;
    SmallVector<std::pair<unsigned, AffineExpr>, 2> index;

    bool isSameElement(const Place &other) const {
      return buffer == other.buffer && index == other.index;
    }
  };
  SmallVector<Place, 4> places;
  /// Loads of buffers of one dimension by the variable, which have as many
  /// elements as the loop has iterations: they get copies that are longer.
  SmallVector<affine::AffineLoadOp, 2> shortLoads;

  /// The outermost affine loop around.
  affine::AffineForOp getRoot() const;
};

/// Collects the loops of `function` that would fill vectors of `target` if they
/// ended with a tile. None is inside of another one.
///
/// Such a loop has an access by the remainder of its variable, in the last
/// dimension of a buffer; stores move with it, contiguously; iterations touch
/// elements of their own; and its innermost bodies are what lanes can execute.
///
/// Groups without sums are left out where the target has cheap masked stores of
/// parts of a line: see `gainsWithoutSums`.
///
/// Loops of one block through which one buffer goes, element by element, are a
/// group: tiles of a sum with what initialises it and what is computed of it
/// are one nest later (layout-fuse-epilogues), for which extents must agree.
///
/// Cost: linear in the number of loops and accesses.
SmallVector<WidenableLoop, 0> collectWidenableLoops(Operation *function,
                                                    const Target &target);

/// Collects the innermost loops of `function` that add up products of integers
/// which `target` does in groups, if their number is no multiple of a group and
/// both factors lie side by side, one of them in whole groups: padding of its
/// last dimension has room for the rest.
///
/// Cost: linear in the number of loops and accesses.
SmallVector<WidenableLoop, 0> collectWidenableSums(Operation *function,
                                                   const Target &target);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_WIDENABLELOOPS_H
