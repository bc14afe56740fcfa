//===- ReturnedBuffers.h - Whose memory results are -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Example: who frees the results?
//
//   func.func @f(%a: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<4xf32>) {
//     %b = memref.alloc() : memref<4xf32>
//     %r = arith.select %c, %a, %b : memref<4xf32>
//     return %b, %r : memref<4xf32>, memref<4xf32>
//   }
//
// Result 0 is allocated: the caller. Result 1 is allocated or an argument, and
// may be the memory of result 0.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_RETURNEDBUFFERS_H
#define LAYOUT_ANALYSIS_BUFFERS_RETURNEDBUFFERS_H

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::layout {

/// Whose memory a returned buffer may be, on some path.
struct ReturnedBuffer {
  bool isAllocated = false; ///< by the function, or one that it calls
  bool isArgument = false;  ///< of the function
  bool isStray = false;     ///< of a global, or not known
  bool isHidden = false;    ///< a lowering has begun, which hides it
  /// The first result before this one that may be the same memory.
  std::optional<unsigned> shared;

  /// Returns true if it is memory of its own that the caller has to free.
  bool isOwn() const {
    return isAllocated && !isArgument && !isStray && !isHidden && !shared;
  }
};

/// Follows the results of functions of a module to where they are made, through
/// calls, up to some depth. Cost: that of `BufferFlow`, and of the returns.
class ReturnedBuffers {
public:
  explicit ReturnedBuffers(ModuleOp module) : flow(module) {}

  /// For each result that is a buffer; others are nothing of these.
  SmallVector<ReturnedBuffer> find(func::FuncOp function) const;

private:
  void add(Value value, unsigned depth, ReturnedBuffer &buffer) const;
  void addOrigin(Value origin, unsigned depth, ReturnedBuffer &buffer) const;
  void addResult(func::CallOp call, unsigned number, unsigned depth,
                 ReturnedBuffer &buffer) const;
  bool mayShare(Value a, Value b) const;

  BufferFlow flow;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_RETURNEDBUFFERS_H
