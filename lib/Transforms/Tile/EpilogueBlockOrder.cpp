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
                                               int64_t rank,
                                               bool hasLanes) const {
  SmallVector<AffineExpr> time;
  MLIRContext *context = block->getParentOp()->getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  for (auto [number, digit] : llvm::enumerate(its.contraction.getDigits())) {
    if (number == its.contraction.numOuter)
      time.push_back(getAffineConstantExpr(rank, context));
    AffineExpr value = variables[digit.loop];
    if (digit.weight != 1)
      value = value.floorDiv(digit.weight);
    if (digit.extent)
      value = value % *digit.extent;
    time.push_back(number < its.contraction.numOuter || hasLanes ? value
                                                                 : zero);
  }
  return time;
}

Decision EpilogueBlock::keepOrder(const FusedContraction &its,
                                  const EpilogueNest &nest, bool isPrologue) {
  enum { before, sum, behind };
  struct Part {
    Operation *root;
    SmallVector<AffineExpr> time;
  };
  auto getPart = [&](Operation *root, ArrayRef<affine::AffineForOp> loops,
                     ArrayRef<unsigned> loopOf, int64_t rank) {
    SmallVector<AffineExpr> variables(its.contraction.getNumLoops());
    for (auto [number, loop] : llvm::enumerate(loops))
      variables[loopOf.empty() ? number : loopOf[number]] =
          planner.getFacts().express(
              affine::AffineForOp(loop).getInductionVar());
    return Part{root, getTime(its, variables, rank, rank == behind)};
  };
  auto getNestPart = [&](const EpilogueNest &its, int64_t rank) {
    return getPart(its.root, its.nest.loops, its.loopOf, rank);
  };
  std::vector<Part> parts; // in the order of the program
  if (isPrologue)
    parts.push_back(getNestPart(nest, before));
  else if (its.prologue)
    parts.push_back(getNestPart(*its.prologue, before));
  parts.push_back(
      getPart(its.contraction.root, its.contraction.plan.nest.loops, {}, sum));
  for (const EpilogueNest &other : its.epilogues)
    parts.push_back(getNestPart(other, behind));
  if (!isPrologue)
    parts.push_back(getNestPart(nest, behind));

  Dependences &dependences = planner.getDependences();
  MLIRContext *context = block->getParentOp()->getContext();
  unsigned newest = isPrologue ? 0 : parts.size() - 1;
  for (unsigned other = 0; other < parts.size(); ++other) {
    if (other == newest ||
        dependences.mayInterfere(parts[other].root, parts[newest].root).isNo())
      continue;
    const Part &first = parts[std::min(other, newest)],
               &second = parts[std::max(other, newest)];
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
  }
  return Decision::yes();
}
