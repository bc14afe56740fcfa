//===- Lower.h - Checked programs to LLVM -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_LOWER_H
#define LAYOUT_CHECK_LOWER_H

#include "Layout/Check/Constants.h"
#include "Layout/Check/PoisonMarks.h"

namespace mlir::layout {

/// What a program looks at while it runs, and where that is in its source.
struct RunChecks {
  bool bounds = true, poison = true, constants = true;
  /// Parallel loops run backwards, which is as right.
  bool reversesParallel = false;
  SmallVector<Location> accesses;          ///< numbered by `addBoundsChecks`
  SmallVector<PoisonSource> poisonSources; ///< numbered by `markPoison`
  SmallVector<WatchedConstant> watched;    ///< numbered by `watchConstants`
};

/// Makes all tensors buffers, function boundaries included; does nothing if
/// there are none.
LogicalResult bufferizeTensors(ModuleOp module);

/// Lowers a module without layouts to the LLVM dialect, `entry` with a C
/// interface. Does not use guarantees that the checked passes may have used:
/// flags are dropped, so that both programs round and wrap alike; what they
/// would make poison is marked (`markPoison`). Stack buffers move to the heap,
/// where they get guard zones. Accesses are checked (`addBoundsChecks`), and
/// constants are watched (`watchConstants`).
LogicalResult lowerToLLVM(ModuleOp module, StringRef entry, RunChecks &checks);

} // namespace mlir::layout

#endif // LAYOUT_CHECK_LOWER_H
