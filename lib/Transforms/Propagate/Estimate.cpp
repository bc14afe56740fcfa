//===- Estimate.cpp - Run time estimates of contractions ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Estimate.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

ContractionWork ContractionWork::withRows(double rows) const {
  ContractionWork work = *this;
  work.products *= rows;
  work.dataBytes *= rows;
  work.resultBytes *= rows;
  return work;
}

static double getBytesTime(const ContractionWork &work) {
  double bytes = work.dataBytes + work.weightBytes + work.resultBytes;
  ByteRates rates = getByteRates();
  return bytes / (bytes <= work.nearBytes ? rates.near : rates.far);
}

static double estimateLaidOut(const ContractionWork &work) {
  double rate = work.rates.laidOut * work.laidOutUse;
  if (work.isWindowOnly)
    rate *= kWindowOnly;
  return std::max(work.products / rate, getBytesTime(work));
}

/// The share of the speed of full vectors that extents leave which are no
/// multiple of them.
static double getUseOfLanes(const ContractionWork &work) {
  double full = work.plainExtent / work.numLanes;
  double rest = work.plainExtent % work.numLanes;
  double exact = full + rest / work.numLanes;
  return exact / (full + (rest > 0 ? work.partialVector : 0));
}

static double estimateRows(const ContractionWork &work) {
  double rate = work.rates.rows * getUseOfLanes(work);
  if (work.plainStep > 1)
    rate *= kStridedLanes;
  // Measured: plain loops over images of unknown extent, and channels first
  // that are a page apart, are slower than the rates of others.
  if (work.hasUnknownImages)
    rate *= kUnknownImages;
  double bytesTime = getBytesTime(work);
  if (work.isWindowOnly) {
    bool isNear = work.weightBytes <= work.firstBytes / 3.0;
    return std::max(work.products /
                        (rate * (isNear ? kWindowOnly : kWindowFarWeights)),
                    bytesTime);
  }
  bool isNear = work.streamedBytes <= work.nearBytes * kNearRows;
  // A few channels, such as colours, are a few streams.
  if (work.streamsData && work.streamedStride >= kPageBytes &&
      work.streamedBytes >= kFewStreams * work.streamedStride)
    rate *= kFarPages;
  else if (!isNear)
    rate *= work.streamedStride >= kPageBytes
                ? (work.streamsData ? kFarPages : kFarWeightPages)
                : kFarRows;
  // Nothing is read ahead of time: loops compute, or wait.
  return isNear ? std::max(work.products / rate, bytesTime)
                : work.products / rate + bytesTime;
}

static double estimateSums(const ContractionWork &work) {
  bool isNear = work.weightBytes <= work.nearBytes * kNearRows;
  double rate = work.rates.sums * (isNear ? work.rates.shareOfLoads : 1),
         time = work.products / rate + work.results * kSumEnd,
         bytesTime = getBytesTime(work);
  return isNear ? std::max(time, bytesTime) : time + bytesTime;
}

static double estimatePlain(const ContractionWork &work) {
  switch (work.lanes) {
  case PlainLanes::Rows:
    return estimateRows(work);
  case PlainLanes::Sums:
    return estimateSums(work);
  case PlainLanes::Others:
    return std::max(work.products / work.rates.gathered, getBytesTime(work));
  }
  llvm_unreachable("expects a kind of lanes");
}

double layout::estimate(const ContractionWork &work, ContractionForm form) {
  return form == ContractionForm::LaidOut ? estimateLaidOut(work)
                                          : estimatePlain(work);
}

double layout::shareAmong(unsigned threads, double time) {
  return threads > 1 && time >= kLeastParallel ? kForkAndJoin + time / threads
                                               : time;
}

double layout::estimateElementBytes(Type element) {
  return element.isIntOrFloat()
             ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
             : 8;
}

double layout::estimateElements(RankedTensorType type, int64_t unknown) {
  double elements = 1;
  for (int64_t extent : type.getShape())
    elements *= ShapedType::isDynamic(extent) ? unknown : extent;
  return elements;
}

/// Returns true if elements that are contiguous in the plain form remain
/// contiguous.
static bool keepsNeighbours(BufferAttr layout, int64_t rank) {
  if (!layout || rank == 0)
    return true;
  AffineMap map = layout.getIndexMaps().front().getMap();
  return map.getNumResults() == 0 ||
         map.getResults().back().isFunctionOfDim(rank - 1);
}

double layout::estimateConversion(double elements, double elementBytes,
                                  BufferAttr layout, int64_t rank,
                                  const Target &target) {
  double bytes = elements * elementBytes;
  ByteRates rates = getByteRates();
  bool isNear = 2 * bytes <= target.l2Bytes;
  double rate = keepsNeighbours(layout, rank)
                    ? (isNear ? rates.near : rates.converted)
                    : (isNear ? rates.nearTransposed : rates.transposed);
  double pages = bytes >= kFreshBytes ? bytes / kPageBytes : 0;
  return kLeastConversion +
         std::max(2 * bytes / rate, elements * kConvertedElement) +
         pages * kFreshPage;
}
