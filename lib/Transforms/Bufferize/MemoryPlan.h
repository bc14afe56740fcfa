//===- MemoryPlan.h - Which buffers share memory ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_MEMORYPLAN_H
#define LIB_TRANSFORMS_BUFFERIZE_MEMORYPLAN_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// Of a line of the cache, and of the widest registers: buffers begin at
/// multiples of so many bytes, and have multiples of them.
constexpr int64_t kMemoryAlignment = 64;

/// Memory that is needed between two places of a block: by a buffer, from its
/// allocation to its end, or by an op for what it executes.
struct PlannedBuffer {
  Operation *op;
  memref::DeallocOp dealloc; ///< null where `op` allocates nothing itself
  int64_t bytes;
  unsigned begin, end; ///< places in the block
  int64_t offset = 0;

  bool meets(const PlannedBuffer &other) const {
    return begin < other.end && other.begin < end;
  }
};

/// The memory of one block, in the order of its ops.
struct BlockPlan {
  SmallVector<PlannedBuffer> buffers;
  int64_t bytes = 0;
};

/// Why a buffer of known or unknown size has an allocation of its own; empty if
/// it may have memory of another.
StringRef explainOwnAllocation(memref::AllocOp alloc);

/// The bytes that an element has in an array of them.
int64_t getElementBytes(memref::AllocOp alloc);

/// The op that frees a buffer, if it is in the same block. Any other would free
/// it twice.
memref::DeallocOp findDealloc(memref::AllocOp alloc);

/// The place of each op in its block.
DenseMap<Operation *, unsigned> getPlaces(Block &block);

/// The buffers of known size that a block allocates and frees. A remark says
/// why another one keeps its allocation, but for those that have a place by
/// `isPlaced` already.
BlockPlan findBuffers(
    Block &block,
    function_ref<bool(memref::AllocOp)> isPlaced = [](auto) { return false; });

/// Gives each buffer the least offset at which nothing that lives at the same
/// time is in the way, and `bytes` to the plan. Cost: quadratic in the buffers
/// that are alive at the same time.
void placeBuffers(BlockPlan &plan);

/// Says why `what`, a buffer or a call, keeps an allocation of its own.
void remarkKept(Operation *op, StringRef what, StringRef why);
inline void remarkKept(memref::AllocOp alloc, StringRef why) {
  remarkKept(alloc, "buffer", why);
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_MEMORYPLAN_H
