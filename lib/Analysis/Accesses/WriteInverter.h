//===- WriteInverter.h - Inverting writes -----------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_WRITEINVERTER_H
#define LAYOUT_LIB_ANALYSIS_WRITEINVERTER_H

#include "AccessTree.h"
#include <map>

namespace mlir::layout {

/// A write in loops, some of them fixed: counters t, element f(t).
struct LoopedWrite {
  unsigned numFixed = 0;
  SmallVector<AffineExpr> index;  ///< f, over all counters
  SmallVector<Interval> counters; ///< their ranges
  Conjunction constraints;        ///< the iterations in which it takes place
};

/// Finds a g with f(fixed, g(fixed, e)) = e, for as many elements e as it can:
///
///     f(io, ii) = 4 io + ii, 4 io + ii <= 13
///     g(e) = (e floordiv 4, e mod 4); written where 0 <= e floordiv 4 <= 3,
///            0 <= e mod 4 <= 3, e <= 13
///
/// The result has g as its witness and, as constraints, those of the write for
/// g(e) and f(g(e)) = e: sound for any g. Where f leaves several iterations for
/// one element, there is a choice between the first and the last: bit k of
/// `lasts` decides the k-th. Nullopt if no g is found.
class WriteInverter {
public:
  /// Cache of inverses of maps on boxes, null if there is none: each choice,
  /// and each loop around, needs the same ones again.
  using Inverses =
      std::map<std::pair<const void *, std::vector<int64_t>>, AffineMap>;

  WriteInverter(const LoopedWrite &write, MLIRContext *context, unsigned lasts,
                Inverses &inverses);

  std::optional<WrittenPiece> run();
  unsigned getNumChoices() const { return numChoices; }

private:
  bool isUnknown(AffineExpr expr) const;
  bool isUnknown(unsigned counter) const { return !values[counter]; }
  AffineExpr substitute(AffineExpr expr) const;
  void define(unsigned counter, AffineExpr value);
  std::pair<SmallVector<AffineExpr>, AffineExpr>
  splitUnknown(AffineExpr expr) const;

  bool solveUnits();
  bool solveGroups();
  bool solveGroup(ArrayRef<unsigned> group);
  AffineMap getInverse(AffineMap forward, ArrayRef<int64_t> shape);
  SmallVector<unsigned> getGroup(unsigned counter) const;
  bool solveQuotients();
  bool chooseOne();
  bool isLastChosen() const;
  AffineExpr chooseValue(unsigned counter) const;

  const LoopedWrite &write;
  MLIRContext *context;
  Inverses &inverses;
  unsigned lasts, numChoices = 0;
  unsigned numCounters;
  /// Each is 0; over counters, then the index of the element.
  SmallVector<AffineExpr> equations;
  /// Those of the write, with the values of counters that are known.
  SmallVector<AffineExpr> constraints;
  /// Of each counter, over fixed counters and the index; null: not known yet.
  SmallVector<AffineExpr> values;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_WRITEINVERTER_H
