//===- CapturedConversions.h - Conversions of values of outer blocks ------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_CAPTUREDCONVERSIONS_H
#define LIB_TRANSFORMS_PROPAGATE_CAPTUREDCONVERSIONS_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::layout {

/// A conversion to a type that the tensor had before is none, in whatever block
/// it was converted. True if something changed.
bool cancelRoundTrips(ModuleOp module);

/// A conversion in a loop that is surely entered, of a tensor from outside of
/// it, moves before the loop. True if something changed.
bool hoistConversions(ModuleOp module);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_CAPTUREDCONVERSIONS_H
