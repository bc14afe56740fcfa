//===- IndexBitsTest.cpp - Bits of indices, by enumeration ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBits.h"
#include "Layout/Map/Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A number of `width` bits, as 64.
int64_t wrapIndex(int64_t value, unsigned width) {
  return llvm::SignExtend64(uint64_t(value), width);
}

uint64_t withoutSign(int64_t value, unsigned width) {
  return width == 64 ? uint64_t(value)
                     : uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(width);
}

/// What an op that `IndexBitsBuilder` may build computes, on an `index` of
/// `width` bits.
int64_t runIndexOp(Operation *op, int64_t a, int64_t b, unsigned width) {
  uint64_t ua = withoutSign(a, width), ub = withoutSign(b, width);
  if (isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op) && ub >= width)
    ADD_FAILURE() << "shifts by " << ub;
  if (isa<arith::DivUIOp, arith::RemUIOp>(op) && ub == 0)
    ADD_FAILURE() << "divides by 0";
  if (isa<arith::AddIOp>(op))
    return wrapIndex(ua + ub, width);
  if (isa<arith::SubIOp>(op))
    return wrapIndex(ua - ub, width);
  if (isa<arith::MulIOp>(op))
    return wrapIndex(ua * ub, width);
  if (isa<arith::AndIOp>(op))
    return a & b;
  if (isa<arith::OrIOp>(op)) {
    EXPECT_EQ(a & b, 0) << "an or of bits in common";
    return a | b;
  }
  if (isa<arith::XOrIOp>(op))
    return a ^ b;
  if (isa<arith::ShLIOp>(op))
    return wrapIndex(ua << ub, width);
  if (isa<arith::ShRUIOp>(op))
    return wrapIndex(ua >> ub, width);
  if (isa<arith::ShRSIOp>(op))
    return a >> ub;
  if (isa<arith::DivUIOp>(op))
    return wrapIndex(ua / ub, width);
  if (isa<arith::RemUIOp>(op))
    return wrapIndex(ua % ub, width);
  ADD_FAILURE() << "unknown: " << op->getName().getStringRef().str();
  return 0;
}

class IndexBitsTest : public ::testing::Test {
protected:
  IndexBitsTest() { context.loadDialect<arith::ArithDialect>(); }

  AffineExpr dim(unsigned position) {
    return getAffineDimExpr(position, &context);
  }

  /// Builds `expr` of dimensions in `ranges` and returns the number of ops
  /// other than constants; -1 if it cannot be built. Bits may be taken from
  /// `other`, which is built before.
  int build(AffineExpr expr, ArrayRef<Interval> ranges, AffineExpr other = {}) {
    block = std::make_unique<Block>();
    Location loc = UnknownLoc::get(&context);
    SmallVector<Value> dims;
    for (unsigned d = 0; d < ranges.size(); ++d)
      dims.push_back(block->addArgument(IndexType::get(&context), loc));
    OpBuilder builder(&context);
    builder.setInsertionPointToStart(block.get());
    SumContext sums(ranges, {}, &context);
    sums.undoNegations();
    Sum sum = sums.read(expr);
    IndexBitsBuilder bits(sums, builder, loc, dims, /*useOr=*/true,
                          /*takesBits=*/true);
    if (sums.hasFailed() || !bits.canBuild(sum))
      return -1;
    if (other) {
      Sum before = sums.read(other);
      if (sums.hasFailed() || !bits.canBuild(before))
        return -1;
      bits.addValue(before, bits.build(before));
    }
    result = bits.build(sum);
    // What was built is left out then, as in layout-lower-indices.
    if (sums.hasFailed())
      return -1;
    return llvm::count_if(*block, [](Operation &op) {
      return !isa<arith::ConstantOp>(op);
    });
  }

  int64_t run(ArrayRef<int64_t> dims, unsigned width) {
    DenseMap<Value, int64_t> values;
    for (auto [argument, value] : llvm::zip_equal(block->getArguments(), dims))
      values[argument] = value;
    for (Operation &op : *block) {
      if (auto constant = dyn_cast<arith::ConstantIndexOp>(op))
        values[op.getResult(0)] = wrapIndex(constant.value(), width);
      else
        values[op.getResult(0)] =
            runIndexOp(&op, values.lookup(op.getOperand(0)),
                       values.lookup(op.getOperand(1)), width);
    }
    return values.lookup(result);
  }

  /// Compares at each point of a box. `ranges` must hold it.
  void compare(AffineExpr expr, ArrayRef<Interval> ranges,
               ArrayRef<std::pair<int64_t, int64_t>> box,
               AffineExpr other = {}) {
    if (build(expr, ranges, other) < 0)
      return;
    ++compared;
    for (int64_t i = box[0].first; i <= box[0].second; ++i)
      for (int64_t j = box[1].first; j <= box[1].second; ++j) {
        std::optional<int64_t> wanted = evaluate(expr, {i, j});
        ASSERT_TRUE(wanted);
        for (unsigned width : {64, 32})
          if (llvm::isInt<32>(*wanted) && run({i, j}, width) != *wanted) {
            std::string text;
            llvm::raw_string_ostream os(text);
            os << expr;
            if (other)
              os << " beside " << other;
            os << " at " << i << ", " << j << ", width " << width;
            FAIL() << text;
          }
      }
  }

  void compareOnBoxes(AffineExpr expr, AffineExpr other = {});

  MLIRContext context;
  std::unique_ptr<Block> block;
  Value result;
  int compared = 0;
};

/// Boxes of sizes that are and are no powers of two, from 0 and from below, with
/// what is known of them: all, one side, nothing.
void IndexBitsTest::compareOnBoxes(AffineExpr expr, AffineExpr other) {
  const std::pair<int64_t, int64_t> sides[] = {{0, 15}, {0, 9}, {-11, 8}, {5, 20}};
  for (auto i : sides)
    for (auto j : sides) {
      Interval all[] = {{i.first, i.second}, {j.first, j.second}};
      Interval below[] = {{i.first, std::nullopt}, {j.first, std::nullopt}};
      Interval mixed[] = {{i.first, i.second}, {}};
      Interval none[] = {{}, {}};
      for (ArrayRef<Interval> ranges : {ArrayRef(all), ArrayRef(below),
                                        ArrayRef(mixed), ArrayRef(none)}) {
        compare(expr, ranges, {i, j}, other);
        if (HasFatalFailure())
          return;
      }
    }
}

TEST_F(IndexBitsTest, digits) {
  AffineExpr i = dim(0), j = dim(1);
  AffineExpr exprs[] = {
      i.floorDiv(4), i % 8, i.floorDiv(4) % 4 * 4 + j % 4,
      (i + j) % 2, (i - j) % 2, (3 - i * 3 + j) % 2,
      i.floorDiv(2) % 2 * 8 + (i.floorDiv(4) + j.floorDiv(2)) % 2 * 16,
      (i * 8 + j).floorDiv(16), (i * 8 + j % 8 + 3).floorDiv(4) % 8,
      (i * 3 + j).floorDiv(3) % 5, i.ceilDiv(4) * 64 - (j % 8) * 8,
      (i.floorDiv(3) * 4 + i % 3).floorDiv(2) + j.floorDiv(3) % 2 * 1024,
      ((i + j).floorDiv(2) % 4 * 2 + (i + j.floorDiv(2)) % 2).floorDiv(2) % 2,
      (i * 1024 + j * 1024).floorDiv(1 << 12) % 1024,
      i.floorDiv(1 << 20) % (1 << 20), (i + j * 5).floorDiv(1 << 12) % (1 << 24),
      i % (int64_t(1) << 20), i.floorDiv(4) * 4 + i % 4, i.floorDiv(4) * 4 + (i + j) % 4,
      i.floorDiv(int64_t(1) << 10) % 2};
  for (AffineExpr expr : exprs) {
    compareOnBoxes(expr);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(compared, 200);
}

/// The bits of a exclusive or b below 2^count, as a layout's map has them.
static AffineExpr makeXor(AffineExpr a, AffineExpr b, unsigned count) {
  AffineExpr sum = a.floorDiv(1 << count) * (1 << count);
  for (unsigned t = 0; t < count; ++t)
    sum = sum + (a.floorDiv(1 << t) + b.floorDiv(1 << t)) % 2 * (1 << t);
  return sum;
}

TEST_F(IndexBitsTest, exclusiveOr) {
  AffineExpr i = dim(0), j = dim(1);
  for (AffineExpr expr :
       {makeXor(i, j % 8, 3), makeXor(i.floorDiv(2), j % 4, 2),
        makeXor(i % 8, j % 4, 2) * 8 + j % 8,
        makeXor(makeXor(i, j % 8, 3), i.floorDiv(4) % 4, 2)}) {
    compareOnBoxes(expr);
    if (HasFatalFailure())
      return;
  }
}

TEST_F(IndexBitsTest, shortest) {
  AffineExpr i = dim(0), j = dim(1);
  Interval small[] = {{0, 7}, {0, 63}};
  EXPECT_EQ(build(makeXor(j % 8, i, 3), small), 2);
  EXPECT_EQ(build(makeXor(j, i, 3), small), 1);
  EXPECT_EQ(build(makeXor(j.floorDiv(8), i, 3), small), 2);
  // Once more takes it away.
  EXPECT_EQ(build(makeXor(makeXor(j, i, 3), i, 3), small), 0);
  Interval any[] = {{}, {}};
  EXPECT_EQ(build(makeXor(j, i % 8, 3), any), 2);
}

/// A column is exclusive-ored with bits of a row that is there: by quotients and
/// remainders that are no powers of two, and by differences.
TEST_F(IndexBitsTest, bitsOfOthers) {
  AffineExpr x = dim(0), y = dim(1), t = y * 32 + x;
  AffineExpr rows[] = {t.floorDiv(10),
                       t % 20,
                       (t % 24).floorDiv(5),
                       -(t % 40) + 63,
                       (y * 24 + x).floorDiv(20),
                       (x + 3) % 7,
                       (x % 12).floorDiv(5),
                       (x * 3 % 20).floorDiv(6),
                       -y + 31,
                       (x - y + 40) % 32,
                       (y * 2 + x.floorDiv(16)) % 33,
                       y * 3 + 2};
  for (AffineExpr row : rows)
    for (AffineExpr column : {x, -x + 31})
      for (AffineExpr expr : {makeXor(column, row % 32, 5),
                              makeXor(column.floorDiv(4), row % 8, 3)}) {
        compareOnBoxes(expr, row);
        if (HasFatalFailure())
          return;
      }
  EXPECT_GT(compared, 500);
}

TEST_F(IndexBitsTest, refusals) {
  AffineExpr i = dim(0);
  Interval negative[] = {{-1, 7}}, unknown[] = {{}}, upwards[] = {{0, {}}};
  EXPECT_EQ(build(i.floorDiv(3), negative), -1);
  EXPECT_EQ(build(i % 3, unknown), -1);
  EXPECT_EQ(build((i % 3).floorDiv(2), unknown), -1);
  EXPECT_EQ(build(i % 3, upwards), 1);
  EXPECT_EQ(build(i.floorDiv(4), negative), 1);
}

/// An expression of which each level uses the last one twice.
TEST_F(IndexBitsTest, manyLevels) {
  AffineExpr expr = dim(0);
  Interval range[] = {{0, 1 << 30}};
  for (int level = 0; level < 12; ++level)
    expr = expr.floorDiv(3) + expr % 7;
  EXPECT_LT(build(expr, range), 1000);
}

/// Random sums of random digits of random sums.
class RandomExprs {
public:
  RandomExprs(uint64_t seed, MLIRContext *context)
      : random(seed), context(context) {}

  AffineExpr make(int depth) {
    int kind = depth == 0 ? 0 : pick(0, 5);
    if (kind == 0)
      return getAffineDimExpr(pick(0, 1), context);
    AffineExpr a = make(depth - 1);
    if (kind == 1)
      return a * (pick(0, 4) == 0 ? -pick(1, 4) : int64_t(1) << pick(0, 5)) +
             pick(-3, 9);
    int64_t divisor = pick(0, 4) == 0 ? pick(2, 7) : int64_t(1) << pick(1, 4);
    if (kind == 2)
      return a.floorDiv(divisor);
    if (kind == 3)
      return a % divisor;
    AffineExpr b = make(depth - 1);
    return kind == 4 ? a + b : (a + b) % 2 * (int64_t(1) << pick(0, 4)) + b % 2;
  }

private:
  int64_t pick(int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  }
  std::mt19937_64 random;
  MLIRContext *context;
};

TEST_F(IndexBitsTest, random) {
  RandomExprs exprs(1, &context);
  for (int k = 0; k < 60; ++k) {
    compareOnBoxes(exprs.make(4));
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(compared, 1000);
}

TEST_F(IndexBitsTest, randomBesideOthers) {
  RandomExprs exprs(2, &context);
  for (int k = 0; k < 20; ++k) {
    AffineExpr row = exprs.make(3);
    compareOnBoxes(makeXor(exprs.make(2), row % 16, 4), row);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(compared, 300);
}

} // namespace
