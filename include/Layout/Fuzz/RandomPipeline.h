//===- RandomPipeline.h - Passes in a random legal order --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_FUZZ_RANDOMPIPELINE_H
#define LAYOUT_FUZZ_RANDOMPIPELINE_H

#include "Layout/Fuzz/RandomProgram.h"

namespace mlir::layout::fuzz {

/// Passes in an order that the documentation allows, with random options, as
/// `--pass-pipeline` takes each; after them no layout is left. `broken`, a pass
/// that makes a mistake, comes directly after `layout-apply` if it is not
/// empty.
std::vector<std::string> makeRandomPipeline(const RandomProgram &program,
                                            StringRef broken, Random &random);

/// "builtin.module(a,b)".
std::string getPipelineText(ArrayRef<std::string> passes);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_FUZZ_RANDOMPIPELINE_H
