//===- StricterCompare.h - Stricter comparisons -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_CONDITIONS_STRICTERCOMPARE_H
#define LIB_TRANSFORMS_CONDITIONS_STRICTERCOMPARE_H

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::layout {

/// Of `<=`, `>=` and `!=`, one of `==`, `<` and `>` that is the same for the
/// same operands where control reaches `op` and `given` holds:
///
///     given i <= 0:  0 <= i is i == 0,  i != 0 is i < 0
///
/// Nullopt if there is none, or for other comparisons. Up to two queries.
std::optional<arith::CmpIPredicate> getStricter(IntegerFacts &facts,
                                                arith::CmpIOp compare,
                                                Operation *op,
                                                const Condition &given);

/// The comparison of the same operands by another predicate, as a formula.
std::optional<Condition> readAs(IntegerFacts &facts, arith::CmpIOp compare,
                                arith::CmpIPredicate predicate);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_CONDITIONS_STRICTERCOMPARE_H
