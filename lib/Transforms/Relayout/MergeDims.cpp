//===- MergeDims.cpp - Dimensions that a copy need not tell apart ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeDims.h"

#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A loop and the next one, and the dimensions that they walk: the first of
/// two in either buffer.
struct Mergeable {
  unsigned outer;
  unsigned sourceDim, destDim;
};

} // namespace

/// The iterations of a loop from 0; nullopt if it is none of a constant length.
static std::optional<int64_t> getLength(affine::AffineForOp loop) {
  LoopCounter counter = getLoopCounters(loop).front();
  if (counter.lower.getConstant() != 0)
    return std::nullopt;
  return counter.upper.getConstant();
}

/// The first of two dimensions of the buffer of which the second is as long as
/// the inner loop, if nothing else in the index depends on the two loops.
static std::optional<unsigned> findDims(AffineMap map, MemRefType type,
                                        unsigned outer, int64_t innerLength) {
  MLIRContext *context = map.getContext();
  AffineExpr first = getAffineDimExpr(outer, context),
             second = getAffineDimExpr(outer + 1, context);
  std::optional<unsigned> found;
  for (unsigned dim = 0; dim + 1 < map.getNumResults(); ++dim)
    if (map.getResult(dim) == first && map.getResult(dim + 1) == second &&
        type.getDimSize(dim + 1) == innerLength)
      found = dim;
  if (!found)
    return std::nullopt;
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if (dim != *found && dim != *found + 1 &&
        (index.isFunctionOfDim(outer) || index.isFunctionOfDim(outer + 1)))
      return std::nullopt;
  return found;
}

static bool dependsOn(const CopyNode &node, unsigned loop) {
  return llvm::any_of(node.conditions,
                      [&](AffineExpr condition) {
                        return condition.isFunctionOfDim(loop);
                      }) ||
         (node.then && dependsOn(*node.then, loop)) ||
         (node.otherwise && dependsOn(*node.otherwise, loop));
}

/// Does a condition or the bound of another loop depend on the loop?
static bool isCondition(const CopyNest &copy, unsigned loop) {
  return dependsOn(copy.root, loop) ||
         llvm::any_of(copy.nest.constraints,
                      [&](const AffineNest::Bound &constraint) {
                        return constraint.owner != loop &&
                               constraint.terms.coefficients[loop] != 0;
                      });
}

static std::optional<Mergeable> findMergeable(const CopyNest &copy) {
  ArrayRef<affine::AffineForOp> loops = copy.nest.loops;
  auto source = cast<MemRefType>(copy.source.getType()),
       dest = cast<MemRefType>(copy.dest.getType());
  if (!source.hasStaticShape() || !dest.hasStaticShape())
    return std::nullopt;
  for (unsigned outer = 0; outer + 1 < loops.size(); ++outer) {
    std::optional<int64_t> length = getLength(loops[outer]),
                           innerLength = getLength(loops[outer + 1]);
    int64_t product;
    if (!length || !innerLength ||
        llvm::MulOverflow(*length, *innerLength, product) ||
        isCondition(copy, outer) || isCondition(copy, outer + 1))
      continue;
    std::optional<unsigned> sourceDim =
        findDims(copy.sourceMap, source, outer, *innerLength);
    std::optional<unsigned> destDim =
        findDims(copy.destMap, dest, outer, *innerLength);
    // Neither rows nor lanes of a block gain where others are contiguous.
    if (sourceDim && destDim &&
        (*sourceDim + 2 == source.getRank() || *destDim + 2 == dest.getRank()))
      return Mergeable{outer, *sourceDim, *destDim};
  }
  return std::nullopt;
}

/// The buffer with this dimension and the next as one.
static Value collapse(OpBuilder &builder, Location loc, Value buffer,
                      unsigned dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < cast<MemRefType>(buffer.getType()).getRank(); ++i)
    if (i == int64_t(dim) + 1)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  return memref::CollapseShapeOp::create(builder, loc, buffer, groups);
}

/// The index of an access without the dimension behind this one.
static AffineMap dropNext(AffineMap map, unsigned dim) {
  SmallVector<AffineExpr> results(map.getResults());
  results.erase(results.begin() + dim + 1);
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

static void merge(const CopyNest &copy, const Mergeable &mergeable) {
  affine::AffineForOp root = copy.nest.loops.front(),
                      outer = copy.nest.loops[mergeable.outer],
                      inner = copy.nest.loops[mergeable.outer + 1];
  OpBuilder builder(root);
  Value source =
            collapse(builder, root.getLoc(), copy.source, mergeable.sourceDim),
        dest = collapse(builder, root.getLoc(), copy.dest, mergeable.destDim);
  for (const AffineNest::Access &access : copy.nest.accesses) {
    OpBuilder here(access.op);
    if (auto load = dyn_cast<affine::AffineLoadOp>(access.op)) {
      load.replaceAllUsesWith(
          affine::AffineLoadOp::create(
              here, load.getLoc(), source,
              dropNext(load.getAffineMap(), mergeable.sourceDim),
              load.getMapOperands())
              .getResult());
      load.erase();
      continue;
    }
    auto store = cast<affine::AffineStoreOp>(access.op);
    affine::AffineStoreOp::create(
        here, store.getLoc(), store.getValueToStore(), dest,
        dropNext(store.getAffineMap(), mergeable.destDim),
        store.getMapOperands());
    store.erase();
  }
  outer.setConstantUpperBound(outer.getConstantUpperBound() *
                              inner.getConstantUpperBound());
  // Operands that no map uses any more.
  inner.getInductionVar().replaceAllUsesWith(outer.getInductionVar());
  Block *body = inner.getBody();
  outer.getBody()->getOperations().splice(inner->getIterator(),
                                          body->getOperations(), body->begin(),
                                          std::prev(body->end()));
  inner.erase();
}

CopyNest layout::mergeDims(affine::AffineForOp root) {
  while (true) {
    std::optional<CopyNest> copy = CopyNest::read(root);
    std::optional<Mergeable> mergeable = findMergeable(*copy);
    if (!mergeable)
      return std::move(*copy);
    merge(*copy, *mergeable);
  }
}
