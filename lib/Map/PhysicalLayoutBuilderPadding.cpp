//===- PhysicalLayoutBuilderPadding.cpp - Padding of layout steps ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataCondition.h"
#include "Layout/Map/Simplify.h"
#include "PhysicalLayoutBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;

/// A system over an index of Box_k, with the parameters.
ConstraintSystem PhysicalLayoutBuilder::getContext(unsigned k) const {
  const Box &box = layout.boxes[k];
  ConstraintSystem system(box.getRank(), box.getNumParams());
  system.addParameters();
  system.addInside(box, system.getDims());
  return system;
}

/// Box sizes as exact integers, however large.
static DynamicAPInt getVolume(const Box &box) {
  DynamicAPInt volume(1);
  for (int64_t size : box.getShape())
    volume *= std::max<int64_t>(size, 0);
  return volume;
}

void PhysicalLayoutBuilder::deriveOwnCondition(unsigned k) {
  AffineMap inverse = layout.stepInverses[k - 1];
  if (!inverse || !boxesAreKnown)
    return;
  const Box &from = layout.boxes[k - 1], &to = layout.boxes[k];
  // What has an inverse and as many places as elements leaves no place free.
  if (from.isStatic() && to.isStatic() && getVolume(from) == getVolume(to)) {
    ownConditions[k - 1].emplace();
    return;
  }
  auto constraints = deriveDataCondition(getStep(k).map, inverse, from, to);
  if (failed(constraints))
    return;
  // A single constraint of a step that has padding is implied by nothing.
  if (constraints->size() > 1 || !to.isStatic())
    dropImplied(*constraints, getContext(k));
  ownConditions[k - 1] = *constraints;
}

/// Over physical indices, given that the place comes from Box_k. Such places
/// and Box_k are one to one, so no constraint is implied here that was not
/// implied there.
void PhysicalLayoutBuilder::deriveCondition(unsigned k) {
  const Box &box = layout.boxes.back();
  AffineMap toStep = layout.mapToStep[k];
  if (!ownConditions[k - 1] || !toStep)
    return;
  auto constraints = composeConstraints(*ownConditions[k - 1], toStep, box);
  if (succeeded(constraints))
    layout.dataConditions[k - 1] = toIntegerSet(
        *constraints, box.getRank(), box.getNumParams(), layout.context);
}

/// Returns true if the physical index, an expression of the parameters per
/// dimension of Box_k, is padding of step k for all values of the parameters.
bool PhysicalLayoutBuilder::isPaddingForAll(unsigned k,
                                            ArrayRef<AffineExpr> place) const {
  const Box &box = layout.boxes[k];
  ConstraintSystem start(0, box.getNumParams());
  start.addParameters();
  SmallVector<LinearForm> params = start.getSymbols(), index;
  for (AffineExpr coordinate : place)
    index.push_back(start.express(coordinate, {}, params));
  for (unsigned d = 0; d < box.getRank(); ++d) {
    // The last place along an extent of 0 is none.
    ConstraintSystem below = start, above = start;
    LinearForm size = above.express(box.getExtent(d), {}, params);
    below.addNonNegative(-index[d] + -1);
    above.addNonNegative(index[d] - size);
    // For the words only, as below.
    if (below.isEmpty() != Truth::Yes || above.isEmpty() != Truth::Yes)
      return false;
  }
  ConstraintSystem data = start;
  addConstraints(data, *ownConditions[k - 1], index);
  // For the words only: where there are parameters, callers only query whether
  // there may be padding.
  return data.isEmpty() == Truth::Yes;
}

/// Step k adds padding to Box_k iff it adds some to the physical box, as later
/// maps are injective.
Truth PhysicalLayoutBuilder::decidePadding(unsigned k) const {
  const Box &from = layout.boxes[k - 1], &to = layout.boxes[k];
  if (!boxesAreKnown)
    return Truth::Unknown;
  if (from.isStatic() && to.isStatic()) {
    if (getVolume(to) > getVolume(from))
      return Truth::Yes;
    // No more places than elements: one is free only if two elements share one.
    return isInjective[k - 1] ? Truth::No : Truth::Unknown;
  }
  if (!ownConditions[k - 1])
    return Truth::Unknown;
  if (ownConditions[k - 1]->empty())
    return Truth::No;
  SmallVector<AffineExpr> first, last;
  for (AffineExpr extent : to.getExtents()) {
    first.push_back(getAffineConstantExpr(0, layout.context));
    last.push_back(extent - 1);
  }
  bool always = isPaddingForAll(k, first) || isPaddingForAll(k, last);
  return always ? Truth::Yes : Truth::Unknown;
}

void PhysicalLayoutBuilder::deriveConditions() {
  for (unsigned k = getNumSteps(); k > 0; --k) {
    deriveOwnCondition(k);
    deriveCondition(k);
    layout.paddingOfStep[k - 1] = decidePadding(k);
  }
}

/// Looks for padding places of step k that copy what is no data, or nothing.
void PhysicalLayoutBuilder::findBadCopies(unsigned k, WitnessSearch &search) {
  const Box &box = layout.boxes[k];
  ConstraintSystem context = getContext(k);
  SmallVector<LinearForm> place = context.getDims();
  for (ConstraintSystem &padding :
       negate(*ownConditions[k - 1], place, context)) {
    SmallVector<LinearForm> source = padding.express(getStep(k).padMap, place);
    for (unsigned d = 0; d < box.getRank(); ++d) {
      ConstraintSystem below = padding, above = padding;
      below.addNonNegative(-source[d] + -1);
      above.addNonNegative(source[d] + -box.getShape()[d]);
      search.consider(below);
      search.consider(above);
    }
    padding.addInside(box, source);
    // Data of Box_k comes from data of Box_(k-1), and so on down to Box_0.
    for (unsigned j = k; j > 0; --j) {
      for (const ConstraintSystem &part :
           negate(*ownConditions[j - 1], source, padding))
        search.consider(part);
      addConstraints(padding, *ownConditions[j - 1], source);
      source = padding.express(layout.stepInverses[j - 1], source);
    }
  }
}

/// Every padding place of step k copies an element that comes from Box_0.
bool PhysicalLayoutBuilder::checkCopy(unsigned k) {
  const Box &box = layout.boxes[k];
  if (getStep(k).pad != PadKind::Copy)
    return true;
  if (!box.isStatic())
    return fault(k, "a pad that copies needs a static shape");
  for (unsigned j = 1; j <= k; ++j)
    if (!ownConditions[j - 1]) {
      explainNoInverse(j);
      unknown(k, "whether the pad copies data: " + layout.whyNoInverse);
      return true;
    }
  WitnessSearch search(box.getRank(), box.getNumParams());
  findBadCopies(k, search);
  if (!search.hasFound()) {
    if (!search.isComplete())
      unknown(k, "whether the pad copies data: " +
                     search.getAnswerIfNothingFound().witness);
    return true;
  }
  auto source = evaluate(getStep(k).padMap, search.getIndex());
  std::string text = "a pad must copy data, but padding " +
                     formatIndex(search.getIndex()) + " copies ";
  if (!source)
    return fault(k, text + "an element whose index overflows i64");
  bool inside =
      llvm::all_of(llvm::zip_equal(*source, box.getShape()), [](auto pair) {
        auto [i, size] = pair;
        return i >= 0 && i < size;
      });
  return fault(
      k, text + formatIndex(*source) +
             (inside ? ", which is padding" : ", which is outside the buffer"));
}
