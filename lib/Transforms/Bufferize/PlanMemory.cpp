//===- PlanMemory.cpp - Buffers that share one allocation -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers of one block whose live ranges do not overlap share memory:
//
//     %a = alloc 16xf32                 ->  %memory = alloc 128xi8
//     %b = alloc 8xf32                      %a = view %memory[0]
//     dealloc %a                            %b = view %memory[64]
//     %c = alloc 16xf32                     %c = view %memory[0]
//
// Large buffers are placed first: a small one fits a gap between large ones,
// but not the other way round.
//
//===----------------------------------------------------------------------===//

#include "LastUses.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPLANMEMORY
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Of a line of the cache, and of the widest registers.
constexpr int64_t kAlignment = 64;

/// What is larger stays by itself, so that sums of sizes do not wrap.
constexpr int64_t kMostBytes = int64_t(1) << 40;

/// A buffer between two places in a block.
struct PlannedBuffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  int64_t bytes;
  unsigned begin, end; ///< places in the block
  int64_t offset = 0;

  bool meets(const PlannedBuffer &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// Buffers of one block, in the order in which they are allocated.
struct BlockPlan {
  SmallVector<PlannedBuffer> buffers;
  int64_t bytes = 0;
};

} // namespace

/// Why a buffer has an allocation of its own; empty if it may share one.
static StringRef explainOwnAllocation(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape())
    return "its size is not known";
  if (!type.getLayout().isIdentity())
    return "it has a layout; run layout-apply first";
  if (type.getMemorySpace())
    return "it has a memory space";
  if (!type.getElementType().isIntOrIndexOrFloat())
    return "its elements are no numbers";
  // Alignments are powers of two: one more than 64 is none.
  if (alloc.getAlignment().value_or(1) > uint64_t(kAlignment))
    return "its alignment is larger than 64 bytes";
  return "";
}

/// The bytes of a buffer, to the next line of the cache; nullopt if they are
/// too many.
static std::optional<int64_t> getBytes(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  // In memory elements are aligned, to no more than the next power of two.
  int64_t bytes = llvm::PowerOf2Ceil(
      DataLayout::closest(alloc).getTypeSize(type.getElementType()));
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes) || bytes > kMostBytes)
      return std::nullopt;
  return llvm::alignTo(bytes, kAlignment);
}

/// The op that frees a buffer, if it is in the same block. Any other would free
/// it twice.
static memref::DeallocOp findDealloc(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user))
      return dealloc->getBlock() == alloc->getBlock() ? dealloc
                                                      : memref::DeallocOp();
  return {};
}

static void remarkKept(memref::AllocOp alloc, StringRef why) {
  remarkMissed(alloc.getLoc(), "layout-plan-memory/kept")
      << ("the buffer keeps an allocation of its own: " + why).str();
}

static BlockPlan findBuffers(Block &block) {
  BlockPlan plan;
  DenseMap<Operation *, unsigned> places;
  for (auto [place, op] : llvm::enumerate(block))
    places[&op] = place;
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    if (StringRef why = explainOwnAllocation(alloc); !why.empty()) {
      remarkKept(alloc, why);
    } else if (std::optional<int64_t> bytes = getBytes(alloc); !bytes) {
      remarkKept(alloc, "it is larger than 2^40 bytes");
    } else if (memref::DeallocOp dealloc = findDealloc(alloc); !dealloc) {
      remarkKept(alloc, "no memref.dealloc in its block frees it; run "
                        "buffer-deallocation-pipeline first");
    } else {
      plan.buffers.push_back(
          {alloc, dealloc, *bytes, places[alloc], places[dealloc]});
    }
  }
  return plan;
}

/// The least offset at which nothing that lives at the same time is in the way.
static int64_t findOffset(const PlannedBuffer &buffer,
                          ArrayRef<const PlannedBuffer *> placed) {
  int64_t offset = 0;
  // They are in the order of their offsets.
  for (const PlannedBuffer *other : placed) {
    if (!buffer.meets(*other))
      continue;
    if (offset + buffer.bytes <= other->offset)
      break;
    offset = std::max(offset, other->offset + other->bytes);
  }
  return offset;
}

/// Large buffers first: small ones fit into what is between them.
static void placeBuffers(BlockPlan &plan) {
  SmallVector<PlannedBuffer *> bySize;
  for (PlannedBuffer &buffer : plan.buffers)
    bySize.push_back(&buffer);
  llvm::sort(bySize, [](PlannedBuffer *a, PlannedBuffer *b) {
    return std::pair(-a->bytes, a->begin) < std::pair(-b->bytes, b->begin);
  });
  SmallVector<const PlannedBuffer *> placed;
  for (PlannedBuffer *buffer : bySize) {
    buffer->offset = findOffset(*buffer, placed);
    plan.bytes = std::max(plan.bytes, buffer->offset + buffer->bytes);
    auto *place = llvm::upper_bound(
        placed, buffer, [](const PlannedBuffer *a, const PlannedBuffer *b) {
          // Multiples of 64: one more is none.
          return a->offset < b->offset;
        });
    placed.insert(place, buffer);
  }
}

static void apply(IRRewriter &rewriter, const BlockPlan &plan) {
  PlannedBuffer first = plan.buffers.front();
  Operation *last = first.dealloc;
  for (const PlannedBuffer &buffer : plan.buffers)
    if (last->isBeforeInBlock(buffer.dealloc))
      last = buffer.dealloc;
  Location loc = first.alloc.getLoc();
  rewriter.setInsertionPointAfter(last);
  OpBuilder::InsertPoint end = rewriter.saveInsertionPoint();
  rewriter.setInsertionPoint(first.alloc);
  auto type = MemRefType::get({plan.bytes}, rewriter.getI8Type());
  auto memory = memref::AllocOp::create(rewriter, loc, type,
                                        rewriter.getI64IntegerAttr(kAlignment));
  remarkDone(loc, "layout-plan-memory/shared")
      << llvm::formatv("{0} buffers share one of {1} bytes",
                       plan.buffers.size(), plan.bytes)
             .str();
  rewriter.restoreInsertionPoint(end);
  memref::DeallocOp::create(rewriter, loc, memory);
  for (PlannedBuffer buffer : plan.buffers) {
    rewriter.eraseOp(buffer.dealloc);
    rewriter.setInsertionPoint(buffer.alloc);
    Value offset = arith::ConstantIndexOp::create(
        rewriter, buffer.alloc.getLoc(), buffer.offset);
    rewriter.replaceOpWithNewOp<memref::ViewOp>(
        buffer.alloc, buffer.alloc.getType(), memory, offset, ValueRange());
  }
}

namespace {

class PlanMemoryPass
    : public layout::impl::LayoutPlanMemoryBase<PlanMemoryPass> {
  void runOnOperation() override {
    bool changed = freeAfterLastUse(getOperation());
    SmallVector<BlockPlan> plans;
    getOperation()->walk([&](Block *block) {
      BlockPlan plan = findBuffers(*block);
      if (plan.buffers.size() == 1)
        remarkKept(plan.buffers.front().alloc,
                   "there is no other in its block to share one with");
      if (plan.buffers.size() < 2)
        return;
      placeBuffers(plan);
      plans.push_back(std::move(plan));
    });
    if (plans.empty() && !changed)
      return markAllAnalysesPreserved();
    IRRewriter rewriter(&getContext());
    for (const BlockPlan &plan : plans)
      apply(rewriter, plan);
  }
};

} // namespace
