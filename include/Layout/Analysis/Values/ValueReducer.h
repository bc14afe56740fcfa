//===- ValueReducer.h - Reduction of expressions by facts -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does `A[x] + f(...)` come to `A[x]`? Given what is known of some values, an
// expression is a number, another value, or undefined:
//
//     integers   0 * y = 0   y - y = 0   y + 0 = y   max(y, least) = y
//     floats     y + -0.0 = y    y - 0.0 = y    1.0 * y = y
//                y + 0.0 = y     with nsz, or where y is not -0.0
//                0.0 * y = +-0.0 where y is finite, or with nnan and ninf
//                maximumf(y, -inf) = y    a NaN stays a NaN
//                maxnumf(y, -inf) = y     where y is no NaN, or with nnan
//     undefined  u + y, u - y, u xor y, odd * u, select of two: every value,
//                where y does not depend on u; no float, no `index` times odd,
//                nothing that may not wrap around
//
// Arithmetic of floats is IEEE 754, rounding to nearest even, subnormals kept.
//
// Flags are guarantees about executions that the program has (`Executions`):
// where they do not hold the program has no number, and any will do. Nor do
// they count there for an operand out of undefined padding. In executions that
// a rewrite adds they prove nothing, and must hold or go (Poison.h). `nsz` is
// no guarantee, but leave to yield a zero of either sign, anywhere. Other leave
// makes a number in added executions unknown, unless all allowed results are
// that number: `reassoc` of sums and products of several numbers, `contract` of
// a product that is rounded, `arcp` and `afn` of a quotient.
//
// Source: RFC 0077, "undef" and overcompute.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_VALUES_VALUEREDUCER_H
#define LAYOUT_ANALYSIS_VALUES_VALUEREDUCER_H

#include "Layout/Analysis/Values/KnownValue.h"
#include "Layout/Map/Decision.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <functional>

namespace mlir::layout {

/// The executions that a query is about.
enum class Executions {
  Present, ///< that the program has
  Added    ///< that it would get, or in which a value would get a new use
};

/// What one op makes of what is known of its operands. Exact for what it says;
/// nullopt if it knows nothing of the op. `flags` are its fast-math flags;
/// those that are guarantees are relied on.
std::optional<KnownValue> reduceIntegerOp(Operation *op,
                                          ArrayRef<KnownValue> operands);
std::optional<KnownValue> reduceFloatOp(Operation *op,
                                        ArrayRef<KnownValue> operands,
                                        arith::FastMathFlags flags,
                                        Executions executions);

/// The classes of the result of a float op, from those of its operands. Sound;
/// not tight.
llvm::FPClassTest classifyFloatOp(Operation *op, ArrayRef<KnownValue> operands,
                                  arith::FastMathFlags flags,
                                  Executions executions);

/// Reduces the values of one expression, by vectors lane by lane.
///
/// Cost: linear in the number of ops that compute a value, of which it looks at
/// `maxOps`; the operands of the last ones are unknown.
class ValueReducer {
public:
  static constexpr unsigned maxOps = 256;

  /// What the caller knows of a value; nullopt if nothing, so that the op that
  /// computes it is looked at.
  using Leaf = std::function<std::optional<KnownValue>(Value)>;
  explicit ValueReducer(Leaf leaf, Executions executions = Executions::Present)
      : leaf(std::move(leaf)), executions(executions) {}

  KnownValue reduce(Value value);

  /// Pretends that `op` had these flags too, and that they hold.
  void addFlags(Operation *op, arith::FastMathFlags flags) {
    extraFlags[op] = flags;
    known.clear();
  }
  bool hitBound() const { return known.size() >= maxOps; }

private:
  KnownValue compute(Value value);
  KnownValue computeOp(Operation *op, Value value);
  KnownValue computeYielded(Operation *branch, Value value);
  KnownValue computeCarried(BlockArgument argument);
  arith::FastMathFlags getFlags(Operation *op) const;

  Leaf leaf;
  Executions executions;
  DenseMap<Value, KnownValue> known;
  DenseMap<Value, KnownValue> assumed; ///< of values that loops carry
  DenseMap<Operation *, arith::FastMathFlags> extraFlags;
};

/// Whether one value is another, and what is missing.
struct EqualityAnswer {
  Truth truth = Truth::Unknown;
  /// Of No: an op that would make it Yes if it had these flags, and they held;
  /// else null.
  Operation *op = nullptr;
  arith::FastMathFlags flags = arith::FastMathFlags::none;

  bool isYes() const { return truth == Truth::Yes; }
  /// Returns true if the numbers would have to be finite or no NaNs, which no
  /// flag guarantees in added executions.
  bool needsFinite() const {
    return bitEnumContainsAny(flags, arith::FastMathFlags::nnan |
                                         arith::FastMathFlags::ninf);
  }
};

/// Decides whether `value` evaluates to `expected`, given what `leaf` knows. No
/// means: not by the rules above. Looks for one op whose flags would make it
/// so, then for all.
EqualityAnswer decideEqual(Value value, const KnownValue &expected,
                           const ValueReducer::Leaf &leaf,
                           Executions executions);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_VALUES_VALUEREDUCER_H
