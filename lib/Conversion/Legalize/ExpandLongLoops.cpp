//===- ExpandLongLoops.cpp - Loops whose range exceeds their type ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
struct LongLoop {
  scf::ForOp loop;
  int64_t numIterations;
};
} // namespace

/// Returns the number of iterations if the distance of the bounds has no value
/// in the type of the loop, or the variable would have none after the last
/// iteration: it would wrap around, and the loop would not end.
static std::optional<int64_t> countLongLoop(scf::ForOp loop) {
  constexpr unsigned ofIndex = 64;
  Type type = loop.getInductionVar().getType();
  unsigned bits = type.isIndex() ? ofIndex : type.getIntOrFloatBitWidth();
  // Of products, too. Loops may have more bits than numbers that are read.
  unsigned wide = 2 * std::max(bits, ofIndex);
  bool isUnsigned = loop.getUnsignedCmp();
  auto read = [&](Value value) -> std::optional<APInt> {
    std::optional<int64_t> number = foldToNumber(value);
    if (!number)
      return std::nullopt;
    APInt read(wide, *number, /*isSigned=*/true);
    return isUnsigned ? read.trunc(bits).zext(wide) : read;
  };
  std::optional<APInt> lower = read(loop.getLowerBound()),
                       upper = read(loop.getUpperBound()),
                       step = read(loop.getStep());
  if (!lower || !upper || !step || !step->isStrictlyPositive() ||
      lower->sge(*upper))
    return std::nullopt;
  APInt distance = *upper - *lower;
  APInt count = llvm::APIntOps::RoundingUDiv(distance, *step,
                                             llvm::APInt::Rounding::UP);
  APInt end = *lower + count * *step;
  bool hasEnd = isUnsigned ? end.isIntN(bits)
                           : distance.isSignedIntN(bits) &&
                                 end.isSignedIntN(bits);
  return hasEnd ? std::nullopt : count.trySExtValue();
}

/// Counts from 0 in a type that holds all counts; the old variable is computed
/// from that in its own type, which may wrap on the way.
static void expandLongLoop(LongLoop found) {
  scf::ForOp loop = found.loop;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type type = loop.getInductionVar().getType();
  Type counter = found.numIterations <= std::numeric_limits<int32_t>::max()
                     ? Type(builder.getIndexType())
                     : Type(builder.getI64Type());
  auto makeCount = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(counter, value));
  };
  Value lower = loop.getLowerBound(), step = loop.getStep();
  loop.getLowerBoundMutable().assign(makeCount(0));
  loop.getUpperBoundMutable().assign(makeCount(found.numIterations));
  loop.getStepMutable().assign(makeCount(1));
  BlockArgument variable = loop.getBody()->getArgument(0);
  builder.setInsertionPointToStart(loop.getBody());
  Value old = variable;
  if (type != counter) {
    variable.setType(counter);
    bool isIndex = type.isIndex() || counter.isIndex();
    old = isIndex
              ? Value(arith::IndexCastOp::create(builder, loc, type, variable))
              : Value(arith::TruncIOp::create(builder, loc, type, variable));
  }
  Operation *first = old.getDefiningOp();
  Value scaled = arith::MulIOp::create(builder, loc, old, step);
  Value shifted = arith::AddIOp::create(builder, loc, lower, scaled);
  variable.replaceUsesWithIf(shifted, [&](OpOperand &use) {
    return use.getOwner() != first && use.getOwner() != scaled.getDefiningOp();
  });
}

void layout::expandLongLoops(Operation *root) {
  SmallVector<LongLoop> found;
  root->walk([&](scf::ForOp loop) {
    if (std::optional<int64_t> count = countLongLoop(loop))
      found.push_back({loop, *count});
  });
  for (const LongLoop &loop : found)
    expandLongLoop(loop);
}
