//===- FixedInterfaces.cpp - Types that layout-assign must keep -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

bool FixedInterfaces::isFixed(TracedFunction function) const {
  if (function.isExternal() || uses.isNamedOtherwise(function))
    return true;
  if (options.changeInterface)
    return false;
  // A launch names its kernel; only a kernel without launches in the module
  // must be kept for other modules.
  if (function.isOnDevice())
    return uses.getCalls(function).empty();
  return !function.isPrivate();
}

bool FixedInterfaces::isFixed(memref::GlobalOp global) const {
  return uses.isNamedOtherwise(global) ||
         ((!global.isPrivate() || global.isExternal()) &&
          !options.changeInterface);
}

bool FixedInterfaces::isFixedArgument(TracedFunction function,
                                      unsigned index) const {
  return isFixed(function) ||
         (!function.isPrivate() && !function.isOnDevice() &&
          !function.getArgAttr(index, LayoutDialect::kTransformAttrName));
}
