//===- Diagnostics.h - Diagnostics of an MLIR context -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_SESSION_DIAGNOSTICS_H
#define LAYOUT_LIB_SESSION_DIAGNOSTICS_H

#include "Layout/Session/Session.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::layout {

/// Takes all diagnostics of a context for as long as it lives, and with
/// `withRemarks` what passes of this project remark. A context has one engine
/// for remarks, which it then is; without, the context keeps the one it has.
class DiagnosticCollector {
public:
  explicit DiagnosticCollector(MLIRContext *context, bool withRemarks = false);
  ~DiagnosticCollector();
  DiagnosticCollector(const DiagnosticCollector &) = delete;

  bool hasError() const { return error.has_value(); }
  /// The first error, with the others as notes; `otherwise` if there is none.
  Failure getFailure(llvm::StringRef otherwise) const;
  /// Warnings and remarks, in the order in which they came.
  std::vector<Remark> takeRemarks() { return std::move(remarks); }

private:
  class Streamer;
  void take(Diagnostic &diagnostic);

  MLIRContext *context;
  remark::detail::RemarkEngine *engine = nullptr; ///< that it has put there
  std::optional<Failure> error;
  std::vector<Remark> remarks;
  ScopedDiagnosticHandler handler;
};

/// From the first index that a line of a message names to its end: "(0, 0) and
/// (2, 0) both map to (0, 0)", "%arg1[3, 3], which is ..."; empty if none does.
std::string findWitness(llvm::StringRef line);

/// What names an option of `layout-check`, in words that are no command line's;
/// empty for other messages.
std::string translateOption(llvm::StringRef message);

/// Why `text` is not given to a parser, which recurs as brackets nest; empty if
/// it may be. So do signs, one after the other. Brackets in strings and
/// comments do not count.
std::string whyNotParsed(llvm::StringRef text);

} // namespace mlir::layout

#endif // LAYOUT_LIB_SESSION_DIAGNOSTICS_H
