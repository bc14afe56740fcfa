//===- ContentsSearch.h - Backward search for contents ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_CONTENTSSEARCH_H
#define LAYOUT_LIB_ANALYSIS_CONTENTSSEARCH_H

#include "Analysis/Accesses/WriteInverter.h"
#include "Analysis/Integers/Execution.h"
#include "Analysis/Integers/LoopIterations.h"
#include "BufferHistory.h"
#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/IR/Layout.h"
#include "mlir/IR/Dominance.h"

namespace mlir::layout {

struct StoredLanes;

/// What a question needs to know of the function.
struct ContentsScope {
  Operation *function;
  IntegerFacts &facts;
  BufferHistories &histories;
  DominanceInfo &dominance;
  size_t &budget; ///< queries that are left for all questions
  WriteInverter::Inverses &inverses;
  /// Of what a load reads; Unknown where the search is too deep already.
  llvm::function_ref<Contents(Operation *)> getContentsOfLoad;
};

/// What elements hold, in as many ways as it can be said.
struct Held {
  TypedAttr constant;
  AffineExpr number; ///< of an integer; a constant expression for a constant
  Value value;
  bool isUndef = false;
  /// Of a target that is no one value: a condition that must not hold for the
  /// number `subject`.
  std::optional<Condition> violated = {};
  unsigned subject = 0;

  bool isSomething() const { return constant || number || value; }
};

/// The elements that are still open.
struct OpenElements {
  SmallVector<AffineExpr, 4> index;
  SmallVector<Condition> context;
  /// Those of `context` that say what was taken out.
  SmallVector<Condition> kills;
  bool isEmpty = false;
};

/// Searches backwards for the writes that elements get their contents from.
class ContentsSearch {
public:
  /// With a target the question is whether they hold just that.
  ContentsSearch(ContentsScope &scope, const Elements &elements,
                 Operation *point, std::optional<Held> target);

  Contents run();

private:
  void takeUndefPadding();

  // Where control came from.
  void walkFrom(Operation *from, OpenElements &open);
  void walkBlock(Block &block, Operation *before, OpenElements &open,
                 Execution &execution);
  void visit(Operation *op, OpenElements &open, Execution &execution);
  void visitArms(Operation *branch, OpenElements &open, Execution &execution);

  // Loops: all iterations, or those before the current one.
  void visitLoop(Operation *loop, OpenElements &open, Execution &execution,
                 bool isEarlier);
  bool mayTouch(const BufferEvent &write, Operation *loop,
                const OpenElements &open, Execution &execution, bool isEarlier);
  bool isDeterminedByEachIteration(Operation *loop, const OpenElements &open,
                                   Execution &execution);
  /// Variables of a loop, and what they are.
  using Iteration = SmallVector<std::pair<unsigned, AffineExpr>>;
  std::optional<Iteration> findIteration(Operation *loop,
                                         const BufferEvent &event,
                                         const OpenElements &open,
                                         const Execution &execution);
  bool isOnlyOne(const Iteration &iteration, Operation *loop,
                 ArrayRef<BufferEvent *> touching, const OpenElements &open,
                 Execution &execution, bool isEarlier);
  bool visitOneIteration(Operation *loop, const BufferEvent &event,
                         ArrayRef<BufferEvent *> touching, OpenElements &open,
                         Execution &execution, bool isEarlier);
  void visitAnyIteration(Operation *loop, const BufferEvent &event,
                         const OpenElements &open, Execution &execution,
                         bool isEarlier, SmallVectorImpl<Condition> &taken);
  std::optional<Condition> getOrder(Operation *loop, Execution &now,
                                    Execution &then);
  /// From the index of an element to the iteration that touches it: values of
  /// all copies made in `execution`.
  bool invert(Operation *loop, const BufferEvent &event,
              const OpenElements &open, Execution &execution,
              DenseMap<unsigned, AffineExpr> &values);

  // Events.
  void visitEvent(const BufferEvent &event, OpenElements &open,
                  Execution &execution);
  void visitWrite(const BufferEvent &event, OpenElements &open,
                  Execution &execution);
  bool visitLanes(const BufferEvent &event, OpenElements &open,
                  Execution &execution);
  void visitRead(const BufferEvent &event, OpenElements &open,
                 Execution &execution);
  void visitAssumption(const BufferEvent &event, OpenElements &open,
                       Execution &execution);
  void visitPadding(const BufferEvent &event, OpenElements &open,
                    Execution &execution);
  void visitAllocation(const BufferEvent &event, OpenElements &open);

  // Values.
  Held describeStored(const BufferEvent &event, Execution &execution);
  Held describeLanes(const BufferEvent &event, const StoredLanes &lanes,
                     Execution &execution);
  Held describeRead(const BufferEvent &event, ArrayRef<Condition> context,
                    Execution &execution);
  Held describePadding(PadAttr pad, AffineMap toStep,
                       ArrayRef<AffineExpr> place);
  Held simplify(Held held, ArrayRef<Condition> context);
  bool isVisible(AffineExpr number) const;
  bool isVisible(Value value) const;
  bool areEqual(AffineExpr one, AffineExpr other, ArrayRef<Condition> context);
  TypedAttr toConstant(AffineExpr number) const;

  /// Adds what some elements, those of `context`, hold to the answer; false if
  /// no answer is left, which is then what it was.
  bool join(Held held, ArrayRef<Condition> context);
  void take(OpenElements &open, const Condition &taken);
  void takeWhere(OpenElements &open, const std::optional<Condition> &where,
                 ArrayRef<Condition> kills);
  Condition getHit(const BufferEvent &event, const OpenElements &open,
                   Execution &execution);
  Conjunction getHit(Elements elements, const OpenElements &open,
                     Execution &execution);

  Truth isPossible(ArrayRef<Condition> conditions);
  void failAtBarrier(Operation *op);
  void fail(Operation *op, const llvm::Twine &why);
  Contents getAnswer();

  ContentsScope &scope;
  IntegerFacts &facts;
  Value root;
  Type elementType;
  Operation *point;
  OpenElements all;
  BufferHistory *history = nullptr;

  std::optional<Held> target, answer;
  bool hasUndef = false, hasUninitialized = false;
  bool failed = false, isBound = false;
  std::string why, witness;
  Operation *culprit = nullptr;
  unsigned numSteps = 0, numQueries = 0;
};

/// All of a context and one more.
inline SmallVector<Condition> conjoin(ArrayRef<Condition> context,
                                      const Condition &more) {
  SmallVector<Condition> both(context);
  both.push_back(more);
  return both;
}

/// The number of an integer constant; null for one that is no modest number,
/// and for a boolean, which is read as 1 or as -1.
AffineExpr getNumber(TypedAttr constant);

Held describeConstant(TypedAttr constant);
/// A value of the program, read in an execution. `type`: of the elements.
Held describeValue(Value value, Type type, ContentsScope &scope,
                   Execution &execution);

/// Calls `visit` with each step of the layout that `fact`, a `layout.padding`
/// or `layout.assume_padding`, speaks of, from the last to the first, and the
/// condition that `place` is padding of it, until it returns false. False: the
/// conditions are not known.
bool forEachPaddingStep(
    Operation *fact, ArrayRef<AffineExpr> place, IntegerFacts &facts,
    llvm::function_ref<bool(unsigned, const Condition &)> visit);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_CONTENTSSEARCH_H
