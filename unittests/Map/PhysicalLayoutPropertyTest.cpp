//===- PhysicalLayoutPropertyTest.cpp - Random layouts, enumerated --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/PhysicalLayout.h"
#include "RandomMaps.h"
#include "gtest/gtest.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {
/// What enumeration says about the layout, on one static shape.
struct LayoutReference {
  enum { Good, Faulty, TooLarge } verdict = Good;
  std::vector<Index> shapes;        ///< of Box_0, ..., Box_n
  std::map<Index, unsigned> stepOf; ///< physical place -> step, 0 for data
  std::map<Index, Index> logicalAt; ///< physical place of data -> index

  LayoutReference(const LayoutSpec &spec, Index shape) {
    shapes.push_back(shape);
    std::map<Index, Index> origin; // place in Box_k -> logical index
    for (const Index &index : allIndices(shape)) {
      origin[index] = index;
      stepOf[index] = 0;
    }
    for (unsigned k = 1; k <= spec.steps.size() && verdict == Good; ++k)
      apply(spec.steps[k - 1], k, origin);
    logicalAt = std::move(origin);
  }

private:
  void apply(const LayoutStep &step, unsigned k,
             std::map<Index, Index> &origin) {
    std::optional<Index> shape = extentsOf(step.map, shapes.back());
    if (!shape) {
      verdict = TooLarge;
      return;
    }
    int64_t total = 1;
    for (size_t d = 0; d < shape->size(); ++d) {
      if (!step.extents.empty() && step.extents[d].isDerived()) {
        (*shape)[d] += step.extents[d].getBorder();
      } else if (!step.extents.empty()) {
        if (step.extents[d].getSize() < (*shape)[d])
          verdict = Faulty;
        (*shape)[d] = step.extents[d].getSize();
      }
      total *= (*shape)[d];
    }
    if (total > 1500)
      verdict = TooLarge;
    if (verdict != Good)
      return;
    std::map<Index, unsigned> newStepOf;
    std::map<Index, Index> newOrigin;
    for (const auto &[index, owner] : stepOf) {
      Index place = placeOf(step.map, index);
      if (!isInside(place, *shape) ||
          !newStepOf.insert({place, owner}).second) {
        verdict = Faulty;
        return;
      }
      if (owner == 0)
        newOrigin[place] = origin[index];
    }
    for (const Index &place : allIndices(*shape))
      newStepOf.insert({place, k});
    stepOf = std::move(newStepOf);
    origin = std::move(newOrigin);
    shapes.push_back(*shape);
  }
};

struct SeenLayouts {
  unsigned good = 0, faulty = 0, inverse = 0, padded = 0, several = 0;
};

SmallVector<int64_t> toVector(const Index &index) {
  return SmallVector<int64_t>(index.begin(), index.end());
}
} // namespace

/// Tests the data conditions in order n, ..., 1, as documented.
static unsigned stepByConditions(const PhysicalLayout &layout,
                                 const Index &place, const Index &params = {}) {
  for (unsigned k = layout.getNumSteps(); k > 0; --k)
    if (!holds(layout.getDataCondition(k), place, params))
      return k;
  return 0;
}

/// Each constraint excludes some place that the others let through: nothing
/// that is implied was left in.
static void checkNoConstraintIsImplied(const PhysicalLayout &layout, unsigned k,
                                       const LayoutReference &expected) {
  IntegerSet condition = layout.getDataCondition(k);
  if (layout.hasPadding(k) == Truth::No) {
    ASSERT_EQ(condition.getNumConstraints(), 1u);
    ASSERT_TRUE(condition.getConstraint(0) == 0 && condition.isEq(0));
    return;
  }
  unsigned count = condition.getNumConstraints();
  for (unsigned dropped = 0; dropped < count && count > 1; ++dropped) {
    SmallVector<AffineExpr> exprs(condition.getConstraints());
    SmallVector<bool> flags(condition.getEqFlags());
    exprs.erase(exprs.begin() + dropped);
    flags.erase(flags.begin() + dropped);
    IntegerSet rest = IntegerSet::get(condition.getNumDims(), 0, exprs, flags);
    bool needed = false;
    for (const auto &[place, step] : expected.stepOf)
      needed |= step <= k && holds(rest, place) && !holds(condition, place);
    ASSERT_TRUE(needed) << "constraint " << dropped << " of "
                        << print(condition);
  }
}

static void checkPadding(const PhysicalLayout &layout,
                         const LayoutReference &expected, bool withSets) {
  std::vector<int64_t> count(layout.getNumSteps() + 1, 0);
  std::vector<std::optional<SmallVector<int64_t>>> first(count.size());
  for (const auto &[place, step] : expected.stepOf) {
    if (count[step]++ == 0)
      first[step] = toVector(place);
    if (!layout.getInverse())
      continue;
    ASSERT_EQ(layout.getStepOfPlace(place), std::optional<unsigned>(step))
        << formatIndex(place);
    ASSERT_EQ(stepByConditions(layout, place), step) << formatIndex(place);
  }
  for (unsigned k = 1; k <= layout.getNumSteps(); ++k) {
    ASSERT_EQ(layout.getNumPadding(k), std::optional<int64_t>(count[k]));
    ASSERT_EQ(layout.hasPadding(k), count[k] ? Truth::Yes : Truth::No);
    if (!layout.getInverse())
      continue;
    ASSERT_EQ(layout.getFirstPadding(k), first[k]);
    checkNoConstraintIsImplied(layout, k, expected);
    if (!withSets)
      continue;
    auto set = layout.getPaddingSet(k);
    ASSERT_TRUE(succeeded(set));
    for (const auto &[place, step] : expected.stepOf)
      ASSERT_EQ(set->containsPoint(place), step == k) << formatIndex(place);
  }
}

static void checkMaps(const PhysicalLayout &layout,
                      const LayoutReference &expected) {
  AffineMap offset = layout.getLinearOffset();
  SmallVector<int64_t> sizes = layout.getPhysicalShape();
  for (const auto &[place, index] : expected.logicalAt) {
    ASSERT_EQ(placeOf(layout.getMap(), index), place);
    int64_t linear = 0;
    for (size_t d = 0; d < sizes.size(); ++d)
      linear = linear * sizes[d] + place[d];
    ASSERT_EQ(placeOf(offset, index), Index{linear});
    if (layout.getInverse())
      ASSERT_EQ(placeOf(layout.getInverse(), place), index);
  }
  for (unsigned k = 0; k <= layout.getNumSteps(); ++k)
    for (const Index &index : allIndices(expected.shapes[k])) {
      Index place = placeOf(layout.getMapFromStep(k), index);
      ASSERT_EQ(expected.stepOf.count(place), 1u);
      ASSERT_LE(expected.stepOf.at(place), k);
      if (layout.getMapToStep(k))
        ASSERT_EQ(placeOf(layout.getMapToStep(k), place), index);
    }
}

static void checkLayout(const LayoutSpec &spec, const Index &shape,
                        SeenLayouts &seen, bool withSets) {
  LayoutReference expected(spec, shape);
  if (expected.verdict == LayoutReference::TooLarge)
    return;
  PhysicalLayout layout = derive(spec, shape);
  ASSERT_EQ(layout.getUnknown(), "");
  ASSERT_EQ(!layout.getFault().empty(),
            expected.verdict == LayoutReference::Faulty)
      << layout.getFault();
  if (expected.verdict == LayoutReference::Faulty) {
    ++seen.faulty;
    return;
  }
  for (unsigned k = 0; k <= layout.getNumSteps(); ++k)
    ASSERT_EQ(layout.getBox(k).getShape(), toVector(expected.shapes[k]));
  checkPadding(layout, expected, withSets);
  checkMaps(layout, expected);
  ASSERT_EQ(layout.getInverse() ? "" : "why",
            layout.getWhyNoInverse().empty() ? "" : "why");
  ++seen.good;
  seen.inverse += static_cast<bool>(layout.getInverse());
  seen.padded += !layout.isBijective();
  seen.several += layout.getNumSteps() > 1;
}

static LayoutSpec randomSpec(RandomMaps &maps, const Index &shape) {
  LayoutSpec spec;
  Index current = shape;
  for (int64_t n = std::max<int64_t>(1, maps.pick(-1, 3)); n > 0; --n) {
    LayoutStep step;
    step.map = maps.map(current);
    step.pad = PadKind::Constant;
    std::optional<Index> next = extentsOf(step.map, current);
    if (next && maps.pick(0, 4) == 0) {
      for (int64_t &size : *next) {
        bool isDerived = maps.pick(0, 1);
        int64_t more = maps.pick(0, 2);
        if (!isDerived && maps.pick(0, 8) == 0)
          more = -1;
        size += more;
        step.extents.push_back(isDerived ? StatedExtent::derived(more)
                                         : StatedExtent(size));
      }
    }
    spec.steps.push_back(step);
    int64_t total = 1;
    if (next)
      for (int64_t size : *next)
        total *= size;
    if (!next || total <= 0 || total > 400)
      break;
    current = *next;
  }
  return spec;
}

static std::string describe(const LayoutSpec &spec) {
  std::string text;
  for (const LayoutStep &step : spec.steps) {
    text += print(step.map) + " extents";
    for (StatedExtent extent : step.extents)
      text += " " + extent.str();
    text += "; ";
  }
  return text;
}

TEST(PhysicalLayoutProperty, AgreesWithEnumeration) {
  RandomMaps maps(getSeed() + 1);
  SeenLayouts seen;
  for (unsigned round = 0; round < 2500 && !HasFatalFailure(); ++round) {
    Index shape = maps.shape(maps.pick(1, 3), 60);
    LayoutSpec spec = randomSpec(maps, shape);
    SCOPED_TRACE(describe(spec) + "on " + formatIndex(shape));
    checkLayout(spec, shape, seen, /*withSets=*/round % 8 == 0);
  }
  llvm::outs() << "good " << seen.good << ", several steps " << seen.several
               << ", with inverse " << seen.inverse << ", padded "
               << seen.padded << ", faulty " << seen.faulty << "\n";
  EXPECT_GT(seen.several, 500u);
  EXPECT_GT(seen.padded, 700u);
  EXPECT_GT(seen.faulty, 200u);
  EXPECT_GT(seen.inverse * 100, seen.good * 95);
}

//===----------------------------------------------------------------------===//
// Dynamic extents, for N = 0 to 20
//===----------------------------------------------------------------------===//

namespace {
/// What the static derivations of one dynamic layout amounted to.
struct Family {
  bool anyFault = false, anyPadding = false, allPadding = true;
};
} // namespace

/// A layout for every extent says of each what a layout for that one says; also
/// of an empty domain, whose extents enumeration cannot tell. A negative extent
/// counts as 0 in the end, but a later step computes with the formula.
static void checkAgainstStatic(const LayoutSpec &spec,
                               const PhysicalLayout &layout, const Index &shape,
                               int64_t n) {
  PhysicalLayout one = derive(spec, shape);
  if (!layout.getFault().empty() || !one.getUnknown().empty())
    return;
  ASSERT_EQ(one.getFault(), "");
  for (unsigned k = 0; k < layout.getNumSteps(); ++k)
    for (AffineExpr extent : layout.getBox(k).getExtents())
      if (valueOf(extent, {}, {n}) < 0)
        return;
  for (unsigned k = 0; k <= layout.getNumSteps(); ++k)
    ASSERT_EQ(layout.getBox(k).evaluate({n}), one.getBox(k).getShape());
  if (!one.getInverse() || !layout.getInverse())
    return;
  for (const Index &place : allIndices(one.getPhysicalShape()))
    ASSERT_EQ(layout.getStepOfPlace(place, {n}), one.getStepOfPlace(place))
        << formatIndex(place);
}

static void checkForParameter(const LayoutSpec &spec,
                              const PhysicalLayout &layout, const Index &shape,
                              int64_t n, Family &family) {
  SCOPED_TRACE("N = " + std::to_string(n));
  if (n < 2)
    checkAgainstStatic(spec, layout, shape, n);
  LayoutReference expected(spec, shape);
  // That includes the empty domain, whose extents enumeration cannot tell.
  if (expected.verdict == LayoutReference::TooLarge)
    return;
  family.anyFault |= expected.verdict == LayoutReference::Faulty;
  if (!layout.getFault().empty() || expected.verdict == LayoutReference::Faulty)
    return;
  for (unsigned k = 0; k <= layout.getNumSteps(); ++k)
    ASSERT_EQ(layout.getBox(k).evaluate({n}), toVector(expected.shapes[k]));
  bool padding = false;
  for (const auto &[place, step] : expected.stepOf) {
    padding |= step != 0;
    if (!layout.getInverse())
      continue;
    ASSERT_EQ(layout.getStepOfPlace(place, {n}), std::optional<unsigned>(step))
        << formatIndex(place);
    ASSERT_EQ(stepByConditions(layout, place, {n}), step) << formatIndex(place);
  }
  for (const auto &[place, index] : expected.logicalAt) {
    ASSERT_EQ(placeOf(layout.getMap(), index), place);
    if (layout.getInverse())
      ASSERT_EQ(placeOf(layout.getInverse(), place), index);
  }
  family.anyPadding |= padding;
  family.allPadding &= padding;
}

/// The extent that a fault names shows it.
static void checkNamedParameter(const LayoutSpec &spec, StringRef fault,
                                Index shape, unsigned which) {
  auto [text, value] = fault.split(" for N = ");
  ASSERT_FALSE(value.getAsInteger(10, shape[which])) << fault.str();
  if (shape[which] <= 20)
    ASSERT_NE(LayoutReference(spec, shape).verdict, LayoutReference::Good)
        << fault.str();
}

TEST(PhysicalLayoutProperty, HoldsForEveryExtent) {
  RandomMaps maps(getSeed() + 2);
  unsigned good = 0, faulty = 0, unknown = 0, inverse = 0, never = 0;
  unsigned borders = 0;
  for (unsigned round = 0; round < 600 && !HasFatalFailure(); ++round) {
    Index shape = maps.shape(maps.pick(1, 3), 60);
    LayoutSpec spec = randomSpec(maps, shape);
    for (LayoutStep &step : spec.steps)
      for (StatedExtent &extent : step.extents) {
        borders += extent.isDerived() && extent.getBorder() > 0;
        if (!extent.isDerived())
          extent = StatedExtent::derived();
      }
    unsigned which = maps.pick(0, shape.size() - 1);
    SmallVector<int64_t> open = toVector(shape);
    open[which] = dynamic;
    SCOPED_TRACE(describe(spec) + "on " + formatIndex(shape) + ", dimension " +
                 std::to_string(which) + " dynamic");
    PhysicalLayout layout = derive(spec, open);
    if (!layout.getUnknown().empty()) {
      ++unknown;
      continue;
    }
    Family family;
    for (int64_t n = 0; n <= 20 && !HasFatalFailure(); ++n) {
      shape[which] = n;
      checkForParameter(spec, layout, shape, n, family);
    }
    // A fault that enumeration finds is found; one may begin beyond N = 20.
    ASSERT_TRUE(!family.anyFault || !layout.getFault().empty());
    if (!layout.getFault().empty()) {
      checkNamedParameter(spec, layout.getFault(), shape, which);
      ++faulty;
      continue;
    }
    if (layout.hasPadding() == Truth::No)
      ASSERT_FALSE(family.anyPadding);
    if (layout.hasPadding() == Truth::Yes)
      ASSERT_TRUE(family.allPadding);
    ++good;
    inverse += static_cast<bool>(layout.getInverse());
    never += layout.hasPadding() == Truth::No;
  }
  llvm::outs() << "good " << good << ", borders " << borders
               << ", with inverse " << inverse << ", never padded " << never
               << ", faulty " << faulty << ", unknown " << unknown << "\n";
  EXPECT_GT(inverse, 200u);
  EXPECT_GT(never, 10u);
  EXPECT_GT(faulty, 50u);
  EXPECT_LT(unknown, 60u);
}
