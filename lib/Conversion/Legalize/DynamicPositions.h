//===- DynamicPositions.h - Parts of vectors at dynamic positions -*- C++ -*-=//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_DYNAMICPOSITIONS_H
#define LAYOUT_LIB_CONVERSION_DYNAMICPOSITIONS_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// Adds patterns for `vector.extract` and `vector.insert` whose position is
/// dynamic where LLVM wants a constant: in another dimension than the
/// last one. An element is found in the vector with one dimension; a part of
/// several elements is selected among all that it could be. A position out of
/// bounds gives an arbitrary value, as it may. Leaves scalable vectors alone.
void populateDynamicPositionPatterns(RewritePatternSet &patterns);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_DYNAMICPOSITIONS_H
