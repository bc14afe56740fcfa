//===- PackWeights.h - Weights that callers lay out -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_WEIGHTS_PACKWEIGHTS_H
#define LIB_TRANSFORMS_WEIGHTS_PACKWEIGHTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Gives each argument with `layout.weight` the type in which its function uses
/// it, and moves what only moves its elements into a function of its own, which
/// callers call once: `@f_pack_arg1` for argument 1 of `@f`, or `@f_pack_w` for
/// `layout.weight = "w"`. Its arguments are buffers, the plain one and the one
/// that it writes.
///
/// Failure, and the module is as it was: a weight is used in several forms, or
/// one name stands for several; it is written, returned or yielded; its function
/// is private, external, or used within the module; a name is taken. Cost:
/// linear in the module.
LogicalResult packWeights(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_WEIGHTS_PACKWEIGHTS_H
