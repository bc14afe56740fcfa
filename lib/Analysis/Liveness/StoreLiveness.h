//===- StoreLiveness.h - Liveness of stored elements ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_STORELIVENESS_H
#define LAYOUT_LIB_ANALYSIS_STORELIVENESS_H

#include "Analysis/Accesses/UncoveredPoints.h"
#include "Analysis/Accesses/WrittenElements.h"
#include "Analysis/Integers/IntegerVariables.h"
#include "Analysis/Integers/ValueNames.h"
#include "BufferUses.h"
#include "Layout/Analysis/Liveness/DeadStores.h"

namespace mlir::layout {

/// What holds where `node` is executed, as far as loops and branches say that
/// are in `top`, the latter included.
void addConditionsAround(const AccessNode &node, const AccessNode &top,
                         Conjunction &constraints);

/// One execution of an access that was found: the counters around it, and what
/// the variables of loops are then.
struct FoundAccess {
  AccessNode *node = nullptr;
  SmallVector<AffineExpr> counters; ///< constants
  SmallVector<std::pair<Value, int64_t>, 4> iteration;
};

/// The executions of a store that a query is about: all; those in which `guard`
/// goes the other way; or those in which `unless` does not hold, where what
/// `body` reads in the same execution of it does not count.
struct StoreExecutions {
  Operation *guard = nullptr;
  IntegerSet unless;
  SmallVector<Value> operands;
  Block *body = nullptr;
};

/// Searches forwards from stores to one buffer for who may need what they
/// leave.
///
/// Points are executions of the store together with an element: counters of the
/// loops around it, then lanes. A read is joined to them by dimensions of its
/// own, for the loops that are not around both, and by the equality of the
/// elements.
class StoreLiveness {
public:
  /// `names` null: no witnesses. Else they are checked on `variables`.
  StoreLiveness(func::FuncOp function, AccessTree &tree,
                WrittenElements &written, AccessMemo &memo,
                const BufferUses &uses, ValueNames *names,
                IntegerVariables *variables);

  /// See `DeadStores`.
  DeadStore find(OpOperand &store, const StoreExecutions &executions);

private:
  /// What a store leaves.
  struct Left {
    SmallVector<AffineExpr> index;
    SmallVector<Interval> dims;
    Conjunction constraints;
    /// Parts of it that were overwritten by now, or whose contents are
    /// undefined.
    SmallVector<Conjunction> covered;
    SmallVector<Interval> box; ///< ranges of `index`
    unsigned number = 0;       ///< of all the above but `covered`, in the memo
    std::optional<UncoveredPoints> rest;
  };
  /// One read of one op, as seen from what was left.
  struct Read {
    AccessNode *node;
    AccessedElements elements;
    /// The constraints that hold for the read are those up to here.
    AccessNode *top;
    unsigned numShared; ///< counters that have the same values for both
    bool isNamed;       ///< false: through a name that may be another buffer's
    bool isConcurrent;  ///< by an iteration that may be executed meanwhile
  };
  /// The order between a read and the store.
  enum class Order { After, LaterIteration, AnyIteration };

  DeadStore search(Left &left, AccessNode &from);
  bool followSiblings(Left &left, AccessNode &child);
  bool isReadInParallel(Left &left, AccessNode &from);
  bool followLoop(Left &left, AccessNode &loop);
  bool findRead(Left &left, AccessNode &node, AccessNode &top, Order order);
  bool isNeeded(Left &left, const Read &read, Order order);
  struct Joined;
  Joined join(const Left &left, const Read &read, Conjunction own);
  unsigned getNumber(const Read &read, ArrayRef<IndexConstraint> own);
  bool isNeeded(Left &left, const Read &read, Order order,
                Conjunction constraints, ArrayRef<AffineExpr> readerDims,
                const AccessMemo::Meeting &meeting);
  void subtractWritesBefore(UncoveredPoints &points, const Left &left,
                            const Read &read, Order order,
                            ArrayRef<AffineExpr> readerDims,
                            ArrayRef<Interval> dims);
  AffineExpr inTermsOf(const Left &left, const WrittenPiece &piece,
                       AffineExpr expr) const;
  void takeAway(Left &left, const WrittenPiece &piece,
                ArrayRef<IndexConstraint> more = {});
  void takeAway(Left &left, Conjunction covered);
  void takeAwayUndefPadding(Left &left);
  void takeAwayUndefPadding(Left &left, PaddingOp padding);

  SmallVector<Conjunction> getExecutions(AccessNode &store, AccessNode *guard,
                                         const AccessedElements &elements);
  bool restrict(SmallVectorImpl<Conjunction> &cases, AccessNode &store,
                const StoreExecutions &executions);
  const AccessedElements &describe(const AccessNode &node,
                                   const BufferTouch *touch);
  void openPath(AccessNode &node);
  void addInside(Conjunction &constraints, ArrayRef<AffineExpr> index);
  const SmallVector<Interval> &getBox(AccessNode &node);
  bool mayMeet(const Left &left, AccessNode &node);
  SmallVector<Interval> getRanges(ArrayRef<AffineExpr> exprs,
                                  ArrayRef<Interval> dims) const;
  void explain(const Left &left, const UncoveredPoints &points, StringRef what,
               const Read *read = nullptr,
               ArrayRef<AffineExpr> readerDims = {});
  void tell(const class PointValues &point, const Left &left, StringRef what);
  FoundAccess getFound(const PointValues &point, AccessNode &node,
                       ArrayRef<AffineExpr> dims);
  std::string findAssumed(const PointValues &point, const Left &left,
                          const Read *read, ArrayRef<AffineExpr> readerDims,
                          SmallVectorImpl<std::string> &assumed);
  Operation *findOverwriting(const FoundAccess &stored, const FoundAccess *read,
                             const PointValues &point, const Left &left);

  func::FuncOp function;
  AccessTree &tree;
  IndexExpressions &expressions;
  MLIRContext *context;
  WrittenElements &written;
  AccessMemo &memo;
  const BufferUses &uses;
  ValueNames *names;
  IntegerVariables *variables;
  DenseMap<AccessNode *, SmallVector<Interval>> boxes;
  std::map<std::pair<const AccessNode *, const BufferTouch *>, AccessedElements>
      described;

  // Of the question at hand.
  QueryBudget budget{DeadStores::maxQueries};
  AccessNode *store = nullptr;
  Operation *guardOp = nullptr;
  bool isStoreExact = true; ///< it surely writes what it is said to
  Block *skippedBody = nullptr;
  DeadStore answer;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_STORELIVENESS_H
