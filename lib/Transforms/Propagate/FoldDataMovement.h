//===- FoldDataMovement.h - Folding data movement of constants --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_FOLDDATAMOVEMENT_H
#define LIB_TRANSFORMS_PROPAGATE_FOLDDATAMOVEMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// Makes constants of what transposes and reshapes constants in `module`, where
/// that is wanted (MovedConstants.h). Resources stay resources. True if
/// something changed. Cost: see `packElements`, once for each constant and
/// order of its elements; none where only the shape is another.
bool foldDataMovement(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_FOLDDATAMOVEMENT_H
