//===- PackElements.h - Constants in physical order -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of a laid-out buffer at compile time, bit for bit:
//
//     [1, 2, 3, 4, 5, 6]  under (i) -> (i floordiv 4, i mod 4), pad -1
//     [[1, 2, 3, 4], [5, 6, -1, -1]]
//
// Padding holds what its pad says. Where that is nothing in particular, it is
// the one value of a splat, else zero.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_PACKELEMENTS_H
#define LIB_TRANSFORMS_STORAGE_PACKELEMENTS_H

#include "mlir/IR/BuiltinAttributes.h"

namespace mlir::layout {

/// Numbers, or complex ones.
bool hasPackableElements(ShapedType type);

/// Why the elements of `data` cannot be read: it is neither dense nor a
/// resource that is there and has the size of its type. Empty if they can.
std::string describeUnreadable(ElementsAttr data);

/// Returns true if all slots of a buffer of the laid-out `type` with the
/// elements `data` hold one value. It is then packed at no cost, whatever its
/// size. Without `data`, elements are zero.
bool isPackedSplat(MemRefType type, ElementsAttr data);

/// `data`, which can be read, in physical order: a resource of a resource, else
/// dense. The shape is static, elements are integers, `index` or floats. The
/// places are those of `packed`, which has as many; without it, of a tensor of
/// the physical shape.
/// Cost: some nanoseconds a place; for what is dense, memory for one copy
/// beside the result.
ElementsAttr packElements(MemRefType type, ElementsAttr data,
                          RankedTensorType packed = {});

/// The same elements, in order, as those of a tensor of another shape or
/// layout: none is copied from a resource, or if that is its type.
ElementsAttr withType(ElementsAttr data, RankedTensorType type);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_PACKELEMENTS_H
