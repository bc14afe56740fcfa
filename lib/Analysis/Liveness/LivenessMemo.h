//===- LivenessMemo.h - Memos for dead stores -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_LIVENESSMEMO_H
#define LAYOUT_LIB_ANALYSIS_LIVENESSMEMO_H

#include <memory>

namespace mlir::layout {

class AccessMemo;

/// Returns what `DeadStores` of several states of a program, all in one
/// context, share.
std::shared_ptr<AccessMemo> createLivenessMemo();

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_LIVENESSMEMO_H
