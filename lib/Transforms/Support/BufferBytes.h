//===- BufferBytes.h - How large buffers are --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_BUFFERBYTES_H
#define LIB_TRANSFORMS_SUPPORT_BUFFERBYTES_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::layout {

/// Of a row-major buffer of static shape whose elements are numbers of whole
/// bytes, else nullopt. The largest number if 64 bits do not hold it.
std::optional<int64_t> getBytes(MemRefType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_BUFFERBYTES_H
