//===- IntegerFacts.h - Facts about integer values --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_INTEGERS_INTEGERFACTS_H
#define LAYOUT_ANALYSIS_INTEGERS_INTEGERFACTS_H

#include "Layout/IR/LoopCounters.h"
#include "Layout/Map/Condition.h"
#include "Layout/Map/Decision.h"
#include "Layout/Map/Simplify.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::layout {

class AffineReader;
class Dependences;
class IntegerVariables;
class TopLevelAssumptions;

/// What is known of integer and boolean values where control reaches an op:
/// from loop bounds and steps, the branches around it (`affine.if`, `scf.if`,
/// `scf.index_switch`), `layout.assume`, extents, minima, maxima and selects.
///
///     affine.for %i = 0 to 4 {
///       affine.for %j = 0 to 4 {
///         affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
///           "here"() : () -> ()
///
///     isImplied({9 - 3 * i - j >= 0}, here)    Yes
///     isImplied({2 - i >= 0}, here)            No: %i = 3, %j = 0
///
/// Every integer is an affine expression of variables d0, d1, ...: those values
/// that are no affine expression of others. Values have one meaning for as long
/// as this lives, so the program must not change meanwhile.
///
/// Answers are exact for what is known; the contents of memory are not looked
/// at. Work is bounded: `maxSystems` emptiness queries per question and
/// `maxWork` in them, beyond which the answer is Unknown. Facts are collected
/// once per value and block.
class IntegerFacts {
public:
  static constexpr unsigned maxSystems = 64;
  /// Constraints times variables, of all systems of a question together.
  static constexpr size_t maxWork = 4000;

  /// Values have the names in witnesses that they have in the text of `root`;
  /// these cost one pass over it. With `explains` false there are no witnesses.
  /// `blockAssumptions`: those of a function that `root` is, or is in, if they
  /// are at hand.
  explicit IntegerFacts(Operation *root, bool explains = true,
                        const TopLevelAssumptions *blockAssumptions = nullptr);
  ~IntegerFacts();

  /// `value` in terms of the variables. Null for other types than `index` and
  /// integers of 2 to 64 bits.
  AffineExpr express(Value value);
  AffineExpr express(AffineExpr expr, unsigned numDims, ValueRange operands);
  /// Reads values as `express` does.
  AffineReader &getReader();
  /// All that bound the variable; null what is not expressed.
  SmallVector<AffineExpr> express(const CounterBound &bound);
  /// Null for a variable that is no value of the program.
  Value getVariable(unsigned position) const;
  /// Of a variable that is an extent, which is then one of the buffer that
  /// `getVariable` returns.
  std::optional<unsigned> getExtentDim(unsigned position) const;
  Interval getRange(AffineExpr expr) const;

  /// A boolean value, or the condition of an `affine.if`, as a formula. Nullopt
  /// past the bound on its size.
  std::optional<Condition> read(Value condition);
  std::optional<Condition> read(IntegerSet set, ValueRange operands);

  /// Decides whether `condition` holds whenever control reaches `op`. No comes
  /// with values that nothing known excludes and for which it does not hold. If
  /// some of them are assumed (see `Counterexample`) the answer is Unknown and
  /// lists them.
  Decision isImplied(const Condition &condition, Operation *op) {
    return isImplied(condition, op, Condition::getTrue());
  }
  /// As before, where `given` holds as well.
  Decision isImplied(const Condition &condition, Operation *op,
                     const Condition &given);
  /// Decides whether control can reach `op` while `condition` holds. Yes means
  /// that nothing known excludes it, with values in the witness.
  Decision isPossible(const Condition &condition, Operation *op);
  /// Decides whether control can reach `op`.
  Decision isReachable(Operation *op) {
    return isPossible(Condition::getTrue(), op);
  }

  /// Returns true if an affine `loop` has an iteration whenever control reaches
  /// it. False: it may have none.
  bool isAlwaysEntered(Operation *loop);

  /// Numbers that satisfy all that is known of them, including bounds,
  /// conditions and assumptions around: "'affine.for' at 4:3 = 3, if %5 = 14".
  ///
  /// Arguments, extents of arguments and loop variables have these values in
  /// some call. A value that the program loads or computes otherwise is
  /// assumed: only its facts show whether it may be that number.
  struct Counterexample {
    std::string text;
    std::string assumed;                           ///< "%5 = 14"
    llvm::DenseMap<AffineExpr, AffineExpr> values; ///< of variables

    bool isCertain() const { return assumed.empty(); }
    /// Nullopt if not all that it depends on has a value.
    std::optional<int64_t> evaluate(AffineExpr expr) const;
  };
  /// Of the last answer that came with one; empty where there are no witnesses.
  const Counterexample &getCounterexample() const { return last; }

  /// Decides whether all of `conditions` have a common solution. The facts that
  /// always hold of their variables count: loop bounds, minima and so on. No is
  /// a proof; Yes comes with values.
  Decision isSatisfiable(llvm::ArrayRef<Condition> conditions);
  /// The conditions of the branches around `op` and of the assumptions before
  /// it.
  SmallVector<Condition> getConditionsAt(Operation *op);
  /// Under which condition control that comes to the op around `block` goes
  /// into it. Nullopt: not known, or no branch.
  std::optional<Condition> getEntryCondition(Block *block);
  /// What always holds of a variable.
  llvm::ArrayRef<Condition> getFactsOf(unsigned variable) const;
  /// Returns true if `value` is a variable that its facts describe in full: at
  /// some time it takes each number that they allow.
  bool isExact(Value value);
  /// The extent of a ranked memref.
  AffineExpr getExtent(Value buffer, unsigned dim);

  /// A variable that is no value of the program.
  AffineExpr createVariable(Interval range, llvm::StringRef name);
  /// The same value in another execution: a new variable, of which nothing is
  /// known but its range until its facts are copied. Witnesses leave it out.
  AffineExpr copyVariable(unsigned variable);
  bool isCopy(unsigned variable) const;
  /// Of `copy` holds what holds of `variable`, each fact with `rename` applied.
  void copyFacts(unsigned variable, AffineExpr copy,
                 llvm::function_ref<AffineExpr(AffineExpr)> rename);

  /// For questions about several executions at a time, which have variables of
  /// their own. Valid as long as the facts.
  IntegerVariables &getVariables() { return *variables; }
  /// Returns true if answers come with counterexamples.
  bool explainsAnswers() const { return explains; }

private:
  class Query;
  Decision decide(Query &query, Truth isEmpty, Operation *op);

  std::unique_ptr<IntegerVariables> variables;
  bool explains;
  Counterexample last;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_INTEGERS_INTEGERFACTS_H
