//===- AppliedTypes.h - Which laid-out types become physical ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_APPLIEDTYPES_H
#define LAYOUT_TRANSFORMS_APPLIEDTYPES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Which laid-out memref types of a module become physical. All of them, when
/// default-constructed.
class AppliedTypes {
public:
  /// Those with a plain `affine_map` layout, less the strided views: types
  /// whose map only states strides and an offset, and that an op of `module`
  /// takes or yields as a view of memory. Such a type does not ask for a buffer
  /// of its own form; it says where the elements lie in another one, and
  /// upstream lowers it as it is. Which types those are is remarked, at the
  /// first such op. Cost: one walk.
  static AppliedTypes findPlainMaps(ModuleOp module);

  /// Does a memref of this type become physical?
  bool contains(Type type) const;

  /// Does `type` state a layout that stays, however the rest of it looks?
  bool leaves(Type type) const;

private:
  bool plainMapsOnly = false;
  llvm::DenseSet<Type> stridedViews;
};

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_APPLIEDTYPES_H
