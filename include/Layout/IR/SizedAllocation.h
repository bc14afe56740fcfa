//===- SizedAllocation.h - Allocations that take their sizes ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_SIZEDALLOCATION_H
#define LAYOUT_IR_SIZEDALLOCATION_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::layout {

/// An op that makes one new buffer, of a type that may be changed, from one
/// operand per dynamic extent: `memref.alloc`, `memref.alloca`, `gpu.alloc`.
/// (Whether a value is memory that any op allocates, `isAllocation` tells.)
class SizedAllocation : public OpState {
public:
  explicit SizedAllocation(Operation *op = nullptr) : OpState(op) {}
  static bool classof(Operation *op);

  TypedValue<MemRefType> getMemref();
  OperandRange getDynamicSizes();
  MutableOperandRange getDynamicSizesMutable();
  /// The values of the symbols of the type's layout.
  MutableOperandRange getSymbolOperandsMutable();
  /// The size along `dim`, a dynamic one.
  Value getDynamicSize(unsigned dim);
};

} // namespace mlir::layout

#endif // LAYOUT_IR_SIZEDALLOCATION_H
