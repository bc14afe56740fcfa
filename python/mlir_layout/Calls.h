//===- Calls.h - Calls of compiled functions from Python --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_LAYOUT_PYTHON_CALLS_H
#define MLIR_LAYOUT_PYTHON_CALLS_H

#include "Layout/Session/ModuleHandle.h"
#include <pybind11/pybind11.h>

namespace mlir::layout {

/// Calls a function with arrays and numbers, the lock of the interpreter
/// released. Nothing here trusts the caller: elements, extents, strides,
/// alignment, permission to write and overlaps are checked first.
pybind11::object call(const CompiledFunction &function,
                      const pybind11::sequence &given);

} // namespace mlir::layout

#endif // MLIR_LAYOUT_PYTHON_CALLS_H
