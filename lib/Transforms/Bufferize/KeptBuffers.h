//===- KeptBuffers.h - Buffers that memory or an address names --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %b = memref.alloc() : memref<8xf32>
//   memref.store %b, %slot[%i] : memref<4xmemref<8xf32>>
//
// Upstream's buffer deallocation follows values. It frees %b at the end of its
// block, whatever is loaded from %slot after that.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_KEPTBUFFERS_H
#define LIB_TRANSFORMS_BUFFERIZE_KEPTBUFFERS_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

class BufferFlow;

/// Marks what buffer deallocation leaves to the program.
inline constexpr StringLiteral kLeftToProgram =
    bufferization::BufferizationDialect::kManualDeallocation;

/// A buffer, and whether its function returns it, too, under some name.
struct KeptBuffer {
  Value buffer;
  bool isReturned;
};

/// Returns the buffers that deallocation would free, results of allocations and
/// of calls, or would copy, arguments that are returned, and that may be reached
/// otherwise than by values: stored in memory, under any name, or known by
/// their address, here or in a callee; a callee that is not known keeps all. A
/// function without a body is taken to keep none, as buffer deallocation takes
/// it. Cost: without an op that may keep a buffer, a walk; else as `BufferFlow`,
/// and the uses of each buffer.
SmallVector<KeptBuffer> findKeptBuffers(ModuleOp module);

/// Returns true if the op itself stores the buffer of the operand in memory,
/// takes its address, or passes it to a callee that is not known.
bool keepsBuffer(OpOperand &operand, const BufferFlow &flow);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_KEPTBUFFERS_H
