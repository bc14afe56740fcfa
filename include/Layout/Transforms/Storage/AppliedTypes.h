//===- AppliedTypes.h - Laid-out types to apply -----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_STORAGE_APPLIEDTYPES_H
#define LAYOUT_TRANSFORMS_STORAGE_APPLIEDTYPES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Which laid-out memref types of a module become physical. All of them, when
/// default-constructed.
class AppliedTypes {
public:
  /// All, or those with a plain `affine_map` layout, less the strided views
  /// (`forEachStridedViewType`). Cost: one walk.
  AppliedTypes(ModuleOp module, bool plainMapsOnly);
  AppliedTypes() = default;

  /// Returns true if a memref of this type becomes physical. Computed once per
  /// type.
  bool contains(Type type) const;

  /// Returns true if `type` has a layout that is not to be applied.
  bool leaves(Type type) const;

  /// Strided views keep their meaning and get the spelling `strided<..>`.
  bool isStridedView(Type type) const { return stridedViews.contains(type); }
  bool hasStridedViews() const { return !stridedViews.empty(); }

private:
  bool plainMapsOnly = false;
  llvm::DenseSet<Type> stridedViews;
  mutable llvm::DenseMap<Type, bool> known; ///< what `contains` said
};

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_STORAGE_APPLIEDTYPES_H
