//===- EpilogueNest.cpp - Elementwise nests beside contractions -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueNest.h"

#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/VectorBody.h"

using namespace mlir;
using namespace mlir::layout;

static bool isConstant(const AffineNest::Bound &bound) {
  return isa<AffineConstantExpr>(bound.terms.rest);
}

/// Returns true if each loop goes from 0 on, and to a number that no other loop
/// of the nest changes. It may have no iteration where that is not a constant.
static bool isBox(const AffineNest &nest) {
  if (!nest.isLinear() || nest.guard)
    return false;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    if (nest.ranges[loop].low != 0)
      return false;
  return llvm::all_of(nest.constraints, [](const AffineNest::Bound &its) {
    ArrayRef<int64_t> coefficients = its.terms.coefficients;
    return llvm::count(coefficients, 0) + 1 == int64_t(coefficients.size()) &&
           (isConstant(its) || coefficients[its.owner] == -1);
  });
}

static bool hasConstantBounds(const AffineNest &nest, unsigned loop) {
  return llvm::all_of(nest.constraints, [&](const AffineNest::Bound &its) {
    return its.owner != loop || isConstant(its);
  });
}

/// Returns true if loops of two boxes, in whose variables `facts` express
/// bounds, have equally many iterations.
static bool haveEqualRange(const AffineNest &one, unsigned loop,
                           const AffineNest &other, unsigned itsLoop,
                           IntegerFacts &facts) {
  if (hasConstantBounds(one, loop) && hasConstantBounds(other, itsLoop))
    return one.ranges[loop].high == other.ranges[itsLoop].high;
  auto getEnds = [&](affine::AffineForOp its) {
    return facts.express(getLoopCounters(its).front().upper);
  };
  SmallVector<AffineExpr> ends = getEnds(one.loops[loop]);
  return !llvm::is_contained(ends, AffineExpr()) &&
         ends == getEnds(other.loops[itsLoop]);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

std::optional<TiledContraction> TiledContraction::read(NestPlanner::Plan plan) {
  TiledContraction its{std::move(plan), nullptr, 0, {}};
  AffineNest &nest = its.plan.nest;
  its.root = nest.loops.front();
  if (!isBox(nest) || llvm::count_if(nest.accesses, [](const auto &access) {
                        return access.isStore;
                      }) != 1)
    return std::nullopt;
  while (!nest.accesses[its.store].isStore)
    ++its.store;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    its.isSum.push_back(!its.getStore().map.isFunctionOfDim(loop));
  ArrayRef<Digit> digits = its.plan.loops.getOrder().getDigits();
  while (its.numOuter < digits.size() && !its.isSum[digits[its.numOuter].loop])
    ++its.numOuter;
  if (its.numOuter == 0 || its.numOuter == digits.size())
    return std::nullopt;
  return its;
}

SmallVector<Digit> TiledContraction::getDigits() const {
  SmallVector<Digit> digits;
  for (const Digit &digit : plan.loops.getOrder().getDigits())
    if (!isSum[digit.loop])
      digits.push_back(digit);
  return digits;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

namespace {

/// Finds which loop is which, by one expression in the variables of each nest.
class LoopMatcher {
public:
  LoopMatcher(unsigned numOwn, unsigned numOther)
      : loopOf(numOwn, none), numOther(numOther) {}

  bool match(AffineExpr own, AffineExpr other) {
    if (own.getKind() != other.getKind())
      return false;
    if (auto dim = dyn_cast<AffineDimExpr>(own))
      return bind(dim.getPosition(), cast<AffineDimExpr>(other).getPosition());
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(own)) {
      auto its = cast<AffineBinaryOpExpr>(other);
      return match(binary.getLHS(), its.getLHS()) &&
             match(binary.getRHS(), its.getRHS());
    }
    return own == other;
  }

  static constexpr unsigned none = ~0u;
  SmallVector<unsigned> loopOf;

private:
  bool bind(unsigned own, unsigned other) {
    if (own >= loopOf.size() || other >= numOther)
      return false;
    if (loopOf[own] == none && !llvm::is_contained(loopOf, other))
      loopOf[own] = other;
    return loopOf[own] == other;
  }

  unsigned numOther;
};

} // namespace

/// Why the nest would not be vector code; empty if it would.
static std::string explainScalar(const AffineNest &nest) {
  auto isMarked = [](Operation *op) {
    return !op->getDiscardableAttrDictionary().empty();
  };
  if (llvm::any_of(nest.loops, isMarked) ||
      llvm::any_of(nest.accesses,
                   [&](const auto &access) { return isMarked(access.op); }))
    return "a loop or an access has an attribute that would be lost; remove it";
  Operation *op =
      findUnvectorizable(affine::AffineForOp(nest.loops.back()).getBody());
  return op ? describeUnvectorizable(op) : "";
}

/// Returns true if the nest is a reduction over one of its loops.
static bool isReduction(const AffineNest &nest) {
  for (const AffineNest::Access &access : nest.accesses)
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
      if (access.isStore && !access.map.isFunctionOfDim(loop))
        return true;
  return false;
}

/// Why the nest cannot have the tiles of a contraction, whatever it reads;
/// empty if it can.
static std::string explainUnfit(const std::optional<AffineNest> &nest,
                                const TiledContraction &contraction) {
  if (!nest)
    return "expects a perfect nest of affine loops with affine accesses";
  if (!isBox(*nest))
    return "expects loops by 1 from 0 to numbers that are the same in the "
           "whole nest, and no condition around the body";
  if (std::string why = explainScalar(*nest); !why.empty())
    return why;
  if (isReduction(*nest))
    return "its stores do not name all loops, as those of a sum";
  if (nest->loops.size() != size_t(llvm::count(contraction.isSum, false)))
    return "expects as many loops as the result of the contraction has";
  return "";
}

std::optional<EpilogueNest>
EpilogueNest::match(Operation *root, Value buffer, bool isStore,
                    AffineMap other, const TiledContraction &contraction,
                    IntegerFacts &facts, std::string &why) {
  auto loop = dyn_cast<affine::AffineForOp>(root);
  std::optional<AffineNest> nest;
  if (loop)
    nest = AffineNest::read(loop);
  const AffineNest &partner = contraction.plan.nest;
  why = explainUnfit(nest, contraction);
  if (!why.empty())
    return std::nullopt;
  why = "the result is accessed with other indices than the contraction "
        "stores it with, or over other ranges";
  auto access = llvm::find_if(nest->accesses, [&](const auto &its) {
    return its.buffer == buffer && its.isStore == isStore;
  });
  if (access == nest->accesses.end())
    return std::nullopt;
  LoopMatcher matcher(nest->loops.size(), partner.loops.size());
  for (auto [own, its] :
       llvm::zip_equal(access->map.getResults(), other.getResults()))
    if (!matcher.match(own, its))
      return std::nullopt;
  for (auto [number, its] : llvm::enumerate(matcher.loopOf))
    if (its == LoopMatcher::none || contraction.isSum[its] ||
        !haveEqualRange(*nest, number, partner, its, facts))
      return std::nullopt;
  EpilogueNest found{std::move(*nest), root, std::move(matcher.loopOf), {}};
  SmallVector<Digit> digits = contraction.getDigits();
  for (Digit &digit : digits)
    digit.loop = llvm::find(found.loopOf, digit.loop) - found.loopOf.begin();
  found.loops = DigitLoops::plan(found.nest, std::move(digits));
  if (found.loops)
    return found;
  why = "its loops cannot be strip-mined as those of the contraction";
  return std::nullopt;
}

std::optional<AffineMap> EpilogueNest::express(AffineMap map,
                                               unsigned numLoops) const {
  SmallVector<AffineExpr> dims;
  for (unsigned loop : loopOf)
    dims.push_back(getAffineDimExpr(loop, map.getContext()));
  for (unsigned dim = loopOf.size(); dim < map.getNumDims(); ++dim) {
    if (map.isFunctionOfDim(dim))
      return std::nullopt;
    dims.push_back(getAffineConstantExpr(0, map.getContext()));
  }
  return map.replaceDimsAndSymbols(dims, {}, numLoops, 0);
}

const AffineNest::Access *EpilogueNest::findScattered() const {
  const DigitOrder &order = loops->getOrder();
  unsigned lanes = order.getNumDigits() - 1;
  auto its = llvm::find_if(nest.accesses, [&](const auto &access) {
    AffineMap map = order.substitute(access.map);
    bool divides = false;
    map.walkExprs([&](AffineExpr expr) {
      divides |= expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
    });
    bool isInvariant = !access.isStore && !map.isFunctionOfDim(lanes);
    return divides || !(isInvariant || getStride(map, lanes) == 1);
  });
  return its == nest.accesses.end() ? nullptr : &*its;
}
