//===- AccessRelation.cpp - Access relations of ops -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/AccessRelation.h"

#include "Analysis/Integers/AffineReader.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/DroppedDims.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

using Reach = OperandAccess::Reach;
using Name = AccessRelation::Name;

SmallVector<AffineExpr> Name::getIndex() const {
  SmallVector<AffineExpr> index;
  for (auto [first, offset] : llvm::zip_equal(start, offsets))
    index.push_back(first ? first + offset : first);
  return index;
}

/// Splits a map, whose last dimensions are lanes, into the map of the others
/// and the offsets that lanes add; nullopt if it is no such sum.
static std::optional<std::pair<AffineMap, AffineMap>>
splitLanes(AffineMap map, unsigned numLanes) {
  MLIRContext *context = map.getContext();
  unsigned numDims = map.getNumDims() - numLanes;
  AffineExpr zero = getAffineConstantExpr(0, context);
  if (numLanes == 0)
    return std::pair{
        map,
        AffineMap::get(0, 0, SmallVector<AffineExpr>(map.getNumResults(), zero),
                       context)};
  SmallVector<AffineExpr> firstLane, onlyLanes(numDims, zero),
      noSymbols(map.getNumSymbols(), zero);
  for (unsigned d = 0; d < numDims; ++d)
    firstLane.push_back(getAffineDimExpr(d, context));
  firstLane.append(numLanes, zero);
  for (unsigned lane = 0; lane < numLanes; ++lane)
    onlyLanes.push_back(getAffineDimExpr(lane, context));
  SmallVector<AffineExpr> starts, offsets;
  for (AffineExpr result : map.getResults()) {
    // The index at lane 0, and what lanes add to it. If a rest is left,
    // distances between lanes depend on where the access starts.
    AffineExpr start = result.replaceDims(firstLane);
    AffineExpr offset = result.replaceDimsAndSymbols(onlyLanes, noSymbols) -
                        start.replaceDimsAndSymbols(onlyLanes, noSymbols);
    AffineExpr rest = result - start - offset.shiftDims(numLanes, numDims);
    if (simplifyAffineExpr(rest, map.getNumDims(), map.getNumSymbols()) != zero)
      return std::nullopt;
    starts.push_back(start);
    offsets.push_back(offset);
  }
  return std::pair{
      AffineMap::get(numDims, map.getNumSymbols(), starts, context),
      AffineMap::get(numLanes, 0, offsets, context)};
}

namespace {

class RelationBuilder {
public:
  RelationBuilder(const AccessDescription &access, const BufferFlow &flow,
                  AffineReader &reader, AffineExpr firstLane)
      : access(access), flow(flow), reader(reader), firstLane(firstLane) {}

  AccessRelation run() {
    Value view = access.operand->get();
    if (!isa<MemRefType>(view.getType()))
      return std::move(relation);
    Name name = getUnknown(view);
    describe(name);
    if (access.mayLeaveOperand)
      stayInside(name);
    llvm::SmallPtrSet<Value, 4> seen;  // an op that is never executed may be a
    while (seen.insert(view).second) { // view of itself
      name.isExact &= name.isKnown();
      // Later ones are about names derived from this one.
      name.numConstraints = relation.constraints.size();
      relation.names.push_back(name);
      Value source = flow.getSource(view);
      if (!source || !isa<MemRefType>(source.getType()))
        break;
      name = toSource(name, view, source);
      view = source;
    }
    return std::move(relation);
  }

private:
  AffineExpr getConstant(int64_t value) const {
    return getAffineConstantExpr(value, firstLane.getContext());
  }

  Name getUnknown(Value buffer) const {
    Name name;
    name.buffer = buffer;
    unsigned rank = cast<MemRefType>(buffer.getType()).getRank();
    name.start.assign(rank, AffineExpr());
    name.offsets.assign(rank, getConstant(0));
    return name;
  }

  //===--------------------------------------------------------------------===//
  // Lanes
  //===--------------------------------------------------------------------===//

  AffineExpr getLane(unsigned number) const {
    if (auto first = dyn_cast<AffineDimExpr>(firstLane))
      return getAffineDimExpr(first.getPosition() + number,
                              firstLane.getContext());
    return getAffineSymbolExpr(cast<AffineSymbolExpr>(firstLane).getPosition() +
                                   number,
                               firstLane.getContext());
  }

  /// Adds a lane that runs over [0, count).
  AffineExpr addLane(const IndexBounds &count, Name &name) {
    AffineExpr lane = getLane(relation.lanes.size());
    Interval range;
    range.low = 0;
    relation.constraints.push_back({lane});
    name.isExact &= count.isComplete;
    for (AffineExpr bound : count.exprs) {
      relation.constraints.push_back({bound - 1 - lane});
      Interval most = reader.getRange(bound);
      if (most.high && *most.high < std::numeric_limits<int64_t>::max())
        range.high = std::max<int64_t>(
            0, std::min(range.high.value_or(*most.high), *most.high - 1));
    }
    relation.lanes.push_back(range);
    relation.laneCounts.emplace_back();
    if (count.isComplete)
      relation.laneCounts.back().assign(count.exprs.begin(), count.exprs.end());
    return lane;
  }
  AffineExpr addLane(int64_t count, Name &name) {
    if (count == 1)
      return getConstant(0);
    IndexBounds bounds;
    bounds.exprs.push_back(getConstant(count));
    return addLane(bounds, name);
  }

  void describe(Name &name) {
    if (access.reach == Reach::Whole)
      describeWhole(name);
    else if (access.reach == Reach::Elements)
      describeLanes(name);
    name.isExact &= access.isExact();
  }

  void describeWhole(Name &name) {
    auto type = cast<MemRefType>(name.buffer.getType());
    for (unsigned d = 0; d < name.start.size(); ++d) {
      name.start[d] = getConstant(0);
      name.offsets[d] = type.isDynamicDim(d)
                            ? addLane(getExtent(name.buffer, d), name)
                            : addLane(type.getDimSize(d), name);
    }
  }

  void describeLanes(Name &name) {
    auto parts = splitLanes(access.map, access.lanes.size());
    auto lanes = parts ? getLanes(parts->second, name) : std::nullopt;
    if (!lanes) {
      name.isExact = false;
      return;
    }
    auto [start, offsets] = *parts;
    for (unsigned d = 0; d < name.start.size(); ++d) {
      name.start[d] = reader.express(start.getResult(d), start.getNumDims(),
                                     access.operands);
      name.offsets[d] = offsets.getResult(d).replaceDims(*lanes);
    }
  }

  /// One expression per lane. The number of iterations of a linalg op is the
  /// extent of an operand whose map has the dimension alone.
  std::optional<SmallVector<AffineExpr>> getLanes(AffineMap map, Name &name) {
    SmallVector<AffineExpr> lanes;
    ArrayRef<AffineExpr> offsets = map.getResults();
    for (auto [number, count] : llvm::enumerate(access.lanes)) {
      const auto *alone =
          llvm::find(offsets, getAffineDimExpr(number, firstLane.getContext()));
      if (!ShapedType::isDynamic(count)) {
        lanes.push_back(addLane(count, name));
      } else if (!map.isFunctionOfDim(number)) {
        lanes.push_back(getConstant(0));
        name.isExact = false; // there may be no iteration
      } else if (alone != offsets.end()) {
        lanes.push_back(
            addLane(getExtent(name.buffer, alone - offsets.begin()), name));
      } else {
        return std::nullopt;
      }
    }
    return lanes;
  }

  void stayInside(Name &name) {
    for (auto [d, at] : llvm::enumerate(name.getIndex())) {
      if (!at)
        continue;
      IndexBounds extent = getExtent(name.buffer, d);
      // With a bound missing, fewer elements may be touched than described.
      name.isExact &= extent.isComplete;
      relation.constraints.push_back({at});
      for (AffineExpr bound : extent.exprs)
        relation.constraints.push_back({bound - 1 - at});
    }
  }

  //===--------------------------------------------------------------------===//
  // Views
  //===--------------------------------------------------------------------===//

  bool hasSameIndices(Value view) const {
    // Seen from where it is copied to, the source has the indices that it has
    // here: it is defined around both.
    return flow.getCopied(view) || getRenamed(view);
  }

  /// Upper bounds of an index of a buffer.
  IndexBounds getExtent(Value view, unsigned dim) {
    IndexBounds bounds;
    // An op that is never executed may be a view of itself.
    llvm::SmallPtrSet<Value, 4> seen;
    while (seen.insert(view).second) {
      if (AffineExpr extent = reader.getExtentOf(view, dim)) {
        bounds.exprs.push_back(extent);
        return bounds;
      }
      Value source = flow.getSource(view);
      if (!source || !isa<MemRefType>(source.getType()))
        break;
      if (hasSameIndices(view)) {
        view = source;
        continue;
      }
      if (auto slice = view.getDefiningOp<memref::SubViewOp>()) {
        llvm::SmallBitVector dropped = getDroppedDims(slice);
        unsigned position = dropped.find_first_unset();
        for (; dim > 0; --dim)
          position = dropped.find_next_unset(position);
        return reader.expressBound(slice.getMixedSizes()[position],
                                   /*isUpper=*/true);
      }
      break;
    }
    bounds.isComplete = false;
    return bounds;
  }

  Name toSource(const Name &name, Value view, Value source) {
    Name result = getUnknown(source);
    result.isExact = name.isExact;
    result.isThroughStorage = name.isThroughStorage;
    if (hasSameIndices(view)) {
      result.start = name.start;
      result.offsets = name.offsets;
    } else if (auto physical = view.getDefiningOp<AsPhysicalOp>()) {
      toLogical(name, physical, result);
    } else if (auto slice = view.getDefiningOp<memref::SubViewOp>()) {
      fromSlice(name, slice, result);
    } else {
      result.isExact = false;
    }
    return result;
  }

  void fromSlice(const Name &name, memref::SubViewOp slice, Name &result) {
    llvm::SmallBitVector dropped = getDroppedDims(slice);
    unsigned next = 0;
    for (auto [d, offset, stride] :
         llvm::enumerate(slice.getMixedOffsets(), slice.getMixedStrides())) {
      AffineExpr begin = reader.express(offset);
      result.start[d] = begin;
      if (dropped.test(d))
        continue;
      AffineExpr step = reader.express(stride), start = name.start[next];
      // A product of two values is no affine expression.
      bool isAffine =
          begin && start && isa_and_nonnull<AffineConstantExpr>(step);
      result.start[d] = isAffine ? begin + start * step : AffineExpr();
      if (isAffine)
        result.offsets[d] = name.offsets[next] * step;
      ++next;
    }
  }

  /// Maps a physical slot to its logical element, by the inverse. A slot that
  /// the map does not lead back to is padding, and no element.
  void toLogical(const Name &name, AsPhysicalOp view, Name &result) {
    result.isThroughStorage = true;
    const PhysicalLayout &layout =
        getPhysicalLayout(cast<MemRefType>(result.buffer.getType()));
    AffineMap inverse = layout.getInverse();
    if (!inverse || layout.getMap().getNumSymbols() != 0 || !name.isKnown()) {
      result.isExact = false;
      return;
    }
    SmallVector<AffineExpr> place = name.getIndex(), index;
    for (AffineExpr expr : inverse.getResults())
      index.push_back(expr.replaceDims(place));
    // The inverse is right on the image of the map only. Of a slot of padding
    // it yields some index, which the map does not lead back to this slot.
    for (auto [back, there] :
         llvm::zip_equal(layout.getMap().getResults(), place))
      relation.constraints.push_back(
          {back.replaceDims(index) - there, /*isEq=*/true});
    result.start.assign(index.begin(), index.end());
  }

  const AccessDescription &access;
  const BufferFlow &flow;
  AffineReader &reader;
  AffineExpr firstLane;
  AccessRelation relation;
};

} // namespace

AccessDescription layout::describeAccess(OpOperand &operand) {
  AccessDescription access;
  if (isa<MemRefType>(operand.get().getType()))
    static_cast<OperandAccess &>(access) = getAccess(operand);
  access.operand = &operand;
  return access;
}

AccessRelation layout::getAccessRelation(const AccessDescription &access,
                                         const BufferFlow &flow,
                                         AffineReader &reader,
                                         AffineExpr firstLane) {
  return RelationBuilder(access, flow, reader, firstLane).run();
}
