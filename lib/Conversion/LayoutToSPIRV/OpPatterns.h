//===- OpPatterns.h - Conversion patterns to SPIR-V -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_OPPATTERNS_H
#define LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_OPPATTERNS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Above all patterns of upstream.
constexpr unsigned kOwnBenefit = 100;

/// Ops for which upstream has no pattern, or one that does not do all of it:
/// static sizes; a barrier that orders accesses to all memory.
void populateOpPatterns(const SPIRVTypeConverter &converter,
                        RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_LAYOUTTOSPIRV_OPPATTERNS_H
