//===- ErrorKeeper.cpp - Collecting LLVM's errors as text -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorKeeper.h"

#include "mlir/Support/LLVM.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

bool ErrorKeeper::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  if (info.getSeverity() != llvm::DS_Error)
    return true;
  llvm::raw_string_ostream os(*errors);
  os << (errors->empty() ? "" : "; ");
  llvm::DiagnosticPrinterRawOStream printer(os);
  info.print(printer);
  return true;
}
