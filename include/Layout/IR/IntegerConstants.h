//===- IntegerConstants.h - Integer constants within 64 bits ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_INTEGERCONSTANTS_H
#define LAYOUT_IR_INTEGERCONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::layout {

/// The number of a constant of any width, or of a splat, if 64 bits hold it:
/// nullopt for 18446744073709551616 : i128 as for what is no constant. Use
/// this, not upstream's `getConstantIntValue`, which takes the lowest 64 bits
/// of a wider constant for all of it.
///
/// The bits are read as a signed number, whatever the width: 255 : i8 is -1,
/// and so is `true`, the only other number of an i1 than 0. For a reader that
/// takes them without sign (`cmpi ult`, `divui`, `extui`, `index_castui`, a
/// loop marked `unsigned`) a negative number -x of width w means 2^w - x: such
/// a reader takes nonnegative numbers only, or reads the `APInt`.
std::optional<int64_t> getConstantNumber(OpFoldResult value);

/// `number` in an integer type or `index`, extended by its sign or truncated.
/// `IntegerAttr::get` makes 2^64 - 1 of -1 in types of more than 64 bits.
IntegerAttr getNumberAttr(Type type, int64_t number);

} // namespace mlir::layout

#endif // LAYOUT_IR_INTEGERCONSTANTS_H
