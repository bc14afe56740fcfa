//===- IntegerVariables.h - The variables of integer facts ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_INTEGERVARIABLES_H
#define LAYOUT_LIB_ANALYSIS_INTEGERVARIABLES_H

#include "ConditionReader.h"
#include "Layout/Analysis/Integers/BlockAssumptions.h"
#include "Layout/IR/Layout.h"
#include "ValueNames.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <deque>

namespace mlir::layout {

/// Numbers the values that are no affine expression of others as variables, and
/// collects the facts about each, and those that hold at a program point.
class IntegerVariables : public AffineReader {
public:
  explicit IntegerVariables(
      Operation *root, const TopLevelAssumptions *blockAssumptions = nullptr);

  Operation *getRoot() const { return root; }
  size_t size() const { return variables.size(); }
  Value getValue(unsigned variable) const { return variables[variable].value; }
  std::optional<unsigned> getExtentDim(unsigned variable) const {
    return variables[variable].extentDim;
  }
  /// Returns the name of a value or an extent in messages.
  std::string getName(unsigned variable);

  /// Returns the facts that always hold of a variable.
  ArrayRef<Condition> getFactsOf(unsigned variable) const {
    return variables[variable].facts;
  }
  /// Returns the variables that these facts mention, fact by fact.
  ArrayRef<unsigned> getMentioned(unsigned variable) const {
    return variables[variable].mentioned;
  }
  /// Returns the range of its type as a condition, for counterexamples: proofs
  /// hardly ever need it. True for `index` and wide types.
  Condition getTypeLimits(unsigned variable) const;
  /// Returns the conditions that hold whenever control reaches `op`: the
  /// conditions of the branches around it, assumptions and allocations before
  /// it.
  SmallVector<Condition> getFactsAt(Operation *op);
  /// Returns the variables of all loops around `op`.
  SmallVector<unsigned> getLoopVariables(Operation *op);

  using AffineReader::getRange;
  Interval getRange(AffineExpr expr) const override {
    return rangeOf(expr, ranges, {});
  }
  AffineExpr getBooleanLeaf(Value value) override;

  AffineExpr createFree(Interval range, StringRef name);
  AffineExpr createCopy(unsigned variable);
  void copyFacts(unsigned from, unsigned to,
                 function_ref<AffineExpr(AffineExpr)> rename);
  bool isCopy(unsigned variable) const { return variables[variable].isCopy; }
  /// Returns the condition under which a region of a branch is entered; nullopt
  /// if it is not known.
  std::optional<Condition> getEntryCondition(Block *block);

  /// Returns true if a variable is an input of the program, or is described in
  /// full by its facts: an argument, a loop variable, a minimum. Otherwise it
  /// is loaded or computed, and facts may allow a number that it never is.
  bool isGiven(unsigned variable) const;
  /// Returns true if its facts describe it in full.
  bool isExact(unsigned variable) const { return variables[variable].isExact; }
  /// The op that decides whether control reaches `op` by a condition that is
  /// not a fact: it is around it, or ends a block before its own. Null if there
  /// is none; an iteration of a loop comes wherever the variable of the loop is
  /// given.
  Operation *getUnreadControl(Operation *op);
  /// The conditions of assertions before `op`. Proofs do not use it.
  SmallVector<Condition> getAssertedBefore(Operation *op);

protected:
  AffineExpr getLeaf(Value value) override;
  AffineExpr getExtent(Value buffer, std::optional<int64_t> dim) override;

private:
  struct Variable {
    Value value;
    SmallVector<Condition, 2> facts;
    std::string name = {}; ///< of one that is no value
    bool isCopy = false;
    bool isExact = false; ///< its facts are all there is to it
    std::optional<unsigned> extentDim = {};  ///< of an extent of `value`
    SmallVector<unsigned, 4> mentioned = {}; ///< in the facts
  };

  AffineExpr create(Value value);
  AffineExpr getVariable(unsigned variable) const {
    return getAffineDimExpr(variable, getContext());
  }

  void addFact(unsigned variable, std::optional<Condition> fact);
  void addAtLeast(unsigned variable, AffineExpr low);
  void addAtMost(unsigned variable, AffineExpr high);
  /// Collects the facts about a new variable of a value.
  void complete(unsigned variable);
  void describe(unsigned variable);
  void describeLoopVariable(unsigned variable, BlockArgument argument);
  void describeCounter(unsigned variable, const IndexBounds &lower,
                       const IndexBounds &upper, int64_t step);
  void describeMinMax(unsigned variable, ArrayRef<AffineExpr> parts,
                      bool isMin);
  void describeSelect(unsigned variable, arith::SelectOp select);
  void describeRange(unsigned variable);
  void limitToType(unsigned variable);
  std::optional<int64_t> getMost(const IndexBounds &upper) const;

  struct BlockFacts {
    std::optional<Condition> entry; ///< holds in the block
    SmallVector<AssumeOp, 1> assumptions;
    /// Extents of buffers that are allocated in the block.
    SmallVector<std::pair<Operation *, Condition>, 1> sizes;
  };
  void collectSizes(Operation *allocation, BlockFacts &facts);
  std::optional<Condition> readEntryCondition(Block *block);
  const BlockFacts &getBlockFacts(Block *block);
  ArrayRef<unsigned> getVariablesOf(Operation *loop);

  Operation *root;
  const TopLevelAssumptions *blockAssumptions; ///< null: not at hand
  std::deque<Variable> variables;
  SmallVector<Interval> ranges; ///< of the variables
  unsigned numDescriptions = 0; ///< that are being made, one for the other
  SmallVector<unsigned> pending; ///< variables that are to be described
  DenseMap<Value, unsigned> booleans;
  DenseMap<std::pair<Value, int64_t>, unsigned> extents;
  DenseMap<Block *, BlockFacts> blocks;
  DenseMap<Block *, std::optional<Condition>> entries; ///< of those queried
  /// Of all ops that were queried; none for ops that are no loops.
  DenseMap<Operation *, SmallVector<unsigned, 1>> loopVariables;
  ValueNames names;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_INTEGERVARIABLES_H
