//===- ImagePatterns.h - Accesses to textures -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEPATTERNS_H
#define LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEPATTERNS_H

#include "mlir/Dialect/SPIRV/Transforms/SPIRVConversion.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// A memref in texture memory becomes a pointer to its image. To be called
/// after the converter knows the other types: the last conversion is tried
/// first.
void addImageConversion(SPIRVTypeConverter &converter);

/// Loads, stores and sizes of textures. Their benefit is above that of
/// upstream's patterns, which crash on a store and leave vectors alone.
void populateImagePatterns(const SPIRVTypeConverter &converter,
                           RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LIB_CONVERSION_LAYOUTTOSPIRV_IMAGEPATTERNS_H
