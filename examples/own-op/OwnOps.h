//===- OwnOps.h - Ops of one's own on buffers -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OWN_OWNOPS_H
#define OWN_OWNOPS_H

#include "Layout/IR/LayoutAccess.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "OwnDialect.h.inc"
#define GET_OP_CLASSES
#include "OwnOps.h.inc"

namespace own {
/// Replaces the ops of this dialect by upstream's: `own-lower`.
void registerLowerOwnOpsPass();
} // namespace own

#endif // OWN_OWNOPS_H
