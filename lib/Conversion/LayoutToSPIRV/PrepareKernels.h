//===- PrepareKernels.h - Rewrites for upstream's conversion ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_PREPAREKERNELS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_PREPAREKERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::layout {

/// Rewrites, in a copy of kernels that is about to be converted, what upstream
/// converts wrong or not at all into what it converts right:
///
///   a loop with results that may have no iteration    the loop in an scf.if
///   arith.select of vectors by one condition          by a vector of it
///   math.isfinite, math.isinf                         |x| <, == infinity
///   arith.remsi, index.rems                           by magnitudes
///   index.floordivs, .ceildivs                        arith's, of any number
///   vector.load and .store of one element             memref.load, .store
///   memref.alloca, loaded and stored one by one       in a thread's memory
///   workgroup attributions                            memref.alloc
void prepareKernels(gpu::GPUModuleOp copy);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_PREPAREKERNELS_H
