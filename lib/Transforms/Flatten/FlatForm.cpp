//===- FlatForm.cpp - Flat forms of separated buffers ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlatForm.h"

#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

static BufferAttr getSeparators(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto layout =
      memref ? dyn_cast<BufferAttr>(memref.getLayout()) : BufferAttr();
  return layout && layout.isPhysical() ? layout : BufferAttr();
}

/// The groups of axes that become one each. Texture memory has texels: their
/// channels stay an axis of their own.
static BufferAttr getGroups(MemRefType separated) {
  BufferAttr layout = getSeparators(separated);
  int64_t innermost = separated.getRank() - 1;
  SmallVector<int64_t> separators(layout.getSeparators().getSeparators());
  if (!hasChannelAxis(separated) || llvm::is_contained(separators, innermost))
    return layout;
  separators.push_back(innermost);
  return BufferAttr::get(
      layout.getContext(), layout.getIndexMaps(), layout.getExtents(),
      layout.getPads(),
      AxisSeparatorAttr::get(layout.getContext(), separators));
}

bool layout::isSeparated(Type type) {
  return static_cast<bool>(getSeparators(type));
}

bool layout::hasSeparatedTypeInside(Type type) {
  return type
      .walk<WalkOrder::PreOrder>([&](Type inner) {
        return inner != type && isSeparated(inner) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

MemRefType layout::getShapedType(MemRefType separated) {
  // There are no views of a texture: all who name it see it flat.
  if (isInTextureMemory(separated))
    return getFlatType(separated);
  return MemRefType::get(separated.getShape(), separated.getElementType(),
                         MemRefLayoutAttrInterface(),
                         separated.getMemorySpace());
}

Type layout::withoutSeparators(Type type) {
  return isSeparated(type) ? getShapedType(cast<MemRefType>(type)) : type;
}

MemRefType layout::getFlatType(MemRefType separated) {
  const PhysicalLayout &facts =
      getGroups(separated).getPhysicalLayout(separated.getShape());
  return MemRefType::get(facts.getFlattenedShape(), separated.getElementType(),
                         MemRefLayoutAttrInterface(),
                         separated.getMemorySpace());
}

MemRefType layout::getLinearisedType(MemRefType separated) {
  const PhysicalLayout &facts =
      getGroups(separated).getPhysicalLayout(separated.getShape());
  return MemRefType::get(separated.getShape(), separated.getElementType(),
                         BufferAttr::getOfMap(facts.getLinearOffset()),
                         separated.getMemorySpace());
}

SmallVector<ReassociationIndices> layout::getAxisGroups(MemRefType separated) {
  SmallVector<ReassociationIndices> groups;
  ArrayRef<int64_t> separators =
      getGroups(separated).getSeparators().getSeparators();
  for (int64_t axis = 0; axis < separated.getRank(); ++axis) {
    if (axis == 0 || llvm::is_contained(separators, axis))
      groups.emplace_back();
    groups.back().push_back(axis);
  }
  return groups;
}

Value layout::buildFlatView(OpBuilder &builder, Location loc, Value shaped,
                            MemRefType separated) {
  MemRefType flat = getFlatType(separated);
  if (shaped.getType() == flat)
    return shaped;
  SmallVector<ReassociationIndices> groups = getAxisGroups(separated);
  if (groups.empty()) // a single element gets its one axis
    return memref::ExpandShapeOp::create(builder, loc, flat, shaped, groups);
  return memref::CollapseShapeOp::create(builder, loc, flat, shaped, groups);
}

/// Row-major strides, attributes where the type tells them.
static SmallVector<OpFoldResult> buildStrides(OpBuilder &builder, Location loc,
                                              MemRefType type,
                                              ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> known = type.getStridesAndOffset().first;
  SmallVector<OpFoldResult> strides(sizes.size());
  for (int64_t axis = type.getRank() - 1; axis >= 0; --axis) {
    if (!ShapedType::isDynamic(known[axis])) {
      strides[axis] = builder.getIndexAttr(known[axis]);
      continue;
    }
    Value inner =
        getValueOrCreateConstantIndexOp(builder, loc, strides[axis + 1]);
    Value size = getValueOrCreateConstantIndexOp(builder, loc, sizes[axis + 1]);
    strides[axis] = builder.createOrFold<arith::MulIOp>(loc, inner, size);
  }
  return strides;
}

Value layout::buildShapedView(OpBuilder &builder, Location loc, Value flat,
                              MemRefType separated,
                              ArrayRef<OpFoldResult> sizes) {
  MemRefType shaped = getShapedType(separated);
  if (flat.getType() == shaped)
    return flat;
  SmallVector<ReassociationIndices> groups = getAxisGroups(separated);
  if (groups.empty())
    return memref::CollapseShapeOp::create(builder, loc, shaped, flat, groups);
  if (shaped.hasStaticShape())
    return memref::ExpandShapeOp::create(builder, loc, shaped, flat, groups);
  // Upstream does not lower expand_shape with several dynamic extents in a
  // group.
  return memref::ReinterpretCastOp::create(
      builder, loc, shaped, flat, /*offset=*/builder.getIndexAttr(0), sizes,
      buildStrides(builder, loc, shaped, sizes));
}
