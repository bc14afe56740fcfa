//===- OutsideImages.cpp - Reads outside of an image ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OutsideImages.h"

#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include <limits>

using namespace mlir;
using namespace mlir::layout;

/// The buffer of a load of one whole element; null for other ops.
static Value getLoaded(Operation *op) {
  if (isScalarLoad(op))
    return op->getOperand(0);
  auto load = dyn_cast<vector::LoadOp>(op);
  return load && load.getMemRefType().getElementType() == load.getType()
             ? load.getBase()
             : Value();
}

bool layout::canFetchZeros(Operation *load, Value root) {
  Value buffer = getLoaded(load);
  return buffer && buffer == root && isImage(buffer.getType()) &&
         getTextureOutside(buffer.getType()) == TextureOutside::Zero;
}

std::string layout::describeMissingGuarantee(Operation *load) {
  Value buffer = getLoaded(load);
  auto access = buffer ? getTextureAccess(buffer.getType()) : std::nullopt;
  if (!access)
    return "";
  TextureOutside outside = getTextureOutside(buffer.getType());
  if (outside == TextureOutside::Clamp)
    return "; the memory space states that the nearest texel is read there, "
           "not zeros";
  // Zeros are guaranteed by sampled images, which are only read.
  if (*access != TextureAccess::Read)
    return "; that zeros are read there can be stated for textures that are "
           "only read";
  if (outside == TextureOutside::Undefined)
    return "; `outside = zero` in the memory space would state that zeros are "
           "read there";
  if (!isImage(buffer.getType()))
    return "; `outside = zero` is about images; run layout-flatten and "
           "layout-vectorize-elements first";
  return "; `outside = zero` holds for coordinates of 32 bits, in accesses to "
         "the image itself";
}

Conjunction layout::getCoordinateBounds(ArrayRef<AffineExpr> index) {
  Conjunction bounds;
  auto bound = [&](AffineExpr number) {
    bounds.push_back({number - std::numeric_limits<int32_t>::min()});
    bounds.push_back({-number + std::numeric_limits<int32_t>::max()});
  };
  for (AffineExpr coordinate : index) {
    bound(coordinate);
    // Sums may wrap around on the way, what is divided must not.
    coordinate.walk([&](AffineExpr part) {
      if (isDivision(part))
        bound(cast<AffineBinaryOpExpr>(part).getLHS());
    });
  }
  return bounds;
}

std::optional<Condition> layout::getInside(const Elements &texel,
                                           IntegerFacts &facts) {
  Conjunction inside;
  for (auto [axis, coordinate] : llvm::enumerate(texel.index)) {
    AffineExpr extent = facts.getExtent(texel.buffer, axis);
    if (!extent)
      return std::nullopt;
    inside.push_back({coordinate});
    inside.push_back({extent - 1 - coordinate});
  }
  return Condition(std::move(inside));
}

std::optional<Condition> layout::getOutside(const Elements &texel,
                                            IntegerFacts &facts) {
  std::optional<Condition> inside = getInside(texel, facts);
  return inside ? inside->negate() : std::nullopt;
}
