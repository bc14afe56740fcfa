//===- OtherLayouts.cpp - Layouts of upstream's attributes ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherLayouts.h"

#include "Layout/Transforms/Pack/FromPack.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::layout;

/// (p) -> (p floordiv line, p mod line)
static AffineMap getLines(int64_t line, MLIRContext *context) {
  AffineExpr offset = getAffineDimExpr(0, context);
  return AffineMap::get(1, 0, {offset.floorDiv(line), offset % line}, context);
}

BufferAttr layout::getLayoutOfStrides(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto strided =
      memref ? dyn_cast<StridedLayoutAttr>(memref.getLayout()) : nullptr;
  if (!strided || !strided.hasStaticLayout() || strided.getStrides().empty())
    return {};
  MLIRContext *context = type.getContext();
  int64_t line = *llvm::max_element(strided.getStrides());
  if (line < 2 || line > 24)
    line = 16;
  auto none = PadAttr::get(context, PadKind::None);
  return BufferAttr::get(context,
                         {IndexMapAttr::get(strided.getAffineMap()),
                          IndexMapAttr::get(getLines(line, context))},
                         {ExtentAttr(), ExtentAttr()}, {none, none},
                         AxisSeparatorAttr());
}

BufferAttr layout::getLayoutOfPack(linalg::PackOp pack) {
  AffineMap map = getMapOfPack(pack);
  if (!map)
    return {};
  Attribute value;
  PadAttr pad;
  if (pack.getPaddingValue() &&
      matchPattern(pack.getPaddingValue(), m_Constant(&value)))
    pad = PadAttr::get(cast<TypedAttr>(value));
  return BufferAttr::get(map, pad);
}
