//===- LayoutAsMemorySpace.cpp - Layouts as memory spaces -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutAsMemorySpace.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kLayout = "layout";
static constexpr StringLiteral kSpace = "space";

Attribute layout::joinMemorySpace(BufferAttr layout, Attribute space) {
  if (!layout || !space)
    return layout ? Attribute(layout) : space;
  Builder builder(layout.getContext());
  return builder.getDictionaryAttr({builder.getNamedAttr(kLayout, layout),
                                    builder.getNamedAttr(kSpace, space)});
}

std::pair<BufferAttr, Attribute> layout::splitMemorySpace(Attribute joined) {
  if (auto layout = dyn_cast_or_null<BufferAttr>(joined))
    return {layout, Attribute()};
  if (auto both = dyn_cast_or_null<DictionaryAttr>(joined))
    if (auto layout = both.getAs<BufferAttr>(kLayout))
      return {layout, both.get(kSpace)};
  return {BufferAttr(), joined};
}

void layout::moveLayoutsToMemorySpaces(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    auto layout = dyn_cast<BufferAttr>(type.getLayout());
    if (!layout)
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           MemRefLayoutAttrInterface(),
                           joinMemorySpace(layout, type.getMemorySpace()));
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

/// Returns true if `type` is a view of a laid-out buffer.
static bool isViewOfLaidOut(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  if (!memref || !splitMemorySpace(memref.getMemorySpace()).first)
    return false;
  auto ranked = dyn_cast<MemRefType>(type);
  return !ranked || !ranked.getLayout().isIdentity();
}

LogicalResult layout::moveLayoutsBack(ModuleOp module) {
  WalkResult views = module.walk([](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isViewOfLaidOut(type)) {
        op->emitOpError(
            "would become a view of a laid-out buffer, which cannot have a "
            "layout; convert to a plain tensor first, by layout.convert");
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (views.wasInterrupted())
    return failure();

  AttrTypeReplacer replacer;
  replacer.addReplacement([](MemRefType type) -> std::optional<Type> {
    auto [layout, space] = splitMemorySpace(type.getMemorySpace());
    if (!layout)
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(), layout,
                           space);
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return success();
}
