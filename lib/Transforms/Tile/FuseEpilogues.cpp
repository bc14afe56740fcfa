//===- FuseEpilogues.cpp - Elementwise nests in tiles ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tile/FuseEpilogues.h"

#include "EpilogueBlock.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Passes.h"
#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFUSEEPILOGUES
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Moves the body of a loop before `place`, in a loop of equal range.
static void moveInto(affine::AffineForOp from, affine::AffineForOp into,
                     Block::iterator place) {
  from.getInductionVar().replaceAllUsesWith(into.getInductionVar());
  Block *source = from.getBody();
  into.getBody()->getOperations().splice(
      place, source->getOperations(), source->begin(),
      source->getTerminator()->getIterator());
}

using Loops = SmallVector<affine::AffineForOp>;

/// Fuses the first `number` loops of both, with the body of `from` before
/// `place`. Only the last of them does more than contain the next.
static void mergeLoops(ArrayRef<affine::AffineForOp> from,
                       ArrayRef<affine::AffineForOp> into, unsigned number,
                       Block::iterator place) {
  for (unsigned i = 0; i + 1 < number; ++i)
    affine::AffineForOp(from[i]).getInductionVar().replaceAllUsesWith(
        affine::AffineForOp(into[i]).getInductionVar());
  moveInto(from[number - 1], into[number - 1], place);
  affine::AffineForOp root = from.front();
  root.erase();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Returns true if only affine accesses use the buffer, so that no other value
/// names its memory.
static bool isLocal(Value buffer) {
  Operation *birth = buffer.getDefiningOp();
  return birth && onlyAllocates(birth) &&
         llvm::all_of(buffer.getUsers(), [&](Operation *user) {
           if (auto store = dyn_cast<affine::AffineStoreOp>(user))
             return store.getValueToStore() != buffer;
           return isa<affine::AffineLoadOp, PaddingOp>(user) || onlyFrees(user);
         });
}

static bool nameOneElement(affine::AffineStoreOp store,
                           affine::AffineLoadOp load) {
  return store.getMemRef() == load.getMemRef() &&
         store.getAffineMap() == load.getAffineMap() &&
         llvm::equal(store.getMapOperands(), load.getMapOperands());
}

/// What the block stores to a local buffer and loads again is a value. Of an
/// element that is stored twice it is the later one.
static void forwardStores(Block &block) {
  llvm::SmallDenseMap<Value, affine::AffineStoreOp> last;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      last[store.getMemRef()] = store;
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (!load)
      continue;
    affine::AffineStoreOp store = last.lookup(load.getMemRef());
    if (!store || !isLocal(load.getMemRef()) || !nameOneElement(store, load))
      continue;
    load.replaceAllUsesWith(store.getValueToStore());
    load.erase();
  }
}

/// Removes a local buffer that nothing reads.
static void removeIfUnread(Value buffer) {
  if (!isLocal(buffer) ||
      llvm::any_of(buffer.getUsers(), llvm::IsaPred<affine::AffineLoadOp>))
    return;
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
    user->erase();
  buffer.getDefiningOp()->erase();
}

/// Replaces `buffer` by `tile`, whose dimensions are the last loops around each
/// access: rows and lanes.
static void replaceByTile(Value buffer, Value tile) {
  unsigned rank = cast<MemRefType>(tile.getType()).getRank();
  for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
    OpBuilder builder(user);
    SmallVector<affine::AffineForOp> around;
    affine::getAffineForIVs(*user, &around);
    SmallVector<Value> place;
    for (affine::AffineForOp loop : ArrayRef(around).take_back(rank))
      place.push_back(loop.getInductionVar());
    if (auto load = dyn_cast<affine::AffineLoadOp>(user))
      load.replaceAllUsesWith(
          affine::AffineLoadOp::create(builder, load.getLoc(), tile, place)
              .getResult());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(user))
      affine::AffineStoreOp::create(builder, store.getLoc(),
                                    store.getValueToStore(), tile, place);
    user->erase();
  }
  buffer.getDefiningOp()->erase();
}

/// Allocates the buffer of one tile, before what `builder` inserts.
static Value createTile(OpBuilder builder, const FusedContraction &its) {
  SmallVector<Digit> digits = its.contraction.getDigits();
  SmallVector<int64_t> shape;
  for (const Digit &digit :
       ArrayRef(digits).drop_front(its.contraction.numOuter))
    shape.push_back(*digit.extent);
  auto type = cast<MemRefType>(its.tile.getType());
  return memref::AllocaOp::create(builder, its.tile.getLoc(),
                                  MemRefType::get(shape, type.getElementType()),
                                  builder.getI64IntegerAttr(kLineBytes));
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

static void remarkFused(const FusedContraction &its) {
  size_t numBehind = its.epilogues.size();
  remarkDone(its.contraction.root->getLoc(), "layout-fuse-epilogues/fused")
      << "computed tile by tile with the reduction: " +
             std::string(its.prologue ? "its initialization, and " : "") +
             std::to_string(numBehind) +
             (numBehind == 1 ? " elementwise nest" : " elementwise nests") +
             " after it" + (its.tile ? "; its buffer is one tile now" : "");
}

/// The buffers that the nests store to; `stored` has each once.
static void collectStored(ArrayRef<EpilogueNest> nests,
                          llvm::SetVector<Value> &stored) {
  for (const EpilogueNest &its : nests)
    for (const AffineNest::Access &access : its.nest.accesses)
      if (access.isStore)
        stored.insert(access.buffer);
}

static void applyFusion(Operation *function, FusedContraction &its,
                        bool ownTiles) {
  remarkFused(its);
  unsigned numOuter = its.contraction.numOuter;
  Loops loops = its.contraction.plan.loops.apply(its.contraction.plan.nest);
  if (its.prologue)
    mergeLoops(its.prologue->loops->apply(its.prologue->nest), loops, numOuter,
               loops[numOuter]->getIterator());
  Loops behind; // of all elementwise nests: loops over tiles, rows and lanes
  for (EpilogueNest &nest : its.epilogues) {
    Loops own = nest.loops->apply(nest.nest);
    if (behind.empty()) {
      behind = loops;
      behind.truncate(numOuter);
      behind.append(own.begin() + numOuter, own.end());
      mergeLoops(own, loops, numOuter,
                 loops[numOuter - 1].getBody()->getTerminator()->getIterator());
      continue;
    }
    mergeLoops(own, behind, behind.size(),
               behind.back().getBody()->getTerminator()->getIterator());
  }
  if (!behind.empty())
    forwardStores(*behind.back().getBody());
  if (!its.tile)
    return;
  Block *place = ownTiles && numOuter > 0 ? loops[numOuter - 1].getBody()
                                          : &function->getRegion(0).front();
  replaceByTile(its.tile, createTile(OpBuilder::atBlockBegin(place), its));
}

/// Blocks with several loops, one of them affine, in the order of the text.
static SmallVector<Block *> collectBlocks(Operation *function) {
  SmallVector<Block *> blocks;
  function->walk([&](Block *block) {
    auto isLoop = llvm::IsaPred<LoopLikeOpInterface, linalg::LinalgOp>;
    if (llvm::count_if(*block, isLoop) > 1 &&
        llvm::any_of(*block, llvm::IsaPred<affine::AffineForOp>) &&
        !isOnDevice(block->getParentOp()))
      blocks.push_back(block);
  });
  return blocks;
}

void layout::fuseEpilogues(Operation *function, const Target &target,
                           bool reassociate, bool ownTiles) {
  SmallVector<Block *> blocks = collectBlocks(function);
  if (blocks.empty())
    return;
  std::vector<EpilogueBlock> plans;
  NestPlanner planner(function, target, reassociate);
  for (Block *block : blocks) {
    plans.emplace_back(block, planner, target);
    plans.back().plan();
  }
  llvm::SetVector<Value> stored;
  for (EpilogueBlock &plan : plans)
    for (const FusedContraction &its : plan.fused)
      collectStored(its.epilogues, stored);
  for (EpilogueBlock &plan : plans) {
    plan.apply();
    for (FusedContraction &its : plan.fused) {
      stored.remove(its.tile);
      applyFusion(function, its, ownTiles);
    }
  }
  // Last, as a buffer may be stored to in the tiles of several contractions.
  for (Value buffer : stored)
    removeIfUnread(buffer);
}

namespace {

class LayoutFuseEpiloguesPass
    : public layout::impl::LayoutFuseEpiloguesBase<LayoutFuseEpiloguesPass> {
public:
  using LayoutFuseEpiloguesBase::LayoutFuseEpiloguesBase;

  void runOnOperation() override {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation()))
      fuseEpilogues(function, *target, reassociate, ownTiles);
  }
};

} // namespace
