//===- UndefValues.h - Undefined values -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_UNDEFVALUES_H
#define LIB_TRANSFORMS_SUPPORT_UNDEFVALUES_H

#include "mlir/IR/Value.h"

namespace mlir::layout {

/// Returns true if `value` may be any value of its type, independently of all
/// others, so that the choice cannot be observed: for the result of
/// `layout.undef`, and for integer `+`, `-`, `xor`, times an odd constant, or a
/// select between two such, of a value for which it is true and that has no
/// other use.
///
/// Not for `u & 1` (0 or 1) or `0 * u` (0). And not for `u - u`: hence "no
/// other use", and one block, since in a loop `x = x + u` is `n * u` in the
/// end, which is even for n = 2.
///
/// Cost: the length of the chain of such ops.
bool isAnyValue(Value value);

/// Returns true if `operand` is any value, which only its user sees, and anew
/// each time.
bool isFreshUse(OpOperand &operand);

/// Returns true if `operand` is the value that a store writes to memory.
/// Storing undef is permission to leave anything there.
bool isStoredValue(OpOperand &operand);

/// Calls `visit` with each use of undef as an index of a memory access, through
/// casts, selects, sums, and control flow within a function: includes what a
/// branch, a loop or a block may forward, whether or not it ever does. Calls
/// are not followed. Cost: the number of uses followed.
void forEachUndefIndex(Value undef,
                       llvm::function_ref<void(OpOperand &)> visit);

/// Reports each of these in `scope` as an error.
LogicalResult verifyNoUndefIndex(Operation *scope);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_UNDEFVALUES_H
