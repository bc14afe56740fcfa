//===- StoredLanes.h - Lanes of vector stores -------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     vector.store dense<[7, 7, 9, 9]>, %a[%i]    lanes 0..2: 7, lanes 2..4: 9
//     vector.maskedstore %a[%i], dense<[1, 0]>, %v         lane 0: as of %v
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_STOREDLANES_H
#define LAYOUT_LIB_ANALYSIS_STOREDLANES_H

#include "Layout/Analysis/Accesses/TouchedElements.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::layout {

/// A box of lanes that hold one thing.
struct StoredLanes {
  SmallVector<int64_t> offsets, sizes; ///< by dimension of the vector
  TypedAttr constant;                  ///< what they hold, or
  Value element;                       ///< the same as a value, or
                                       ///< null: each what the vector does
};

/// Which lanes of its vector `store` writes, those that lie in the buffer: all,
/// or those of a mask that is constant. Nullopt: not known, or more than
/// `maxStoredLanes` boxes. Cost: linear in the lanes.
std::optional<SmallVector<StoredLanes>> getStoredLanes(Operation *store);
constexpr size_t maxStoredLanes = 32;

/// The elements of the root that these lanes of the vector lie in, `operand`
/// being what is stored to: those and no others that are in the buffer. Nullopt
/// if they are not known.
std::optional<Elements> getElementsOfLanes(OpOperand &operand,
                                           const StoredLanes &lanes,
                                           IntegerFacts &facts,
                                           const BufferFlow &flow);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_STOREDLANES_H
