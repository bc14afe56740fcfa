//===- VectorBody.h - What lanes can execute --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_VECTORBODY_H
#define LIB_TRANSFORMS_NESTS_VECTORBODY_H

#include "mlir/IR/Block.h"
#include <string>

namespace mlir::layout {

/// The most iterations that become lanes, and rows.
inline constexpr int64_t kMaxLanes = 64, kMaxRows = 16;

/// LLVM makes vectors of the loop around rows of fewer lanes than this, and
/// interleaves the lanes of its iterations.
inline constexpr int64_t kMinLanesNotInterleaved = 8;

/// Returns true if a reduction may carry this many lanes, each with a part of
/// the sum: a vector whose number of lanes LLVM does not split into elements.
bool areLanesOfSum(int64_t numLanes, unsigned elementBits);

/// Elements whose vectors lie in memory as the elements do: numbers of 8, 16,
/// 32 or 64 bits. LLVM packs the lanes of others.
bool isLaneType(Type type);

/// Returns the first op of the body that cannot be executed lane by lane, that
/// is, which is no affine load or store of a lane type, elementwise op,
/// constant or index; null if there is none.
Operation *findUnvectorizable(Block *body);

/// Returns a text about such an op: what is expected, and what to do.
std::string describeUnvectorizable(Operation *op);

/// Returns true if the op is a loop or contains one.
bool containsLoop(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_VECTORBODY_H
