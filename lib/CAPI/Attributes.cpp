//===- Attributes.cpp - The attributes of the layout dialect, in C --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout-c/Attributes.h"

#include "Arrays.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Map/Xor.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir/CAPI/AffineExpr.h"
#include "mlir/CAPI/AffineMap.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::layout;

/// Each `IsA` and `GetTypeID` is the same but for the name.
#define LAYOUT_CAPI_ATTRIBUTE(NAME)                                            \
  bool mlirAttributeIsALayout##NAME(MlirAttribute attr) {                      \
    return isa_and_present<NAME##Attr>(unwrap(attr));                          \
  }                                                                            \
  MlirTypeID mlirLayout##NAME##AttrGetTypeID(void) {                           \
    return wrap(NAME##Attr::getTypeID());                                      \
  }
LAYOUT_CAPI_ATTRIBUTE(IndexMap)
LAYOUT_CAPI_ATTRIBUTE(Extent)
LAYOUT_CAPI_ATTRIBUTE(AxisSeparator)
LAYOUT_CAPI_ATTRIBUTE(Pad)
LAYOUT_CAPI_ATTRIBUTE(Buffer)
LAYOUT_CAPI_ATTRIBUTE(Texture)
#undef LAYOUT_CAPI_ATTRIBUTE

/// The attribute of these parameters, or null after a diagnostic at `loc`.
template <typename AttrT, typename... Parameters>
static MlirAttribute getAt(MlirLocation loc, const Parameters &...parameters) {
  Location at = unwrap(loc);
  return wrap(Attribute(AttrT::getChecked([&] { return mlir::emitError(at); },
                                          at.getContext(), parameters...)));
}

/// For each of `count` steps an attribute, which may be null, as `attributes`
/// may; nullopt after a diagnostic at `loc` if one of them is of another kind.
template <typename AttrT>
static std::optional<SmallVector<AttrT>>
unwrapOfSteps(MlirLocation loc, const char *what, intptr_t count,
              const MlirAttribute *attributes) {
  SmallVector<AttrT> result(count);
  for (intptr_t i = 0; attributes && i < count; ++i) {
    Attribute attr = unwrap(attributes[i]);
    result[i] = dyn_cast_if_present<AttrT>(attr);
    if (attr && !result[i]) {
      mlir::emitError(unwrap(loc)) << "expects " << what << " for step "
                                   << int64_t(i) + 1 << ", found " << attr;
      return std::nullopt;
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// index_map
//===----------------------------------------------------------------------===//

/// `expr`, or null after a diagnostic at `loc` if there is none.
static MlirAffineExpr giveExpr(MlirLocation loc, AffineExpr expr,
                               const std::string &why) {
  if (!expr)
    mlir::emitError(unwrap(loc)) << why;
  return wrap(expr);
}

static constexpr const char *noExpr = "expects an expression, found null";

MlirAffineExpr mlirLayoutXorExprGet(MlirLocation loc, MlirAffineExpr lhs,
                                    MlirAffineExpr rhs) {
  if (mlirAffineExprIsNull(lhs) || mlirAffineExprIsNull(rhs))
    return giveExpr(loc, AffineExpr(), noExpr);
  std::string why;
  return giveExpr(loc, expandXor({unwrap(lhs), unwrap(rhs)}, why), why);
}

MlirAffineExpr mlirLayoutSwizzleExprGet(MlirLocation loc, MlirAffineExpr expr,
                                        int64_t bits, int64_t base,
                                        int64_t shift) {
  if (mlirAffineExprIsNull(expr))
    return giveExpr(loc, AffineExpr(), noExpr);
  std::string why;
  return giveExpr(loc, expandSwizzle(unwrap(expr), bits, base, shift, why),
                  why);
}

MlirAttribute mlirLayoutIndexMapAttrGet(MlirLocation loc, MlirAffineMap map,
                                        MlirAffineMap inverse) {
  return getAt<IndexMapAttr>(loc, unwrap(map), unwrap(inverse));
}

MlirAttribute mlirLayoutIndexMapAttrGetOfStrings(MlirLocation loc,
                                                 MlirStringRef from,
                                                 MlirStringRef to) {
  Location at = unwrap(loc);
  return wrap(Attribute(
      IndexMapAttr::getOfStrings([&] { return mlir::emitError(at); },
                                 at.getContext(), unwrap(from), unwrap(to))));
}

MlirAffineMap mlirLayoutIndexMapAttrGetMap(MlirAttribute attr) {
  return wrap(cast<IndexMapAttr>(unwrap(attr)).getMap());
}

MlirAffineMap mlirLayoutIndexMapAttrGetInverse(MlirAttribute attr) {
  return wrap(cast<IndexMapAttr>(unwrap(attr)).getInverse());
}

//===----------------------------------------------------------------------===//
// extent and axis_separator
//===----------------------------------------------------------------------===//

MlirAttribute mlirLayoutExtentAttrGet(MlirLocation loc, intptr_t numExtents,
                                      const MlirLayoutExtent *extents) {
  auto all = getArray(loc, "extents", numExtents, extents);
  if (!all)
    return mlirAttributeGetNull();
  SmallVector<StatedExtent> stated;
  for (MlirLayoutExtent extent : *all)
    stated.push_back(extent.isDerived ? StatedExtent::derived(extent.size)
                                      : StatedExtent(extent.size));
  return getAt<ExtentAttr>(loc, ArrayRef(stated));
}

intptr_t mlirLayoutExtentAttrGetNumExtents(MlirAttribute attr) {
  return cast<ExtentAttr>(unwrap(attr)).getExtents().size();
}

MlirLayoutExtent mlirLayoutExtentAttrGetExtent(MlirAttribute attr,
                                               intptr_t pos) {
  StatedExtent extent = cast<ExtentAttr>(unwrap(attr)).getExtents()[pos];
  if (extent.isDerived())
    return {true, extent.getBorder()};
  return {false, extent.getSize()};
}

MlirAttribute mlirLayoutAxisSeparatorAttrGet(MlirLocation loc,
                                             intptr_t numSeparators,
                                             const int64_t *separators) {
  auto all = getArray(loc, "separators", numSeparators, separators);
  if (!all)
    return mlirAttributeGetNull();
  return getAt<AxisSeparatorAttr>(loc, *all);
}

intptr_t mlirLayoutAxisSeparatorAttrGetNumSeparators(MlirAttribute attr) {
  return cast<AxisSeparatorAttr>(unwrap(attr)).getSeparators().size();
}

int64_t mlirLayoutAxisSeparatorAttrGetSeparator(MlirAttribute attr,
                                                intptr_t pos) {
  return cast<AxisSeparatorAttr>(unwrap(attr)).getSeparators()[pos];
}

//===----------------------------------------------------------------------===//
// pad
//===----------------------------------------------------------------------===//

static_assert(int(MlirLayoutPadKindNone) == int(PadKind::None) &&
              int(MlirLayoutPadKindUndef) == int(PadKind::Undef) &&
              int(MlirLayoutPadKindConstant) == int(PadKind::Constant) &&
              int(MlirLayoutPadKindValue) == int(PadKind::Value) &&
              int(MlirLayoutPadKindCopy) == int(PadKind::Copy));

MlirAttribute mlirLayoutPadAttrGetNone(MlirContext context) {
  return wrap(Attribute(PadAttr::get(unwrap(context), PadKind::None)));
}

MlirAttribute mlirLayoutPadAttrGetUndef(MlirContext context) {
  return wrap(Attribute(PadAttr::get(unwrap(context), PadKind::Undef)));
}

MlirAttribute mlirLayoutPadAttrGetConstant(MlirLocation loc,
                                           MlirAttribute value) {
  return getAt<PadAttr>(loc, PadKind::Constant,
                        dyn_cast_if_present<TypedAttr>(unwrap(value)),
                        AffineMap());
}

MlirAttribute mlirLayoutPadAttrGetValue(MlirLocation loc, MlirAffineMap map) {
  return getAt<PadAttr>(loc, PadKind::Value, TypedAttr(), unwrap(map));
}

MlirAttribute mlirLayoutPadAttrGetCopy(MlirLocation loc, MlirAffineMap map) {
  return getAt<PadAttr>(loc, PadKind::Copy, TypedAttr(), unwrap(map));
}

MlirLayoutPadKind mlirLayoutPadAttrGetKind(MlirAttribute attr) {
  return static_cast<MlirLayoutPadKind>(cast<PadAttr>(unwrap(attr)).getKind());
}

MlirAttribute mlirLayoutPadAttrGetConstantValue(MlirAttribute attr) {
  return wrap(Attribute(cast<PadAttr>(unwrap(attr)).getValue()));
}

MlirAffineMap mlirLayoutPadAttrGetMap(MlirAttribute attr) {
  return wrap(cast<PadAttr>(unwrap(attr)).getMap());
}

//===----------------------------------------------------------------------===//
// buffer
//===----------------------------------------------------------------------===//

MlirAttribute mlirLayoutBufferAttrGet(MlirLocation loc, intptr_t numSteps,
                                      const MlirAttribute *indexMaps,
                                      const MlirAttribute *extents,
                                      const MlirAttribute *pads,
                                      MlirAttribute separators) {
  if (!getArray(loc, "index maps", numSteps, indexMaps))
    return mlirAttributeGetNull();
  auto maps =
      unwrapOfSteps<IndexMapAttr>(loc, "an index map", numSteps, indexMaps);
  auto extentsOfStep =
      unwrapOfSteps<ExtentAttr>(loc, "an extent or null", numSteps, extents);
  auto padOfStep = unwrapOfSteps<PadAttr>(loc, "a pad or null", numSteps, pads);
  if (!maps || !extentsOfStep || !padOfStep)
    return mlirAttributeGetNull();
  // One that could not be built has been reported already.
  if (llvm::is_contained(*maps, IndexMapAttr())) {
    mlir::emitError(unwrap(loc)) << "expects an index map for each step";
    return mlirAttributeGetNull();
  }
  auto between = dyn_cast_if_present<AxisSeparatorAttr>(unwrap(separators));
  if (!between && !mlirAttributeIsNull(separators)) {
    mlir::emitError(unwrap(loc))
        << "expects axis separators or null, found " << unwrap(separators);
    return mlirAttributeGetNull();
  }
  PadAttr none = PadAttr::get(unwrap(loc).getContext(), PadKind::None);
  for (PadAttr &pad : *padOfStep)
    pad = pad ? pad : none;
  return getAt<BufferAttr>(loc, ArrayRef(*maps), ArrayRef(*extentsOfStep),
                           ArrayRef(*padOfStep), between);
}

MlirAttribute mlirLayoutBufferAttrGetOfMap(MlirLocation loc, MlirAffineMap map,
                                           MlirAttribute pad) {
  MlirAttribute indexMap =
      mlirLayoutIndexMapAttrGet(loc, map, wrap(AffineMap()));
  if (mlirAttributeIsNull(indexMap))
    return indexMap;
  return mlirLayoutBufferAttrGet(loc, /*numSteps=*/1, &indexMap,
                                 /*extents=*/nullptr, &pad,
                                 mlirAttributeGetNull());
}

MlirAttribute mlirLayoutBufferAttrGetOfType(MlirType type) {
  if (mlirTypeIsNull(type))
    return mlirAttributeGetNull();
  return wrap(Attribute(getLayoutToApply(unwrap(type))));
}

static BufferAttr unwrapBuffer(MlirAttribute attr) {
  return cast<BufferAttr>(unwrap(attr));
}

intptr_t mlirLayoutBufferAttrGetNumSteps(MlirAttribute attr) {
  return unwrapBuffer(attr).getNumSteps();
}

MlirAttribute mlirLayoutBufferAttrGetIndexMap(MlirAttribute attr,
                                              intptr_t step) {
  return wrap(Attribute(unwrapBuffer(attr).getIndexMaps()[step]));
}

MlirAttribute mlirLayoutBufferAttrGetExtent(MlirAttribute attr, intptr_t step) {
  return wrap(Attribute(unwrapBuffer(attr).getExtents()[step]));
}

MlirAttribute mlirLayoutBufferAttrGetPad(MlirAttribute attr, intptr_t step) {
  return wrap(Attribute(unwrapBuffer(attr).getPads()[step]));
}

MlirAttribute mlirLayoutBufferAttrGetSeparators(MlirAttribute attr) {
  return wrap(Attribute(unwrapBuffer(attr).getSeparators()));
}

intptr_t mlirLayoutBufferAttrGetLogicalRank(MlirAttribute attr) {
  return unwrapBuffer(attr).getLogicalRank();
}

intptr_t mlirLayoutBufferAttrGetPhysicalRank(MlirAttribute attr) {
  return unwrapBuffer(attr).getPhysicalRank();
}

//===----------------------------------------------------------------------===//
// texture
//===----------------------------------------------------------------------===//

static_assert(int(MlirLayoutTextureAccessRead) == int(TextureAccess::Read) &&
              int(MlirLayoutTextureAccessWrite) == int(TextureAccess::Write) &&
              int(MlirLayoutTextureAccessReadWrite) ==
                  int(TextureAccess::ReadWrite) &&
              int(MlirLayoutTextureOutsideUndefined) ==
                  int(TextureOutside::Undefined) &&
              int(MlirLayoutTextureOutsideZero) == int(TextureOutside::Zero) &&
              int(MlirLayoutTextureOutsideClamp) == int(TextureOutside::Clamp));

MlirAttribute mlirLayoutTextureAttrGet(MlirLocation loc,
                                       MlirLayoutTextureAccess access,
                                       MlirLayoutTextureOutside outside) {
  return getAt<TextureAttr>(loc, static_cast<TextureAccess>(access),
                            static_cast<TextureOutside>(outside));
}

MlirLayoutTextureAccess mlirLayoutTextureAttrGetAccess(MlirAttribute attr) {
  return static_cast<MlirLayoutTextureAccess>(
      cast<TextureAttr>(unwrap(attr)).getAccess());
}

MlirLayoutTextureOutside mlirLayoutTextureAttrGetOutside(MlirAttribute attr) {
  return static_cast<MlirLayoutTextureOutside>(
      cast<TextureAttr>(unwrap(attr)).getOutside());
}
