//===- StatedExtent.h - Stated extents of layouts ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_STATEDEXTENT_H
#define LAYOUT_MAP_STATEDEXTENT_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "llvm/ADT/Hashing.h"
#include <cassert>
#include <string>

namespace mlir::layout {

/// What a step states of the extent of one result of its index map: a number
/// (`40`), the derived extent (`?`), or the derived extent and a border after
/// it (`? + 1`). Only the last speaks of a dynamic extent and makes it larger.
class StatedExtent {
public:
  /// As in a shape: a number, or `ShapedType::kDynamic` for the derived extent.
  StatedExtent(int64_t size)
      : derives(ShapedType::isDynamic(size)), number(derives ? 0 : size) {}

  /// The derived extent plus `border`, which may not be negative: input is
  /// checked by `ExtentAttr` and `PhysicalLayout`.
  static StatedExtent derived(int64_t border = 0) {
    StatedExtent extent(ShapedType::kDynamic);
    extent.number = border;
    return extent;
  }

  bool isDerived() const { return derives; }

  /// Of one that is not derived.
  int64_t getSize() const {
    assert(!derives && "has no size of its own");
    return number;
  }

  /// How many places are added to a derived one; 0 for `?`.
  int64_t getBorder() const {
    assert(derives && "has no border");
    return number;
  }

  /// As it is written: `40`, `?`, `? + 1`.
  std::string str() const {
    if (!derives)
      return std::to_string(number);
    return number == 0 ? "?" : "? + " + std::to_string(number);
  }

  friend bool operator==(StatedExtent a, StatedExtent b) {
    return a.derives == b.derives && a.number == b.number;
  }
  friend bool operator!=(StatedExtent a, StatedExtent b) { return !(a == b); }
  friend llvm::hash_code hash_value(StatedExtent extent) {
    return llvm::hash_combine(extent.derives, extent.number);
  }

private:
  bool derives;
  int64_t number; ///< the extent, or what is added to the derived one
};

} // namespace mlir::layout

#endif // LAYOUT_MAP_STATEDEXTENT_H
