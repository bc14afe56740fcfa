//===- SpeculationQuery.h - Speculation query of one branch -----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_SPECULATIONQUERY_H
#define LAYOUT_LIB_ANALYSIS_SPECULATIONQUERY_H

#include "Analysis/Contents/LeafValues.h"
#include "Analysis/Integers/ValueNames.h"
#include "Layout/Analysis/Speculation/Speculation.h"
#include "Layout/Analysis/Values/Poison.h"

namespace mlir::layout {

/// Those of some ops that may be poison, as far as it is known.
struct PoisonRisks {
  llvm::SmallSetVector<Operation *, 4> unflagged; ///< unless they lose flags
  llvm::SmallSetVector<Operation *, 4> undefined; ///< whatever their flags are
  bool hasKept = false; ///< one of them is surely defined, for its operands
};
PoisonRisks findPoisonRisks(ArrayRef<Operation *> ops, ValueReducer &reducer);

/// One question. The checks return false once they have said what is wrong.
class SpeculationQuery {
public:
  SpeculationQuery(SpeculationProver &prover, const SpeculatedExecutions &added)
      : prover(prover), contents(prover.contents),
        facts(prover.contents.getFacts()), added(added), point(added.branch) {}

  SpeculationSafety run();

private:
  // Words.
  bool fail(Operation *op, StringRef reason, const Twine &text,
            Truth truth = Truth::No);
  void prove(StringRef before, Value buffer = {}, StringRef after = "");
  std::string nameOf(Value value);
  /// Fails with "reading %A[3, 2], which is ..., when %i = 3, %j = 2", the
  /// counterexample of the query of `find`; Unknown if it is none or only a
  /// possible one.
  bool refuse(Operation *op, StringRef reason, Elements elements,
              StringRef what, function_ref<Decision(const Elements &)> find,
              const Twine &advice = "");
  /// A load that the place of the elements depends on, and of whose result
  /// something is known that integer facts do not tell.
  Operation *findKnownLoad(const Elements &elements);
  SmallVector<AffineExpr> getLoopVariables(Operation *op);
  /// Why it is not known that `store`, of `elements`, is added in an iteration;
  /// empty if it is.
  std::string findDoubt(Operation *store, const Elements &elements,
                        ArrayRef<std::pair<Value, int64_t>> iteration);

  // When an op in the arm is executed, and what it is.
  /// What holds in the added executions of `op`. Conditions that cannot be
  /// read are left out: that makes it hold more often.
  Condition getPremise(Operation *op);
  Decision isImplied(const Condition &premise, const Condition &goal);
  /// Fails if nothing is known to reach the branch so that the condition holds:
  /// a proof about no execution at all says nothing of a rewritten program.
  bool checkPossible();
  /// Only ops that execute their regions as often as their conditions and
  /// bounds say may be around.
  bool checkSurroundings();
  bool checkBlock(Block &block);
  bool checkRegions(Operation *op);
  bool checkOp(Operation *op);
  /// Of integers.
  /// An op of any dialect that says so of itself; its effects agree.
  static bool isSpeculatableRead(Operation *op);
  bool failBySideEffect(Operation *op);
  static bool isDivision(Operation *op);
  /// The divisor is not 0; nor is it -1, by which not all may be divided.
  bool checkDivision(Operation *op);

  // Poison.
  /// Finds the ops that the arm uses and that may be poison: flags that are not
  /// known to hold go; indices, bounds, conditions and divisors must be none.
  bool checkPoison();
  /// Indices, bounds, conditions and divisors in the arm.
  SmallVector<Value> getControllingValues();
  /// Returns true if the integer of the op, whose flags guarantee that it does
  /// not wrap around, does not wrap around in the added executions either. The
  /// same must hold of its operands.
  bool keepsWrapFlags(Operation *op);
  /// Returns true if it is proven that the lanes that the op names are lanes of
  /// its vector in the added executions.
  bool namesLanes(Operation *op);
  /// An op that computes `value` and may be poison whatever its flags are.
  Operation *findPoison(Value value) const;
  bool failByPoison(Operation *op);
  /// A flag, or that numbers are finite, would have sufficed to do `what`.
  bool failByFloat(const EqualityAnswer &missing, const Twine &what);

  // Accesses.
  bool checkAccess(OpOperand &operand, bool writes);
  /// Of an op that may be executed where all that it reads is in bounds.
  bool checkReads(Operation *op);
  /// Ranges decide most cases, and cost no query.
  bool isObviouslyInBounds(const Elements &elements);
  bool checkBounds(Operation *op, Elements &elements);
  /// What leaves a view may still be in the buffer.
  bool checkViews(Operation *op, MutableArrayRef<Elements> names,
                  const Condition &where);
  bool refuseBounds(Operation *op, const Elements &elements);
  bool checkRaces(Operation *op, const Elements &elements, bool writes);
  /// Takes a load outside of an image for zeros.
  bool fetch(Operation *op, const Elements &elements);
  /// It may be executed at will, within 32 bits.
  bool checkFetch(FetchOp fetch);
  /// Takes indices that may be out of bounds modulo the extent.
  bool wrap(Operation *op, Elements &elements);
  void adjust(Operation *op, Elements &elements) const;
  /// The memory must be there: nothing before the branch frees it.
  bool checkLife(Operation *op, Value root);
  /// Returns true if, in the block of the allocation site of the buffer, `op`
  /// is after the branch.
  bool isSurelyLater(Operation *op, Value root);

  // Stores.
  struct SpeculatedStore {
    Operation *op;
    Elements elements;
    bool isMatched = false; ///< does what the other arm did
  };
  bool checkStores();
  /// Case by case.
  bool checkStore(SpeculatedStore &store);
  LeafValues getLeaves(const Condition &where, Value destination);
  bool leavesWhatIsThere(Operation *store, const Elements &elements);
  bool isThere(const KnownValue &value, const Elements &elements);
  /// Returns true if `load`, in the arm, reads exactly these elements.
  bool readsSame(Operation *load, const Elements &elements);
  /// Of one buffer, whose extents may be read in several ways.
  bool isSamePlace(const Elements &one, const Elements &other,
                   const Condition &where);
  bool isUnneeded(SpeculatedStore &store);
  /// Refuses `store`, and names the flag that would have sufficed, or an
  /// element that changes and its reader.
  bool explain(const SpeculatedStore &store, const Elements &elements);

  // The arm that is executed now.
  /// Each store of the replaced arm must be done by one of this arm, or leave
  /// anything.
  bool matchReplacedArm();
  bool matchStore(Operation *replaced);
  /// What the branch yields.
  bool checkResults();
  bool explainResult(Value value, const KnownValue &wanted, LeafValues &leaves);
  /// Refuses if an element that would be fetched is inside of the image, where
  /// no zeros are read.
  bool explainInside();
  /// Contents that a proof relies on are of other buffers than those that are
  /// written in between.
  bool checkRelied();

  SpeculationProver &prover;
  KnownContents &contents;
  IntegerFacts &facts;
  const SpeculatedExecutions &added;
  Operation *point;
  SmallVector<Operation *> parallelLoops;
  SmallVector<SpeculatedStore> stores;
  /// Ops that may be poison, flags aside.
  llvm::SmallPtrSet<Operation *, 4> poisonous;
  /// Reads that are zero outside of their images, and where.
  SmallVector<std::pair<Operation *, Elements>> fetches;
  llvm::SmallSetVector<Value, 4> written; ///< as the other arm does
  DeadStore whyNeeded;
  SpeculationSafety result;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_SPECULATIONQUERY_H
