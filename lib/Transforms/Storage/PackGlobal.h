//===- PackGlobal.h - Initial values in physical order ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_STORAGE_PACKGLOBAL_H
#define LIB_TRANSFORMS_STORAGE_PACKGLOBAL_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::layout {

/// Physical elements that are packed one by one at most.
constexpr int64_t kMaxPackedElements = int64_t(1) << 26;

/// Returns true if a constant of this type is packed at compile time, whatever
/// its elements. One without a layout need not be.
bool isPackable(Type type);

/// Checks that the initial value of a laid-out global can be packed. Refuses,
/// by an error at `global`, initial values whose elements cannot be read and
/// sizes beyond a bound.
LogicalResult planPackInitialValue(memref::GlobalOp global);

/// The initial value of a laid-out global in physical order, padding included
/// (PackElements.h). An uninitialised global whose padding must
/// hold something becomes an initialised one, its data zero. Nullopt if the
/// global keeps what it has: a declaration, or uninitialised without such a
/// pad. Cost: see `packElements`; none for a splat that fills all.
std::optional<Attribute> packInitialValue(memref::GlobalOp global);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_STORAGE_PACKGLOBAL_H
