//===- AffineOperands.h - Operands of raised affine ops ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_RAISE_AFFINEOPERANDS_H
#define LIB_TRANSFORMS_RAISE_AFFINEOPERANDS_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// Expressions as a map without symbols, whose dimensions are variables of the
/// facts.
struct AffineForm {
  AffineMap map;
  SmallVector<unsigned> variables;
  /// Ends between which the variables are clamped first; none where empty.
  SmallVector<Interval> clamps;
};

/// Which variables of the facts affine ops may have as operands, and the value
/// of each.
///
/// An operand is the variable of an affine loop, or a number that is computed
/// outside of all loops (a symbol). What a loop computes anew in each iteration
/// from the same numbers is moved to where it is a symbol; an integer of a
/// fixed width is cast to index where it is defined.
///
/// A plan is made with `express` first; then `prepare` changes the program, and
/// `build` yields what an op is made of.
class AffineOperands {
public:
  explicit AffineOperands(IntegerFacts &facts) : facts(facts) {}

  /// From now on `variable` is that of an affine loop.
  void addLoopVariable(Value variable) { loopVariables.insert(variable); }

  /// What the operands of an affine op at `user` would be. Nullopt if there is
  /// none, and `why` then has what was found.
  std::optional<AffineForm> express(ArrayRef<AffineExpr> exprs, Operation *user,
                                    bool isBound, std::string &why);

  /// Clamps numbers so that the results of `form`, as those of an `affine.if`
  /// at `user`, fit 64 bits: a comparison of two numbers always does, their
  /// difference need not. Returns false if that is not possible.
  bool keepWithin64Bits(AffineForm &form, ArrayRef<bool> isEqual,
                        Operation *user);

  void prepare();
  /// `value` is about to be erased, and `other` is the number that it was.
  void replace(Value value, Value other) { replaced[value] = other; }
  struct MapWithOperands {
    AffineMap map;
    SmallVector<Value> operands;
  };
  MapWithOperands build(const AffineForm &form);

private:
  bool isUsable(unsigned variable, Operation *user);
  bool canMove(Value value, Region *scope);
  std::string describe(unsigned variable);
  bool isClampable(unsigned variable, Operation *user);
  Interval getRange(unsigned variable, MLIRContext *context);
  Value getOperand(unsigned variable);

  IntegerFacts &facts;
  llvm::DenseSet<Value> loopVariables;
  /// Values, and the op at the top of the function that each is in.
  llvm::SetVector<std::pair<Operation *, Value>> moves;
  llvm::DenseMap<Value, Value> replaced;
  llvm::DenseMap<unsigned, Value> made; ///< casts and extents
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_RAISE_AFFINEOPERANDS_H
