//===- Decision.h - Three-valued answers with witnesses ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_DECISION_H
#define LAYOUT_MAP_DECISION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>

namespace mlir::layout {

/// The answer of a question that is decided exactly or not at all. `Unknown`
/// means a bound on the work was hit; it never licenses a rewrite.
enum class Truth { No, Yes, Unknown };

/// An answer together with what a person needs to check it by hand: for `No`
/// a counterexample in words ("maps (0) to (-3)"), for `Unknown` the bound
/// that was hit, for `Yes` nothing.
struct Decision {
  Truth truth = Truth::Unknown;
  std::string witness;

  static Decision yes() { return {Truth::Yes, {}}; }
  static Decision no(std::string witness) {
    return {Truth::No, std::move(witness)};
  }
  static Decision unknown(std::string why) {
    return {Truth::Unknown, std::move(why)};
  }
  bool isYes() const { return truth == Truth::Yes; }
  bool isNo() const { return truth == Truth::No; }
  bool isUnknown() const { return truth == Truth::Unknown; }
};

/// Prints an index as `(1, 2)`.
std::string formatIndex(llvm::ArrayRef<int64_t> index);

} // namespace mlir::layout

#endif // LAYOUT_MAP_DECISION_H
