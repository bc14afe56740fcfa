//===- BankText.h - What is said of bank conflicts --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H
#define LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H

#include "Layout/Analysis/Banks/BankAccesses.h"

namespace mlir::layout {

/// "a warp waits 4 cycles where 1 would do: threads 0 and 8 access elements (0,
/// 0) and (1, 0), in different words of bank 0", of a count that is known.
std::string describe(const AccessBanks &access);

/// Fails with an error at `op`, which lists the names of rules, if `name` is none
/// of them and not empty.
LogicalResult verifyBankRules(Operation *op, StringRef name);
/// The rules of this name, or if it is empty, of the target of `kernel`.
BankRules chooseBankRules(Operation *kernel, StringRef name);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H
