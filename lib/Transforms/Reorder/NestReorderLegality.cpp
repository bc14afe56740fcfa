//===- NestReorderLegality.cpp - Dependences of reordered nests -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderLegality.h"

#include "Transforms/LoopBounds/LoopRange.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Proves that a nest may be executed in the order of the elements that it
/// accesses: each two executions that depend on each other keep their order.
class OrderChecker {
public:
  OrderChecker(const NestReorderRequest &request, const NestReorderLoops &nest,
               IntegerFacts &facts, Dependences &dependences,
               NestReorderPlan &plan, NestReorderRefusal &refusal)
      : request(request), nest(nest), facts(facts), dependences(dependences),
        plan(plan), refusal(refusal) {}

  LogicalResult run() {
    return failure(failed(splitPieces()) || failed(checkOrder()));
  }

private:
  AffineExpr getConstant(int64_t value) const {
    return getAffineConstantExpr(value, request.chain.getRoot()->getContext());
  }

  /// Finds the statements between the loops, which get nests of their own.
  /// Values that they compute cannot be passed from one nest to another.
  LogicalResult splitPieces() {
    plan.pieces = request.chain.getPieces();
    const char *text = "a value that is computed between the loops, and not "
                       "from loop variables alone, is used elsewhere in the "
                       "nest; compute it where it is used";
    Operation *blocker = nullptr;
    for (const LoopChain::Piece &piece : plan.pieces) {
      SmallVector<Operation *> users(piece.statements);
      users.append(request.chain.getOps().begin() + 1,
                   request.chain.getOps().begin() + piece.level + 1);
      request.chain.getNeeded(users, blocker);
      if (blocker)
        return refusal.give("value-between-loops", text, blocker);
    }
    SmallVector<Operation *> users(request.chain.getOps().drop_front());
    for (Operation &op : *request.chain.getBlock(users.size()))
      users.push_back(&op);
    request.chain.getNeeded(users, blocker);
    if (blocker)
      return refusal.give("value-between-loops", text, blocker);
    return success();
  }

  /// Compares the times of all accesses before and after the rewrite. In
  ///
  ///     for %i { S; for %j { T } }
  ///
  /// S is executed at (i, -1) and T at (i, 0, j); after S is split off, S is
  /// executed at (0, i), and T at (1, f(i, j)).
  LogicalResult checkOrder() {
    Operation *root = request.chain.getRoot();
    std::vector<ScheduledAccess> accesses;
    auto add = [&](Operation *op, ArrayRef<AffineExpr> before,
                   ArrayRef<AffineExpr> after) {
      for (const MemoryAccess &access : dependences.getAccesses(op))
        accesses.push_back({access, root, SmallVector<AffineExpr>(before),
                            SmallVector<AffineExpr>(after)});
    };
    // For each level the time of its block before the rewrite, and the loop
    // variables in it alone, by which a split-off nest is executed.
    SmallVector<SmallVector<AffineExpr>> before, loopsOnly;
    SmallVector<AffineExpr> times, variables;
    for (auto [level, op] : llvm::enumerate(request.chain.getOps())) {
      if (request.chain.isLoop(level)) {
        times.push_back(facts.express(LoopRange(op).getVariable()));
        variables.push_back(times.back());
      }
      before.push_back(times);
      loopsOnly.push_back(variables);
      times.push_back(getConstant(0));
    }
    int64_t rank = 0;
    auto addPieces = [&](bool isBefore) {
      for (const LoopChain::Piece &piece : plan.pieces) {
        if (piece.isBefore != isBefore)
          continue;
        SmallVector<AffineExpr> old = before[piece.level];
        old.push_back(getConstant(isBefore ? -1 : 1));
        SmallVector<AffineExpr> now{getConstant(rank++)};
        now.append(loopsOnly[piece.level]);
        for (Operation *op : piece.statements)
          add(op, old, now);
      }
    };
    addPieces(true);
    SmallVector<AffineExpr> now{getConstant(rank++)};
    for (unsigned coordinate : nest.reorderedCoordinates)
      now.push_back(request.place[coordinate]);
    for (const NestReorderLoop &loop : nest.loops)
      if (!loop.isReordered)
        now.push_back(loop.expr);
    for (Operation &op : *request.chain.getBlock(before.size() - 1))
      add(&op, before.back(), now);
    addPieces(false);
    return takeAnswer(dependences.keepOrder(accesses));
  }

  LogicalResult takeAnswer(const OrderAnswer &answer) {
    plan.losesFlags = answer.losesFlags;
    if (answer.decision.isYes())
      return success();
    refusal.isOrder = true;
    refusal.isUnknown = answer.decision.isUnknown();
    if (refusal.isUnknown)
      return refusal.give("not-decided",
                          "cannot prove that the order may change: " +
                              answer.decision.witness);
    if (answer.needsReassociation)
      return refusal.give(
          "needs-reassociation",
          "the order of '" +
              answer.needsReassociation->getName().getStringRef() +
              "' would change; allow it by fastmath<reassoc> or "
              "reassociate=true: " +
              answer.decision.witness,
          answer.needsReassociation);
    return refusal.give("order", "another order would change results: " +
                                     answer.decision.witness);
  }

  const NestReorderRequest &request;
  const NestReorderLoops &nest;
  IntegerFacts &facts;
  Dependences &dependences;
  NestReorderPlan &plan;
  NestReorderRefusal &refusal;
};

} // namespace

LogicalResult layout::checkNestReorder(const NestReorderRequest &request,
                                       const NestReorderLoops &nest,
                                       IntegerFacts &facts,
                                       Dependences &dependences,
                                       NestReorderPlan &plan,
                                       NestReorderRefusal &refusal) {
  return OrderChecker(request, nest, facts, dependences, plan, refusal).run();
}

bool layout::isVisitedInOrder(const NestReorderRequest &request,
                              const NestReorderLoops &nest, IntegerFacts &facts,
                              Dependences &dependences) {
  // A virtual access that each iteration makes to one element: its order is
  // kept exactly if no two iterations change places.
  ScheduledAccess visit;
  visit.access.op = request.chain.getLoops().back();
  visit.access.op = &visit.access.op->getRegion(0).front().front();
  visit.nest = request.chain.getRoot();
  for (const NestReorderLoop &loop : nest.loops)
    visit.before.push_back(loop.expr);
  for (unsigned coordinate : nest.reorderedCoordinates)
    visit.after.push_back(request.place[coordinate]);
  return dependences.keepOrder(visit).decision.isYes();
}
