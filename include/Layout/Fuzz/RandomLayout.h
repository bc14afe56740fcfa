//===- RandomLayout.h - Valid layouts at random -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_RANDOMLAYOUT_H
#define LAYOUT_FUZZ_RANDOMLAYOUT_H

#include "Layout/Fuzz/Features.h"
#include "Layout/IR/Layout.h"

namespace mlir::layout::fuzz {

/// A layout that is right for every buffer of the static `shape` and of
/// `elementType`, of at most 4096 places; with `isDynamic`, for those whose
/// extents are larger in the dimensions that are set there, too. `used` gains
/// the features that it has. Its padding is often one of `pads`.
BufferAttr makeRandomLayout(ArrayRef<int64_t> shape, ArrayRef<bool> isDynamic,
                            Type elementType, ArrayRef<TypedAttr> pads,
                            const FeatureWeights &weights, Random &random,
                            FeatureSet &used);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_RANDOMLAYOUT_H
