//===- BandOrder.h - The order of accesses in a register tile ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
#define LIB_TRANSFORMS_VECTORIZE_BANDORDER_H

#include "RegisterTile.h"

namespace mlir::layout {

/// Succeeds if each op of the body may be executed for all rows and lanes of a
/// tile before the next op is, and accumulators may be loaded before reductions
/// and stored after them. Cost: a query of dependences for each two accesses.
LogicalResult checkOrder(const RegisterTile &band, IntegerFacts &facts,
                         Dependences &dependences, VectorRefusal &refusal);

/// Returns true if no other access touches an accumulator's cell while it is in
/// a register: for accesses to the same buffer, as x[%j] is beside x[%i] in the
/// solution of a triangle. Cost: as above.
bool isKeptAlone(const RegisterTile &band, IntegerFacts &facts,
                 Dependences &dependences);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_BANDORDER_H
