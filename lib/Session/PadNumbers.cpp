//===- PadNumbers.cpp - Value pads as arrays ------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadNumbers.h"

#include "Layout/Map/Evaluate.h"
#include "Map/DataCondition.h"
#include "Map/Witness.h"

using namespace mlir;
using namespace mlir::layout;

using PadNumber = LayoutHandle::PadNumber;

namespace {

/// Looks at the padding of one step, which a value map computes.
class PadSearch {
public:
  PadSearch(const PhysicalLayout &layout, unsigned step, int64_t least,
            int64_t most)
      : layout(layout), step(step), least(least), most(most),
        padMap(layout.getSpec().steps[step - 1].padMap) {}

  /// `Yes`: all numbers fit.
  Decision decide() {
    if (!canInvert())
      return Decision::yes(); // nothing can be written there: to be refused
    Decision answer = solve();
    if (answer.isUnknown() && isSmall())
      return enumerate(answer.witness);
    return answer;
  }

  const PadNumber &getFound() const { return found; }

private:
  bool canInvert() const {
    if (!layout.getMapToStep(step))
      return false;
    for (unsigned k = step; k <= layout.getNumSteps(); ++k)
      if (!layout.getDataCondition(k))
        return false;
    return true;
  }

  bool isSmall() const {
    std::optional<int64_t> count = layout.getPhysicalBox().getNumElements();
    return count && *count <= int64_t(1) << 20;
  }

  /// True if the number of a place is one that does not fit; remembers it.
  bool takeIfOutside(ArrayRef<int64_t> place) {
    auto index = evaluate(layout.getMapToStep(step), place);
    if (!index)
      return false; // lies nowhere in the step
    std::optional<SmallVector<int64_t>> value = evaluate(padMap, *index);
    if (value && value->front() >= least && value->front() <= most)
      return false;
    found = {step, LayoutHandle::Shape(index->begin(), index->end()),
             value ? std::optional(value->front()) : std::nullopt};
    return true;
  }

  /// The padding of the step as the later steps leave it, with numbers that
  /// are too small or too large.
  void consider(WitnessSearch &search, bool isTooLarge) const {
    ConstraintSystem system = search.start();
    SmallVector<LinearForm> place = system.getDims();
    system.addInside(layout.getPhysicalBox(), place);
    for (unsigned later = layout.getNumSteps(); later > step; --later)
      addConstraints(system, fromIntegerSet(layout.getDataCondition(later)),
                     place);
    LinearForm number =
        system.express(padMap, system.express(layout.getMapToStep(step), place))
            .front();
    system.addNonNegative(
        (isTooLarge ? number - ConstraintSystem::getConstant(most)
                    : ConstraintSystem::getConstant(least) - number) +
        -1);
    for (const ConstraintSystem &part :
         negate(fromIntegerSet(layout.getDataCondition(step)), place, system))
      search.consider(part);
  }

  Decision solve() {
    WitnessSearch search(layout.getPhysicalBox().getRank(), 0);
    consider(search, /*isTooLarge=*/false);
    consider(search, /*isTooLarge=*/true);
    if (!search.hasFound())
      return search.getAnswerIfNothingFound();
    if (!takeIfOutside(search.getIndex()))
      return Decision::unknown("a number has more than 64 bits");
    return Decision::no("");
  }

  Decision enumerate(const std::string &why) {
    bool isKnown = true, isOutside = false;
    forEachIndex(layout.getPhysicalShape(), [&](ArrayRef<int64_t> place) {
      std::optional<unsigned> origin = layout.getStepOfPlace(place);
      isKnown = origin.has_value();
      isOutside = origin == step && takeIfOutside(place);
      return isKnown && !isOutside;
    });
    if (isOutside)
      return Decision::no("");
    return isKnown ? Decision::yes() : Decision::unknown(why);
  }

  const PhysicalLayout &layout;
  unsigned step;
  int64_t least, most;
  AffineMap padMap;
  PadNumber found;
};

} // namespace

LogicalResult layout::findPadOutside(const PhysicalLayout &layout,
                                     int64_t least, int64_t most,
                                     std::optional<PadNumber> &found,
                                     std::string &why) {
  for (unsigned step = 1; step <= layout.getNumSteps(); ++step) {
    if (layout.getSpec().steps[step - 1].pad != PadKind::Value ||
        layout.hasPadding(step) == Truth::No)
      continue;
    PadSearch search(layout, step, least, most);
    Decision decision = search.decide();
    if (decision.isUnknown()) {
      why = "cannot decide whether the numbers that are computed for padding "
            "fit: " +
            decision.witness;
      return failure();
    }
    if (decision.isYes())
      continue;
    found = search.getFound();
    return success();
  }
  return success();
}
