//===- LowerConvert.h - Conversions become loops ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_LOWERING_LOWERCONVERT_H
#define LAYOUT_TRANSFORMS_LOWERING_LOWERCONVERT_H

#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Checks that `convert` can become loops. Explains a refusal through
/// `emitError`: a conversion of tensors, one that may be in place, a pad to
/// write on a layout whose map has no inverse.
LogicalResult planLowerConvert(ConvertOp convert, StorageQuery mayBeOneStorage,
                               function_ref<InFlightDiagnostic()> emitError);

/// Replaces `convert` by loops over the physical index of its destination (its
/// logical index if it is plain or has no inverse). Cannot fail after a
/// successful plan. The source is still accessed by its logical index; the
/// destination through `layout.as_physical`.
void applyLowerConvert(RewriterBase &rewriter, ConvertOp convert);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_LOWERING_LOWERCONVERT_H
