//===- WidenableLoops.cpp - Loops that end within a tile ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WidenableLoops.h"

#include "Layout/IR/Layout.h"
#include "Transforms/Nests/SumGroups.h"
#include "Transforms/Nests/VectorBody.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// One loop
//===----------------------------------------------------------------------===//

/// Returns the size of the tile that `index` goes through if it is the
/// remainder of the variable d0; 0, for no tiles, if it is the variable; else
/// nullopt.
static std::optional<int64_t> readStep(AffineExpr index) {
  MLIRContext *context = index.getContext();
  AffineExpr variable = getAffineDimExpr(0, context);
  if (index == variable)
    return 0;
  auto remainder = dyn_cast<AffineBinaryOpExpr>(index);
  if (!remainder || remainder.getKind() != AffineExprKind::Mod ||
      remainder.getLHS() != variable)
    return std::nullopt;
  auto size = dyn_cast<AffineConstantExpr>(remainder.getRHS());
  return size ? std::optional(size.getValue()) : std::nullopt;
}

namespace {

/// Reads one loop.
class LoopReader {
public:
  LoopReader(affine::AffineForOp loop, const Target &target)
      : variable(loop.getInductionVar()),
        target(target), result{loop, 0, 0, 0, false, false, {}, {}} {}

  std::optional<WidenableLoop> read() {
    affine::AffineForOp loop = result.loop;
    // With iter_args, added iterations would change the result.
    if (!loop.hasConstantBounds() || loop.getStepAsInt() != 1 ||
        loop.getNumResults() || !loop->getDiscardableAttrDictionary().empty())
      return std::nullopt;
    result.extent = loop.getConstantUpperBound();
    if (loop.getConstantLowerBound() >= result.extent || !readAccesses() ||
        tile == 0 || !isParallel() || !hasVectorBodies())
      return std::nullopt;
    result.wide = getWideExtent();
    // The loop fills its vectors already.
    if (result.wide <= result.extent)
      return std::nullopt;
    result.addsUp = addsUp();
    if (isWorthCopies())
      result.loop->walk([&](affine::AffineLoadOp load) {
        if (isShort(load))
          result.shortLoads.push_back(load);
      });
    return std::move(result);
  }

private:
  bool readAccesses() {
    return !result.loop
                ->walk([&](Operation *op) {
                  bool isFine = true;
                  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
                    isFine = readAccess(load, load.getAffineMap(),
                                        load.getMapOperands(), false);
                  else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
                    isFine = readAccess(store, store.getAffineMap(),
                                        store.getMapOperands(), true);
                  return isFine ? WalkResult::advance()
                                : WalkResult::interrupt();
                })
                .wasInterrupted();
  }

  /// The map over the variable as d0; other operands are d1 and so on.
  AffineMap expressByVariable(AffineMap map, ValueRange mapOperands) const {
    SmallVector<Value> operands(mapOperands);
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    affine::canonicalizeMapAndOperands(&map, &operands);
    MLIRContext *context = map.getContext();
    SmallVector<AffineExpr> exprs;
    unsigned numOthers = 0;
    for (Value operand : operands)
      exprs.push_back(
          getAffineDimExpr(operand == variable ? 0 : ++numOthers, context));
    return map.replaceDimsAndSymbols(
        ArrayRef(exprs).take_front(map.getNumDims()),
        ArrayRef(exprs).drop_front(map.getNumDims()), numOthers + 1, 0);
  }

  template <typename AccessOp>
  bool readAccess(AccessOp access, AffineMap ownMap, ValueRange operands,
                  bool isStore) {
    AffineMap map = expressByVariable(ownMap, operands);
    WidenableLoop::Place place{access.getMemRef(), isStore, {}};
    for (auto [dim, index] : llvm::enumerate(map.getResults())) {
      if (!index.isFunctionOfDim(0))
        continue;
      place.index.push_back({dim, index});
      // Of loads the proofs ask.
      for (unsigned other = 1; isStore && other < map.getNumDims(); ++other)
        if (index.isFunctionOfDim(other))
          return false;
    }
    int64_t last = int64_t(map.getNumResults()) - 1;
    bool isContiguous = !place.index.empty() &&
                        int64_t(place.index.back().first) == last &&
                        isStepOfOne(place.index.back().second);
    if (isStore && !isContiguous)
      return false;
    elementBits = std::max(
        elementBits,
        target.vectorBits /
            target.getNumLanes(access.getMemRefType().getElementType()));
    result.places.push_back(std::move(place));
    return true;
  }

  /// Returns true for the variable itself and its remainder, plus a constant.
  /// Notes the size of the tile.
  bool isStepOfOne(AffineExpr index) {
    if (auto sum = dyn_cast<AffineBinaryOpExpr>(index);
        sum && sum.getKind() == AffineExprKind::Add &&
        isa<AffineConstantExpr>(sum.getRHS()))
      index = sum.getLHS();
    std::optional<int64_t> size = readStep(index);
    tile = std::max(tile, size.value_or(0));
    return size.has_value();
  }

  /// Returns true if iterations touch elements of their own, of buffers that
  /// are stored to: lanes keep no order. A hint only, as it knows of no
  /// aliases.
  bool isParallel() const {
    return llvm::all_of(result.places, [&](const WidenableLoop::Place &store) {
      return !store.isStore ||
             llvm::all_of(result.places, [&](const auto &other) {
               return other.buffer != store.buffer ||
                      other.isSameElement(store);
             });
    });
  }

  /// What is no lanes would only be executed more often.
  bool hasVectorBodies() const {
    return !affine::AffineForOp(result.loop)
                ->walk([](affine::AffineForOp inner) {
                  bool isInnermost =
                      llvm::none_of(*inner.getBody(), [](Operation &op) {
                        return op.getNumRegions() > 0 && containsLoop(&op);
                      });
                  return isInnermost && findUnvectorizable(inner.getBody())
                             ? WalkResult::interrupt()
                             : WalkResult::advance();
                })
                .wasInterrupted();
  }

  /// The end of the tile, or of the last vector if much of the tile is missing:
  /// lanes of a vector cost nothing, other vectors do.
  int64_t getWideExtent() const {
    constexpr int64_t kMaxAddedPart = 8; // of the iterations there are
    int64_t lanes = target.vectorBits / elementBits;
    int64_t wholeTiles = llvm::alignTo(result.extent, tile);
    int64_t wholeVectors =
        std::min<int64_t>(llvm::alignTo(result.extent, lanes), wholeTiles);
    if (wholeVectors == result.extent)
      return result.extent;
    bool isAlmostFull =
        wholeTiles - result.extent <= result.extent / kMaxAddedPart;
    return isAlmostFull ? wholeTiles : wholeVectors;
  }

  /// A copy before the nest: the element of each iteration, whatever the loops
  /// around are at, which all have iterations.
  bool isShort(affine::AffineLoadOp load) const {
    MemRefType type = load.getMemRefType();
    AffineMap map =
        expressByVariable(load.getAffineMap(), load.getMapOperands());
    affine::AffineForOp root = result.getRoot();
    Operation *site = load.getMemRef().getDefiningOp();
    return type.getRank() == 1 && type.getLayout().isIdentity() &&
           type.getDimSize(0) == result.extent &&
           map.getResult(0) == getAffineDimExpr(0, map.getContext()) &&
           affine::AffineForOp(result.loop).getConstantLowerBound() == 0 &&
           !(site && root->isAncestor(site)) && isAlwaysExecuted(load, root);
  }

  /// Returns true if a loop around a store does not move it, or carries values.
  bool addsUp() const {
    return result.loop
        ->walk([&](Operation *op) {
          auto store = dyn_cast<affine::AffineStoreOp>(op);
          auto inner = dyn_cast<affine::AffineForOp>(op);
          return (inner && inner.getNumResults() > 0) ||
                         (store && staysInALoop(store))
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  static bool staysInALoop(affine::AffineStoreOp store) {
    AffineMap map = store.getAffineMap();
    SmallVector<Value> operands(store.getMapOperands());
    affine::fullyComposeAffineMapAndOperands(&map, &operands);
    affine::canonicalizeMapAndOperands(&map, &operands);
    for (auto loop = dyn_cast<affine::AffineForOp>(store->getParentOp()); loop;
         loop = dyn_cast<affine::AffineForOp>(loop->getParentOp()))
      if (!llvm::is_contained(operands, loop.getInductionVar()))
        return true;
    return false;
  }

  static bool hasIterations(affine::AffineForOp loop) {
    return loop.hasConstantBounds() &&
           loop.getConstantLowerBound() < loop.getConstantUpperBound();
  }

  static bool isAlwaysExecuted(Operation *op, affine::AffineForOp root) {
    for (; op != root; op = op->getParentOp()) {
      auto loop = dyn_cast<affine::AffineForOp>(op->getParentOp());
      if (!loop || !hasIterations(loop))
        return false;
    }
    return true;
  }

  /// Copies are made before the nest, in one buffer of the function: they must
  /// cost little beside the nest, and iterations at once must not share them.
  bool isWorthCopies() const {
    constexpr int64_t kMinUses = 8; // of each element that is copied
    affine::AffineForOp root = result.getRoot();
    int64_t uses = 1;
    affine::AffineForOp(root)->walk([&](affine::AffineForOp loop) {
      if (loop != result.loop && hasIterations(loop))
        uses = llvm::MulOverflow(uses,
                                 loop.getConstantUpperBound() -
                                     loop.getConstantLowerBound(),
                                 uses)
                   ? std::numeric_limits<int64_t>::max()
                   : uses;
    });
    return uses >= kMinUses && isSequential(root);
  }

  static bool isSequential(Operation *op) {
    for (op = op->getParentOp(); !isa<func::FuncOp>(op); op = op->getParentOp())
      if (!isa<scf::ForOp, scf::IfOp, affine::AffineIfOp>(op))
        return false;
    return true;
  }

  Value variable;
  const Target &target;
  WidenableLoop result;
  int64_t tile = 0;         ///< the largest; 0: there is none
  unsigned elementBits = 8; ///< of the widest element, in memory
};

} // namespace

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

affine::AffineForOp WidenableLoop::getRoot() const {
  affine::AffineForOp root = loop;
  while (auto around = dyn_cast<affine::AffineForOp>(root->getParentOp()))
    root = around;
  return root;
}

static Block *getBlockOfNest(const WidenableLoop &widenable) {
  return widenable.getRoot()->getBlock();
}

static bool shareElements(const WidenableLoop &one, const WidenableLoop &other,
                          Value buffer) {
  auto areOf = [&](const WidenableLoop::Place &a,
                   const WidenableLoop::Place &b) {
    return a.buffer == buffer && (a.isStore || b.isStore) && a.isSameElement(b);
  };
  return llvm::any_of(one.places, [&](const auto &a) {
    return llvm::any_of(other.places,
                        [&](const auto &b) { return areOf(a, b); });
  });
}

/// What goes through a buffer goes from the last loop that stores to it to
/// later ones.
static void findGroups(MutableArrayRef<WidenableLoop> loops) {
  llvm::EquivalenceClasses<unsigned> groups;
  llvm::DenseMap<std::pair<Block *, Value>, unsigned> lastWriter;
  for (auto [number, widenable] : llvm::enumerate(loops)) {
    groups.insert(number);
    for (const WidenableLoop::Place &place : widenable.places) {
      auto writer = lastWriter.find({getBlockOfNest(widenable), place.buffer});
      if (writer != lastWriter.end() &&
          loops[writer->second].extent == widenable.extent &&
          shareElements(loops[writer->second], widenable, place.buffer))
        groups.unionSets(writer->second, number);
    }
    for (const WidenableLoop::Place &place : widenable.places)
      if (place.isStore)
        lastWriter[{getBlockOfNest(widenable), place.buffer}] = number;
  }
  for (auto [number, widenable] : llvm::enumerate(loops))
    widenable.group = groups.getLeaderValue(number);
}

/// Returns true if full vectors gain where nothing is added up, so that each
/// vector is stored once for the few ops that compute it. Where masked stores
/// are instructions they cost no more than plain ones, of which LLVM then mixes
/// the halves of a line: on a Xeon with AVX2, products of elements, 64 x 1021
/// in the second cache, took 8.2 us with masks and 11.4 without, as 1024 do.
static bool gainsWithoutSums(const WidenableLoop &widenable,
                             const Target &target) {
  constexpr unsigned lineBits = 8 * kLineBytes;
  return target.vectorBits >= lineBits ||
         llvm::any_of(widenable.places, [&](const WidenableLoop::Place &place) {
           auto type = cast<MemRefType>(place.buffer.getType());
           return place.isStore &&
                  !target.hasMaskedStores(type.getElementType());
         });
}

/// Leaves out groups that gain nothing.
static void dropGroupsWithoutGain(SmallVectorImpl<WidenableLoop> &loops,
                                  const Target &target) {
  llvm::SmallDenseSet<unsigned> gaining;
  for (const WidenableLoop &widenable : loops)
    if (widenable.addsUp || gainsWithoutSums(widenable, target))
      gaining.insert(widenable.group);
  llvm::erase_if(loops, [&](const WidenableLoop &widenable) {
    return !gaining.contains(widenable.group);
  });
}

static bool hasPadding(Operation *function) {
  return function->walk([](PaddingOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

SmallVector<WidenableLoop, 0>
layout::collectWidenableLoops(Operation *function, const Target &target) {
  SmallVector<WidenableLoop, 0> found;
  if (!hasPadding(function))
    return found;
  // Inner loops first: of loops in each other the innermost has the lanes.
  llvm::SmallPtrSet<Operation *, 16> around;
  function->walk([&](affine::AffineForOp loop) {
    if (around.contains(loop))
      return;
    std::optional<WidenableLoop> widenable = LoopReader(loop, target).read();
    if (!widenable)
      return;
    for (Operation *op = loop->getParentOp(); op != function;
         op = op->getParentOp())
      around.insert(op);
    found.push_back(std::move(*widenable));
  });
  findGroups(found);
  dropGroupsWithoutGain(found, target);
  return found;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Returns how many of `products` the target adds up at once; 1 if it does not.
static int64_t getGroupSize(ArrayRef<DotProduct> products,
                            const Target &target) {
  if (products.empty() || products.front().isOfFloats)
    return 1;
  bool areBytes = llvm::all_of(products, [](const DotProduct &product) {
    return isOfBytes(product.left) && isOfBytes(product.right);
  });
  if (areBytes && target.hasDotProducts())
    return DotOp::kGroupSize;
  return mayAddPairs(products, target) && target.gainsByWholePairs() ? 2 : 1;
}

/// Returns true if both factors of all products lie side by side along the
/// loop, as groups do, one of them in whole groups.
static bool readGroups(const AffineNest &loop, ArrayRef<DotProduct> products,
                       int64_t size) {
  auto isSideBySide = [&](const DotProduct::Factor &factor) {
    return llvm::any_of(loop.accesses, [&](const AffineNest::Access &access) {
      return access.op == factor.load && access.map.getNumResults() > 0 &&
             readStep(access.map.getResults().back());
    });
  };
  auto areWhole = [&](const DotProduct::Factor &factor) {
    auto type = cast<affine::AffineLoadOp>(factor.load).getMemRefType();
    int64_t last = type.getShape().back();
    return !ShapedType::isDynamic(last) && last % size == 0;
  };
  return llvm::all_of(products, [&](const DotProduct &product) {
    return isSideBySide(product.left) && isSideBySide(product.right) &&
           (areWhole(product.left) || areWhole(product.right));
  });
}

static std::optional<WidenableLoop> readSum(affine::AffineForOp loop,
                                            const Target &target) {
  bool isCounted = loop.hasConstantBounds() && loop.getStepAsInt() == 1 &&
                   loop.getConstantLowerBound() == 0 &&
                   loop.getConstantUpperBound() > 0;
  if (!isCounted || loop.getNumResults() > 0 ||
      !loop->getDiscardableAttrDictionary().empty() ||
      findUnvectorizable(loop.getBody()))
    return std::nullopt;
  std::optional<AffineNest> nest = AffineNest::readOne(loop);
  if (!nest || llvm::any_of(nest->accesses, [](const auto &access) {
        return access.isStore && access.map.isFunctionOfDim(0);
      }))
    return std::nullopt;
  SmallVector<DotProduct> products = findDotProducts(*nest, target);
  int64_t size = getGroupSize(products, target),
          extent = loop.getConstantUpperBound(),
          wide = llvm::alignTo(extent, uint64_t(size));
  if (wide == extent || !readGroups(*nest, products, size))
    return std::nullopt;
  return WidenableLoop{loop,          extent, wide, /*group=*/0, /*addsUp=*/true,
                       /*isOfGroups=*/true, {},   {}};
}

SmallVector<WidenableLoop, 0>
layout::collectWidenableSums(Operation *function, const Target &target) {
  SmallVector<WidenableLoop, 0> found;
  bool mayHaveGroups = target.hasDotProducts() || target.multipliesPairs;
  if (!mayHaveGroups || !hasPadding(function))
    return found;
  function->walk([&](affine::AffineForOp loop) {
    std::optional<WidenableLoop> sum = readSum(loop, target);
    if (!sum)
      return;
    sum->group = found.size();
    found.push_back(std::move(*sum));
  });
  return found;
}
