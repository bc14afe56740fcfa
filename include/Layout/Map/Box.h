//===- Box.h - Index domains [0, S0) x [0, S1) x ... ------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_BOX_H
#define LAYOUT_MAP_BOX_H

#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace mlir::layout {

/// The set of indices `[0, E0) x [0, E1) x ...`.
///
/// An extent is a constant or an affine expression over parameters: the symbols
/// s0, s1, ... are the dynamic extents of the *logical* shape, in order, each
/// an integer >= 0. So `memref<?x31xf32>` has the box `[0, s0) x [0, 31)`, and
/// its physical box may be `[0, s0 ceildiv 4) x ...`. A box with an extent <= 0
/// is empty.
class Box {
public:
  Box(ArrayRef<AffineExpr> extents, unsigned numParams, MLIRContext *context)
      : extents(extents.begin(), extents.end()), numParams(numParams),
        context(context) {}

  /// The box of a shape; each `ShapedType::kDynamic` becomes the next symbol.
  static Box ofShape(ArrayRef<int64_t> shape, MLIRContext *context);

  unsigned getRank() const { return extents.size(); }
  unsigned getNumParams() const { return numParams; }
  MLIRContext *getContext() const { return context; }
  AffineExpr getExtent(unsigned dim) const { return extents[dim]; }
  ArrayRef<AffineExpr> getExtents() const { return extents; }

  /// The extents as a shape, `ShapedType::kDynamic` where not constant.
  SmallVector<int64_t> getShape() const;
  bool isStatic() const;

  /// Number of indices; nullopt if dynamic or beyond int64.
  std::optional<int64_t> getNumElements() const;

  /// Extents for given values of the parameters.
  SmallVector<int64_t> evaluate(ArrayRef<int64_t> params) const;

  /// The box as integer constraints over `rank` set variables and
  /// `numParams` symbols, each symbol >= 0.
  presburger::IntegerPolyhedron toPolyhedron() const;

private:
  SmallVector<AffineExpr> extents;
  unsigned numParams;
  MLIRContext *context;
};

/// Calls `visit` with each index of a static shape in row-major order, until
/// it returns false. For tests, small checks and folding; cost: one call each.
void forEachIndex(ArrayRef<int64_t> shape,
                  llvm::function_ref<bool(ArrayRef<int64_t>)> visit);

} // namespace mlir::layout

#endif // LAYOUT_MAP_BOX_H
