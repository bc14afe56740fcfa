//===- Arrays.h - Arrays that a program in C passes -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CAPI_ARRAYS_H
#define LAYOUT_LIB_CAPI_ARRAYS_H

#include "mlir/CAPI/IR.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"

namespace mlir::layout {

/// The `count` elements at `data`; nullopt after a diagnostic at `loc` where
/// that is no array. `what` names the elements: "extents".
template <typename T>
std::optional<ArrayRef<T>> getArray(MlirLocation loc, const char *what,
                                    intptr_t count, const T *data) {
  if (count == 0 || (count > 0 && data))
    return ArrayRef<T>(data, count);
  InFlightDiagnostic error = emitError(unwrap(loc));
  if (count < 0)
    error << "expects a number of " << what << " of at least 0, found "
          << int64_t(count);
  else
    error << "expects " << int64_t(count) << " " << what << ", found null";
  return std::nullopt;
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_CAPI_ARRAYS_H
