//===- ValueNames.h - How counterexamples name values -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_VALUENAMES_H
#define LAYOUT_LIB_ANALYSIS_VALUENAMES_H

#include "mlir/IR/AsmState.h"
#include <memory>
#include <string>

namespace mlir::layout {

/// The names of values in words for a person. Cost: one pass over the root, at
/// the first query.
class ValueNames {
public:
  explicit ValueNames(Operation *root) : root(root) {}

  /// As it is printed in the text of the root: %arg1.
  std::string get(Value value);
  /// A number. The variable of a loop is named by the loop and where that was
  /// written, 'affine.for' at 4:3: what was a linalg.matmul has no %arg5. Of
  /// loops in each other that come from one op it tells the level. A result of
  /// another op is %0 of 'memref.load' at 3:10. Where a place is not known, and
  /// of other values, as it is printed.
  std::string getNumber(Value value);
  /// dim(%arg1, 0)
  std::string getExtent(Value buffer, unsigned dim);

private:
  Operation *root;
  std::unique_ptr<AsmState> state;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_VALUENAMES_H
