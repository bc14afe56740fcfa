//===- Witness.cpp - The first index that shows a fault -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Witness.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::layout;

std::string mlir::layout::formatIndex(ArrayRef<int64_t> index) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << '(';
  llvm::interleaveComma(index, stream);
  stream << ')';
  return text;
}

std::string mlir::layout::formatParams(ArrayRef<int64_t> params) {
  std::string text;
  for (auto [i, value] : llvm::enumerate(params)) {
    text += i == 0 ? " for N" : ", N";
    if (params.size() > 1)
      text += std::to_string(i);
    text += " = " + std::to_string(value);
  }
  return text;
}

ConstraintSystem WitnessSearch::start() const {
  ConstraintSystem system(numDims, numParams);
  system.addParameters();
  return system;
}

void WitnessSearch::consider(const ConstraintSystem &system) {
  SmallVector<unsigned> columns;
  for (unsigned i = 0; i < numParams; ++i)
    columns.push_back(numDims + i);
  for (unsigned i = 0; i < numDims; ++i)
    columns.push_back(i);
  if (first) {
    if (auto point = system.findFirst(columns, *first))
      first = point;
    return;
  }
  Truth isEmpty = system.isEmpty();
  // For the time only: a point that is found is one.
  if (isEmpty == Truth::No)
    first = system.findFirst(columns);
  if (isEmpty == Truth::Unknown)
    unknown = system.getExceeded().empty() ? kTakesTooLong.str()
                                           : system.getExceeded();
  // Not unknown: that is said above.
  else if (isEmpty == Truth::No && !first)
    unknown = "a witness is beyond 64 bits";
}

ArrayRef<int64_t> WitnessSearch::getParams() const {
  return ArrayRef(*first).take_front(numParams);
}

ArrayRef<int64_t> WitnessSearch::getIndex() const {
  return ArrayRef(*first).drop_front(numParams);
}

std::string WitnessSearch::formatParams() const {
  return layout::formatParams(getParams());
}
