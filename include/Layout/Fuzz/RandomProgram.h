//===- RandomProgram.h - Programs at random ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_RANDOMPROGRAM_H
#define LAYOUT_FUZZ_RANDOMPROGRAM_H

#include "Layout/Check/Check.h"
#include "Layout/Fuzz/Features.h"

namespace mlir::layout::fuzz {

struct RandomProgram {
  std::string text;
  CheckOptions options; ///< all but the pipeline
  FeatureSet used;
  bool hasCopyPads = false;
  bool hasForeign = false; ///< operations of unknown dialects
  bool hasMaskRegions = false; ///< transfers in `vector.mask`
};

/// A module that is well-formed and, without its layouts, well-defined: every
/// index is in bounds, every memref operand of a whole-buffer op its own
/// memory. The entry is `@f`. Needs the dialects of
/// `registerCheckDependencies` and the layout dialect in `context`.
RandomProgram makeRandomProgram(MLIRContext *context,
                                const FeatureWeights &weights, Random &random);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_RANDOMPROGRAM_H
