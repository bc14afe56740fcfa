//===- EpilogueBlock.cpp - Which nests go into which tiles ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueBlock.h"

#include "Analysis/Integers/ValueNames.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/Layout.h"
#include "Layout/Map/IndexMap.h"
#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Nests/NotRaised.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

EpilogueBlock::EpilogueBlock(Block *block, NestPlanner &planner,
                             const Target &target)
    : block(block), planner(planner), target(target),
      order(
          block,
          [&planner](Operation *a, Operation *b) {
            return planner.getDependences().mayInterfere(a, b);
          },
          BlockOrder::Side::front) {}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// The buffer of the one store of a nest that adds up to it, over a loop that
/// the store does not name; else null. Looks at the text only, as planning a
/// nest takes time.
static Value findSummedBuffer(Operation *root) {
  affine::AffineStoreOp only;
  bool isOne = true, addsUp = false, isSum = false;
  root->walk([&](affine::AffineStoreOp store) {
    isOne &= !only;
    only = store;
  });
  if (!only || !isOne)
    return nullptr;
  root->walk([&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      addsUp |= load.getMemRef() == only.getMemRef();
    if (auto loop = dyn_cast<affine::AffineForOp>(op))
      isSum |=
          !llvm::is_contained(only.getMapOperands(), loop.getInductionVar());
  });
  return addsUp && isSum ? only.getMemRef() : nullptr;
}

/// Returns true if `op` is of a kind that may be an elementwise computation.
static bool mayBeElementwise(Operation *op) {
  return isa<LoopLikeOpInterface, linalg::LinalgOp>(op) &&
         !findSummedBuffer(op);
}

/// Returns true if the contraction streams an operand larger than the second
/// cache: the panel prefetch of `layout-vectorize-loops`, which needs a perfect
/// nest, gains more than fusion. False if the size of the buffer is not known,
/// of which nothing is prefetched.
static bool readsLargePanels(const TiledContraction &its,
                             const Target &target) {
  return llvm::any_of(its.plan.nest.accesses, [&](const auto &access) {
    std::optional<int64_t> bytes =
        getBytes(cast<MemRefType>(access.buffer.getType()));
    unsigned lanes = its.getDigits().back().loop;
    return !access.isStore && access.buffer != its.getStore().buffer && bytes &&
           *bytes > target.l2Bytes && access.map.isFunctionOfDim(lanes);
  });
}

void EpilogueBlock::plan() {
  llvm::SmallDenseSet<Operation *> seen;
  for (size_t i = 0; i < order.size(); ++i) {
    auto root = dyn_cast<affine::AffineForOp>(order[i].front());
    if (!root || !seen.insert(root).second)
      continue;
    // What went in front has not been looked at yet.
    if (std::optional<size_t> first = extend(i))
      i = *first - 1;
  }
}

/// Where the order changes from on, if it does.
std::optional<size_t> EpilogueBlock::extend(size_t index) {
  auto root = cast<affine::AffineForOp>(order[index].front());
  Value buffer = order[index].size() == 1 ? findSummedBuffer(root) : nullptr;
  if (!buffer)
    return std::nullopt;
  std::optional<size_t> initialisation = findInitialisation(index, buffer);
  if (!initialisation) {
    std::optional<Reader> reader = findReader(index);
    if (!reader || !(reader->isAlone || mayBeElementwise(reader->op)))
      return std::nullopt;
  }
  size_t start = initialisation.value_or(index);
  OrderRefusal refusal;
  std::optional<NestPlanner::Plan> plan = planner.plan(root, refusal);
  if (!plan) {
    explainUntiled(index, refusal);
    return std::nullopt;
  }
  std::optional<TiledContraction> contraction =
      TiledContraction::read(std::move(*plan));
  if (!contraction) {
    remarkMissed(root.getLoc(), "layout-fuse-epilogues/parts")
        << "epilogue not fused: a loop of the contraction bounds another one, "
           "as in a triangle, or tiles are not its outer loops; use extents "
           "as bounds";
    return std::nullopt;
  }
  if (readsLargePanels(*contraction, target)) {
    remarkMissed(root.getLoc(), "layout-fuse-epilogues/panels")
        << "epilogue not fused: the contraction streams a buffer larger than "
           "the second-level cache, which is prefetched in perfect nests only; "
           "if fusion gains more, split the contraction into parts whose "
           "operands fit the cache";
    return std::nullopt;
  }
  FusedContraction its{std::move(*contraction), {}, {}, {}};
  takeInitialisation(index, its);
  while (takeNext(index, its))
    ;
  if (!its.prologue && its.epilogues.empty())
    return std::nullopt;
  its.tile = findTile(its);
  fused.push_back(std::move(its));
  return start;
}

//===----------------------------------------------------------------------===//
// Nests around a contraction
//===----------------------------------------------------------------------===//

static bool usesBuffer(Operation *op, Value buffer) {
  return llvm::any_of(buffer.getUsers(),
                      [&](Operation *user) { return op->isAncestor(user); });
}

std::optional<size_t> EpilogueBlock::findInitialisation(size_t index,
                                                        Value buffer) const {
  size_t end =
      index > BlockOrder::maxDistance ? index - BlockOrder::maxDistance : 0;
  for (size_t i = index; i-- > end;)
    for (Operation *op : order[i])
      if (usesBuffer(op, buffer))
        return order[i].size() == 1 && isa<affine::AffineForOp>(op)
                   ? std::optional(i)
                   : std::nullopt;
  return std::nullopt;
}

bool EpilogueBlock::takeInitialisation(size_t &index, FusedContraction &its) {
  const AffineNest::Access &store = its.contraction.getStore();
  std::optional<size_t> first = findInitialisation(index, store.buffer);
  if (!first)
    return false;
  std::string why; // an initialisation may be any
  std::optional<EpilogueNest> nest = EpilogueNest::match(
      order[*first].front(), store.buffer,
      /*isStore=*/true, store.map, its.contraction, planner.getFacts(), why);
  if (!nest || !join(*first, index, its, *nest, /*isPrologue=*/true))
    return false;
  its.prologue = std::move(nest);
  index = *first;
  return true;
}

std::optional<EpilogueBlock::Reader>
EpilogueBlock::findReader(size_t index) const {
  SmallVector<Value> written;
  for (Operation *op : order[index])
    op->walk([&](affine::AffineStoreOp store) {
      written.push_back(store.getMemRef());
    });
  size_t end = std::min(order.size(), index + BlockOrder::maxDistance);
  for (size_t i = index + 1; i < end; ++i)
    for (Operation *op : order[i])
      for (Value candidate : written)
        if (!onlyFrees(op) && usesBuffer(op, candidate))
          return Reader{i, op, candidate,
                        order[i].size() == 1 && isa<affine::AffineForOp>(op)};
  return std::nullopt;
}

static void remarkApart(Operation *epilogue, const Twine &why) {
  remarkMissed(epilogue->getLoc(), "layout-fuse-epilogues/apart")
      << ("epilogue not fused: " + why).str();
}

/// A contraction that is not computed in tiles has none for its epilogue.
void EpilogueBlock::explainUntiled(size_t index,
                                   const OrderRefusal &refusal) const {
  std::optional<Reader> reader = findReader(index);
  if (!reader || !mayBeElementwise(reader->op))
    return;
  std::string why = describeRefusal(refusal);
  remarkApart(reader->op, "the contraction before it is not tiled" +
                              (why.empty() ? why : ": " + why));
}

bool EpilogueBlock::takeNext(size_t &index, FusedContraction &its) {
  std::optional<Reader> reader = findReader(index);
  if (!reader)
    return false;
  if (!reader->isAlone) {
    if (mayBeElementwise(reader->op))
      remarkApart(reader->op, "expects affine.for, found '" +
                                  reader->op->getName().getStringRef() + "'; " +
                                  adviseOnRaising(reader->op));
    return false;
  }
  Value buffer = reader->buffer;
  // Where the fused loops write it, over the loops of the contraction.
  std::optional<AffineMap> written;
  if (buffer == its.contraction.getStore().buffer)
    written = its.contraction.getStore().map;
  for (const EpilogueNest &nest : its.epilogues)
    for (const AffineNest::Access &access : nest.nest.accesses)
      if (access.isStore && access.buffer == buffer)
        written = nest.express(access.map, its.contraction.getNumLoops());
  if (!written)
    return false;
  std::string why;
  std::optional<EpilogueNest> nest =
      EpilogueNest::match(reader->op, buffer, /*isStore=*/false, *written,
                          its.contraction, planner.getFacts(), why);
  if (!nest && mayBeElementwise(reader->op))
    remarkApart(reader->op, why);
  if (!nest || !join(index, reader->index, its, *nest, /*isPrologue=*/false))
    return false;
  its.epilogues.push_back(std::move(*nest));
  return true;
}

bool EpilogueBlock::join(size_t &first, size_t second,
                         const FusedContraction &its, const EpilogueNest &nest,
                         bool isPrologue) {
  Location loc = nest.root->getLoc();
  if (const AffineNest::Access *access = nest.findScattered()) {
    ValueNames names(nest.root->getParentOfType<FunctionOpInterface>());
    remarkMissed(loc, "layout-fuse-epilogues/lanes")
        << "epilogue not fused: accesses to " + names.get(access->buffer) +
               " are not contiguous along the vector lanes of the contraction; "
               "choose a layout that is contiguous along them";
    return false;
  }
  BlockOrder::Obstacle obstacle;
  std::optional<BlockOrder::Joint> joint =
      order.planJoin(first, second, obstacle);
  if (!joint) {
    remarkMissed(loc, "layout-fuse-epilogues/between")
        << "epilogue not fused: '" +
               obstacle.op->getName().getStringRef().str() +
               "' between them can move neither before nor after them";
    return false;
  }
  Decision kept = keepOrder(its, nest, isPrologue);
  if (!kept.isYes()) {
    if (kept.isUnknown())
      remarkUnknown(loc, "layout-fuse-epilogues/not-decided")
          << "epilogue not fused: " + kept.witness;
    else
      remarkMissed(loc, "layout-fuse-epilogues/dependence")
          << "epilogue not fused: " + kept.witness;
    return false;
  }
  first = order.join(*joint);
  return true;
}

//===----------------------------------------------------------------------===//
// Buffers that are only a tile
//===----------------------------------------------------------------------===//

/// Returns true if the variable is an index by itself, and in no other one.
static bool isOwnIndex(AffineMap map, unsigned dim) {
  return llvm::is_contained(map.getResults(),
                            getAffineDimExpr(dim, map.getContext())) &&
         llvm::count_if(map.getResults(), [&](AffineExpr index) {
           return index.isFunctionOfDim(dim);
         }) == 1;
}

/// Returns true if different iterations, of the loops that are no reductions,
/// store to different elements. Of `c[i floordiv 2]` each has an accumulator of
/// its own in a tile.
static bool storesApart(const TiledContraction &its) {
  AffineMap map = its.getStore().map;
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims;
  SmallVector<int64_t> extents;
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
    if (!map.isFunctionOfDim(dim)) {
      dims.push_back(getAffineConstantExpr(0, context));
      continue;
    }
    if (dim >= its.getNumLoops())
      return false;
    std::optional<int64_t> span = getSpan(its.plan.nest.ranges[dim]);
    if (!span && !isOwnIndex(map, dim))
      return false;
    // Of two iterations of a loop that is an index by itself it tells all.
    if (!span) {
      dims.push_back(getAffineConstantExpr(0, context));
      continue;
    }
    dims.push_back(getAffineDimExpr(extents.size(), context));
    extents.push_back(*span);
  }
  IndexMap stored(map.replaceDimsAndSymbols(dims, {}, extents.size(), 0));
  // No unknown answer is known: nests are only fused where the same accesses of
  // different iterations have been compared before.
  return stored.getFault().empty() &&
         stored.isInjective(Box::ofShape(extents, context)).isYes();
}

/// Returns true if no loop inside of the sums is one over tiles. Around parts
/// of a sum, whole rows are a tile, which no registers hold.
static bool hasTile(const TiledContraction &its) {
  ArrayRef<Digit> digits = its.plan.loops.getOrder().getDigits();
  auto isSum = [&](const Digit &digit) { return its.isSum[digit.loop]; };
  return llvm::none_of(
      digits.drop_front(its.numOuter).drop_until([&](const Digit &digit) {
        return !isSum(digit);
      }),
      isSum);
}

/// Returns true if the iterations of loops around a block run one after the
/// other, so that all may use one tile.
static bool isSequential(Operation *around) {
  while (isSequentialControlFlow(around))
    around = around->getParentOp();
  return isa<FunctionOpInterface>(around);
}

/// The buffer of the sums if nothing else touches it, and each iteration of the
/// fused nests its own element, which it initialises.
Value EpilogueBlock::findTile(const FusedContraction &its) const {
  const AffineNest::Access &store = its.contraction.getStore();
  Operation *birth = store.buffer.getDefiningOp();
  auto type = cast<MemRefType>(store.buffer.getType());
  if (!birth || !onlyAllocates(birth) || type.getMemorySpace() ||
      !its.prologue || !hasTile(its.contraction) ||
      !isSequential(block->getParentOp()) || !storesApart(its.contraction))
    return nullptr;
  // What it reads is of another iteration around the block.
  auto reads = [&](const AffineNest::Access &access) {
    return !access.isStore && access.buffer == store.buffer;
  };
  if (llvm::any_of(its.prologue->nest.accesses, reads))
    return nullptr;
  unsigned numLoops = its.contraction.getNumLoops(), numAccesses = 0;
  auto isOwn = [&](const AffineNest::Access &access,
                   std::optional<AffineMap> map) {
    if (access.buffer != store.buffer)
      return true;
    ++numAccesses;
    return map && map->getResults() == store.map.getResults();
  };
  for (const AffineNest::Access &access : its.contraction.plan.nest.accesses)
    if (!isOwn(access, access.map))
      return nullptr;
  auto areOwn = [&](const EpilogueNest &nest) {
    return llvm::all_of(nest.nest.accesses, [&](const auto &access) {
      return isOwn(access, nest.express(access.map, numLoops));
    });
  };
  if (!areOwn(*its.prologue) || !llvm::all_of(its.epilogues, areOwn))
    return nullptr;
  for (Operation *user : store.buffer.getUsers())
    if (isa<PaddingOp>(user) || onlyFrees(user))
      ++numAccesses;
  return numAccesses == unsigned(llvm::range_size(store.buffer.getUsers()))
             ? store.buffer
             : nullptr;
}
