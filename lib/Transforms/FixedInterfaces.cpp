//===- FixedInterfaces.cpp - What layout-assign may not retype ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

bool FixedInterfaces::isFixed(func::FuncOp function) const {
  return function.isExternal() || uses.isNamedOtherwise(function) ||
         (!function.isPrivate() && !options.changeInterface);
}

bool FixedInterfaces::isFixed(memref::GlobalOp global) const {
  return uses.isNamedOtherwise(global) ||
         ((!global.isPrivate() || global.isExternal()) &&
          !options.changeInterface);
}

bool FixedInterfaces::isFixedArgument(func::FuncOp function,
                                      unsigned index) const {
  return isFixed(function) ||
         (!function.isPrivate() &&
          !function.getArgAttr(index, LayoutDialect::kTransformAttrName));
}
