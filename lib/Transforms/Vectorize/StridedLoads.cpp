//===- StridedLoads.cpp - Lanes from every second element -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StridedLoads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Loads lanes that are `stride` elements apart: all elements from the first to
/// the last by whole registers, from which shuffles take the lanes.
class StridedLoad {
public:
  StridedLoad(BandBuilder &builder, Value buffer, const AccessRun &run,
              Value mask)
      : builder(builder), buffer(buffer), run(run), mask(mask),
        numElements((run.numLanes - 1) * run.stride + 1),
        width(std::min<int64_t>(
            builder.band.target.getNumLanes(getElementTypeOrSelf(buffer)),
            llvm::bit_floor(uint64_t(numElements)))) {}

  Value build() {
    Value lanes = load(0);
    SmallVector<int64_t> places; // in `lanes`, of those that are there
    for (int64_t place = 0; place < width && hasLane(places.size());
         place += run.stride)
      places.push_back(place);
    if (!hasLane(places.size()))
      return vector::ShuffleOp::create(builder, lanes, lanes, places);
    // The last register is moved back so that it ends with the last lane:
    // beyond it nothing may be read.
    for (int64_t end = width; end < numElements; end += width)
      lanes = addFrom(std::min(end, numElements - width), lanes, places);
    return lanes;
  }

private:
  bool hasLane(int64_t lane) const { return lane < run.numLanes; }

  /// Adds to `lanes` those that the register from element `first` on has.
  Value addFrom(int64_t first, Value lanes, SmallVector<int64_t> &places) {
    int64_t behind = cast<VectorType>(lanes.getType()).getDimSize(0);
    int64_t lane = places.size();
    for (; hasLane(lane) && lane * run.stride < first + width; ++lane)
      places.push_back(behind + lane * run.stride - first);
    // Lanes that are loaded later are poison until then.
    places.resize(run.numLanes, vector::ShuffleOp::kPoisonIndex);
    lanes = vector::ShuffleOp::create(builder, lanes, load(first), places);
    places = llvm::to_vector(llvm::seq(lane));
    return lanes;
  }

  Value load(int64_t first) {
    AffineMap place = run.place;
    SmallVector<AffineExpr> results(place.getResults());
    results.back() = results.back() + first;
    place = AffineMap::get(place.getNumDims(), 0, results, place.getContext());
    SmallVector<Value> indices = builder.buildIndices(place);
    auto type = VectorType::get({width}, getElementTypeOrSelf(buffer));
    if (!mask)
      return vector::LoadOp::create(builder, type, buffer, indices);
    Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    return vector::MaskedLoadOp::create(builder, type, buffer, indices,
                                        getMaskFrom(first), zero);
  }

  /// Of the lanes among the elements from `first` on.
  Value getMaskFrom(int64_t first) {
    auto type = cast<VectorType>(mask.getType());
    Value none = arith::ConstantOp::create(builder, builder.getZeroAttr(type));
    SmallVector<int64_t> order;
    for (int64_t element = first; element < first + width; ++element)
      order.push_back(element % run.stride ? run.numLanes
                                           : element / run.stride);
    return vector::ShuffleOp::create(builder, mask, none, order);
  }

  BandBuilder &builder;
  Value buffer;
  const AccessRun &run;
  Value mask;
  int64_t numElements; ///< from the first to the last, with those between
  int64_t width;       ///< of what is loaded at once
};

} // namespace

Value layout::buildStridedLoad(BandBuilder &builder, Value buffer,
                               const AccessRun &run, Value mask) {
  return StridedLoad(builder, buffer, run, mask).build();
}
