//===- VectorBody.h - What lanes can execute --------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_VECTORBODY_H
#define LIB_TRANSFORMS_SUPPORT_VECTORBODY_H

#include "mlir/IR/Block.h"
#include <string>

namespace mlir::layout {

/// How many iterations become lanes and rows at most.
inline constexpr int64_t kMaxLanes = 64, kMaxRows = 16;

/// LLVM makes vectors of the loop around rows of fewer lanes than this, and
/// interleaves the lanes of its iterations.
inline constexpr int64_t kMinLanesNotInterleaved = 8;

/// Are so many lanes of such elements worth being carried around a sum, each
/// with a part of it? LLVM does not take them apart, and they are a vector.
bool areLanesOfSum(int64_t numLanes, unsigned elementBits);

/// Elements whose vectors lie in memory as the elements do: numbers of 8, 16,
/// 32 or 64 bits. LLVM packs the lanes of others.
bool isLaneType(Type type);

/// Is the body one of straight-line code of which every op has a meaning lane
/// by lane: affine loads and stores of lane types, elementwise ops, constants
/// and indices? Else returns the first op that is not.
Operation *findUnvectorizable(Block *body);

/// Says of such an op what is expected, and what to do.
std::string describeUnvectorizable(Operation *op);

/// Is the op a loop, or does it contain one?
bool containsLoop(Operation *op);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_VECTORBODY_H
