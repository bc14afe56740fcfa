//===- Trapping.h - Arithmetic that may end the program ---------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_TRAPPING_H
#define LAYOUT_IR_TRAPPING_H

#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// Returns true if the op may end the program for some operands, although
/// upstream declares it speculatable and `isPure` holds: remainders and signed
/// divisions that round down (by 0; of the least number by -1), integer powers,
/// and semi-affine maps, which divide by a symbol. To be checked, too, before
/// an op is executed where the program does not execute it. False says nothing
/// of an op that is not speculatable. Cost: constant.
bool mayTrapThoughPure(Operation *op);

/// Returns true if the op has no effect and may be executed anywhere.
bool isPureAndTotal(Operation *op);

} // namespace mlir::layout

#endif // LAYOUT_IR_TRAPPING_H
