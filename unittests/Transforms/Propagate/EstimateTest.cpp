//===- EstimateTest.cpp - Run time estimates of contractions --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Propagate/Estimate.h"
#include "mlir/IR/Builders.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// f32 products of some rows with a plain matrix, on a core with AVX-512 and
/// 2 MiB of second cache.
class EstimateTest : public ::testing::Test {
protected:
  EstimateTest() {
    target.vectorBits = 512;
    target.l1Bytes = 48 << 10;
    target.l2Bytes = 2 << 20;
  }

  ContractionWork getProduct(double rows, int64_t depth, int64_t columns) {
    Type f32 = Builder(&context).getF32Type();
    ContractionWork work;
    work.rates = getProductRates(target, f32, f32, f32);
    work.products = double(depth) * columns;
    work.dataBytes = 4.0 * depth;
    work.weightBytes = work.streamedBytes = 4.0 * depth * columns;
    work.resultBytes = 4.0 * columns;
    work.lanes = PlainLanes::Rows;
    work.plainExtent = columns;
    work.numLanes = 16;
    work.streamedStride = 4.0 * columns;
    work.nearBytes = target.l2Bytes;
    work.firstBytes = target.l1Bytes;
    return work.withRows(rows);
  }

  /// In us, with the conversions of all three tensors.
  double getLaidOut(const ContractionWork &work) {
    double time = estimate(work, ContractionForm::LaidOut);
    for (double bytes : {work.dataBytes, work.weightBytes, work.resultBytes})
      time += estimateConversion(bytes / 4, 4, {}, 2, target);
    return time / 1000;
  }
  double getPlain(const ContractionWork &work) {
    return estimate(work, ContractionForm::Plain) / 1000;
  }

  MLIRContext context;
  Target target;
};

} // namespace

/// Within so much of what was measured.
static void expectAbout(double measured, double estimated) {
  EXPECT_GT(estimated, measured / 1.6);
  EXPECT_LT(estimated, measured * 1.6);
}

// Measured, in us: rows, with layouts, without.
TEST_F(EstimateTest, IsWhatWasMeasured) {
  double measured[][3] = {
      {1, 2371, 860}, {4, 2634, 899}, {16, 2668, 2903}, {64, 5600, 11885}};
  for (auto [rows, laidOut, plain] : measured) {
    ContractionWork work = getProduct(rows, 2048, 2048);
    expectAbout(laidOut, getLaidOut(work));
    expectAbout(plain, getPlain(work));
  }
  ContractionWork decode = getProduct(1, 1536, 8960);
  expectAbout(36300, getLaidOut(decode));
  expectAbout(4600, getPlain(decode));
  ContractionWork matvec = getProduct(1, 4096, 4096);
  expectAbout(47000, getLaidOut(matvec));
}

// With few rows plain, with many laid out, and from one number of rows on.
TEST_F(EstimateTest, RowsDecide) {
  bool wasWorthIt = false;
  for (double rows = 1; rows <= 4096; rows *= 2) {
    ContractionWork work = getProduct(rows, 2048, 2048);
    bool worthIt = isWorthIt(getLaidOut(work), 1, getPlain(work));
    EXPECT_TRUE(worthIt || !wasWorthIt) << rows;
    wasWorthIt = worthIt;
  }
  EXPECT_TRUE(wasWorthIt);
  ContractionWork one = getProduct(1, 2048, 2048);
  EXPECT_FALSE(isWorthIt(getLaidOut(one), 1, getPlain(one)));
}

// A buffer of 32 MiB has fresh pages at each call.
TEST_F(EstimateTest, LargeBuffersAreFresh) {
  double below = estimateConversion(kFreshBytes / 4 - 1, 4, {}, 2, target);
  double at = estimateConversion(kFreshBytes / 4, 4, {}, 2, target);
  EXPECT_GT(at - below, 0.99 * kFreshPage * kFreshBytes / kPageBytes);
}

// Nothing takes no time, and no rows are no trouble.
TEST_F(EstimateTest, NothingIsNoWork) {
  ContractionWork none = getProduct(0, 64, 64);
  EXPECT_GE(estimate(none, ContractionForm::Plain), 0);
  EXPECT_FALSE(isWorthIt(0, 0, 0));
}
