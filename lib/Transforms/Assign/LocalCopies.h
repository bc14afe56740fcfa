//===- LocalCopies.h - Local copies for requests ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_LOCALCOPIES_H
#define LIB_TRANSFORMS_ASSIGN_LOCALCOPIES_H

#include "FixedInterfaces.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Transforms/Assign/Assign.h"

namespace mlir::layout {

/// Checks that working on copies means the same, where `plan` meets a request
/// by a local copy of an argument or of a global, or by conversions around a
/// call: the original is not accessed meanwhile, in a parallel loop either, and
/// the copy is neither freed nor returned. Explains each that does by an error
/// at the op. `isDistinct`: values that are guaranteed to be reached in no
/// other way.
LogicalResult checkLocalCopies(ModuleOp module, const AssignPlan &plan,
                               const AccessModes &modes,
                               const FixedInterfaces &interfaces,
                               SymbolTableCollection &symbols,
                               function_ref<bool(Value)> isDistinct);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_LOCALCOPIES_H
