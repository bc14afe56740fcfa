//===- MergeDims.cpp - Dimensions that a copy need not tell apart ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeDims.h"

#include "Layout/IR/LoopCounters.h"
#include "Transforms/Nests/MergedDims.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What the variables of two loops, `outer` and `inner` right inside of it, are
/// in the place of an access: the first of two dimensions, of which the second
/// is as long as the inner loop, or one that they are the digits of.
struct WalkedDims {
  unsigned dim;
  bool isPair;

  unsigned getEnd() const { return dim + 1 + isPair; }
};

/// A loop and the next one, of `innerLength` iterations.
struct Mergeable {
  unsigned outer;
  int64_t innerLength;
  WalkedDims source, dest;
};

} // namespace

/// The iterations of a loop from 0; nullopt if it is none of a constant length.
static std::optional<int64_t> getLength(affine::AffineForOp loop) {
  LoopCounter counter = getLoopCounters(loop).front();
  if (counter.lower.getConstant() != 0)
    return std::nullopt;
  return counter.upper.getConstant();
}

/// Returns f if the terms of the two loops in a linear `expr` are
/// f * (`innerLength` * outer + inner); nullopt otherwise.
static std::optional<int64_t> getFactor(AffineExpr expr, unsigned numLoops,
                                        unsigned outer, int64_t innerLength) {
  std::optional<LoopTerms> terms = getLoopTerms(expr, numLoops);
  int64_t product;
  if (!terms ||
      llvm::MulOverflow(terms->coefficients[outer + 1], innerLength, product) ||
      product != terms->coefficients[outer])
    return std::nullopt;
  return terms->coefficients[outer + 1];
}

/// Nullopt where something else in the index depends on the two loops, too.
static std::optional<WalkedDims> findDims(AffineMap map, MemRefType type,
                                          unsigned numLoops, unsigned outer,
                                          int64_t innerLength) {
  MLIRContext *context = map.getContext();
  AffineExpr first = getAffineDimExpr(outer, context),
             second = getAffineDimExpr(outer + 1, context);
  std::optional<WalkedDims> found;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
    AffineExpr index = map.getResult(dim);
    bool isPair = dim + 1 < map.getNumResults() && index == first &&
                  map.getResult(dim + 1) == second &&
                  type.getDimSize(dim + 1) == innerLength;
    if (isPair || getFactor(index, numLoops, outer, innerLength) == 1)
      found = WalkedDims{dim, isPair};
  }
  if (!found)
    return std::nullopt;
  for (auto [dim, index] : llvm::enumerate(map.getResults()))
    if ((dim < found->dim || dim >= found->getEnd()) &&
        (index.isFunctionOfDim(outer) || index.isFunctionOfDim(outer + 1)))
      return std::nullopt;
  return found;
}

/// Returns true if the conditions depend on the two loops only as on one merged
/// loop, or, unless `maySee`, not at all.
static bool areOneIn(const CopyNode &node, unsigned numLoops, unsigned outer,
                     int64_t innerLength, bool maySee) {
  auto isOne = [&](AffineExpr condition) {
    std::optional<int64_t> factor =
        getFactor(condition, numLoops, outer, innerLength);
    return factor && (*factor == 0 || maySee);
  };
  auto isOneBehind = [&](const std::unique_ptr<CopyNode> &branch) {
    return !branch || areOneIn(*branch, numLoops, outer, innerLength, maySee);
  };
  return llvm::all_of(node.conditions, isOne) && isOneBehind(node.then) &&
         isOneBehind(node.otherwise);
}

/// Returns true if `number` elements are less than a vector. A longer innermost
/// tile loop is not merged: each row of the buffer begins with a whole tile,
/// which lies within cache lines, while merged rows begin anywhere in a line.
static bool areShort(int64_t number, MemRefType type) {
  constexpr int64_t vectorBits = 128;
  return number * type.getElementTypeBitWidth() < vectorBits;
}

/// Returns true if the bound of another loop depends on the loop.
static bool isInBound(const CopyNest &copy, unsigned loop) {
  return llvm::any_of(copy.nest.constraints,
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
        isInBound(copy, outer) || isInBound(copy, outer + 1) ||
        !areOneIn(copy.root, loops.size(), outer, *innerLength,
                  areShort(*innerLength, dest)))
      continue;
    std::optional<WalkedDims> sourceDims =
        findDims(copy.sourceMap, source, loops.size(), outer, *innerLength);
    std::optional<WalkedDims> destDims =
        findDims(copy.destMap, dest, loops.size(), outer, *innerLength);
    // Neither rows nor lanes of a block gain where others are contiguous.
    if (sourceDims && destDims &&
        (sourceDims->getEnd() == source.getRank() ||
         destDims->getEnd() == dest.getRank()))
      return Mergeable{outer, *innerLength, *sourceDims, *destDims};
  }
  return std::nullopt;
}

namespace {

/// Makes one loop of two: the outer one, whose variable is that of the inner
/// one from now on, and the outer one's is 0.
class LoopMerger {
public:
  LoopMerger(CopyNest &copy, const Mergeable &mergeable)
      : copy(copy), nest(copy.nest), mergeable(mergeable),
        outer(nest.loops[mergeable.outer]),
        inner(nest.loops[mergeable.outer + 1]) {
    for (unsigned dim = 0; dim < nest.getNumDims(); ++dim)
      dims.push_back(getAffineDimExpr(dim, nest.getContext()));
    dims[mergeable.outer + 1] = dims[mergeable.outer];
    dims[mergeable.outer] = getAffineConstantExpr(0, nest.getContext());
  }

  void merge() {
    mergeConditions();
    mergeAccesses();
    outer.setConstantUpperBound(outer.getConstantUpperBound() *
                                inner.getConstantUpperBound());
    Block *body = inner.getBody();
    outer.getBody()->getOperations().splice(
        inner->getIterator(), body->getOperations(), body->begin(),
        std::prev(body->end()));
    // Operands that no map uses any more.
    inner.getInductionVar().replaceAllUsesWith(outer.getInductionVar());
    inner.erase();
  }

private:
  AffineMap substitute(ArrayRef<AffineExpr> results) const {
    AffineMap map =
        AffineMap::get(nest.getNumDims(), 0, results, nest.getContext());
    return map.replaceDimsAndSymbols(dims, {}, nest.getNumDims(), 0);
  }

  void mergeConditions() {
    nest.loops.front()->walk([&](affine::AffineIfOp branch) {
      IntegerSet set = branch.getIntegerSet();
      AffineMap slacks = substitute(
          nest.express(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                      set.getConstraints(), set.getContext()),
                       branch.getOperands())
              .getResults());
      SmallVector<Value> operands = nest.getOperands();
      set = IntegerSet::get(slacks.getNumDims(), 0, slacks.getResults(),
                            set.getEqFlags());
      affine::canonicalizeSetAndOperands(&set, &operands);
      branch.setConditional(set, operands);
    });
  }

  void mergeAccesses() {
    OpBuilder builder(nest.loops.front());
    Location loc = nest.loops.front().getLoc();
    Value source = collapse(builder, loc, copy.source, mergeable.source),
          dest = collapse(builder, loc, copy.dest, mergeable.dest);
    for (const AffineNest::Access &access : nest.accesses) {
      SmallVector<AffineExpr> index(access.map.getResults());
      WalkedDims its = access.isStore ? mergeable.dest : mergeable.source;
      if (its.isPair)
        index.erase(index.begin() + its.dim);
      moveAccess(builder, nest, access.op, access.isStore ? dest : source,
                 substitute(index));
    }
  }

  static Value collapse(OpBuilder &builder, Location loc, Value buffer,
                        WalkedDims dims) {
    return collapseDims(builder, loc, buffer, dims.dim, dims.getEnd() - 1);
  }

  CopyNest &copy;
  AffineNest &nest;
  const Mergeable &mergeable;
  affine::AffineForOp outer, inner;
  SmallVector<AffineExpr> dims; ///< what each dimension of the nest becomes
};

} // namespace

CopyNest layout::mergeDims(affine::AffineForOp root) {
  while (true) {
    std::optional<CopyNest> copy = CopyNest::read(root);
    std::optional<Mergeable> mergeable = findMergeable(*copy);
    if (!mergeable)
      return std::move(*copy);
    LoopMerger(*copy, *mergeable).merge();
  }
}
