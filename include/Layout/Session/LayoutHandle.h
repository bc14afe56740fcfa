//===- LayoutHandle.h - Layouts for other languages -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_SESSION_LAYOUTHANDLE_H
#define LAYOUT_SESSION_LAYOUTHANDLE_H

#include "Layout/Session/Session.h"
#include <array>

namespace mlir::layout {

/// A `#layout.buffer`, as a caller without MLIR's types holds it.
class LayoutHandle {
public:
  using Shape = std::vector<int64_t>;

  /// The facts that follow from the layout and a logical shape. An extent of -1
  /// is dynamic.
  struct Facts {
    Shape physicalShape, flattenedShape;
    std::optional<int64_t> numPadding; ///< nothing if dynamic
    std::string inverse;               ///< as a map; empty if there is none
    std::string whyNoInverse;
  };

  /// A slot of padding, in the indices that its pad map takes, and the number
  /// that the map computes; none if that does not fit 64 bits.
  struct PadNumber {
    unsigned step; ///< counted from 1
    Shape place;
    std::optional<int64_t> number;
  };

  /// Parses `#layout.buffer<..>`.
  static Result<LayoutHandle> parse(const std::string &text);

  std::string str() const;
  /// The index map of each step, in the form in which it prints.
  std::vector<std::string> getMaps() const;
  /// The pad of each step, in that form: `pad<5.000000e-01 : f64>`.
  std::vector<std::string> getPads() const;
  unsigned getLogicalRank() const;
  unsigned getPhysicalRank() const;
  bool operator==(const LayoutHandle &other) const {
    return attribute == other.attribute;
  }

  Result<Facts> getFacts(const Shape &shape) const;
  /// Returns the physical index of a logical one; needs no shape.
  Result<Shape> map(const Shape &index) const;
  /// Finds a slot of padding at which a computed pad is not within [least,
  /// most], the first one if the search is short. Exact: fails if it cannot be
  /// decided. For static shapes.
  Result<std::optional<PadNumber>>
  findPadOutside(const Shape &shape, int64_t least, int64_t most) const;
  Result<std::string> draw(const Shape &shape) const;
  /// Both sides as SVG; `axes` and `bytesOfElement` as `makePicture` takes them.
  /// In the text of the layout, the first of each pair of `words` is replaced by
  /// the second.
  Result<std::string>
  drawSvg(const Shape &shape, const std::vector<unsigned> &axes,
          const std::vector<std::pair<std::string, std::string>> &words,
          int64_t bytesOfElement = 0) const;

  /// An access to workgroup memory, as `countBankConflicts` of Map/Banks.h takes
  /// it.
  struct BankAccess {
    std::string index; ///< a map of thread and variables
    int64_t width = 1, bytesPerElement = 4, numThreads = 32;
    std::vector<int64_t> counts; ///< of the variables
    bool isStore = false;
    std::string rules; ///< `nvidia`, `amd` or `amd-cdna4`
  };
  struct BankConflicts {
    int64_t cycles, least;
    /// Two threads that wait for each other, and the bank; none without one.
    std::optional<std::array<int64_t, 3>> witness;
  };
  /// Counts, for a static shape, the cycles that a warp waits at worst.
  Result<BankConflicts> countBankConflicts(const Shape &shape,
                                           const BankAccess &access) const;

private:
  explicit LayoutHandle(const void *attribute) : attribute(attribute) {}
  /// Returns why no buffer can have this shape; empty if one can.
  std::string whyNoShape(const Shape &shape) const;

  const void *attribute; ///< a BufferAttr of the shared session
};

/// Evaluates a map such as `(d0, d1) -> (d0 * 4 + d1)` at an index.
Result<std::vector<int64_t>> evaluateMap(const std::string &map,
                                         const std::vector<int64_t> &index);

} // namespace mlir::layout

#endif // LAYOUT_SESSION_LAYOUTHANDLE_H
