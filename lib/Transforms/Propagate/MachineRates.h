//===- MachineRates.h - Measured rates of machines --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of measured speeds, for each width of vectors. All were taken
// on one core of a Xeon of family 6, model 207 (AVX-512, 2 MiB of second
// cache), which did other work besides, by benchmarks/zoo; they are good for
// about a fifth. Shorter vectors are those of the same core with
// `target=x86-64-v3` and `x86-64-v2`.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PROPAGATE_MACHINERATES_H
#define LIB_TRANSFORMS_PROPAGATE_MACHINERATES_H

#include "Layout/Analysis/Target/Target.h"

namespace mlir::layout {

/// Products of one type that one core adds up in a nanosecond, with all data in
/// the second cache.
struct ProductRates {
  double laidOut;  ///< in the layouts of ContractionLayouts.h
  double rows;     ///< plain, with lanes along contiguous elements of a result
  double sums;     ///< plain, with lanes along a sum
  double gathered; ///< plain, with neither
  /// Of `sums`, while the second cache holds the weights: there loads take the
  /// time, and beyond it memory does.
  double shareOfLoads = 1;
};

/// Of elements of these types: two factors and the sum.
ProductRates getProductRates(const Target &target, Type data, Type weights,
                             Type sum);

/// Bytes that one core moves in a nanosecond.
struct ByteRates {
  double near;           ///< from and to the second cache
  double far;            ///< beyond it
  double converted;      ///< by conversions, beyond it
  double transposed;     ///< by those that make another dimension contiguous
  double nearTransposed; ///< the same, in the second cache
};
ByteRates getByteRates();

/// Nanoseconds to get one page of memory that the process has given back.
inline constexpr double kFreshPage = 2200;
inline constexpr int64_t kPageBytes = 4096;
/// Buffers from this size on are taken from the system each time: glibc's
/// largest threshold for that.
inline constexpr int64_t kFreshBytes = int64_t(32) << 20;

/// Nanoseconds that a conversion takes at least, its allocation included, and
/// that an element of it takes at least: 0.59 million bytes in groups of four
/// took 63 us.
inline constexpr double kLeastConversion = 300;
inline constexpr double kConvertedElement = 0.107;

/// Nanoseconds to give work to several threads and to wait until all is done,
/// and of work that is given to them: see `kMinParallelWork` in
/// Tile/CostModel.h, for the measurement.
inline constexpr double kForkAndJoin = 1000;
inline constexpr double kLeastParallel = 3000;

/// A plain loop takes so many times as long for a vector of which only a share
/// is used.
double getPartialVector(const Target &target, bool isWindowOnly, double share);

/// The share of their speed that plain loops keep whose lanes are two to four
/// elements apart.
inline constexpr double kStridedLanes = 0.5;

/// Nanoseconds until the lanes of one sum are added up: 12 products of 128 x 64
/// by 64 x 128 took 0.9 ms longer so than with lanes along rows.
inline constexpr double kSumEnd = 4;

/// How much of the second cache weights may take for plain loops to keep their
/// speed; the share of it that they keep otherwise; and if steps of the sum are
/// a page apart, too. What is laid out is read ahead of time, panel by panel,
/// and keeps all of it.
inline constexpr double kNearRows = 0.6;
inline constexpr double kFarRows = 0.7;
inline constexpr double kFarPages = 0.43;
/// The same of weights: 16 rows by 2048 x 2048 took 3.7 ms on a Xeon, 7.8 ms on
/// Zen 4, in layouts 2.7 and 3.8 ms, their conversion included.
inline constexpr double kFarWeightPages = 0.38;
/// Of so few streams as these, a processor reads all ahead of time by itself.
inline constexpr double kFewStreams = 8;

/// The share that plain loops over a window keep where a row is not known: 3 x
/// 3 over 64 channels, 4 images of 30 x 30, took 3.9 ms for 1.6.
inline constexpr double kUnknownImages = 0.4;

/// A window without sums over channels, as of a depthwise convolution: each
/// product takes a load. Plain loops read the weights anew at each place.
inline constexpr double kWindowOnly = 0.25;
inline constexpr double kWindowFarWeights = 0.1;

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PROPAGATE_MACHINERATES_H
