//===- FixedInterfaces.h - Types that layout-assign must keep ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_FIXEDINTERFACES_H
#define LIB_TRANSFORMS_ASSIGN_FIXEDINTERFACES_H

#include "Layout/Transforms/Assign/Assign.h"
#include "Transforms/Support/SymbolUses.h"

namespace mlir::layout {

/// Values whose type must not change, because an op that cannot be changed
/// relies on it. Cost: constant.
class FixedInterfaces {
public:
  FixedInterfaces(const SymbolUses &uses, const AssignOptions &options)
      : uses(uses), options(options) {}

  bool isFixed(TracedFunction function) const;
  bool isFixed(memref::GlobalOp global) const;
  /// Also with `change-interface`, an argument of a public function changes
  /// only if a layout is requested for it: who calls from outside must be able
  /// to read the new signature off the old one.
  bool isFixedArgument(TracedFunction function, unsigned index) const;

private:
  const SymbolUses &uses;
  const AssignOptions &options;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_FIXEDINTERFACES_H
