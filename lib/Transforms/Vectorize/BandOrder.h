//===- BandOrder.h - The order of accesses in a band ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
#define LIB_TRANSFORMS_VECTORIZE_BANDORDER_H

#include "VectorBand.h"

namespace mlir::layout {

/// May each op of the body be executed for all rows and lanes of a tile before
/// the next op is, and what is kept be loaded before the sums and stored behind
/// them? Cost: one question about dependences for each two accesses.
LogicalResult checkOrder(const VectorBand &band, IntegerFacts &facts,
                         Dependences &dependences, VectorRefusal &refusal);

/// Does no other access touch an element of the tile while it is kept? Asked
/// where others go to the same buffer, as x[%j] does beside x[%i] in the
/// solution of a triangle. Cost: as above.
bool isKeptAlone(const VectorBand &band, IntegerFacts &facts,
                 Dependences &dependences);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
