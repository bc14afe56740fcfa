//===- Attributes.h - The attributes of the layout dialect, in C --*- C -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// A function that builds has a `loc`: a fault of the parts, such as null, one
/// of another kind or a negative number of them, becomes a diagnostic there and
/// the result is null. Contexts and locations must not be null, and arrays are
/// as long as the number beside them says. A function that inspects must be
/// given an attribute of the kind that its name says (`IsA` checks it, and is
/// false for null), and indices of steps that are less than their number.
#ifndef LAYOUT_C_ATTRIBUTES_H
#define LAYOUT_C_ATTRIBUTES_H

#include "mlir-c/AffineMap.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// #layout.index_map
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutIndexMap(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutIndexMapAttrGetTypeID(void);

/// The index map that is `map`, with an inverse, or with a null one. A stated
/// inverse is verified on the shapes of the types that have the layout. MLIR
/// wraps constants around when `mlirAffineMulExprGet` and the like fold them:
/// `map` is taken as it is, where text that wraps is an error.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutIndexMapAttrGet(
    MlirLocation loc, MlirAffineMap map, MlirAffineMap inverse);

/// The map from one layout string to another: "NHWC" to "NCHW16c".
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutIndexMapAttrGetOfStrings(
    MlirLocation loc, MlirStringRef from, MlirStringRef to);

/// The bitwise exclusive or of two expressions, for a result of an index map.
/// Null, with a diagnostic at `loc`, unless the structure of one of them bounds
/// it, as it does `d0 mod 8`.
MLIR_CAPI_EXPORTED MlirAffineExpr mlirLayoutXorExprGet(MlirLocation loc,
                                                       MlirAffineExpr lhs,
                                                       MlirAffineExpr rhs);
/// CuTe's Swizzle<bits, base, shift> of an expression. Null, with a diagnostic,
/// if |shift| < bits.
MLIR_CAPI_EXPORTED MlirAffineExpr mlirLayoutSwizzleExprGet(MlirLocation loc,
                                                           MlirAffineExpr expr,
                                                           int64_t bits,
                                                           int64_t base,
                                                           int64_t shift);

MLIR_CAPI_EXPORTED MlirAffineMap
mlirLayoutIndexMapAttrGetMap(MlirAttribute attr);
/// The stated inverse; null if none is.
MLIR_CAPI_EXPORTED MlirAffineMap
mlirLayoutIndexMapAttrGetInverse(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #layout.extent
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutExtent(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutExtentAttrGetTypeID(void);

/// What is stated of one physical extent: `size`; or, where `isDerived`, the
/// derived extent plus `size`: `?` has 0, `? + 1` has 1.
typedef struct MlirLayoutExtent {
  bool isDerived;
  int64_t size;
} MlirLayoutExtent;

MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutExtentAttrGet(
    MlirLocation loc, intptr_t numExtents, const MlirLayoutExtent *extents);
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutExtentAttrGetNumExtents(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirLayoutExtent
mlirLayoutExtentAttrGetExtent(MlirAttribute attr, intptr_t pos);

//===----------------------------------------------------------------------===//
// #layout.axis_separator
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutAxisSeparator(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutAxisSeparatorAttrGetTypeID(void);

/// Each number is the first axis of a group but the first group.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutAxisSeparatorAttrGet(
    MlirLocation loc, intptr_t numSeparators, const int64_t *separators);
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutAxisSeparatorAttrGetNumSeparators(MlirAttribute attr);
MLIR_CAPI_EXPORTED int64_t
mlirLayoutAxisSeparatorAttrGetSeparator(MlirAttribute attr, intptr_t pos);

//===----------------------------------------------------------------------===//
// #layout.pad
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutPad(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutPadAttrGetTypeID(void);

/// What padding holds.
typedef enum MlirLayoutPadKind {
  MlirLayoutPadKindNone,     ///< must be neither read nor written
  MlirLayoutPadKindUndef,    ///< any value
  MlirLayoutPadKindConstant, ///< one value
  MlirLayoutPadKindValue,    ///< a number computed from its place
  MlirLayoutPadKindCopy      ///< a copy of another element
} MlirLayoutPadKind;

MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutPadAttrGetNone(MlirContext context);
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutPadAttrGetUndef(MlirContext context);
/// `value` is an integer, a float or a dense vector, of the element type of the
/// buffers that are to have this pad.
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutPadAttrGetConstant(MlirLocation loc, MlirAttribute value);
/// The one result of `map` is the number that is held at a place.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutPadAttrGetValue(MlirLocation loc,
                                                           MlirAffineMap map);
/// `map` leads from a place to the one whose element is copied.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutPadAttrGetCopy(MlirLocation loc,
                                                          MlirAffineMap map);

MLIR_CAPI_EXPORTED MlirLayoutPadKind
mlirLayoutPadAttrGetKind(MlirAttribute attr);
/// Of a constant; else null.
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutPadAttrGetConstantValue(MlirAttribute attr);
/// Of a computed number or a copy; else null.
MLIR_CAPI_EXPORTED MlirAffineMap mlirLayoutPadAttrGetMap(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #layout.buffer
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutBuffer(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutBufferAttrGetTypeID(void);

/// The layout of `numSteps` steps, at least one. Of `extents` and `pads` each
/// may be null, and so may both arrays: nothing is stated, and `pad<none>`.
/// `separators` may be null. The result is the layout of a memref type, for
/// `mlirMemRefTypeGet`, or the encoding of a tensor type.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutBufferAttrGet(
    MlirLocation loc, intptr_t numSteps, const MlirAttribute *indexMaps,
    const MlirAttribute *extents, const MlirAttribute *pads,
    MlirAttribute separators);

/// The layout of one step with this map and this pad, or a null one.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutBufferAttrGetOfMap(
    MlirLocation loc, MlirAffineMap map, MlirAttribute pad);

/// The layout that a type states and that is still to be applied: its
/// `#layout.buffer`, or a plain affine map read as one. Null if there is none,
/// as in a null type.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutBufferAttrGetOfType(MlirType type);

MLIR_CAPI_EXPORTED intptr_t mlirLayoutBufferAttrGetNumSteps(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutBufferAttrGetIndexMap(MlirAttribute attr, intptr_t step);
/// Null if nothing is stated.
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutBufferAttrGetExtent(MlirAttribute attr, intptr_t step);
/// Never null.
MLIR_CAPI_EXPORTED MlirAttribute mlirLayoutBufferAttrGetPad(MlirAttribute attr,
                                                            intptr_t step);
/// Null if there are none.
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutBufferAttrGetSeparators(MlirAttribute attr);
/// Rank of the types that can have this layout, and of what is in memory.
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutBufferAttrGetLogicalRank(MlirAttribute attr);
MLIR_CAPI_EXPORTED intptr_t
mlirLayoutBufferAttrGetPhysicalRank(MlirAttribute attr);

//===----------------------------------------------------------------------===//
// #layout.texture
//===----------------------------------------------------------------------===//

MLIR_CAPI_EXPORTED bool mlirAttributeIsALayoutTexture(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirTypeID mlirLayoutTextureAttrGetTypeID(void);

/// How kernels use a texture.
typedef enum MlirLayoutTextureAccess {
  MlirLayoutTextureAccessRead,
  MlirLayoutTextureAccessWrite,
  MlirLayoutTextureAccessReadWrite
} MlirLayoutTextureAccess;

/// What is read outside of an image.
typedef enum MlirLayoutTextureOutside {
  MlirLayoutTextureOutsideUndefined,
  MlirLayoutTextureOutsideZero,
  MlirLayoutTextureOutsideClamp
} MlirLayoutTextureOutside;

/// A memory space, for `mlirMemRefTypeGet`.
MLIR_CAPI_EXPORTED MlirAttribute
mlirLayoutTextureAttrGet(MlirLocation loc, MlirLayoutTextureAccess access,
                         MlirLayoutTextureOutside outside);
MLIR_CAPI_EXPORTED MlirLayoutTextureAccess
mlirLayoutTextureAttrGetAccess(MlirAttribute attr);
MLIR_CAPI_EXPORTED MlirLayoutTextureOutside
mlirLayoutTextureAttrGetOutside(MlirAttribute attr);

#ifdef __cplusplus
}
#endif

#endif // LAYOUT_C_ATTRIBUTES_H
