//===- EpilogueBlockOrder.cpp - Which executions come first ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueBlock.h"

using namespace mlir;
using namespace mlir::layout;

/// The tile, which nest of it, and of elementwise nests the row and the lane.
SmallVector<AffineExpr> EpilogueBlock::getTime(const FusedContraction &its,
                                               ArrayRef<AffineExpr> variables,
                                               Rank rank) const {
  SmallVector<AffineExpr> time;
  MLIRContext *context = block->getParentOp()->getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  for (auto [number, digit] : llvm::enumerate(its.contraction.getDigits())) {
    bool isOuter = number < its.contraction.numOuter;
    if (number == its.contraction.numOuter)
      time.push_back(getAffineConstantExpr(int64_t(rank), context));
    AffineExpr value = digit.getValue(variables[digit.loop]);
    time.push_back(isOuter || rank == Rank::Behind ? value : zero);
  }
  return time;
}

/// `loopOf`: the loops of the contraction that those of the nest are; empty:
/// its own.
EpilogueBlock::Part EpilogueBlock::getPart(const FusedContraction &its,
                                           Operation *root,
                                           ArrayRef<affine::AffineForOp> loops,
                                           ArrayRef<unsigned> loopOf,
                                           Rank rank) const {
  SmallVector<AffineExpr> variables(its.contraction.getNumLoops());
  for (auto [number, loop] : llvm::enumerate(loops))
    variables[loopOf.empty() ? number : loopOf[number]] =
        planner.getFacts().express(affine::AffineForOp(loop).getInductionVar());
  return {root, getTime(its, variables, rank)};
}

/// In the order of the program; `nest` is the first or the last.
std::vector<EpilogueBlock::Part>
EpilogueBlock::getParts(const FusedContraction &its, const EpilogueNest &nest,
                        bool isPrologue) const {
  std::vector<Part> parts;
  auto add = [&](const EpilogueNest &one, Rank rank) {
    parts.push_back(getPart(its, one.root, one.nest.loops, one.loopOf, rank));
  };
  if (isPrologue)
    add(nest, Rank::Before);
  else if (its.prologue)
    add(*its.prologue, Rank::Before);
  parts.push_back(getPart(its, its.contraction.root,
                          its.contraction.plan.nest.loops, {}, Rank::Sum));
  for (const EpilogueNest &other : its.epilogues)
    add(other, Rank::Behind);
  if (!isPrologue)
    add(nest, Rank::Behind);
  return parts;
}

/// Proves that accesses of both nests to one element keep their order.
Decision EpilogueBlock::keepOrder(const Part &first, const Part &second) {
  Dependences &dependences = planner.getDependences();
  if (dependences.mayInterfere(first.root, second.root).isNo())
    return Decision::yes();
  MLIRContext *context = block->getParentOp()->getContext();
  AffineExpr early = getAffineConstantExpr(0, context),
             late = getAffineConstantExpr(1, context);
  for (const MemoryAccess &one : dependences.getAccesses(first.root))
    for (const MemoryAccess &two : dependences.getAccesses(second.root)) {
      if (!one.isWrite && !two.isWrite)
        continue;
      Decision kept =
          dependences.keepPair({one, first.root, {early}, first.time},
                               {two, second.root, {late}, second.time});
      if (!kept.isYes())
        return kept;
    }
  return Decision::yes();
}

Decision EpilogueBlock::keepOrder(const FusedContraction &its,
                                  const EpilogueNest &nest, bool isPrologue) {
  std::vector<Part> parts = getParts(its, nest, isPrologue);
  unsigned newest = isPrologue ? 0 : parts.size() - 1;
  for (unsigned other = 0; other < parts.size(); ++other) {
    if (other == newest)
      continue;
    Decision kept = keepOrder(parts[std::min(other, newest)],
                              parts[std::max(other, newest)]);
    if (!kept.isYes())
      return kept;
  }
  return Decision::yes();
}
