//===- UnusedSymbols.h - Symbols that no result uses ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_UNUSEDSYMBOLS_H
#define LAYOUT_IR_UNUSEDSYMBOLS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// `map` without symbols if no result uses one, else as it is. Such symbols say
/// nothing about where an element lies: `(i)[s] -> (i)` is `(i) -> (i)`.
AffineMap dropUnusedSymbols(AffineMap map);

/// Takes from each allocation in `root` the values of symbols that the plain
/// `affine_map` layout of its type does not use. A type without that map takes
/// none, so the caller changes the types next. Cost: one walk.
void dropUnusedSymbolOperands(Operation *root);

} // namespace mlir::layout

#endif // LAYOUT_IR_UNUSEDSYMBOLS_H
