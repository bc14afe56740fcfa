//===- DotEmitter.h - Products by dot product instructions ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot product instruction multiplies bytes of certain signs. Factors that
// have others, or a zero point, need sums of the bytes of either beside it
// (DotForm, Support/SumGroups.h):
//
//   * of a factor with other bytes in each lane: one more sum, which all rows
//     share, kept in the loop;
//   * of a factor that is the same in all lanes: one number for each row, added
//     up in loops of their own before the tile, or before all tiles that share
//     it (SharedSums.h).
//
// Zero points that are no constants, of either factor, of each row or of each
// lane, are loaded before the loops, and multiply the sums.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_VECTORIZE_DOTEMITTER_H
#define LIB_TRANSFORMS_VECTORIZE_DOTEMITTER_H

#include "LaneAccesses.h"
#include "TileConditions.h"

namespace mlir::layout {

/// Builds the products of a band that has dot products, by whole groups.
class DotEmitter {
public:
  DotEmitter(BandBuilder &builder, TileConditions &conditions,
             WideLoads &wideLoads, LaneAccesses &accesses)
      : builder(builder), band(builder.band), conditions(conditions),
        wideLoads(wideLoads), accesses(accesses) {}

  /// Returns true if groups are built by it in the mode of the builder.
  bool isUsed() const {
    return builder.mode.usesGroups && !band.dotForms.empty();
  }

  /// Returns true if a group that lacks iterations may be built as a whole one,
  /// with zero points for the bytes of a repeated factor that are not there:
  /// their products are 0 whatever the other factor is. It is read there, so
  /// that these places must exist. Where such a zero point is no constant,
  /// bytes that are not there are 0 in both factors, and count for nothing.
  bool mayFill() const;
  /// Builds what `emit` makes of a group that lacks iterations as a whole one,
  /// under a branch that leaves `carried` as it is if it lacks all.
  SmallVector<Value>
  emitFilled(ValueRange carried,
             function_ref<SmallVector<Value>(ValueRange)> emit);
  /// Adds what the sums of repeated factors contribute to `sums`, by row and
  /// then by kept element, before the loops of sums.
  void addRowSums(MutableArrayRef<Value> sums);
  /// Computes what tiles share of them; `builder` is for nothing else.
  void emitSharedSums();
  /// The sums of factors that differ between lanes: at the beginning, after one
  /// more group, and what they contribute to `sums` at the end.
  SmallVector<Value> buildLaneSums();
  SmallVector<Value> emitLaneSums(ValueRange laneSums);
  void addLaneSums(MutableArrayRef<Value> sums, ValueRange laneSums);

  /// `sum` with the products of one group.
  Value emit(unsigned product, int64_t row, Value sum);

private:
  /// Whose bytes are added up, in one row or all.
  struct FactorSum {
    unsigned product;
    bool isLeft;
    int64_t row;
  };
  const DotForm::Factor &getFactor(const FactorSum &sum) const;
  /// Returns the factor that it is multiplied by the offset of.
  const DotForm::Factor &getOther(const FactorSum &sum) const;
  const AffineNest::Access &getAccess(const FactorSum &sum) const;
  SmallVector<FactorSum> findSums(bool areRepeated) const;
  /// The rows that `sum` is for.
  bool isOfRow(const FactorSum &sum, int64_t row) const;
  Value &getKept(MutableArrayRef<Value> sums, unsigned product, int64_t row);

  /// Returns true if the zero point of a repeated factor is no constant.
  bool hasUnknownFill(const DotForm &form) const;
  bool countsPartialGroups() const {
    return llvm::any_of(band.dotForms, [&](const DotForm &form) {
      return hasUnknownFill(form);
    });
  }
  Value buildFactor(const DotForm &form, bool isLeft, int64_t row);
  /// `bytes` of lanes, those of iterations that are not there replaced by 0.
  Value clearMissing(Value bytes);
  /// How many iterations there are.
  Value buildPartialCount();
  Value buildDot(const DotForm &form, Value sums, Value left, Value right);
  /// `total` with the bytes of the factor that `sum` is of.
  Value addBytes(const FactorSum &sum, Value total, Value bytes);
  Value buildSplat(VectorType type, int64_t value);
  /// What is added to the bytes of a factor, for all lanes or one number.
  Value buildOffset(const DotForm::Factor &factor, int64_t row);
  Value buildZeroPoint(const DotProduct::Factor &factor, int64_t row);
  /// `number` times the offset of `factor`.
  Value scaleBy(Value number, const DotForm::Factor &factor, int64_t row);
  /// Adds to the sums of its rows what `number` contributes, which is scaled
  /// already if no zero point is needed for that.
  void addScaled(MutableArrayRef<Value> sums, const FactorSum &sum,
                 Value number, bool isScaled);

  /// Returns how many totals each of `rowSums` has, to which groups are added
  /// in turn. With one, as many products as a window has, some dozens, would
  /// each wait for the one before.
  size_t countParts() const;
  /// What each of `rowSums` contributes, a number.
  SmallVector<Value> buildRowSums();
  SmallVector<Value> loadSharedSums();
  /// Where one of them is kept.
  SmallVector<Value> buildPlace(const FactorSum &sum);

  /// Loops over all groups, from the `number`th loop of sums on, that carry
  /// `rowSums`, in parts, and how many products there were.
  SmallVector<Value> emitLoops(unsigned number, ValueRange carried);
  /// The loop around the group, by chunks of what lies side by side.
  SmallVector<Value> emitChunks(ValueRange carried);
  bool areChunks() const;
  SmallVector<Value> emitGroup(ValueRange carried);
  bool isReadByGroups(const AffineNest::Access &access) const;
  SmallVector<Value> addGroups(ValueRange carried, int64_t number);

  BandBuilder &builder;
  RegisterTile &band;
  TileConditions &conditions;
  WideLoads &wideLoads;
  LaneAccesses &accesses;
  SmallVector<FactorSum> rowSums;
};

/// Before the nest of `band`, which has some.
void emitSharedSums(RegisterTile &band);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_VECTORIZE_DOTEMITTER_H
