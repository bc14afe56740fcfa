//===- FixedWidthTest.cpp - Arithmetic of i8, all of it -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op on i8 is followed, as an expression of the loop variable, where a flag
// or the range of the variable shows that nothing wraps around, and nowhere
// else: for each op, constant and range the expression is compared with what
// the machine does in every iteration.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

int64_t floorOf(int64_t a, int64_t b) { return a / b - (a % b < 0); }

/// An op with a constant as its second operand: its mathematical result, or
/// none where the op has none that is a number.
struct Arithmetic {
  const char *name;
  std::optional<int64_t> (*compute)(int64_t a, int64_t c);
  /// True if it is followed for all first operands whose result fits.
  bool isAlways;
};

std::optional<int64_t> ifPositive(int64_t c, int64_t value) {
  return c > 0 ? std::optional(value) : std::nullopt;
}

std::optional<int64_t> ifShift(int64_t c, int64_t value) {
  return c >= 0 && c < 8 ? std::optional(value) : std::nullopt;
}

const Arithmetic arithmetic[] = {
    {"addi", [](int64_t a, int64_t c) { return std::optional(a + c); }, true},
    {"subi", [](int64_t a, int64_t c) { return std::optional(a - c); }, true},
    {"muli", [](int64_t a, int64_t c) { return std::optional(a * c); }, true},
    {"floordivsi",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(floorOf(a, c)) : std::nullopt;
     },
     true},
    {"ceildivsi",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(-floorOf(-a, c)) : std::nullopt;
     },
     true},
    {"divsi",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(a / c) : std::nullopt;
     },
     false},
    {"remsi",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(a % c) : std::nullopt;
     },
     false},
    {"divui",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(int64_t(uint8_t(a) / c)) : std::nullopt;
     },
     false},
    {"remui",
     [](int64_t a, int64_t c) {
       return c > 0 ? std::optional(int64_t(uint8_t(a) % c)) : std::nullopt;
     },
     false},
    {"shli",
     [](int64_t a, int64_t c) { return ifShift(c, a * (1 << (c & 7))); }, true},
    {"shrsi", [](int64_t a, int64_t c) { return ifShift(c, a >> (c & 7)); },
     true},
    {"shrui",
     [](int64_t a, int64_t c) {
       return ifShift(c, int64_t(uint8_t(a) >> (c & 7)));
     },
     false},
    {"andi", [](int64_t a, int64_t c) { return ifPositive(c, a & c); }, false},
};

class FixedWidthTest : public ::testing::Test {
protected:
  FixedWidthTest() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, LayoutDialect>();
  }

  /// What the op yields in iteration i by the expression; nullopt if it is not
  /// one of the loop variable.
  std::optional<std::function<int64_t(int64_t)>>
  follow(const std::string &op, int64_t constant, int64_t low, int64_t high,
         const std::string &flags, bool isUnsigned) {
    std::string text =
        "func.func @f() {\n%c = arith.constant " + std::to_string(constant) +
        " : i8\naffine.for %i = " + std::to_string(low) + " to " +
        std::to_string(high) +
        " {\n%t = arith.index_cast %i : index to i8\n%r = arith." + op +
        " %t, %c" + flags + " : i8\n%w = arith.index_cast" +
        (isUnsigned ? "ui" : "") + " %r : i8 to index\n}\nreturn\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    auto function = *module->getOps<func::FuncOp>().begin();
    auto loop = *function.getOps<affine::AffineForOp>().begin();
    IntegerFacts facts(function);
    Value result = loop.getBody()->getTerminator()->getPrevNode()->getResult(0);
    AffineExpr expr = facts.express(result);
    AffineExpr variable = facts.express(loop.getInductionVar());
    bool isFollowed = true;
    expr.walk([&](AffineExpr part) {
      isFollowed &= !isa<AffineDimExpr>(part) || part == variable;
    });
    if (!isFollowed)
      return std::nullopt;
    return [expr, variable](int64_t i) {
      AffineExpr value =
          expr.replace(variable, getAffineConstantExpr(i, expr.getContext()));
      return cast<AffineConstantExpr>(value).getValue();
    };
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

bool fits(int64_t value) { return value == int8_t(value); }

const std::pair<int64_t, int64_t> ranges[] = {
    {0, 10},     {-5, 5},     {0, 128}, {0, 129},  {100, 128},
    {-128, 128}, {-129, 100}, {60, 64}, {100, 140}};
const int64_t constants[] = {1, 2, 3, 4, 7, 8, 15, 63, 64, 100, 127, 0, -1, -3};

} // namespace

TEST_F(FixedWidthTest, OpsAreFollowedWhereNothingWraps) {
  unsigned numFollowed = 0, numNot = 0;
  for (const Arithmetic &op : arithmetic)
    for (auto [low, high] : ranges)
      for (int64_t constant : constants)
        for (bool isUnsigned : {false, true}) {
          SCOPED_TRACE(std::string(op.name) + " " + std::to_string(constant) +
                       " in " + std::to_string(low) + ".." +
                       std::to_string(high));
          auto followed = follow(op.name, constant, low, high, "", isUnsigned);
          (followed ? numFollowed : numNot)++;
          bool isPlain = true; // all numbers are those of mathematics
          for (int64_t i = low; i < high; ++i) {
            std::optional<int64_t> number = op.compute(int8_t(i), constant);
            isPlain &= number && fits(i) && fits(*number) &&
                       (op.isAlways || i >= 0) && (!isUnsigned || *number >= 0);
            if (!followed || !number)
              continue;
            int64_t real = isUnsigned ? int64_t(uint8_t(*number))
                                      : int64_t(int8_t(*number));
            EXPECT_EQ((*followed)(i), real) << "in iteration " << i;
          }
          bool isMask = StringRef(op.name) != "andi" ||
                        ((constant & (constant + 1)) == 0 && constant > 0);
          if (isPlain && isMask && (constant != 0 || op.isAlways))
            EXPECT_TRUE(followed.has_value());
        }
  EXPECT_GT(numFollowed, 300u);
  EXPECT_GT(numNot, 300u);
}

/// With the flag what wraps is no number, so that the expression is right for
/// all that are; without it, or with one that speaks of unsigned numbers, not.
TEST_F(FixedWidthTest, FlagsSpeakOfSignedNumbers) {
  for (const char *op : {"addi", "subi", "muli"})
    for (int64_t constant : {100, 64, 127}) {
      for (const char *flags : {" overflow<nsw>", " overflow<nsw, nuw>"}) {
        auto followed = follow(op, constant, 0, 128, flags, false);
        ASSERT_TRUE(followed) << op << flags;
        const Arithmetic &known =
            *llvm::find_if(arithmetic, [&](const Arithmetic &a) {
              return StringRef(a.name) == op;
            });
        for (int64_t i = 0; i < 128; ++i)
          if (int64_t number = *known.compute(i, constant); fits(number))
            EXPECT_EQ((*followed)(i), number);
      }
      if (StringRef(op) != "subi") // which does not wrap here
        EXPECT_FALSE(follow(op, constant, 0, 128, " overflow<nuw>", false));
    }
}
