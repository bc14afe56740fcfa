//===- RewriteFunctions.h - Patterns on chosen functions --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_REWRITEFUNCTIONS_H
#define LIB_TRANSFORMS_PROPAGATE_REWRITEFUNCTIONS_H

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::layout {

/// Applies `patterns` in each of `functions`, and leaves their blocks as they
/// are.
inline void rewriteFunctions(ArrayRef<Operation *> functions,
                             const FrozenRewritePatternSet &patterns) {
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // A program that did not come to rest is as right as the one before.
  for (Operation *function : functions)
    (void)applyPatternsGreedily(function, patterns, config);
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_REWRITEFUNCTIONS_H
