//===- Refusal.h - Reporting refusals ---------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMOPS_REFUSAL_H
#define LIB_TRANSFORMOPS_REFUSAL_H

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Threading.h"

namespace mlir::layout::schedule {

/// A silenceable failure of a step.
DiagnosedSilenceableFailure refuse(Operation *step, const Twine &why);

/// As where a misspelled name finds no target.
constexpr StringLiteral kNoTarget =
    "expects a target, but the handle points to nothing";

/// Keeps what this thread reports, as long as it lives.
class Reports {
public:
  explicit Reports(MLIRContext *context);

  /// The first error; empty if there is none.
  std::string getFirst() const;
  /// Makes the errors notes of `failure`, with their own notes.
  void attachTo(DiagnosedSilenceableFailure &failure);
  /// Reports them after all. Nothing is kept any more.
  void release();

private:
  MLIRContext *context;
  uint64_t thread = llvm::get_threadid();
  SmallVector<Diagnostic> kept;
  std::optional<ScopedDiagnosticHandler> handler;
};

/// What a pass remarks.
struct KeptRemark {
  Location location; ///< of the module's context
  std::string name, message;
};

/// Runs `pass` on a copy of `module` in a context of its own: what it remarks
/// to have missed, or not to have decided, each once; of ops in `subjects`, if
/// there are any. In a context, there is one engine for remarks, which is the
/// user's.
std::vector<KeptRemark> findMissed(ModuleOp module,
                                   ArrayRef<Operation *> subjects,
                                   std::unique_ptr<Pass> pass);

/// Makes the first remarks notes of `failure`.
void attachRemarks(DiagnosedSilenceableFailure &failure,
                   ArrayRef<KeptRemark> remarks);

/// A module in a context of its own, which knows the dialects that `module`'s
/// does and those in `more`; null if it cannot be copied.
struct ForeignCopy {
  ForeignCopy(ModuleOp module, const DialectRegistry *more = nullptr);

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// `location`, of another context, as far as it is one in a file.
Location importLocation(Location location, Location otherwise);

} // namespace mlir::layout::schedule

#endif // LIB_TRANSFORMOPS_REFUSAL_H
