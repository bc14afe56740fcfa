//===- NamedTypes.h - The types that an op names ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_NAMEDTYPES_H
#define LAYOUT_IR_NAMEDTYPES_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// The types of what `op` takes and yields: of operands and results, of the
/// arguments and results of a function, of a global. Not those of its blocks.
SmallVector<Type> getNamedTypes(Operation *op);

/// These, and those of the arguments of its blocks.
SmallVector<Type> getNamedAndBlockTypes(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_IR_NAMEDTYPES_H
