//===- Estimate.h - Run time estimates of contractions ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The currency in which contractions with layouts, contractions without, and
// conversions are compared: nanoseconds of one core, by a roofline,
//
//     contraction   max(products / rate of the form, bytes / rate of memory)
//     conversion    2 bytes / rate, plus fresh pages for what is large
//
// with the rates of MachineRates.h. An estimate licenses nothing and changes no
// result: it only says which of two right programs is made.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_ESTIMATE_H
#define LIB_TRANSFORMS_PROPAGATE_ESTIMATE_H

#include "Layout/IR/Layout.h"
#include "MachineRates.h"

namespace mlir::layout {

/// How the elements of a contraction lie.
enum class ContractionForm {
  LaidOut, ///< as ContractionLayouts.h says
  Plain    ///< as they come
};

/// What can be made lanes where nothing has a layout.
enum class PlainLanes {
  Rows,  ///< contiguous elements of the result and of a factor
  Sums,  ///< contiguous elements of both factors, which are added up
  Others ///< none: what is not contiguous is gathered, or not vectorized
};

/// What a contraction does. Extents that are not known count as
/// `kUnknownExtent`, but those of rows as 1, so that `withRows` is exact.
struct ContractionWork {
  unsigned data = 0, weights = 0, result = 0; ///< operands
  ProductRates rates = {};
  double products = 0;
  double dataBytes = 0, weightBytes = 0, resultBytes = 0;
  double results = 0;    ///< sums
  double laidOutUse = 1; ///< share of the lanes that are no padding
  PlainLanes lanes = PlainLanes::Others;
  int64_t plainExtent = 0;   ///< of what is lanes in the plain form
  int64_t plainStep = 1;     ///< elements from one of these lanes to the next
  int64_t numLanes = 1;      ///< of a vector of the result
  double partialVector = 1;  ///< times as long as a full one, in the plain form
  double streamedBytes = 0;  ///< of the factor that has the plain lanes
  double streamedStride = 0; ///< bytes between two steps of the sum there
  bool streamsData = false;  ///< that factor is the data: channels first
  bool hasUnknownImages = false; ///< a window, and rows that are not known
  bool isWindowOnly = false;     ///< no sum but that over a window
  int64_t nearBytes = 0;         ///< that the second cache holds
  int64_t firstBytes = 0;        ///< that the first one holds

  /// As many rows as those that were not known.
  ContractionWork withRows(double rows) const;
};

inline constexpr int64_t kUnknownExtent = 512;

/// Nanoseconds that the contraction takes, without conversions. Cost: constant.
double estimate(const ContractionWork &work, ContractionForm form);

/// Nanoseconds that a conversion of so many elements takes, of a tensor of
/// `rank`, between its plain form and `layout`, or between two layouts. Cost:
/// constant.
double estimateConversion(double elements, double elementBytes,
                          BufferAttr layout, int64_t rank,
                          const Target &target);

/// The time of what takes `time` in one thread if several share it.
double shareAmong(unsigned threads, double time);

/// Elements of a tensor, with extents that are not known as `unknown`, and
/// bytes of one.
double estimateElements(RankedTensorType type, int64_t unknown);
double estimateElementBytes(Type element);

/// Returns true if `laidOut`, of which conversions take `conversions`, is
/// sufficiently less than `plain`. The time of conversions is the least certain
/// of all. Where there are next to none, as with constant weights, a smaller
/// gain suffices. If both are about equal, the op stays plain.
inline bool isWorthIt(double laidOut, double conversions, double plain) {
  return laidOut < (conversions < 0.05 * laidOut ? 0.95 : 0.9) * plain;
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_ESTIMATE_H
