//===- Reduction.h - Reducing failing programs ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TOOLS_LAYOUTREDUCE_REDUCTION_H
#define LAYOUT_TOOLS_LAYOUTREDUCE_REDUCTION_H

#include "Layout/Fuzz/Trial.h"

namespace mlir::layout::fuzz {

/// Returns true if the program still fails as the original does.
using IsInteresting = llvm::function_ref<bool(const RandomProgram &program,
                                              ArrayRef<std::string> passes)>;

/// Patterns that make programs smaller, for the dialect interface of upstream's
/// reducer: loops become one iteration, branches their first arm, values
/// constants.
void registerReductionPatterns(DialectRegistry &registry);

/// Leaves out passes as long as the program stays interesting.
void reducePasses(const RandomProgram &program,
                  std::vector<std::string> &passes,
                  IsInteresting isInteresting);

/// Makes the layouts of the program simpler, one part of one at a time:
/// separators, extents, pads, steps, all.
void reduceLayouts(MLIRContext *context, RandomProgram &program,
                   ArrayRef<std::string> passes, IsInteresting isInteresting);

/// Takes away operations, one at a time, that upstream's reducer leaves.
void reduceOperations(MLIRContext *context, RandomProgram &program,
                      ArrayRef<std::string> passes,
                      IsInteresting isInteresting);

} // namespace mlir::layout::fuzz

#endif // LAYOUT_TOOLS_LAYOUTREDUCE_REDUCTION_H
