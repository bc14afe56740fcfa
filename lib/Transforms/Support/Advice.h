//===- Advice.h - Remedies for refused ops ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_ADVICE_H
#define LIB_TRANSFORMS_SUPPORT_ADVICE_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// What to do about `op`, which touches a laid-out buffer and cannot be
/// rewritten for it, and why it cannot, if that can be said of the kind of op:
/// the end of an error message, "go through layout.as_physical ...".
StringRef getAdvice(Operation *op);

/// The same where the layout is only requested: there is none yet to go
/// through.
std::string getAdviceForRequest(Operation *op);

/// Remarks, for each layout in `root` that is still requested, that `pass`
/// knows nothing of the padding it will make, and what to run before. Cost: one
/// walk, nothing where remarks are off.
void explainUnmetRequests(Operation *root, StringRef pass);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_ADVICE_H
