//===- RemarkText.h - Texts of remarks --------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_SUPPORT_REMARKTEXT_H
#define LAYOUT_TRANSFORMS_SUPPORT_REMARKTEXT_H

#include "mlir/IR/Remarks.h"

namespace mlir::layout {

/// The sentence, whose parts are joined, then the measured values.
std::string getRemarkText(const remark::detail::Remark &remark);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_SUPPORT_REMARKTEXT_H
