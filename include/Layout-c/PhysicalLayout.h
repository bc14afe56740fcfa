//===- PhysicalLayout.h - What a layout and a shape say, in C -----*- C -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_PHYSICALLAYOUT_H
#define LAYOUT_C_PHYSICALLAYOUT_H

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All that follows from a `#layout.buffer` and a logical shape. Owned by the
/// context, and valid as long as it.
typedef struct MlirLayoutPhysicalLayout {
  const void *ptr;
} MlirLayoutPhysicalLayout;

/// Derives it; the second time is a look-up. A dynamic extent is
/// `mlirShapedTypeGetDynamicSize()`, in `shape` and in results. Null, with a
/// diagnostic at `loc`, if `buffer` is null or no layout, if `shape` is none
/// for it, and where it is proven wrong on the shape, with an index to check by
/// hand: "(0, 0) and (2, 0) both map to (0, 0)"; or not decided within bounds.
MLIR_CAPI_EXPORTED MlirLayoutPhysicalLayout
mlirLayoutPhysicalLayoutGet(MlirLocation loc, MlirAttribute buffer,
                            intptr_t rank, const int64_t *shape);
static inline bool
mlirLayoutPhysicalLayoutIsNull(MlirLayoutPhysicalLayout layout) {
  return !layout.ptr;
}

MLIR_CAPI_EXPORTED intptr_t
mlirLayoutPhysicalLayoutGetRank(MlirLayoutPhysicalLayout layout);
MLIR_CAPI_EXPORTED int64_t mlirLayoutPhysicalLayoutGetExtent(
    MlirLayoutPhysicalLayout layout, intptr_t axis);

/// The same after the axes between separators are joined; one axis if there are
/// no separators.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutPhysicalLayoutGetFlattenedRank(MlirLayoutPhysicalLayout layout);
MLIR_CAPI_EXPORTED int64_t mlirLayoutPhysicalLayoutGetFlattenedExtent(
    MlirLayoutPhysicalLayout layout, intptr_t axis);

/// Logical index -> physical index, all steps together.
MLIR_CAPI_EXPORTED MlirAffineMap
mlirLayoutPhysicalLayoutGetMap(MlirLayoutPhysicalLayout layout);
/// Physical index -> logical index, right wherever there is data. Null if none
/// was found, though the layout may have one.
MLIR_CAPI_EXPORTED MlirAffineMap
mlirLayoutPhysicalLayoutGetInverse(MlirLayoutPhysicalLayout layout);
/// Writes the place of a logical index to `place`, a number for each axis.
/// Failure if a number on the way has more than 64 bits.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirLayoutPhysicalLayoutMapIndex(
    MlirLayoutPhysicalLayout layout, const int64_t *index, int64_t *place);

typedef enum MlirLayoutTruth {
  MlirLayoutTruthNo,
  MlirLayoutTruthYes,
  MlirLayoutTruthUnknown
} MlirLayoutTruth;

/// Returns whether there is padding. Exact on static shapes; on others `No` and
/// `Yes` hold for all of their sizes.
MLIR_CAPI_EXPORTED MlirLayoutTruth
mlirLayoutPhysicalLayoutHasPadding(MlirLayoutPhysicalLayout layout);
/// How many places are padding, of all steps, or of step `step`; -1 if that is
/// not known, as on dynamic shapes.
MLIR_CAPI_EXPORTED int64_t
mlirLayoutPhysicalLayoutGetNumPadding(MlirLayoutPhysicalLayout layout);
MLIR_CAPI_EXPORTED int64_t mlirLayoutPhysicalLayoutGetNumPaddingOfStep(
    MlirLayoutPhysicalLayout layout, intptr_t step);

/// The step whose padding is at this place, which must lie in the physical
/// shape: its number, or -1 for data, or -2 if that is not known: there is no
/// inverse, or the shape is dynamic.
MLIR_CAPI_EXPORTED intptr_t mlirLayoutPhysicalLayoutGetStepOfPlace(
    MlirLayoutPhysicalLayout layout, const int64_t *place);

/// An access of the threads of a block to workgroup memory of a GPU.
typedef struct MlirLayoutBankAccess {
  /// (thread, variables) -> the logical index of the first of `width` elements
  /// along the last dimension.
  MlirAffineMap index;
  int64_t width, bytesPerElement, numThreads;
  /// Variable i has the values 0, 1, ... below `counts[i]`.
  intptr_t numCounts;
  const int64_t *counts;
  bool isStore;
  /// How lanes are served: "nvidia", "amd" or "amd-cdna4".
  MlirStringRef rules;
} MlirLayoutBankAccess;

/// The cycles that a warp waits at worst for an access, and those without a bank
/// conflict. Where there is one, two threads that access different words of one
/// bank; else -1.
typedef struct MlirLayoutBankCount {
  int64_t cycles, least;
  int64_t thread, otherThread, bank;
} MlirLayoutBankCount;

/// Counts them, exactly, for a static shape. Failure, with a diagnostic at
/// `loc`, if `layout` or the index is null, where an index leaves the shape,
/// the elements of an access are not contiguous and aligned, or more than 2^22
/// elements, or parts of 16 bytes of larger ones, would have to be enumerated.
MLIR_CAPI_EXPORTED MlirLogicalResult
mlirLayoutPhysicalLayoutCountBankConflicts(MlirLocation loc,
                                           MlirLayoutPhysicalLayout layout,
                                           MlirLayoutBankAccess access,
                                           MlirLayoutBankCount *count);

/// Sends a drawing of where the elements lie to `callback`, in pieces; of a
/// dynamic shape for an example, which it names. Failure, with a diagnostic at
/// `loc`, where `mlirLayoutPhysicalLayoutGet` is null, and on tables of more
/// than 2^20 places.
MLIR_CAPI_EXPORTED MlirLogicalResult mlirLayoutBufferAttrDraw(
    MlirLocation loc, MlirAttribute buffer, intptr_t rank, const int64_t *shape,
    MlirStringCallback callback, void *userData);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_PHYSICALLAYOUT_H
