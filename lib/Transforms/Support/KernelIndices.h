//===- KernelIndices.h - Indices that kernels compute -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_TRANSFORMS_SUPPORT_KERNELINDICES_H
#define LAYOUT_LIB_TRANSFORMS_SUPPORT_KERNELINDICES_H

#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {

/// Returns true for an index of a kernel whose bits are no bits of what it is
/// computed from, as those of x mod 20 and 31 - x. A swizzle of it is short if
/// it takes the bits from the index, as one does by hand; of a composed map,
/// each bit would be computed again. Elsewhere the answer is no: nests of loops
/// are found by composed maps.
inline bool hasBitsOfItsOwn(affine::AffineApplyOp apply) {
  if (!apply->getParentOfType<gpu::GPUFuncOp>() &&
      !apply->getParentOfType<gpu::LaunchOp>())
    return false;
  bool has = false;
  apply.getAffineMap().getResult(0).walk([&](AffineExpr part) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(part);
    auto constant = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                           : AffineConstantExpr();
    if (!constant)
      return;
    if (binary.getKind() == AffineExprKind::Mul)
      has |= constant.getValue() < 0;
    else
      has |= isDivision(part) && !llvm::isPowerOf2_64(constant.getValue());
  });
  return has;
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_TRANSFORMS_SUPPORT_KERNELINDICES_H
