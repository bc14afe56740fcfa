//===- HostBuffers.h - Addresses of host buffers ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_HOST_HOSTBUFFERS_H
#define LAYOUT_LIB_CONVERSION_HOST_HOSTBUFFERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// `index` as an i64.
Value asI64(OpBuilder &builder, Location loc, Value index);

/// Where the elements of a contiguous buffer lie, an `!llvm.ptr`.
Value getAddress(OpBuilder &builder, Location loc, Value buffer);

/// How many bytes a contiguous buffer of numbers, or vectors of them, has, an
/// i64.
Value getNumBytes(OpBuilder &builder, Location loc, Value buffer);

/// Removes casts between memory spaces that have become one.
void removeIdentityCasts(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_HOST_HOSTBUFFERS_H
