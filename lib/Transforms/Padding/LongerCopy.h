//===- LongerCopy.h - Copies of buffers with room for a vector --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bias of 61 elements would keep a loop from running to 64:
//
//                                    %t = memref.alloca() : memref<64xf32>
//                                    affine.for %i = 0 to 61
//                                      %t[%i] = %bias[%i]
//     for %h, %w                     for %h, %w
//       for %c = 0 to 61               for %c = 0 to 64
//         .. %bias[%c] ..                .. %t[%c] ..
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PADDING_LONGERCOPY_H
#define LIB_TRANSFORMS_PADDING_LONGERCOPY_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// A copy of a buffer of one dimension, and the loads that read it instead.
struct LongerCopy {
  Value source;
  SmallVector<affine::AffineLoadOp, 2> loads;
  int64_t size = 0; ///< of the copy

  memref::AllocaOp buffer;     ///< null as long as there is none
  affine::AffineForOp filling; ///< writes it

  /// Makes the copy, before `nest`, and writes each element that the source
  /// has; the others stay undefined.
  void insert(affine::AffineForOp nest);
  /// Makes the loads read the source again, and erases the copy.
  void remove();
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PADDING_LONGERCOPY_H
