//===- PhysicalLayout.cpp - Physical shape, padding, inverse --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions to a derived layout; PhysicalLayoutBuilder.cpp derives it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/PhysicalLayout.h"
#include "DataCondition.h"
#include "Layout/Map/Simplify.h"
#include "Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;
using presburger::PresburgerSet;
using presburger::PresburgerSpace;

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

namespace {
/// `factor * s + offset` of one parameter s.
struct LinearExtent {
  int64_t factor = 0, offset = 0;
};
} // namespace

/// Nullopt if `expr` is no such expression of parameter `param`.
static std::optional<LinearExtent> readLinear(AffineExpr expr, unsigned param) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return LinearExtent{0, constant.getValue()};
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbol.getPosition() == param ? std::optional(LinearExtent{1, 0})
                                         : std::nullopt;
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<LinearExtent> lhs = readLinear(binary.getLHS(), param);
  std::optional<LinearExtent> rhs = readLinear(binary.getRHS(), param);
  LinearExtent result;
  if (!lhs || !rhs)
    return std::nullopt;
  bool overflows = true;
  if (expr.getKind() == AffineExprKind::Add)
    overflows = llvm::AddOverflow(lhs->factor, rhs->factor, result.factor) ||
                llvm::AddOverflow(lhs->offset, rhs->offset, result.offset);
  else if (expr.getKind() == AffineExprKind::Mul && rhs->factor == 0)
    overflows = llvm::MulOverflow(lhs->factor, rhs->offset, result.factor) ||
                llvm::MulOverflow(lhs->offset, rhs->offset, result.offset);
  return overflows ? std::nullopt : std::optional(result);
}

std::optional<ExtentSource>
PhysicalLayout::getExtentSource(unsigned param) const {
  for (auto [axis, extent] : llvm::enumerate(getPhysicalBox().getExtents())) {
    std::optional<LinearExtent> linear =
        extent ? readLinear(extent, param) : std::nullopt;
    // A negative extent counts as 0; only s = 0 may have one.
    if (linear && linear->factor > 0 && linear->offset > -linear->factor)
      return ExtentSource{unsigned(axis), linear->factor, linear->offset};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

Truth PhysicalLayout::hasPadding() const {
  if (llvm::is_contained(paddingOfStep, Truth::Yes))
    return Truth::Yes;
  bool none = llvm::all_of(paddingOfStep,
                           [](Truth truth) { return truth == Truth::No; });
  return none ? Truth::No : Truth::Unknown;
}

/// Maps are injective, so each box holds as many places of the one before as
/// that has indices.
std::optional<int64_t> PhysicalLayout::getNumPadding(unsigned k) const {
  std::optional<int64_t> before = boxes[k - 1].getNumElements();
  std::optional<int64_t> after = boxes[k].getNumElements();
  if (!before || !after || !unknown.empty())
    return std::nullopt;
  return *after - *before;
}

std::optional<int64_t> PhysicalLayout::getNumPadding() const {
  int64_t sum = 0;
  for (unsigned k = 1; k <= getNumSteps(); ++k) {
    std::optional<int64_t> count = getNumPadding(k);
    if (!count)
      return std::nullopt;
    sum += *count;
  }
  return sum;
}

static bool isInside(ArrayRef<int64_t> index, ArrayRef<int64_t> sizes) {
  return llvm::all_of(llvm::zip_equal(index, sizes), [](auto pair) {
    auto [i, size] = pair;
    return i >= 0 && i < size;
  });
}

std::optional<unsigned>
PhysicalLayout::getStepOfPlace(ArrayRef<int64_t> place,
                               ArrayRef<int64_t> params) const {
  SmallVector<int64_t> current(place.begin(), place.end());
  for (unsigned k = getNumSteps(); k > 0; --k) {
    if (!stepInverses[k - 1])
      return std::nullopt;
    auto index = evaluate(stepInverses[k - 1], current);
    if (!index || !isInside(*index, boxes[k - 1].evaluate(params)))
      return k;
    auto back = evaluate(spec.steps[k - 1].map, *index);
    if (!back || *back != current)
      return k;
    current = *index;
  }
  return 0;
}

FailureOr<std::vector<ConstraintSystem>>
PhysicalLayout::getPaddingParts(unsigned k) const {
  const Box &box = getPhysicalBox();
  ConstraintSystem context(box.getRank(), box.getNumParams());
  SmallVector<LinearForm> place = context.getDims();
  context.addParameters();
  context.addInside(box, place);
  for (unsigned later = getNumSteps(); later >= k; --later) {
    IntegerSet condition = dataConditions[later - 1];
    if (!condition)
      return failure();
    if (later > k)
      addConstraints(context, fromIntegerSet(condition), place);
  }
  auto parts = negate(fromIntegerSet(dataConditions[k - 1]), place, context);
  for (const ConstraintSystem &part : parts)
    if (!part.getExceeded().empty())
      return failure();
  return parts;
}

FailureOr<PresburgerSet> PhysicalLayout::getPaddingSet(unsigned k) const {
  auto parts = getPaddingParts(k);
  if (failed(parts))
    return failure();
  const Box &box = getPhysicalBox();
  PresburgerSet set = PresburgerSet::getEmpty(
      PresburgerSpace::getSetSpace(box.getRank(), box.getNumParams()));
  for (const ConstraintSystem &part : *parts)
    set.unionInPlace(part.getSet());
  return set;
}

FailureOr<PresburgerSet> PhysicalLayout::getPaddingSet() const {
  FailureOr<PresburgerSet> all = getPaddingSet(getNumSteps());
  for (unsigned k = 1; k < getNumSteps() && succeeded(all); ++k) {
    FailureOr<PresburgerSet> set = getPaddingSet(k);
    if (failed(set))
      return failure();
    all->unionInPlace(*set);
  }
  return all;
}

std::optional<SmallVector<int64_t>>
PhysicalLayout::getFirstPadding(unsigned k) const {
  if (!getPhysicalBox().isStatic())
    return std::nullopt;
  auto parts = getPaddingParts(k);
  if (failed(parts))
    return std::nullopt;
  WitnessSearch search(getPhysicalBox().getRank(),
                       getPhysicalBox().getNumParams());
  for (const ConstraintSystem &part : *parts)
    search.consider(part);
  if (!search.hasFound() || !search.isComplete())
    return std::nullopt;
  return llvm::to_vector(search.getIndex());
}

//===----------------------------------------------------------------------===//
// Flattening
//===----------------------------------------------------------------------===//

/// The groups of axes between separators, as [first, last).
static SmallVector<std::pair<unsigned, unsigned>>
getGroups(ArrayRef<int64_t> separators, unsigned rank) {
  SmallVector<std::pair<unsigned, unsigned>> groups;
  unsigned first = 0;
  for (int64_t separator : separators) {
    groups.push_back({first, unsigned(separator)});
    first = separator;
  }
  groups.push_back({first, rank});
  return groups;
}

SmallVector<int64_t> PhysicalLayout::getFlattenedShape() const {
  SmallVector<int64_t> shape = getPhysicalShape(), flat;
  for (auto [first, last] : getGroups(spec.separators, shape.size())) {
    // The product of all extents is known to fit in 64 bits.
    int64_t product = 1;
    for (unsigned axis = first; axis < last; ++axis) {
      bool dynamic =
          ShapedType::isDynamic(shape[axis]) || ShapedType::isDynamic(product);
      product = dynamic ? ShapedType::kDynamic : product * shape[axis];
    }
    flat.push_back(product);
  }
  return flat;
}

AffineMap PhysicalLayout::getLinearOffset() const {
  SmallVector<int64_t> shape = getPhysicalShape();
  SmallVector<AffineExpr> offsets;
  for (auto [first, last] : getGroups(spec.separators, shape.size())) {
    // Row-major: an axis strides over all axes of its group inside it.
    SmallVector<int64_t> strides(shape.size(), 1);
    for (unsigned axis = last; axis-- > first + 1;) {
      if (ShapedType::isDynamic(shape[axis]))
        return {};
      strides[axis - 1] = strides[axis] * shape[axis];
    }
    AffineExpr offset = getAffineConstantExpr(0, context);
    for (unsigned axis = first; axis < last; ++axis)
      offset = offset + map.getResult(axis) * strides[axis];
    offsets.push_back(offset);
  }
  AffineMap linear = AffineMap::get(map.getNumDims(), 0, offsets, context);
  return simplifyUnderRanges(linear, getIndexRanges(getLogicalBox()), {});
}
