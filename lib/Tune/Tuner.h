//===- Tuner.h - Tuning within one process ----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TUNE_TUNER_H
#define LIB_TUNE_TUNER_H

#include "Layout/Tune/Tune.h"

namespace mlir::layout {

/// Does what `tuneModule` does, in this process. It begins nothing that it does
/// not expect to end within the budget; but to compile the program and compare
/// it, once, may take longer.
std::optional<TuneResult>
tuneHere(ModuleOp module, const TuneOptions &options,
         std::function<void(const std::string &)> report, std::string &why);

} // namespace mlir::layout

#endif // LIB_TUNE_TUNER_H
