//===- SharedSums.cpp - Sums of factors that tiles share ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedSums.h"

#include "TileConditions.h"
#include "Transforms/Nests/AccessRuns.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t kSumBytes = 4;

/// A room on the stack: it takes no call, and no other than a small one is sure
/// to be there.
static constexpr int64_t kMaxRoomBytes = 16 << 10;

/// Products from which on a room of the heap costs nothing beside them: some
/// 100 ns beside 10 us.
static constexpr int64_t kMinProductsOfHeap = 1 << 20;

/// A room of unknown size has at most a quarter of the bytes of the factor.
static constexpr int64_t kMinBytesOfSum = 4 * kSumBytes;

namespace {

class SharedSumsPlanner {
public:
  SharedSumsPlanner(const RegisterTile &band, IntegerFacts &facts,
                    Dependences &dependences)
      : band(band), nest(band.nest), facts(facts), dependences(dependences),
        isUsed(nest.loops.size()) {}

  std::optional<SharedSums> plan() {
    findFactors();
    findUsed();
    if (factors.empty() || isUsed[band.getLanes()])
      return std::nullopt;
    // No loop of sums is around that load, so that they must have an iteration.
    if (loadsZeros && band.entry != RegisterTile::Entry::Always)
      return std::nullopt;
    unsigned first = 0;
    while (first < band.numOuter && isUsed[first])
      ++first;
    if (first == band.numOuter || getTrips(isSkipped()) == 1 || !findGuards())
      return std::nullopt;
    // Loops around the first that is left out would have a room each.
    if (!findRoom(0) || !shared.isOnStack)
      if (!findRoom(first))
        return std::nullopt;
    return areReadOnly() ? std::optional(shared) : std::nullopt;
  }

private:
  void findFactors() {
    auto add = [&](const DotProduct::Factor &factor) {
      const AffineNest::Access &access = band.getAccess(factor.load);
      if (!band.getForm(access).group->isRepeated())
        return;
      factors.push_back(&access);
      // It is part of the sum.
      if (Operation *zero = factor.getZeroLoad()) {
        factors.push_back(&band.getAccess(zero));
        loadsZeros = true;
      }
    };
    for (const DotForm &form : band.dotForms) {
      for (bool isLeft : {true, false})
        if (form.needsSum(isLeft))
          add((isLeft ? form.left : form.right).bytes);
    }
  }

  bool isSum(unsigned loop) const {
    return loop >= band.numOuter && loop < band.numOuter + band.numSums;
  }

  /// The loops on which the factors depend, and on which the bounds of those
  /// do. Sums are always there.
  void findUsed() {
    SmallVector<unsigned> found;
    auto use = [&](AffineMap map) {
      for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
        if (map.isFunctionOfDim(loop) && !isUsed[loop] && !isSum(loop)) {
          isUsed.set(loop);
          found.push_back(loop);
        }
    };
    for (const AffineNest::Access *factor : factors)
      use(factor->map);
    for (unsigned i = 0; i < band.numSums; ++i)
      found.push_back(band.numOuter + i);
    while (!found.empty()) {
      LoopCounter counter =
          getLoopCounters(nest.loops[found.pop_back_val()]).front();
      use(nest.express(counter.lower));
      use(nest.express(counter.upper));
    }
  }

  llvm::BitVector isSkipped() const {
    llvm::BitVector skipped(nest.loops.size());
    for (unsigned loop = 0; loop < band.numOuter; ++loop)
      if (!isUsed[loop])
        skipped.set(loop);
    return skipped;
  }

  /// Iterations of some loops together; nullopt if that is not known.
  std::optional<int64_t> getTrips(const llvm::BitVector &loops) const {
    int64_t product = 1;
    for (unsigned loop : loops.set_bits()) {
      const Interval &range = nest.ranges[loop];
      if (!range.low || !range.high ||
          llvm::MulOverflow(product, *range.high - *range.low + 1, product))
        return std::nullopt;
    }
    return product;
  }

  /// No store of the loop that the sums are computed before goes to an element
  /// of a factor, in whatever iterations the two are.
  bool areReadOnly() {
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &store) {
      return !store.isStore ||
             llvm::all_of(factors, [&](const AffineNest::Access *factor) {
               // A zero point may be as wide as what is stored, and in its
               // buffer.
               return neverMeet(store.op, factor->op);
             });
    });
  }

  bool neverMeet(Operation *store, Operation *load) {
    // Each store before each load, or each load before each store: the order is
    // kept if, and only if, no two of them touch one element.
    AffineExpr early = getAffineConstantExpr(0, nest.getContext()),
               late = getAffineConstantExpr(1, nest.getContext());
    Operation *loop = nest.loops[shared.depth];
    return dependences
        .keepPair(
            {dependences.getAccesses(store).front(), loop, {early}, {late}},
            {dependences.getAccesses(load).front(), loop, {late}, {early}})
        .isYes();
  }

  bool dependsOn(const CounterBound &bound,
                 function_ref<bool(unsigned)> isSuch) {
    AffineMap map = nest.express(bound);
    return llvm::any_of(llvm::seq<unsigned>(0, nest.loops.size()),
                        [&](unsigned loop) {
                          return map.isFunctionOfDim(loop) && isSuch(loop);
                        });
  }

  /// Returns true if the first iterations of the unused loops around have the
  /// bounds with the most iterations: if some have one, these do.
  bool isWidestFirst(const LoopCounter &counter) {
    AffineMap lower = nest.express(counter.lower),
              upper = nest.express(counter.upper);
    return llvm::all_of(llvm::seq<unsigned>(0, nest.loops.size()),
                        [&](unsigned outer) {
                          return isUsed[outer] || isSum(outer) ||
                                 (isMonotonic(lower, outer, 1) &&
                                  isMonotonic(upper, outer, -1));
                        });
  }

  /// Without an iteration of the unused loops nothing is read. A branch asks
  /// for one in their first iterations.
  bool findGuards() {
    bool areEntered = true, dependOnOthers = false;
    for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
      if (isUsed[loop] || isSum(loop))
        continue;
      areEntered &= facts.isAlwaysEntered(nest.loops[loop]);
      shared.guards.push_back(loop);
      LoopCounter counter = getLoopCounters(nest.loops[loop]).front();
      for (const CounterBound &bound : {counter.lower, counter.upper})
        dependOnOthers |= dependsOn(bound, [&](unsigned outer) {
          return isUsed[outer] || isSum(outer);
        });
      dependOnOthers |= !isWidestFirst(counter);
    }
    if (areEntered)
      shared.guards.clear();
    return areEntered || !dependOnOthers;
  }

  bool findRoom(unsigned depth) {
    shared.depth = depth;
    shared.loops.clear();
    shared.shape.clear();
    int64_t bytes = 2 * kSumBytes * band.dotForms.size();
    bool isStatic = true;
    for (unsigned loop = depth; loop < nest.loops.size(); ++loop) {
      if (!isUsed[loop])
        continue;
      const Interval &range = nest.ranges[loop];
      LoopCounter counter = getLoopCounters(nest.loops[loop]).front();
      if (!range.low || *range.low < 0 ||
          (!range.high &&
           dependsOn(
               counter.upper, [&](unsigned other) { return other >= depth; })))
        return false;
      shared.loops.push_back(loop);
      shared.shape.push_back(range.high ? *range.high + 1
                                        : ShapedType::kDynamic);
      isStatic &= range.high.has_value();
      if (range.high && llvm::MulOverflow(bytes, *range.high + 1, bytes))
        return false;
    }
    bool isInLoop = nest.loops[0]->getParentOfType<LoopLikeOpInterface>();
    shared.isOnStack =
        isStatic && depth == 0 && bytes <= kMaxRoomBytes && !isInLoop;
    return shared.isOnStack || (isSmall(isStatic, bytes) && paysHeap(depth));
  }

  bool isSmall(bool isStatic, int64_t bytes) const {
    llvm::BitVector sums(nest.loops.size());
    sums.set(band.numOuter, band.numOuter + band.numSums);
    std::optional<int64_t> bytesOfSum = getTrips(sums);
    return isStatic ? bytes <= band.target.l2Bytes / 2
                    : !bytesOfSum || *bytesOfSum >= kMinBytesOfSum;
  }

  bool paysHeap(unsigned depth) const {
    llvm::BitVector inside(nest.loops.size());
    inside.set(depth, nest.loops.size());
    std::optional<int64_t> products = getTrips(inside);
    return !products || *products >= kMinProductsOfHeap;
  }

  const RegisterTile &band;
  AffineNest nest; ///< a copy, as bounds that are expressed may add to it
  IntegerFacts &facts;
  Dependences &dependences;
  SmallVector<const AffineNest::Access *> factors;
  bool loadsZeros = false;
  llvm::BitVector isUsed;
  SharedSums shared;
};

} // namespace

std::optional<SharedSums> layout::planSharedSums(const RegisterTile &band,
                                                 IntegerFacts &facts,
                                                 Dependences &dependences) {
  return SharedSumsPlanner(band, facts, dependences).plan();
}

OpBuilder layout::findEntry(Operation *nest) {
  Operation *scope =
      nest->getParentWithTrait<OpTrait::AutomaticAllocationScope>();
  Region *region = nest->getParentRegion();
  while (region->getParentOp() != scope)
    region = region->getParentOp()->getParentRegion();
  return OpBuilder::atBlockBegin(&region->front());
}

void layout::buildRoom(SharedSums &shared, int64_t number, BandBuilder &builder,
                       TileConditions &conditions) {
  SmallVector<int64_t> shape{number};
  llvm::append_range(shape, shared.shape);
  auto type = MemRefType::get(shape, builder.getI32Type());
  auto alignment = builder.getI64IntegerAttr(kLineBytes);
  Location loc = builder.getLoc();
  affine::AffineForOp nest = builder.nest.loops[shared.depth];
  if (shared.isOnStack) {
    OpBuilder entry = findEntry(nest);
    shared.room = memref::AllocaOp::create(entry, loc, type, alignment);
    return;
  }
  SmallVector<Value> sizes;
  for (auto [loop, size] : llvm::zip_equal(shared.loops, shared.shape))
    if (ShapedType::isDynamic(size))
      sizes.push_back(
          arith::MaxSIOp::create(builder, conditions.buildUpper(loop, 0),
                                 arith::ConstantIndexOp::create(builder, 0)));
  shared.room = memref::AllocOp::create(builder, type, sizes, alignment);
  OpBuilder after(nest->getContext());
  after.setInsertionPointAfter(nest);
  memref::DeallocOp::create(after, loc, shared.room);
}
