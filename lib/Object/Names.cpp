//===- Names.cpp - Names of functions and options -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isIdentifier(StringRef name) {
  auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !name.empty() && !llvm::isDigit(name.front()) &&
         llvm::all_of(name, isPart);
}

std::string layout::suggestName(StringRef found, ArrayRef<StringRef> names,
                                StringRef prefix) {
  // Two wrong letters in a long name are a mistake, in a short one another.
  unsigned best = std::min<unsigned>(found.size() / 3, 3) + 1;
  StringRef nearest;
  for (StringRef name : names) {
    unsigned distance = found.edit_distance_insensitive(
        name, /*AllowReplacements=*/true, /*MaxEditDistance=*/best);
    if (distance < best) {
      best = distance;
      nearest = name;
    }
  }
  if (nearest.empty())
    return "";
  return (", did you mean '" + prefix + nearest + "'?").str();
}
