//===- PoisonConditions.h - Conditions for poison ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CHECK_POISONCONDITIONS_H
#define LAYOUT_LIB_CHECK_POISONCONDITIONS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::layout {

/// One way in which a value is poison.
struct PoisonCondition {
  StringRef reason; ///< the flag, or what else is wrong
  /// Where it is: `i1`, for each lane of a vector; one for a complex number.
  Value isPoison;
};

/// The conditions under which `result` of its operation is poison though no
/// operand is, built at `builder`, which is after the operation. Of a
/// `vector.mask`, the operation is the one within. They are computed from
/// operands and the result, in operations that make no poison themselves. An
/// operation that a processor, or LLVM, does not define for such operands gets
/// others in these cases. Empty for an operation that never makes poison:
/// nothing is built then.
SmallVector<PoisonCondition>
buildPoisonConditions(OpResult result, ImplicitLocOpBuilder &builder);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CHECK_POISONCONDITIONS_H
