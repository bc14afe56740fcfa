//===- BufferizableViews.h - Bufferisation of storage seen otherwise
//-------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_BUFFERIZABLEVIEWS_H
#define LIB_TRANSFORMS_BUFFERIZE_BUFFERIZABLEVIEWS_H

#include "mlir/IR/MLIRContext.h"

namespace mlir::layout {

/// Makes known how `layout.as_physical` and `as_logical` of tensors become
/// those of buffers.
void attachBufferizableViews(MLIRContext &context);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_BUFFERIZABLEVIEWS_H
