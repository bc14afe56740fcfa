//===- RandomLayout.cpp - Valid layouts at random -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/RandomLayout.h"

#include "Integers.h"
#include "Layout/Map/Xor.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

static constexpr int64_t kMaxPlaces = 4096;
static constexpr unsigned kMaxRank = 6;

namespace {

class LayoutMaker {
public:
  LayoutMaker(ArrayRef<int64_t> shape, ArrayRef<bool> isDynamic,
              Type elementType, ArrayRef<TypedAttr> padValues,
              const FeatureWeights &weights, Random &random)
      : sizes(shape), shape(shape), elementType(elementType),
        padValues(padValues), weights(weights), random(random),
        context(elementType.getContext()) {
    for (auto [i, dynamic] : llvm::enumerate(isDynamic))
      if (dynamic)
        sizes[i] = this->shape[i] = ShapedType::kDynamic;
    this->isDynamic = llvm::is_contained(isDynamic, true);
  }

  /// A layout that may be wrong; null if it surely is.
  BufferAttr make();
  /// Returns true if `layout` is valid, small enough, and supported by the
  /// passes.
  bool isGood(BufferAttr layout);

  FeatureSet used;

private:
  /// A result of the map, and the number of values that it has on the shape.
  struct Result {
    AffineExpr expr;
    int64_t size;
  };

  AffineMap makeMap(unsigned rank);
  void rewrite(SmallVectorImpl<Result> &results);
  /// False where `kind` does not apply; nothing is changed then.
  bool tryRewrite(SmallVectorImpl<Result> &results, Feature kind);
  bool fuse(SmallVectorImpl<Result> &results);
  bool change(Result &result, Feature kind, SmallVectorImpl<Result> &results);
  bool swizzle(Result &result, const Result &other);
  void extend(SmallVectorImpl<Result> &results, Feature kind);
  void split(SmallVectorImpl<Result> &results, int64_t tile);
  bool addStep();
  ExtentAttr makeExtents();
  PadAttr makePad();
  TypedAttr makeConstant();
  AffineMap makeValueMap(unsigned rank);
  AffineMap makeCopyMap();
  AxisSeparatorAttr makeSeparators(unsigned rank);

  bool draw(Feature feature) {
    bool isDrawn = weights.chance(feature, random);
    if (isDrawn)
      used.set(unsigned(feature));
    return isDrawn;
  }
  Feature choose(ArrayRef<Feature> features) {
    Feature feature = weights.choose(features, random);
    used.set(unsigned(feature));
    return feature;
  }
  BufferAttr getSoFar() {
    return BufferAttr::get(context, maps, extents, pads, {});
  }

  SmallVector<int64_t> sizes; ///< of the box that the next map is applied to
  SmallVector<int64_t> shape; ///< with dynamic extents
  bool isDynamic = false;
  Type elementType;
  ArrayRef<TypedAttr> padValues; ///< that are more likely than others
  const FeatureWeights &weights;
  Random &random;
  MLIRContext *context;
  SmallVector<IndexMapAttr> maps;
  SmallVector<ExtentAttr> extents;
  SmallVector<PadAttr> pads;
};

} // namespace

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

void LayoutMaker::split(SmallVectorImpl<Result> &results, int64_t tile) {
  unsigned position = random.pick(0, results.size() - 1);
  Result whole = results[position];
  int64_t numTiles = ShapedType::isDynamic(whole.size)
                         ? whole.size
                         : llvm::divideCeil(whole.size, tile);
  results[position] = {whole.expr.floorDiv(tile), numTiles};
  results.insert(results.begin() + random.pick(0, results.size()),
                 Result{whole.expr % tile, tile});
}

/// Two results become one.
bool LayoutMaker::fuse(SmallVectorImpl<Result> &results) {
  if (results.size() < 2)
    return false;
  random.shuffle(results);
  Result inner = results.pop_back_val();
  // Now and then with room between the rows.
  int64_t stride = inner.size + (random.percent(20) ? 1 : 0);
  Result &outer = results.back();
  outer = {outer.expr * stride + inner.expr,
           (outer.size - 1) * stride + inner.size};
  return true;
}

/// One result, whose size is known, gets other values.
bool LayoutMaker::change(Result &result, Feature kind,
                         SmallVectorImpl<Result> &results) {
  switch (kind) {
  case Feature::Offset: {
    int64_t offset = random.pick(1, 5);
    result = {result.expr + offset, result.size + offset};
    return true;
  }
  case Feature::Negate:
    result.expr = getAffineConstantExpr(result.size - 1, context) - result.expr;
    return true;
  case Feature::Xor:
    return swizzle(result, random.any(results));
  case Feature::Skew: {
    Result &other = random.any(results);
    if (other.expr == result.expr)
      return false;
    result = {result.expr + other.expr, result.size + other.size - 1};
    return true;
  }
  default:
    assert(kind == Feature::Stretch);
    result = {result.expr * 2, 2 * result.size - 1};
    return true;
  }
}

/// The lowest bits of `other`, or higher ones of the result itself, go into
/// bits of the result.
bool LayoutMaker::swizzle(Result &result, const Result &other) {
  std::string why;
  int64_t bits = random.pick(1, 3), base = 0;
  AffineExpr expr;
  if (other.expr == result.expr) {
    base = random.pick(0, 2);
    int64_t shift = bits + random.pick(0, 1);
    expr = expandSwizzle(result.expr, bits, base, shift, why);
  } else {
    AffineExpr field = other.expr % (int64_t(1) << bits);
    expr = expandXor({result.expr, field}, why);
  }
  if (!expr)
    return false;
  int64_t period = int64_t(1) << (base + bits);
  int64_t numPeriods = (result.size + period - 1) / period;
  result = {expr, numPeriods * period};
  return true;
}

/// There are more results.
void LayoutMaker::extend(SmallVectorImpl<Result> &results, Feature kind) {
  if (kind == Feature::Nested) {
    split(results, 2 * random.pick(2, 3));
    split(results, 2);
    return;
  }
  if (kind == Feature::Split)
    return split(results, random.pick(2, random.percent(20) ? 8 : 4));
  assert(kind == Feature::Unit);
  int64_t value = random.pick(0, 1);
  results.insert(results.begin() + random.pick(0, results.size()),
                 Result{getAffineConstantExpr(value, context), value + 1});
}

bool LayoutMaker::tryRewrite(SmallVectorImpl<Result> &results, Feature kind) {
  using F = Feature;
  Result &result = random.any(results);
  if (kind == F::Permute) {
    random.shuffle(results);
    return true;
  }
  if (kind == F::Nested || kind == F::Unit || kind == F::Split) {
    if (results.size() >= kMaxRank)
      return false;
    extend(results, kind);
    return true;
  }
  // The others need sizes, and do without that of a dynamic dimension.
  if (llvm::any_of(results, [](const Result &r) {
        return ShapedType::isDynamic(r.size);
      }))
    return false;
  return kind == F::Fuse ? fuse(results) : change(result, kind, results);
}

void LayoutMaker::rewrite(SmallVectorImpl<Result> &results) {
  using F = Feature;
  F kind = weights.choose({F::Split, F::Nested, F::Permute, F::Fuse, F::Offset,
                           F::Negate, F::Skew, F::Stretch, F::Unit, F::Xor},
                          random);
  if (tryRewrite(results, kind))
    used.set(unsigned(kind));
}

AffineMap LayoutMaker::makeMap(unsigned rank) {
  SmallVector<Result> results;
  for (unsigned d = 0; d < rank; ++d)
    results.push_back({getAffineDimExpr(d, context), sizes[d]});
  int64_t numRewrites = random.pick(maps.empty() ? 1 : 0, 4);
  for (int64_t n = 0; n < numRewrites && !results.empty(); ++n)
    rewrite(results);
  SmallVector<AffineExpr> exprs;
  for (const Result &result : results)
    exprs.push_back(result.expr);
  return AffineMap::get(rank, 0, exprs, context);
}

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

/// Not every type has infinities, or other numbers than finite ones.
static APFloat makeNonFinite(const llvm::fltSemantics &semantics,
                             bool isInfinite) {
  if (isInfinite && APFloat::semanticsHasInf(semantics))
    return APFloat::getInf(semantics, /*Negative=*/true);
  if (APFloat::semanticsHasNaN(semantics))
    return APFloat::getQNaN(semantics);
  return APFloat::getLargest(semantics);
}

TypedAttr LayoutMaker::makeConstant() {
  if (!padValues.empty() && random.percent(80))
    return random.any(padValues);
  if (auto type = dyn_cast<FloatType>(elementType)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    switch (random.pick(0, 5)) {
    case 0:
      return FloatAttr::get(type, APFloat::getZero(semantics));
    case 1:
      return FloatAttr::get(type, APFloat::getZero(semantics, true));
    case 2:
    case 3:
      return FloatAttr::get(
          type, makeNonFinite(semantics, /*isInfinite=*/random.percent(50)));
    default:
      return FloatAttr::get(type, double(random.pick(-20, 20)) / 4);
    }
  }
  if (random.percent(20) && !elementType.isIndex()) {
    unsigned width = elementType.getIntOrFloatBitWidth();
    return IntegerAttr::get(elementType, random.percent(50)
                                             ? APInt::getSignedMinValue(width)
                                             : APInt::getSignedMaxValue(width));
  }
  unsigned width =
      elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth();
  if (width > 64 || width < 8)
    return IntegerAttr::get(elementType, pickInteger(width, random));
  return IntegerAttr::get(elementType, random.pick(-100, 100));
}

AffineMap LayoutMaker::makeValueMap(unsigned rank) {
  AffineExpr sum = getAffineConstantExpr(random.pick(-5, 9), context);
  for (unsigned d = 0; d < rank; ++d)
    sum = sum + getAffineDimExpr(d, context) * random.pick(-2, 4);
  if (random.percent(30))
    sum = random.percent(50) ? sum % 5 : sum.floorDiv(2);
  return AffineMap::get(rank, 0, sum);
}

/// Each place holds what the logical index to which it would belong holds,
/// wrapped around into the logical shape, so that it is surely data.
AffineMap LayoutMaker::makeCopyMap() {
  if (isDynamic)
    return {};
  const PhysicalLayout &facts = getSoFar().getPhysicalLayout(shape);
  if (!facts.getFault().empty() || !facts.getInverse() ||
      llvm::is_contained(facts.getLogicalShape(), 0))
    return {};
  AffineMap inverse = facts.getInverse();
  SmallVector<AffineExpr> logical;
  for (auto [expr, size] :
       llvm::zip(inverse.getResults(), facts.getLogicalShape()))
    logical.push_back(
        random.percent(25)
            ? getAffineConstantExpr(random.pick(0, size - 1), context)
            : (expr + random.pick(0, 2)) % size);
  AffineMap wrapped = AffineMap::get(inverse.getNumDims(), 0, logical, context);
  return simplifyAffineMap(facts.getMap().compose(wrapped));
}

PadAttr LayoutMaker::makePad() {
  unsigned rank = maps.back().getMap().getNumResults();
  using F = Feature;
  if (!padValues.empty() && random.percent(60)) {
    used.set(unsigned(F::PadConstant));
    return PadAttr::get(makeConstant());
  }
  switch (choose(
      {F::PadNone, F::PadUndef, F::PadConstant, F::PadValue, F::PadCopy})) {
  case F::PadUndef:
    return PadAttr::get(context, PadKind::Undef);
  case F::PadConstant:
    return PadAttr::get(makeConstant());
  case F::PadValue:
    return PadAttr::get(PadKind::Value, makeValueMap(rank));
  case F::PadCopy:
    if (AffineMap map = makeCopyMap())
      return PadAttr::get(PadKind::Copy, map);
    return PadAttr::get(makeConstant());
  default:
    return PadAttr::get(context, PadKind::None);
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

ExtentAttr LayoutMaker::makeExtents() {
  SmallVector<StatedExtent> stated;
  for (int64_t &size : sizes) {
    int64_t border = random.percent(40) ? 0 : random.pick(0, 2);
    bool isKnown = !ShapedType::isDynamic(size);
    if (isKnown)
      size += border;
    stated.push_back(isKnown && random.percent(50)
                         ? StatedExtent(size)
                         : StatedExtent::derived(border));
  }
  return ExtentAttr::get(context, stated);
}

bool LayoutMaker::addStep() {
  AffineMap map = makeMap(sizes.size());
  if (map.getNumResults() == 0)
    return false;
  maps.push_back(IndexMapAttr::get(map));
  extents.push_back({});
  pads.push_back(PadAttr::get(context, PadKind::None));
  const PhysicalLayout &facts = getSoFar().getPhysicalLayout(shape);
  if (!facts.getFault().empty() || !facts.getUnknown().empty())
    return false;
  sizes = facts.getPhysicalShape();
  if (!isDynamic && maps.size() == 1 && facts.getInverse() &&
      draw(Feature::Inverse))
    maps.back() = IndexMapAttr::get(context, map, facts.getInverse());
  if (draw(Feature::Extents)) {
    extents.back() = makeExtents();
    // A derived extent that may be negative has no border.
    if (!getSoFar().getPhysicalLayout(shape).getFault().empty())
      return false;
  }
  pads.back() = makePad();
  return true;
}

AxisSeparatorAttr LayoutMaker::makeSeparators(unsigned rank) {
  if (rank < 2 || !draw(Feature::Separators))
    return {};
  SmallVector<int64_t> separators;
  for (unsigned i = 1; i < rank; ++i)
    if (random.percent(40))
      separators.push_back(i);
  if (separators.empty())
    separators.push_back(rank - 1);
  return AxisSeparatorAttr::get(context, separators);
}

BufferAttr LayoutMaker::make() {
  int64_t numSteps = draw(Feature::Steps) ? 2 + random.percent(20) : 1;
  for (int64_t k = 0; k < numSteps; ++k)
    if (!addStep())
      return {};
  unsigned rank = maps.back().getMap().getNumResults();
  return BufferAttr::get(context, maps, extents, pads, makeSeparators(rank));
}

bool LayoutMaker::isGood(BufferAttr layout) {
  const PhysicalLayout &facts = layout.getPhysicalLayout(shape);
  if (!facts.getFault().empty() || !facts.getUnknown().empty())
    return false;
  // A pad can only be written through the inverse.
  if (!facts.getInverse() && (layout.holdsSomething() || random.percent(80)))
    return false;
  auto places = facts.getPhysicalBox().getNumElements();
  return isDynamic || (places && *places <= kMaxPlaces);
}

BufferAttr fuzz::makeRandomLayout(ArrayRef<int64_t> shape,
                                  ArrayRef<bool> isDynamic, Type elementType,
                                  ArrayRef<TypedAttr> pads,
                                  const FeatureWeights &weights, Random &random,
                                  FeatureSet &used) {
  for (unsigned attempt = 0; attempt < 20; ++attempt) {
    LayoutMaker maker(shape, isDynamic, elementType, pads, weights, random);
    BufferAttr layout = maker.make();
    if (!layout || !maker.isGood(layout))
      continue;
    used |= maker.used;
    return layout;
  }
  return BufferAttr::getOfMap(AffineMap::getMultiDimIdentityMap(
      shape.size(), elementType.getContext()));
}
