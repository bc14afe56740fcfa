//===- ErrorKeeper.h - Collecting LLVM's errors as text ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_JIT_ERRORKEEPER_H
#define LAYOUT_LIB_JIT_ERRORKEEPER_H

#include "llvm/IR/DiagnosticHandler.h"
#include <memory>
#include <string>

namespace mlir::layout {

/// Keeps the errors of LLVM, which else would end the process; drops warnings.
struct ErrorKeeper : llvm::DiagnosticHandler {
  explicit ErrorKeeper(std::shared_ptr<std::string> errors)
      : errors(std::move(errors)) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

  std::shared_ptr<std::string> errors; ///< outlives this
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_JIT_ERRORKEEPER_H
