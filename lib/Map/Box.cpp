//===- Box.cpp - Index domains [0, S0) x [0, S1) x ... --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/Box.h"
#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/Evaluate.h"

using namespace mlir;
using namespace mlir::layout;

static std::optional<int64_t> getConstant(AffineExpr extent) {
  if (auto constant = dyn_cast_or_null<AffineConstantExpr>(extent))
    return constant.getValue();
  return std::nullopt;
}

Box Box::ofShape(ArrayRef<int64_t> shape, MLIRContext *context) {
  SmallVector<AffineExpr> extents;
  unsigned numParams = 0;
  for (int64_t size : shape)
    extents.push_back(ShapedType::isDynamic(size)
                          ? getAffineSymbolExpr(numParams++, context)
                          : getAffineConstantExpr(size, context));
  return Box(extents, numParams, context);
}

SmallVector<int64_t> Box::getShape() const {
  SmallVector<int64_t> shape;
  for (AffineExpr extent : extents)
    shape.push_back(getConstant(extent).value_or(ShapedType::kDynamic));
  return shape;
}

bool Box::isStatic() const {
  return llvm::all_of(extents,
                      [](AffineExpr e) { return getConstant(e).has_value(); });
}

std::optional<int64_t> Box::getNumElements() const {
  if (!isStatic())
    return std::nullopt;
  // A zero extent makes the product zero however large the others are.
  int64_t product = 1;
  for (int64_t size : getShape())
    if (size <= 0)
      return 0;
  for (int64_t size : getShape())
    if (llvm::MulOverflow(product, size, product))
      return std::nullopt;
  return product;
}

SmallVector<int64_t> Box::evaluate(ArrayRef<int64_t> params) const {
  SmallVector<int64_t> sizes;
  for (AffineExpr extent : extents) {
    std::optional<int64_t> size = layout::evaluate(extent, {}, params);
    assert(size && "extent beyond 64 bits");
    sizes.push_back(std::max<int64_t>(size.value_or(0), 0));
  }
  return sizes;
}

presburger::IntegerPolyhedron Box::toPolyhedron() const {
  ConstraintSystem system(getRank(), numParams);
  system.addParameters();
  system.addInside(*this, system.getDims());
  return system.getSet();
}

void mlir::layout::forEachIndex(
    ArrayRef<int64_t> shape,
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) {
  if (llvm::any_of(shape, [](int64_t size) { return size <= 0; }))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  while (visit(index)) {
    unsigned d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}
