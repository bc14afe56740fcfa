//===- Decision.cpp - Three-valued answers with witnesses -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Decision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

std::string mlir::layout::formatIndex(llvm::ArrayRef<int64_t> index) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '(';
  llvm::interleaveComma(index, stream);
  stream << ')';
  return text;
}
