//===- Specialize.h - Specializations for laid-out callers ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_PROPAGATE_SPECIALIZE_H
#define LAYOUT_TRANSFORMS_PROPAGATE_SPECIALIZE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Gives each function of `module` a private specialization for each set of
/// layouts in which callers have its arguments or want its results. Conversions
/// move from around the calls into the specializations, none more of them is
/// executed. True if there are new functions.
bool specializeFunctions(ModuleOp module);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_PROPAGATE_SPECIALIZE_H
