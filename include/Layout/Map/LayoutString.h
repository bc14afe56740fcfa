//===- LayoutString.h - Layouts written as axis names -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_LAYOUTSTRING_H
#define LAYOUT_MAP_LAYOUTSTRING_H

#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LogicalResult.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// A layout string such as `NCHW16c` (the DataLayout discussion).
///
/// An upper-case letter is a primal axis. A number and a lower-case letter is
/// a subordinate axis: the innermost `factor` elements of its primal axis.
/// An axis may be split more than once (`OIHW4o2o`): earlier splits are outer.
/// Every axis letter with its factor position occurs at most once as primal.
class LayoutString {
public:
  struct Axis {
    char name;      ///< 'C' or 'c'
    int64_t factor; ///< 0 for a primal axis
    bool isPrimal() const { return factor == 0; }
    char primal() const; ///< 'C' for both
  };

  /// Parses; on failure `why` says what is wrong and where.
  static FailureOr<LayoutString> parse(llvm::StringRef text, std::string &why);

  llvm::ArrayRef<Axis> getAxes() const { return axes; }
  unsigned size() const { return axes.size(); }

  /// Position of the axis with this name, nullopt if absent.
  std::optional<unsigned> positionOf(char name) const;
  bool contains(char name) const { return positionOf(name).has_value(); }

  /// Product of the split factors of a primal axis (by either case of its
  /// name); nullopt if it is not split or absent.
  std::optional<int64_t> factorOf(char name) const;

  std::string str() const;

private:
  llvm::SmallVector<Axis> axes;
};

/// The index map from one layout to another with the same primal axes, e.g.
/// NHWC -> NCHW4c is (n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4), and
/// NCHW16c -> NCHW8c fuses and splits. Fails, with the reason, if the primal
/// axes differ.
FailureOr<AffineMap> convertLayout(const LayoutString &from,
                                   const LayoutString &to, MLIRContext *context,
                                   std::string &why);

} // namespace mlir::layout

#endif // LAYOUT_MAP_LAYOUTSTRING_H
