//===- LayoutSyntax.h - A layout and types, as text -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMOPS_LAYOUTSYNTAX_H
#define LAYOUT_LIB_TRANSFORMOPS_LAYOUTSYNTAX_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::layout::schedule {

/// `#layout.buffer<..> : (operands) -> results`, or an alias in place of the
/// layout. An operand or result that is optional may be missing at the end.
ParseResult parseLayoutAndTypes(OpAsmParser &parser, BufferAttr &layout,
                                MutableArrayRef<Type> operands,
                                MutableArrayRef<Type> results);

void printLayoutAndTypes(OpAsmPrinter &printer, BufferAttr layout,
                         ArrayRef<Type> operands, ArrayRef<Type> results);

} // namespace mlir::layout::schedule

#endif // LAYOUT_LIB_TRANSFORMOPS_LAYOUTSYNTAX_H
