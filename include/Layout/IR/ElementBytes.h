//===- ElementBytes.h - Bytes of an element in memory -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_ELEMENTBYTES_H
#define LAYOUT_IR_ELEMENTBYTES_H

#include "mlir/IR/Types.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// Bytes from one element to the next; nullopt, with the reason in `why`, if
/// elements or their parts are no power of two of whole bytes, as i4 and
/// vector<3xf32>. An `index` counts as 64 bits.
std::optional<int64_t> getElementBytes(Type element, std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_IR_ELEMENTBYTES_H
