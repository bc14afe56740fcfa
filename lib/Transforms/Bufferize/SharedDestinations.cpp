//===- SharedDestinations.cpp - Destinations with several uses ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/SharedDestinations.h"

#include "Layout/IR/UnitLoops.h"
#include "Layout/Transforms/Bufferize/NestedBranches.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// With fewer, the analysis has no trouble, and decides which buffers are one.
static constexpr unsigned maxSharedUses = 16;

/// Of ops that would overwrite one tensor, in branches or one after the other.
/// More, since each of those in branches could indeed have its buffer.
static constexpr unsigned maxOverwriters = 64;

//===----------------------------------------------------------------------===//
// Separating
//===----------------------------------------------------------------------===//

namespace {

/// What the location of a destination says until buffers are merged.
struct Origin {
  int64_t number; ///< of the tensor that was shared
  int64_t levels; ///< ops around the use that the tensor was outside of

  Location mark(Location loc) const {
    Builder builder(loc.getContext());
    return FusedLoc::get(
        loc.getContext(), {loc},
        builder.getArrayAttr({builder.getStringAttr("layout.destination"),
                              builder.getI64IntegerAttr(number),
                              builder.getI64IntegerAttr(levels)}));
  }

  static std::optional<Origin> read(Location loc) {
    auto fused = dyn_cast<FusedLoc>(loc);
    auto mark = fused ? dyn_cast_or_null<ArrayAttr>(fused.getMetadata())
                      : ArrayAttr();
    if (!mark || mark.size() != 3 ||
        mark[0] != StringAttr::get(loc.getContext(), "layout.destination"))
      return std::nullopt;
    return Origin{cast<IntegerAttr>(mark[1]).getInt(),
                  cast<IntegerAttr>(mark[2]).getInt()};
  }
};

} // namespace

/// Returns how many ops around `user`, the innermost first, execute their
/// regions one after the other, until `home` is reached.
static int64_t countSequentialLevels(Operation *user, Block *home) {
  int64_t levels = 0;
  while (user->getBlock() != home) {
    user = user->getParentOp();
    // The iterations of others may run at once, each with a buffer of its own.
    if (!isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(user))
      break;
    ++levels;
  }
  return levels;
}

/// Gives each use of tensors that have many a tensor of its own. Returns how
/// many there are of the former.
static int64_t separateUses(ModuleOp module) {
  SmallVector<tensor::EmptyOp> shared;
  module.walk([&](tensor::EmptyOp empty) {
    if (empty.getResult().hasNUsesOrMore(maxSharedUses + 1))
      shared.push_back(empty);
  });
  for (auto [number, empty] : llvm::enumerate(shared)) {
    Block *home = empty->getBlock();
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      Operation *user = use.getOwner();
      // In another block of a graph it may be needed again and again.
      if (!home->findAncestorOpInBlock(*user))
        continue;
      OpBuilder builder(user);
      Operation *own = builder.clone(*empty);
      own->setLoc(Origin{int64_t(number), countSequentialLevels(user, home)}
                      .mark(empty.getLoc()));
      use.set(own->getResult(0));
    }
    if (empty->use_empty())
      empty.erase();
  }
  return shared.size();
}

/// Returns true if the op writes each element of the tensor, and reads none:
/// then it may be any tensor. Of `(d0) -> (2 * d0)` every other element stays,
/// and all stay where a loop that the map leaves out has no iteration.
static bool isOverwritten(linalg::LinalgOp op, OpOperand &init) {
  return getMapWithUnitLoops(op, init).isPermutation() &&
         !op.payloadUsesValueFromOperand(&init);
}

namespace {

/// Cuts long chains of ops each of which has the result of the one before as
/// its destination, as elementwise ops of `arith` have once they are ops of
/// linalg.
class ChainCutter {
public:
  explicit ChainCutter(int64_t firstNumber) : nextNumber(firstNumber) {}

  void visit(linalg::LinalgOp op) {
    if (!op.hasPureTensorSemantics())
      return;
    bool isDeep = isDeeplyNested(op);
    for (OpOperand &init : op.getDpsInitsMutable()) {
      Link link{init.get(), 0};
      if (auto known = links.find(init.get()); known != links.end())
        link = known->second;
      bool isLong = ++link.length > maxSharedUses ||
                    ++numOverwriters[init.get()] > maxOverwriters ||
                    (isDeep && op->getBlock() != init.get().getParentBlock());
      // Not what a loop carries: the next part of such a chain would have a
      // buffer of its own, one more in each iteration, none of which is freed.
      if (isLong && mayBeCut(op, link.first) && isOverwritten(op, init)) {
        init.set(buildOwn(op, link.first));
        link.length = 0;
      }
      links[op.getTiedOpResult(&init)] = link;
    }
  }

private:
  /// Returns true unless the chain may update what a loop carries: the buffer
  /// of its next part would then be another one in each iteration, which is
  /// never freed, instead of the one that comes in.
  static bool mayBeCut(Operation *op, Value first) {
    return first.getDefiningOp<tensor::EmptyOp>() ||
           !op->getParentOfType<LoopLikeOpInterface>();
  }

  /// The first destination of a chain, and how many ops have had it since it
  /// was cut.
  struct Link {
    Value first;
    unsigned length;
  };
  struct Chain {
    Origin origin;
    SmallVector<Value> extents;
  };

  /// Buffers of one chain are allocated alike, so that they can become one.
  Chain &getChain(Value first) {
    auto [known, isNew] = chains.try_emplace(first);
    Chain &chain = known->second;
    if (!isNew)
      return chain;
    auto empty = first.getDefiningOp<tensor::EmptyOp>();
    auto origin = empty ? Origin::read(empty.getLoc()) : std::nullopt;
    chain.origin = origin.value_or(Origin{nextNumber, 0});
    nextNumber += !origin;
    if (empty && !origin)
      empty->setLoc(chain.origin.mark(empty.getLoc()));
    if (empty) {
      chain.extents = llvm::to_vector(empty.getDynamicSizes());
      return chain;
    }
    OpBuilder builder(first.getContext());
    builder.setInsertionPointAfterValue(first);
    auto type = cast<RankedTensorType>(first.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        chain.extents.push_back(
            tensor::DimOp::create(builder, first.getLoc(), first, dim));
    return chain;
  }

  Value buildOwn(Operation *user, Value first) {
    Chain &chain = getChain(first);
    OpBuilder builder(user);
    return tensor::EmptyOp::create(
        builder, Origin{chain.origin.number, 0}.mark(user->getLoc()),
        cast<RankedTensorType>(first.getType()), chain.extents);
  }

  int64_t nextNumber;
  llvm::DenseMap<Value, Link> links;
  llvm::DenseMap<Value, unsigned> numOverwriters;
  llvm::DenseMap<Value, Chain> chains;
};

} // namespace

void layout::separateDestinations(ModuleOp module) {
  ChainCutter cutter(separateUses(module));
  module.walk<WalkOrder::PreOrder>(
      [&](linalg::LinalgOp op) { cutter.visit(op); });
}

//===----------------------------------------------------------------------===//
// Lifetimes
//===----------------------------------------------------------------------===//

namespace {

/// From the first op of a block that uses a buffer to the last.
struct Lifetime {
  unsigned first = std::numeric_limits<unsigned>::max(), last = 0;
  Operation *lastOp = nullptr;
  /// The last op is an operation on the buffer itself: neither on a view of it,
  /// nor one that has such operations in it.
  bool isDirectAtEnd = false;
  /// The end of the block passes the buffer on.
  bool leavesBlock = false;
};

/// A buffer that others of its kind may become.
struct Slot {
  Operation *alloc;
  Origin origin;
  Lifetime lifetime;
};

class BlockMerger {
public:
  explicit BlockMerger(Block &block) : block(block) {
    for (auto [place, op] : llvm::enumerate(block))
      places[&op] = place;
  }

  void merge(ArrayRef<std::pair<memref::AllocOp, Origin>> allocs);

private:
  std::optional<Lifetime> findLifetime(memref::AllocOp alloc);
  bool addUse(OpOperand &use, Value alloc, Lifetime &lifetime);
  Slot *findSlot(SmallVectorImpl<Slot> &slots, const Slot &buffer);
  bool canBecome(const Slot &slot, const Slot &buffer);

  Block &block;
  llvm::DenseMap<Operation *, unsigned> places;
};

} // namespace

/// Returns false if what the op does with the buffer is not known.
bool BlockMerger::addUse(OpOperand &use, Value alloc, Lifetime &lifetime) {
  Operation *user = use.getOwner();
  Operation *top = block.findAncestorOpInBlock(*user);
  bool isEnd = user == top && user->hasTrait<OpTrait::IsTerminator>();
  lifetime.leavesBlock |= isEnd;
  if (!top ||
      (!isEnd && (user->hasTrait<OpTrait::IsTerminator>() ||
                  !isa<MemoryEffectOpInterface>(user) ||
                  hasEffect<MemoryEffects::Free>(user))))
    return false;
  if (llvm::any_of(user->getResultTypes(), llvm::IsaPred<BaseMemRefType>) &&
      !isa<ViewLikeOpInterface>(user))
    return false;
  unsigned place = places.lookup(top);
  bool isDirect = top == user && use.get() == alloc;
  lifetime.first = std::min(lifetime.first, place);
  if (!lifetime.lastOp || place > lifetime.last) {
    lifetime.last = place;
    lifetime.lastOp = top;
    lifetime.isDirectAtEnd = isDirect;
  } else if (place == lifetime.last) {
    lifetime.isDirectAtEnd &= isDirect;
  }
  return true;
}

std::optional<Lifetime> BlockMerger::findLifetime(memref::AllocOp alloc) {
  Lifetime lifetime;
  llvm::SetVector<Value> names;
  names.insert(alloc);
  for (size_t i = 0; i < names.size(); ++i)
    for (OpOperand &use : names[i].getUses()) {
      if (!addUse(use, alloc, lifetime))
        return std::nullopt;
      if (isa<ViewLikeOpInterface>(use.getOwner()))
        names.insert(use.getOwner()->result_begin(),
                     use.getOwner()->result_end());
    }
  return alloc->use_empty() ? std::nullopt : std::optional(lifetime);
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Returns true if `op` reads each element of `read` just when it writes the
/// same one of `written`, and no other time.
static bool isElementwise(Operation *op, Value read, Value written) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured ||
      structured.getNumLoops() != structured.getNumParallelLoops())
    return false;
  auto isWritten = [&](OpOperand &init) { return init.get() == written; };
  MutableOperandRange inits = structured.getDpsInitsMutable();
  OpOperand *init = llvm::find_if(inits, isWritten);
  if (init == inits.end())
    return false;
  // An element that several iterations write would be read after the first.
  AffineMap map = getMapWithUnitLoops(structured, *init);
  return map.isPermutation() &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           if (operand.get() != read && operand.get() != written)
             return true;
           return getMapWithUnitLoops(structured, operand) == map &&
                  (operand.get() == read ? structured.isDpsInput(&operand)
                                         : &operand == init);
         });
}

bool BlockMerger::canBecome(const Slot &slot, const Slot &buffer) {
  if (slot.lifetime.last < buffer.lifetime.first)
    return true;
  return slot.lifetime.last == buffer.lifetime.first &&
         slot.lifetime.isDirectAtEnd &&
         isElementwise(slot.lifetime.lastOp, slot.alloc->getResult(0),
                       buffer.alloc->getResult(0));
}

Slot *BlockMerger::findSlot(SmallVectorImpl<Slot> &slots, const Slot &buffer) {
  Slot *found = nullptr;
  for (Slot &slot : slots) {
    if (slot.origin.number != buffer.origin.number ||
        slot.lifetime.last > buffer.lifetime.first ||
        !OperationEquivalence::isEquivalentTo(
            slot.alloc, buffer.alloc, OperationEquivalence::IgnoreLocations) ||
        !canBecome(slot, buffer))
      continue;
    // What was written last is in the caches.
    if (!found || slot.lifetime.last > found->lifetime.last)
      found = &slot;
  }
  return found;
}

/// Moves the allocation before the loops and branches that it was made in
/// only because each use has one.
static void hoist(const Slot &slot) {
  Operation *around = nullptr;
  for (int64_t level = 0; level < slot.origin.levels; ++level) {
    Operation *next = (around ? around : slot.alloc)->getParentOp();
    bool isSequential =
        isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::WhileOp>(next);
    if (!isSequential || llvm::any_of(slot.alloc->getOperands(), [&](Value v) {
          return next->isAncestor(v.getParentRegion()->getParentOp());
        }))
      break;
    around = next;
  }
  if (around)
    slot.alloc->moveBefore(around);
}

void BlockMerger::merge(ArrayRef<std::pair<memref::AllocOp, Origin>> allocs) {
  SmallVector<Slot> buffers, slots;
  for (auto [alloc, origin] : allocs)
    if (std::optional<Lifetime> lifetime = findLifetime(alloc))
      buffers.push_back({alloc, origin, *lifetime});
  auto getOrder = [&](const Slot &buffer) {
    return std::pair(buffer.lifetime.first, places.lookup(buffer.alloc));
  };
  llvm::sort(buffers, [&](const Slot &a, const Slot &b) {
    return getOrder(a) < getOrder(b);
  });
  for (Slot &buffer : buffers) {
    Slot *slot = findSlot(slots, buffer);
    if (!slot) {
      slots.push_back(buffer);
      continue;
    }
    buffer.alloc->replaceAllUsesWith(slot->alloc);
    buffer.alloc->erase();
    unsigned first = slot->lifetime.first;
    slot->lifetime = buffer.lifetime;
    slot->lifetime.first = first;
  }
  for (const Slot &slot : slots)
    if (!slot.lifetime.leavesBlock)
      hoist(slot);
}

void layout::mergeDestinations(ModuleOp module) {
  llvm::MapVector<Block *, SmallVector<std::pair<memref::AllocOp, Origin>>>
      allocsOf;
  module.walk([&](Operation *op) {
    std::optional<Origin> origin = Origin::read(op->getLoc());
    if (!origin)
      return;
    op->setLoc(cast<FusedLoc>(op->getLoc()).getLocations().front());
    if (auto alloc = dyn_cast<memref::AllocOp>(op))
      allocsOf[op->getBlock()].push_back({alloc, *origin});
  });
  for (auto &[block, allocs] : allocsOf)
    BlockMerger(*block).merge(allocs);
}
