//===- AffineNest.h - A perfect nest as mathematics -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a perfect nest of `affine.for`, the conditions under which an
// iteration is one of the nest, and the elements that its accesses go to, all
// over one set of dimensions: first the loop variables, from outside to inside,
// then the values from around the nest that its maps use.
//
//     for %i = 0 to 8 {                  d0 >= 0, 7 - d0 >= 0
//       for %j = 0 to min(%i, %n) {      d1 >= 0, d0 - 1 - d1 >= 0,
//         A[%i, %j floordiv 4] = .. } }  d2 - 1 - d1 >= 0, (d0, d1 floordiv 4)
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_AFFINENEST_H
#define LIB_TRANSFORMS_NESTS_AFFINENEST_H

#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/Condition.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <vector>

namespace mlir::layout {

/// sum of coefficient * loop variable + rest.
struct LoopTerms {
  SmallVector<int64_t> coefficients;
  AffineExpr rest; ///< without loop variables
};

/// Of the first `numVariables` dimensions in `expr`. Nullopt where they are
/// under a division.
std::optional<LoopTerms> getLoopTerms(AffineExpr expr, unsigned numVariables);

struct AffineNest {
  /// `expr >= 0`, linear in loop variables.
  struct Bound : IndexConstraint {
    Bound(LoopTerms terms, unsigned owner);
    LoopTerms terms; ///< of `expr`
    unsigned owner;  ///< the loop that it bounds
  };
  struct Access {
    Operation *op;
    Value buffer;
    bool isStore;
    AffineMap map; ///< no symbols

    /// Elements that are no numbers of a fixed width, as of `index`, are no
    /// lanes: of these, bits that a loop over them moves.
    unsigned getElementBits() const;
  };

  /// The bounds of a loop variable over the dimensions: it is no less than each
  /// result of `lower`, and less than each of `upper`.
  struct Ends {
    AffineMap lower, upper;

    bool beginAtZero() const;
    bool areConstant() const;
  };

  /// Of a nest that is planned (`DigitLoops::describe`), the loops that each of
  /// its loops is a part of.
  SmallVector<affine::AffineForOp> loops;
  /// A branch that is all that the innermost loop does, its conditions among
  /// the constraints; null if there is none, or none was requested.
  affine::AffineIfOp guard;
  Block *body = nullptr; ///< of the innermost loop, or of the branch
  SmallVector<Value> fixed;
  SmallVector<Interval> ranges; ///< of loop variables, then of `fixed`
  SmallVector<Ends> ends;       ///< of loops
  std::vector<Bound> constraints;
  /// Loops with a bound that is not linear in loop variables, as one by a
  /// quotient; `constraints` lacks these.
  SmallVector<bool> isOpaque;
  /// Those of one element that affine ops make in it, as they describe them.
  std::vector<Access> accesses;

  /// Returns true if some store stays at its element along the loop.
  bool isReduction(unsigned loop) const;
  bool hasReductions() const;
  /// Of the widest element; at least 8.
  unsigned getElementBits() const;
  /// Returns true if loops or accesses have attributes that a rewrite would
  /// lose.
  bool isMarked() const;
  /// Returns true if an iteration may read what another one stores, other than
  /// the element of a reduction.
  bool readsStored() const;
  bool isLinear() const { return !llvm::is_contained(isOpaque, true); }
  unsigned getNumDims() const { return loops.size() + fixed.size(); }
  /// What the dimensions stand for, as the nest is now.
  SmallVector<Value> getOperands() const;
  MLIRContext *getContext() const { return loops.front()->getContext(); }
  Block *getBody() const { return body; }

  /// From `root` inwards as far as a loop's body is only the next loop, at most
  /// `maxDepth` of them. Nullopt where steps are not 1 or loops carry values.
  /// Does not inspect the body.
  static std::optional<AffineNest> read(affine::AffineForOp root,
                                        unsigned maxDepth = ~0u);
  /// The nest of one loop, which may carry values.
  static std::optional<AffineNest> readOne(affine::AffineForOp loop);
  /// If the body is one `affine.if` without `else`, by linear conditions, makes
  /// these constraints of the nest.
  void takeInGuard();

  /// Adds the bounds of the next loop, the constraints that they are and
  /// whether it is opaque. All loops are there, and all ranges.
  void addEnds(AffineMap lower, AffineMap upper);

  /// A map and its operands, over the dimensions. May add to `fixed`.
  AffineMap express(AffineMap map, ValueRange operands);
  AffineMap express(const CounterBound &bound) {
    return express(bound.map, bound.operands);
  }
  /// Returns true if one of `fixed` is computed in the nest, as a product of
  /// symbols may be. It is the same in each iteration, but is not defined
  /// before the nest.
  bool hasInnerSymbol() const;

private:
  /// Nullopt where one of `loops` never has an iteration, or where an access or
  /// a bound has an inner symbol.
  static std::optional<AffineNest> read(ArrayRef<affine::AffineForOp> loops);
  void readAccesses();
};

/// The loop that is all that `loop` does; null if there is none.
affine::AffineForOp getOnlyLoop(affine::AffineForOp loop);

/// Returns true if the loop is the only op in the body of an affine loop.
bool isInPerfectNest(affine::AffineForOp loop);

/// Why `AffineNest` does not read a nest with this outermost loop, and what to
/// do.
StringRef whyNotRead(affine::AffineForOp root);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_AFFINENEST_H
