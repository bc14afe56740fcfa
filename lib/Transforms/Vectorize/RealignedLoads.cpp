//===- RealignedLoads.cpp - Neighbours from whole registers ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RealignedLoads.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// A register's worth of a buffer: where it begins. Indices are simplified, so
/// that the same place is the same map.
using Register = AffineMap;

namespace {

/// Lanes of one register, from elements of one or two.
struct Window {
  llvm::SmallSetVector<Register, 2> sources;
  SmallVector<int64_t> places; ///< in the sources, one behind the other
};

/// The lanes of one access, from all of its registers.
struct Realignment {
  std::vector<Window> windows;
  unsigned numLoads = 0; ///< that the lanes take otherwise
};

class Realigner {
public:
  Realigner(BandBuilder &builder, Value buffer, int64_t row)
      : builder(builder), buffer(buffer),
        type(cast<MemRefType>(buffer.getType())), row(row),
        width(builder.band.target.getNumLanes(type.getElementType())) {}

  Value build(const AffineNest::Access &access, ArrayRef<AccessRun> runs) {
    if (builder.numLanes % width || builder.band.unreadable.contains(buffer))
      return {};
    std::optional<Realignment> its = realign(runs);
    if (!its || !pays(access, *its, runs) || !isInside(*its))
      return {};
    SmallVector<Value> parts;
    for (const Window &window : its->windows)
      parts.push_back(buildWindow(window));
    return concat(parts);
  }

private:
  std::optional<Realignment> realign(ArrayRef<AccessRun> runs) const {
    Realignment its;
    its.windows.resize(builder.numLanes / width);
    for (const AccessRun &run : runs) {
      if (run.isReversed() || !addRun(run, its.windows))
        return std::nullopt;
      its.numLoads +=
          run.stride * (llvm::divideCeil(run.firstLane + run.numLanes, width) -
                        run.firstLane / width);
    }
    return its;
  }

  /// False if the run does not begin a known number of elements behind a
  /// register, or a window would need a third one.
  bool addRun(const AccessRun &run, std::vector<Window> &windows) const {
    AffineExpr index = run.place.getResults().back();
    unsigned numDims = run.place.getNumDims();
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(index, numDims, 0, &flat)) ||
        flat.size() != numDims + 1)
      return false;
    int64_t offset = flat.pop_back_val();
    if (llvm::any_of(flat, [&](int64_t factor) { return factor % width; }))
      return false;
    for (int64_t i = 0; i < run.numLanes; ++i) {
      Window &window = windows[(run.firstLane + i) / width];
      int64_t distance = i * run.stride;
      int64_t place = llvm::mod(offset + distance, width);
      SmallVector<AffineExpr> indices(run.place.getResults());
      indices.back() = index + (distance - place);
      Register source = simplifyAffineMap(
          AffineMap::get(numDims, 0, indices, builder.getContext()));
      window.sources.insert(source);
      if (window.sources.size() > 2)
        return false;
      window.places.push_back(place +
                              (source == window.sources.front() ? 0 : width));
    }
    return true;
  }

  bool isWhole(const Window &window) const {
    return window.sources.size() == 1 &&
           llvm::equal(window.places, llvm::seq<int64_t>(0, width));
  }

  /// Registers that only this access reads must not be more than what it loads
  /// otherwise. Lanes in one run cost no shuffles otherwise, but each register
  /// is of two lines, and takes as long as two loads.
  bool pays(const AffineNest::Access &access, const Realignment &its,
            ArrayRef<AccessRun> runs) const {
    if (llvm::all_of(its.windows, [&](const Window &w) { return isWhole(w); }))
      return false;
    bool isOneRun = runs.size() == 1 && !runs.front().isStrided();
    const Target &target = builder.band.target;
    if (isOneRun && target.shufflesPerCycle < target.loadsPerCycle)
      return false;
    llvm::SmallSetVector<Register, 8> own;
    for (const Window &window : its.windows)
      own.insert_range(window.sources);
    for (const AffineNest::Access &other : builder.nest.accesses)
      if (other.op != access.op && other.buffer == buffer && !other.isStore)
        if (std::optional<Realignment> theirs = realign(findPartRuns(
                builder, builder.atRow(other.map, row), kMaxLaneStride)))
          for (const Window &window : theirs->windows)
            for (Register source : window.sources)
              own.remove(source);
    return own.size() <= its.numLoads;
  }

  bool isInside(const Realignment &its) const {
    int64_t extent = type.getShape().back();
    auto isRegisterInside = [&](Register source) {
      Interval range = rangeOf(source.getResults().back(), builder.ranges, {});
      return range.low && *range.low >= 0 && range.high &&
             *range.high <= extent - width;
    };
    return !ShapedType::isDynamic(extent) &&
           llvm::all_of(its.windows, [&](const Window &window) {
             return llvm::all_of(window.sources, isRegisterInside);
           });
  }

  Value buildWindow(const Window &window) {
    SmallVector<Value> registers;
    for (Register source : window.sources)
      registers.push_back(vector::LoadOp::create(
          builder, VectorType::get({width}, type.getElementType()), buffer,
          builder.buildIndices(source)));
    if (isWhole(window))
      return registers.front();
    return vector::ShuffleOp::create(builder, registers.front(),
                                     registers.back(), window.places);
  }

  Value concat(ArrayRef<Value> parts) {
    if (parts.size() == 1)
      return parts.front();
    Value all = arith::ConstantOp::create(
        builder,
        builder.getZeroAttr(builder.getVectorType(type.getElementType())));
    for (auto [i, part] : llvm::enumerate(parts))
      all = vector::InsertStridedSliceOp::create(builder, part, all,
                                                 ArrayRef<int64_t>(i * width),
                                                 ArrayRef<int64_t>(1));
    return all;
  }

  BandBuilder &builder;
  Value buffer;
  MemRefType type;
  int64_t row, width;
};

} // namespace

Value layout::buildRealignedLoad(BandBuilder &builder,
                                 const AffineNest::Access &access, int64_t row,
                                 ArrayRef<AccessRun> runs) {
  return Realigner(builder, access.buffer, row).build(access, runs);
}
