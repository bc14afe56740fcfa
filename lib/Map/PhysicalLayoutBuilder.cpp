//===- PhysicalLayoutBuilder.cpp - Deriving and verifying a layout --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalLayoutBuilder.h"

#include "ComposeMaps.h"
#include "Layout/Map/Simplify.h"
#include "Layout/Map/Xor.h"
#include "RangeArithmetic.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

PhysicalLayout PhysicalLayout::derive(const LayoutSpec &spec,
                                      ArrayRef<int64_t> shape,
                                      MLIRContext *context) {
  return PhysicalLayoutBuilder(spec, shape, context).build();
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

std::string PhysicalLayoutBuilder::nameStep(unsigned k) const {
  return getNumSteps() > 1 ? "step " + std::to_string(k) + ": " : "";
}

bool PhysicalLayoutBuilder::fault(unsigned k, const std::string &what) {
  layout.fault = nameStep(k) + what;
  return false;
}

void PhysicalLayoutBuilder::unknown(unsigned k, const std::string &what) {
  if (layout.unknown.empty())
    layout.unknown = nameStep(k) + what;
}

static std::string count(unsigned n, StringRef one, StringRef many) {
  return std::to_string(n) + " " + (n == 1 ? one : many).str();
}

//===----------------------------------------------------------------------===//
// One step
//===----------------------------------------------------------------------===//

/// A map stated beside the index map: `inputs` inputs, `results` results, and
/// nothing that no affine map over indices may have.
static std::string checkStatedMap(StringRef name, AffineMap map,
                                  unsigned inputs, unsigned results) {
  if (map.getNumDims() != inputs)
    return (name + " takes " + count(map.getNumDims(), "index", "indices") +
            ", but expects " + std::to_string(inputs))
        .str();
  if (map.getNumResults() != results)
    return (name + " gives " + count(map.getNumResults(), "result", "results") +
            ", but expects " + std::to_string(results))
        .str();
  std::string why = IndexMap(map).getFault();
  return why.empty() ? why : (name + ": " + why).str();
}

bool PhysicalLayoutBuilder::checkStatedMaps(unsigned k) {
  const LayoutStep &step = getStep(k);
  unsigned rank = layout.boxes.back().getRank();
  if (step.map.getNumDims() != rank)
    return fault(
        k, "the index map takes " +
               count(step.map.getNumDims(), "index", "indices") + ", but " +
               (k == 1 ? "the shape has rank " : "the step before gives ") +
               std::to_string(rank));
  if (std::string why = IndexMap(step.map).getFault(); !why.empty())
    return fault(k, "the index map: " + why);
  unsigned results = step.map.getNumResults();
  if (step.givenInverse)
    if (std::string why =
            checkStatedMap("the inverse", step.givenInverse, results, rank);
        !why.empty())
      return fault(k, why);
  if (step.pad == PadKind::Value || step.pad == PadKind::Copy) {
    if (!step.padMap)
      return fault(k, "the pad has no map");
    unsigned wanted = step.pad == PadKind::Value ? 1 : results;
    if (std::string why =
            checkStatedMap("the pad", step.padMap, results, wanted);
        !why.empty())
      return fault(k, why);
  }
  if (!step.extents.empty() && step.extents.size() != results)
    return fault(k, "the extent names " +
                        count(step.extents.size(), "dimension", "dimensions") +
                        ", but the index map gives " + std::to_string(results));
  return true;
}

std::string PhysicalLayoutBuilder::nameExtent(unsigned k, unsigned dim) const {
  return "extent " + getStep(k).extents[dim].str() + " of dimension " +
         std::to_string(dim);
}

/// Looks for parameters for which `factor * extent + offset >= 0`.
static void findParams(AffineExpr extent, int64_t factor, int64_t offset,
                       WitnessSearch &search) {
  ConstraintSystem system = search.start();
  SmallVector<LinearForm> params = system.getSymbols();
  LinearForm form = system.express(extent, {}, params);
  system.addNonNegative(form * DynamicAPInt(factor) +
                        ConstraintSystem::getConstant(offset));
  search.consider(system);
}

/// A stated extent is at least the derived one, for all parameters.
bool PhysicalLayoutBuilder::checkExtent(unsigned k, unsigned dim,
                                        AffineExpr derived) {
  WitnessSearch search(0, layout.boxes.front().getNumParams());
  // As the complement, one less, fits where the negated extent may not.
  findParams(derived, 1, ~getStep(k).extents[dim].getSize(), search);
  if (!search.hasFound()) {
    if (!search.isComplete())
      unknown(k, nameExtent(k, dim) + ": " +
                     search.getAnswerIfNothingFound().witness);
    return true;
  }
  auto value = evaluate(derived, {}, search.getParams());
  return fault(k, nameExtent(k, dim) + " is less than " +
                      (value ? std::to_string(*value) : "64 bits hold") +
                      ", which the index map needs" + search.formatParams());
}

/// A negative extent counts as 0, and the border would be added to that; the
/// larger of 0 and an expression is no affine expression.
bool PhysicalLayoutBuilder::checkBorder(unsigned k, unsigned dim,
                                        AffineExpr derived) {
  if (getStep(k).extents[dim].getBorder() < 0)
    return fault(k, nameExtent(k, dim) + " has a negative border");
  WitnessSearch search(0, layout.boxes.front().getNumParams());
  findParams(derived, -1, -1, search);
  if (!search.hasFound()) {
    if (!search.isComplete())
      unknown(k, nameExtent(k, dim) +
                     ": whether the derived one is negative: " +
                     search.getAnswerIfNothingFound().witness);
    return true;
  }
  auto value = evaluate(derived, {}, search.getParams());
  return fault(k, nameExtent(k, dim) +
                      " expects a derived extent that is never negative, but "
                      "it is " +
                      (value ? std::to_string(*value) : "beyond 64 bits") +
                      search.formatParams());
}

/// Dynamic extents are looked at up to here: with large ones no index fits.
static SmallVector<Interval> getLikelyParams(const Box &box) {
  constexpr int64_t maxExtent = int64_t(1) << 32;
  return SmallVector<Interval>(box.getNumParams(), Interval{0, maxExtent});
}

/// Makes the derived extents of Box_k, each null if it is not known, what is
/// stated of them.
bool PhysicalLayoutBuilder::addStatedExtents(
    unsigned k, MutableArrayRef<AffineExpr> extents) {
  SmallVector<Interval> params = getLikelyParams(layout.boxes.back());
  for (auto [dim, stated] : llvm::enumerate(getStep(k).extents)) {
    AffineExpr &extent = extents[dim];
    if (!stated.isDerived()) {
      if (extent && !checkExtent(k, dim, extent))
        return false;
      extent = getAffineConstantExpr(stated.getSize(), layout.context);
      continue;
    }
    if (!extent || stated.getBorder() == 0)
      continue;
    if (!checkBorder(k, dim, extent))
      return false;
    if (addSides(rangeOf(extent, {}, params).high, stated.getBorder())) {
      extent = extent + stated.getBorder();
      continue;
    }
    unknown(k, nameExtent(k, dim) + " is beyond 64 bits");
    extent = {};
    boxesAreKnown = false;
  }
  return true;
}

bool PhysicalLayoutBuilder::addBox(unsigned k) {
  const LayoutStep &step = getStep(k);
  const Box &before = layout.boxes.back();
  unsigned rank = step.map.getNumResults();
  SmallVector<AffineExpr> extents(rank);
  if (boxesAreKnown) {
    std::string why;
    FailureOr<Box> box = IndexMap(step.map).imageBox(before, &why);
    if (succeeded(box)) {
      extents.assign(box->getExtents().begin(), box->getExtents().end());
    } else {
      unknown(k, why);
      boxesAreKnown = false;
    }
  }
  if (!addStatedExtents(k, extents))
    return false;
  layout.boxes.push_back(Box(extents, before.getNumParams(), layout.context));
  return checkSize(k);
}

/// Offsets into the buffer are 64 bits wide. An extent of 0 counts as 1, so
/// that each group of axes fits as well. A dynamic one has its least value, as
/// a border is there however small the rest is.
bool PhysicalLayoutBuilder::checkSize(unsigned k) {
  const Box &box = layout.boxes[k];
  SmallVector<Interval> params = getParameterRanges(box);
  int64_t product = 1;
  for (AffineExpr extent : box.getExtents()) {
    Side least = extent ? rangeOf(extent, {}, params).low : std::nullopt;
    if (llvm::MulOverflow(product, std::max<int64_t>(least.value_or(1), 1),
                          product)) {
      unknown(k, "the shape has more elements than 64 bits count");
      break;
    }
  }
  return true;
}

/// Returns true if `map` fits in 64 bits on a box, also one with parameters.
static bool fitsOnBox(AffineMap map, const Box &domain) {
  SmallVector<Interval> params = getLikelyParams(domain);
  SmallVector<Interval> ranges;
  for (AffineExpr extent : domain.getExtents()) {
    Side size = extent ? rangeOf(extent, {}, params).high : std::nullopt;
    ranges.push_back({0, addSides(size, -1)});
  }
  return fitsIn64Bits(map, ranges);
}

bool PhysicalLayoutBuilder::checkGivenInverse(unsigned k) {
  Decision decision =
      IndexMap(getStep(k).map)
          .isInverse(getStep(k).givenInverse, layout.boxes[k - 1]);
  if (decision.isNo())
    return fault(k, "the given inverse is wrong: the index map " +
                        decision.witness);
  if (decision.isUnknown())
    unknown(k, "whether the given inverse is the inverse: " + decision.witness);
  else if (!fitsOnBox(getStep(k).givenInverse, layout.boxes[k]))
    unknown(k, "computing the given inverse takes more than 64 bits; leave it "
               "out, or state one with smaller numbers");
  else
    layout.stepInverses[k - 1] = getStep(k).givenInverse;
  return true;
}

/// A negative operand has no highest bit. The affine map means two's complement
/// then, but an index that is negative most likely lacks an offset.
bool PhysicalLayoutBuilder::checkXors(unsigned k) {
  const Box &domain = layout.boxes[k - 1];
  SmallVector<Interval> ranges = getIndexRanges(domain);
  std::string why;
  auto check = [&](ArrayRef<AffineExpr> operands) {
    for (AffineExpr operand : operands) {
      Interval range = rangeOf(operand, ranges, {});
      if (!why.empty() || (range.low && *range.low >= 0))
        continue;
      AffineMap map = AffineMap::get(domain.getRank(), 0, operand);
      Decision sign = IndexMap(map).isNonNegative(domain);
      if (sign.isNo())
        why = "an operand of xor must not be negative, but '" +
              debugString(operand) + "' " + sign.witness;
    }
  };
  for (AffineExpr result : getStep(k).map.getResults())
    forEachXor(result, check);
  return why.empty() || fault(k, why);
}

bool PhysicalLayoutBuilder::checkMap(unsigned k) {
  if (!checkXors(k))
    return false;
  const Box &domain = layout.boxes[k - 1];
  IndexMap map(getStep(k).map);
  Decision sign = map.isNonNegative(domain);
  if (sign.isNo())
    return fault(k, "places must not be negative, but the index map " +
                        sign.witness);
  if (sign.isUnknown())
    unknown(k, "whether the index map is negative: " + sign.witness);
  if (!fitsOnBox(map.getAffineMap(), domain))
    unknown(k, "computing an index takes more than 64 bits");
  if (getStep(k).givenInverse && !checkGivenInverse(k))
    return false;
  if (!layout.stepInverses[k - 1])
    if (FailureOr<AffineMap> inverse = map.inverse(domain); succeeded(inverse))
      layout.stepInverses[k - 1] = *inverse;
  isInjective[k - 1] = static_cast<bool>(layout.stepInverses[k - 1]);
  if (isInjective[k - 1])
    return true;
  Decision decision = map.isInjective(domain);
  if (decision.isNo())
    return fault(k,
                 "the index map must be one-to-one, but " + decision.witness);
  if (decision.isUnknown())
    unknown(k, "whether the index map is injective: " + decision.witness);
  isInjective[k - 1] = decision.isYes();
  return true;
}

bool PhysicalLayoutBuilder::deriveStep(unsigned k) {
  return checkStatedMaps(k) && addBox(k) && (!boxesAreKnown || checkMap(k));
}

//===----------------------------------------------------------------------===//
// All steps
//===----------------------------------------------------------------------===//

bool PhysicalLayoutBuilder::checkSeparators() {
  int64_t rank = layout.boxes.back().getRank(), previous = 0;
  for (int64_t separator : layout.spec.separators) {
    if (separator < 1 || separator >= rank) {
      layout.fault = "axis separator " + std::to_string(separator) +
                     " is not inside the physical rank " + std::to_string(rank);
      return false;
    }
    if (separator <= previous) {
      layout.fault = "axis separators must ascend, but " +
                     std::to_string(separator) + " follows " +
                     std::to_string(previous);
      return false;
    }
    previous = separator;
  }
  return true;
}

bool PhysicalLayoutBuilder::composeMaps() {
  unsigned n = getNumSteps();
  layout.mapFromStep.resize(n + 1);
  layout.mapFromStep[n] = AffineMap::getMultiDimIdentityMap(
      layout.boxes[n].getRank(), layout.context);
  for (unsigned k = n; k > 0; --k) {
    AffineMap rest = layout.mapFromStep[k];
    layout.mapFromStep[k - 1] =
        k == n ? getStep(k).map
               : composeBounded(rest, getStep(k).map, layout.boxes[k - 1]);
    if (!layout.mapFromStep[k - 1]) {
      unknown(k, "the index map composed with those after it is too long");
      return false;
    }
  }
  layout.map = layout.mapFromStep[0];
  return true;
}

void PhysicalLayoutBuilder::explainNoInverse(unsigned k) {
  if (layout.whyNoInverse.empty())
    layout.whyNoInverse = nameStep(k) +
                          "no inverse was found for the index map " +
                          debugString(getStep(k).map);
}

void PhysicalLayoutBuilder::composeInverses() {
  unsigned n = getNumSteps();
  layout.mapToStep.resize(n + 1);
  layout.mapToStep[n] = layout.mapFromStep[n];
  for (unsigned k = n; k > 0; --k) {
    AffineMap inverse = layout.stepInverses[k - 1];
    AffineMap rest = layout.mapToStep[k];
    if (inverse && rest)
      layout.mapToStep[k - 1] =
          k == n ? inverse : composeBounded(inverse, rest, layout.boxes[n]);
    if (!layout.mapToStep[k - 1])
      explainNoInverse(k);
  }
  layout.inverse = layout.mapToStep[0];
}

PhysicalLayout PhysicalLayoutBuilder::build() {
  unsigned n = getNumSteps();
  if (n == 0) {
    layout.fault = "a layout needs at least one step";
    return std::move(layout);
  }
  layout.stepInverses.resize(n);
  layout.dataConditions.resize(n);
  layout.paddingOfStep.resize(n, Truth::Unknown);
  isInjective.resize(n, false);
  ownConditions.resize(n);
  for (unsigned k = 1; k <= n; ++k)
    if (!deriveStep(k))
      return std::move(layout);
  if (!checkSeparators() || !composeMaps())
    return std::move(layout);
  composeInverses();
  deriveConditions();
  for (unsigned k = 1; k <= n; ++k)
    if (!checkCopy(k))
      break;
  return std::move(layout);
}
