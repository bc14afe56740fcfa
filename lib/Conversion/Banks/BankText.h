//===- BankText.h - What is said of bank conflicts --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H
#define LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H

#include "Layout/Analysis/Banks/BankAccesses.h"
#include "Layout/IR/Layout.h"

namespace mlir::layout {

/// "1 cycle", "4 cycles".
std::string countCycles(int64_t number);

/// "a warp waits 4 cycles where 1 would do: threads 0 and 8 access elements (0,
/// 0) and (1, 0), in different words of bank 0", of a count that is known.
std::string describe(const AccessBanks &access);

/// The layout that is requested for the buffer; null if none is.
BufferAttr getRequest(Value buffer);

/// Visits each kernel in `root` by the rules of this name, or if it is empty,
/// by those of its target. Fails with an error at `root`, which lists the names
/// of rules, if there are none of this one.
LogicalResult
forEachKernel(Operation *root, StringRef rules,
              function_ref<void(Operation *kernel, BankAccesses &)> visit);

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_BANKS_BANKTEXT_H
