//===- IntegerSample.h - An integer point of a polyhedron -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_INTEGERSAMPLE_H
#define LAYOUT_LIB_MAP_INTEGERSAMPLE_H

#include "Layout/Map/Decision.h"
#include "mlir/Analysis/Presburger/IntegerRelation.h"
#include "mlir/Support/LLVM.h"

namespace mlir::layout {

using IntegerPoint = SmallVector<llvm::DynamicAPInt, 8>;

/// Decides whether `set` has no integer point. Yes and No are exact; No leaves
/// a point in `point`, a value per column. Unknown: the work would be too much.
///
/// The Presburger library's search is exponential in the number of columns in
/// the worst case, and queries about layouts have many that matter little. So
/// first, all of it exactly: equalities with a coefficient 1 are substituted,
/// columns that are bounded on one side only are dropped, and independent parts
/// are decided part by part. A part is searched by branching on the rational
/// simplex, within a number of branches; the library is called if that does not
/// decide and the part is not too large for it.
Truth isIntegerEmpty(const presburger::IntegerPolyhedron &set,
                     IntegerPoint &point);

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_INTEGERSAMPLE_H
