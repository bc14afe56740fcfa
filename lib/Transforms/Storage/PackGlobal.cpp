//===- PackGlobal.cpp - Initial values in physical order ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackGlobal.h"

#include "Layout/IR/LaidOut.h"
#include "PackElements.h"

using namespace mlir;
using namespace mlir::layout;

/// Null if elements are zero.
static ElementsAttr getData(memref::GlobalOp global) {
  return global.isUninitialized()
             ? ElementsAttr()
             : cast<ElementsAttr>(*global.getInitialValue());
}

static bool holdsSomething(memref::GlobalOp global) {
  BufferAttr layout = getLayoutToApply(global.getType());
  return layout.holdsSomething() &&
         !getPhysicalLayout(global.getType()).isBijective();
}

bool layout::isPackable(Type type) {
  if (!isLaidOut(type))
    return true;
  std::optional<int64_t> count =
      layout::getPhysicalLayout(cast<ShapedType>(type))
          .getPhysicalBox()
          .getNumElements();
  return count && *count <= kMaxPackedElements;
}

LogicalResult layout::planPackInitialValue(memref::GlobalOp global) {
  if (global.isExternal() ||
      (global.isUninitialized() && !holdsSomething(global)))
    return success();
  if (!hasPackableElements(global.getType()))
    return global.emitOpError(
               "cannot apply the layout to an initial value of element type ")
           << global.getType().getElementType()
           << "; initialize the global in a function, or use integers, floats "
              "or complex numbers";
  ElementsAttr data = getData(global);
  if (std::string why = describeUnreadable(data); !why.empty())
    return global.emitOpError("expects a dense<...> initial value or a "
                              "resource, as the layout is applied to it at "
                              "compile time, but ")
           << why;
  // One value in all slots costs nothing, whatever the size: it stays a splat.
  if (isPackedSplat(global.getType(), data))
    return success();
  int64_t count = ShapedType::getNumElements(
      getPhysicalLayout(global.getType()).getPhysicalShape());
  // The packed constant is in the compiler's memory as a whole.
  if (count > kMaxPackedElements)
    return global.emitOpError("cannot apply the layout to an initial value of ")
           << count << " physical elements; at most " << kMaxPackedElements
           << " are packed at compile time";
  return success();
}

std::optional<Attribute> layout::packInitialValue(memref::GlobalOp global) {
  if (global.isExternal() ||
      (global.isUninitialized() && !holdsSomething(global)))
    return std::nullopt;
  return packElements(global.getType(), getData(global));
}
