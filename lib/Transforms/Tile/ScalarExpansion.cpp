//===- ScalarExpansion.cpp - Values that loops carry, in memory -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarExpansion.h"

#include "Layout/IR/ControlFlow.h"
#include "Transforms/Nests/AffineNest.h"
#include "Transforms/Nests/VectorBody.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

CarryingLoops CarryingLoops::map(const IRMapping &copies) const {
  auto copy = [&](affine::AffineForOp loop) {
    return cast<affine::AffineForOp>(copies.lookup(loop.getOperation()));
  };
  return {llvm::map_to_vector(around, copy), llvm::map_to_vector(loops, copy)};
}

/// The loop in `loop` that does all of its work, with the values that it gets
/// from it and gives back.
static affine::AffineForOp getHandedTo(affine::AffineForOp loop) {
  Block *body = loop.getBody();
  auto inner = dyn_cast<affine::AffineForOp>(body->front());
  bool handsThrough =
      inner && llvm::hasNItems(*body, 2) &&
      llvm::equal(inner.getInits(), loop.getRegionIterArgs()) &&
      llvm::equal(inner.getResults(), body->getTerminator()->getOperands());
  return handsThrough ? inner : affine::AffineForOp();
}

static std::optional<CarryingLoops>
readCarryingLoops(affine::AffineForOp root, affine::AffineForOp loop) {
  CarryingLoops nest;
  for (Operation *op = loop; op != root;) {
    op = op->getParentOp();
    auto around = dyn_cast<affine::AffineForOp>(op);
    if (!around || around.getNumResults())
      return std::nullopt;
    nest.around.insert(nest.around.begin(), around);
  }
  for (; loop; loop = getHandedTo(loop)) {
    if (!loop->getDiscardableAttrDictionary().empty())
      return std::nullopt;
    nest.loops.push_back(loop);
  }
  affine::AffineForOp inner = nest.loops.back();
  bool isLaned = !findUnvectorizable(inner.getBody()) &&
                 llvm::all_of(inner.getResultTypes(), isLaneType);
  if (nest.around.empty() || !isLaned)
    return std::nullopt;
  return nest;
}

std::vector<CarryingLoops> layout::findCarryingLoops(affine::AffineForOp root) {
  std::vector<CarryingLoops> found;
  root->walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (!loop.getNumResults())
      return WalkResult::advance();
    if (std::optional<CarryingLoops> nest = readCarryingLoops(root, loop))
      found.push_back(std::move(*nest));
    return WalkResult::skip();
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// No block of lanes or rows is larger.
static constexpr int64_t sizeFactor = std::max(kMaxLanes, kMaxRows);

/// Returns the op before which the buffers of the nest are allocated, and after
/// which they are freed: outside of all loops, so that there is one allocation.
/// A buffer whose size is not known is allocated in the block of the loop that
/// has as many iterations: elsewhere the size might exceed memory though the
/// loop is not executed.
static Operation *findPlace(const CarryingLoops &nest,
                            const ExpandedShape &shape) {
  if (shape.dynamic)
    return affine::AffineForOp(shape.dynamic);
  Operation *place = nest.around.front();
  while (isSequentialControlFlow(place->getParentOp()))
    place = place->getParentOp();
  return place;
}

std::optional<ExpandedShape>
layout::findExpandedShape(const CarryingLoops &nest, unsigned depth,
                          const Target &target) {
  ExpandedShape shape;
  // In bytes, as the loops that carry the widest value need them.
  int64_t total = 8;
  for (affine::AffineForOp loop : ArrayRef(nest.around).take_back(depth)) {
    std::optional<AffineNest> its = AffineNest::readOne(loop);
    if (!its || !its->ranges[0].low || *its->ranges[0].low < 0)
      return std::nullopt;
    if (std::optional<int64_t> last = its->ranges[0].high;
        last && *last < (int64_t(1) << 31)) {
      int64_t size = llvm::alignTo(*last + 1, sizeFactor);
      if (llvm::MulOverflow(total, size, total))
        return std::nullopt;
      shape.sizes.push_back(size);
      continue;
    }
    // A row is small beside what is computed from it; more than that might be
    // more than there is.
    if (depth != 1 || loop.getUpperBoundMap().getNumResults() != 1)
      return std::nullopt;
    shape.sizes.push_back(ShapedType::kDynamic);
    shape.dynamic = loop;
  }
  if (total > target.l3Bytes)
    return std::nullopt;
  return shape;
}

/// As many elements as the loop may have iterations, rounded up.
static Value buildExtent(OpBuilder &builder, affine::AffineForOp loop) {
  AffineMap map = loop.getUpperBoundMap();
  AffineExpr zero = builder.getAffineConstantExpr(0);
  AffineExpr extent = map.getResult(0).ceilDiv(sizeFactor) * sizeFactor;
  return affine::AffineMaxOp::create(
      builder, loop.getLoc(),
      AffineMap::get(map.getNumDims(), map.getNumSymbols(), {zero, extent},
                     builder.getContext()),
      loop.getUpperBoundOperands());
}

static ExpandedValues buildBuffers(const CarryingLoops &nest,
                                   const ExpandedShape &shape) {
  ExpandedValues values;
  Operation *place = findPlace(nest, shape);
  OpBuilder builder(place);
  affine::AffineForOp outer = nest.loops.front();
  Location loc = outer.getLoc();
  SmallVector<Value> sizes;
  if (shape.dynamic) {
    sizes.push_back(buildExtent(builder, shape.dynamic));
    values.extra.push_back(sizes.back().getDefiningOp());
  }
  constexpr int64_t lineBytes = 64;
  for (Type type : outer.getResultTypes()) {
    auto buffer = memref::AllocOp::create(
        builder, loc, MemRefType::get(shape.sizes, type), sizes,
        builder.getI64IntegerAttr(lineBytes));
    values.buffers.push_back(buffer);
    values.extra.push_back(buffer);
  }
  builder.setInsertionPointAfter(place);
  for (Value buffer : values.buffers)
    values.extra.push_back(memref::DeallocOp::create(builder, loc, buffer));
  return values;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

/// The loop without what it carries, of which nothing is used any more.
static affine::AffineForOp dropValues(affine::AffineForOp loop) {
  OpBuilder builder(loop);
  auto plain = affine::AffineForOp::create(
      builder, loop.getLoc(), loop.getLowerBoundOperands(),
      loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
      loop.getUpperBoundMap(), loop.getStepAsInt());
  loop.getInductionVar().replaceAllUsesWith(plain.getInductionVar());
  loop.getBody()->getTerminator()->erase();
  Block *body = plain.getBody();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               loop.getBody()->getOperations());
  loop.erase();
  return plain;
}

ExpandedValues layout::expandValues(const CarryingLoops &nest,
                                    const ExpandedShape &shape) {
  ExpandedValues values = buildBuffers(nest, shape);
  SmallVector<Value> place;
  for (affine::AffineForOp loop :
       ArrayRef(nest.around).take_back(shape.sizes.size()))
    place.push_back(loop.getInductionVar());
  affine::AffineForOp outer = nest.loops.front(), inner = nest.loops.back();
  Location loc = outer.getLoc();
  auto load = [&](OpBuilder &builder, ValueRange replaced) {
    for (auto [value, buffer] : llvm::zip_equal(replaced, values.buffers))
      if (!value.use_empty())
        value.replaceAllUsesWith(
            affine::AffineLoadOp::create(builder, loc, buffer, place));
  };
  auto store = [&](OpBuilder &builder, ValueRange stored) {
    for (auto [value, buffer] : llvm::zip_equal(stored, values.buffers))
      affine::AffineStoreOp::create(builder, loc, value, buffer, place);
  };
  OpBuilder before(outer), first = OpBuilder::atBlockBegin(inner.getBody()),
                           last(inner.getBody()->getTerminator());
  store(before, outer.getInits());
  load(first, inner.getRegionIterArgs());
  store(last, inner.getBody()->getTerminator()->getOperands());
  OpBuilder after(outer->getContext());
  after.setInsertionPointAfter(outer);
  load(after, outer.getResults());
  // Nothing of an outer loop may be used in an inner one when it goes.
  for (affine::AffineForOp loop : nest.loops)
    loop.getInitsMutable().assign(SmallVector<Value>(outer.getInits()));
  for (affine::AffineForOp loop : nest.loops)
    dropValues(loop);
  return values;
}
