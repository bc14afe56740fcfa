//===- ModuleState.h - State of a module handle -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SESSION_MODULESTATE_H
#define LAYOUT_LIB_SESSION_MODULESTATE_H

#include "Layout/Session/ModuleHandle.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout {

/// The module and how often it was replaced, hidden by the pointer of a handle,
/// so that users of the header see no IR.
struct ModuleHandle::State {
  /// The module is another one from now on.
  void replace(OwningOpRef<ModuleOp> changed) {
    module = std::move(changed);
    ++version;
  }

  Session session;
  OwningOpRef<ModuleOp> module;
  /// Of `module`: how often it was replaced.
  uint64_t version = 0;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_SESSION_MODULESTATE_H
