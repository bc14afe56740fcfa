//===- MemoryPlan.cpp - Which buffers share memory ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryPlan.h"

#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// What is larger stays by itself, so that sums of sizes do not wrap.
constexpr int64_t kMostBytes = int64_t(1) << 40;

StringRef layout::explainOwnAllocation(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity())
    return "it has a layout; run layout-apply first";
  if (type.getMemorySpace())
    return "it has a memory space";
  if (!type.getElementType().isIntOrIndexOrFloat())
    return "its elements are no numbers";
  // Alignments are powers of two: one more than 64 is none.
  if (alloc.getAlignment().value_or(1) > uint64_t(kMemoryAlignment))
    return "its alignment is larger than 64 bytes";
  return "";
}

int64_t layout::getElementBytes(memref::AllocOp alloc) {
  // In memory elements are aligned, to no more than the next power of two.
  return llvm::PowerOf2Ceil(DataLayout::closest(alloc).getTypeSize(
      alloc.getType().getElementType()));
}

/// The bytes of a buffer, to the next line of the cache; nullopt if they are
/// too many.
static std::optional<int64_t> getBytes(memref::AllocOp alloc) {
  int64_t bytes = getElementBytes(alloc);
  for (int64_t extent : alloc.getType().getShape())
    if (llvm::MulOverflow(bytes, extent, bytes) || bytes > kMostBytes)
      return std::nullopt;
  return llvm::alignTo(bytes, kMemoryAlignment);
}

memref::DeallocOp layout::findDealloc(memref::AllocOp alloc) {
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user))
      return dealloc->getBlock() == alloc->getBlock() ? dealloc
                                                      : memref::DeallocOp();
  return {};
}

void layout::remarkKept(Operation *op, StringRef what, StringRef why) {
  remarkMissed(op->getLoc(), "layout-plan-memory/kept")
      << ("the " + what + " keeps an allocation of its own: " + why).str();
}

DenseMap<Operation *, unsigned> layout::getPlaces(Block &block) {
  DenseMap<Operation *, unsigned> places;
  for (auto [place, op] : llvm::enumerate(block))
    places[&op] = place;
  return places;
}

BlockPlan
layout::findBuffers(Block &block,
                    function_ref<bool(memref::AllocOp)> isPlaced) {
  BlockPlan plan;
  DenseMap<Operation *, unsigned> places = getPlaces(block);
  for (auto alloc : block.getOps<memref::AllocOp>()) {
    if (isPlaced(alloc))
      continue;
    if (!alloc.getType().hasStaticShape()) {
      remarkKept(alloc, "its size is not known");
    } else if (StringRef why = explainOwnAllocation(alloc); !why.empty()) {
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
void layout::placeBuffers(BlockPlan &plan) {
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
