//===- ValueReducerTest.cpp - Reductions against enumeration --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/ValueReducer.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::layout;

namespace {

using OptionalKnown = std::optional<KnownValue>;

class ValueReducerTest : public ::testing::Test {
protected:
  ValueReducerTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, math::MathDialect, scf::SCFDialect,
                        vector::VectorDialect, LayoutDialect>();
  }

  /// The function @f of `text`; its return says which value is queried.
  func::FuncOp parse(const std::string &text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    return *module->getOps<func::FuncOp>().begin();
  }
  static Value getResult(func::FuncOp f) {
    return f.front().getTerminator()->getOperand(0);
  }
  KnownValue reduce(const std::string &text, ValueReducer::Leaf leaf = {}) {
    Value result = getResult(parse(text));
    if (!leaf)
      leaf = [](Value) { return OptionalKnown(); };
    return ValueReducer(leaf).reduce(result);
  }
  Value getArgument(unsigned i) {
    return (*module->getOps<func::FuncOp>().begin()).getArgument(i);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

//===----------------------------------------------------------------------===//
// Integers of four bits, exhaustively
//===----------------------------------------------------------------------===//

constexpr unsigned width = 4;
constexpr unsigned count = 1u << width;

/// What `op` yields, written down apart from the reducer; nullopt: undefined.
std::optional<unsigned> evaluate(const std::string &op, unsigned a,
                                 unsigned b) {
  auto sext = [](unsigned v) { return int(v ^ 8) - 8; };
  int sa = sext(a), sb = sext(b);
  auto wrap = [](int v) { return unsigned(v) & (count - 1); };
  auto floorDiv = [](int x, int y) {
    return x / y - (x % y != 0 && (x < 0) != (y < 0));
  };
  bool overflows = b == 0 || (sa == -8 && sb == -1);
  if (op == "addi")
    return wrap(a + b);
  if (op == "subi")
    return wrap(a - b);
  if (op == "muli")
    return wrap(a * b);
  if (op == "xori")
    return a ^ b;
  if (op == "andi")
    return a & b;
  if (op == "ori")
    return a | b;
  if (op == "shli")
    return b < width ? std::optional(wrap(a << b)) : std::nullopt;
  if (op == "shrui")
    return b < width ? std::optional(a >> b) : std::nullopt;
  if (op == "shrsi")
    return b < width ? std::optional(wrap(sa >> b)) : std::nullopt;
  if (op == "divui")
    return b ? std::optional(a / b) : std::nullopt;
  if (op == "remui")
    return b ? std::optional(a % b) : std::nullopt;
  if (op == "divsi")
    return overflows ? std::nullopt : std::optional(wrap(sa / sb));
  if (op == "remsi")
    return overflows ? std::nullopt : std::optional(wrap(sa % sb));
  if (op == "floordivsi")
    return overflows ? std::nullopt : std::optional(wrap(floorDiv(sa, sb)));
  if (op == "ceildivsi")
    return overflows ? std::nullopt : std::optional(wrap(-floorDiv(-sa, sb)));
  if (op == "ceildivui")
    return b ? std::optional((a + b - 1) / b) : std::nullopt;
  if (op == "maxsi")
    return wrap(std::max(sa, sb));
  if (op == "minsi")
    return wrap(std::min(sa, sb));
  if (op == "maxui")
    return std::max(a, b);
  if (op == "minui")
    return std::min(a, b);
  ADD_FAILURE() << op;
  return std::nullopt;
}

const char *const integerOps[] = {
    "addi",  "subi",  "muli",  "xori",       "andi",      "ori",      "shli",
    "shrui", "shrsi", "divui", "remui",      "divsi",     "remsi",    "maxsi",
    "minsi", "maxui", "minui", "floordivsi", "ceildivsi", "ceildivui"};

/// Knowledge of an argument: any number, one number, or undefined.
struct Given {
  enum Kind { Any, Number, Undefined } kind = Any;
  unsigned number = 0;
  bool allows(unsigned value) const {
    return kind != Number || value == number;
  }
};

class IntegerExpressions : public ValueReducerTest {
protected:
  /// Checks all that is said of the result of `text`, a function of (%x, %y),
  /// against `value`, under all knowledge of x and y.
  void
  check(const std::string &text,
        llvm::function_ref<std::optional<unsigned>(unsigned, unsigned)> value) {
    func::FuncOp f = parse(text);
    std::vector<Given> all{{Given::Any}, {Given::Undefined}};
    for (unsigned c = 0; c < count; ++c)
      all.push_back({Given::Number, c});
    for (const Given &x : all)
      for (const Given &y : all)
        checkOne(text, f, {x, y}, value);
  }

  void checkOne(
      const std::string &text, func::FuncOp f, std::array<Given, 2> given,
      llvm::function_ref<std::optional<unsigned>(unsigned, unsigned)> value) {
    Type type = IntegerType::get(&context, width);
    ValueReducer reducer([&](Value leaf) -> OptionalKnown {
      auto argument = dyn_cast<BlockArgument>(leaf);
      if (!argument)
        return std::nullopt;
      const Given &known = given[argument.getArgNumber()];
      if (known.kind == Given::Number)
        return KnownValue::getConstant(IntegerAttr::get(type, known.number));
      if (known.kind == Given::Undefined)
        return KnownValue::getUndef(leaf);
      return KnownValue(leaf);
    });
    KnownValue result = reducer.reduce(getResult(f));
    for (unsigned x = 0; x < count; ++x)
      for (unsigned y = 0; y < count; ++y) {
        std::optional<unsigned> actual = value(x, y);
        if (!actual || !given[0].allows(x) || !given[1].allows(y))
          continue;
        if (result.constant)
          EXPECT_EQ(cast<IntegerAttr>(result.constant).getValue(), *actual)
              << text << x << " " << y;
        if (auto same = dyn_cast_or_null<BlockArgument>(result.same))
          EXPECT_EQ(same.getArgNumber() ? y : x, *actual)
              << text << x << " " << y;
      }
    if (result.isUndef())
      checkUndef(text, f, given, result, value);
    numConstant += bool(result.constant);
    numUndef += result.isUndef();
  }

  /// For all values of what is not free, every number must come out.
  void checkUndef(
      const std::string &text, func::FuncOp f, std::array<Given, 2> given,
      const KnownValue &result,
      llvm::function_ref<std::optional<unsigned>(unsigned, unsigned)> value) {
    bool isFree[2] = {result.free.contains(f.getArgument(0)),
                      result.free.contains(f.getArgument(1))};
    for (unsigned fixedX = 0; fixedX < count; ++fixedX)
      for (unsigned fixedY = 0; fixedY < count; ++fixedY) {
        if (!given[0].allows(fixedX) || !given[1].allows(fixedY))
          continue;
        unsigned seen = 0;
        for (unsigned x = 0; x < count; ++x)
          for (unsigned y = 0; y < count; ++y)
            if ((isFree[0] || x == fixedX) && (isFree[1] || y == fixedY))
              if (std::optional<unsigned> actual = value(x, y))
                seen |= 1u << *actual;
        EXPECT_EQ(seen, 0xFFFFu) << text << fixedX << " " << fixedY;
      }
  }

  unsigned numConstant = 0, numUndef = 0;
};

TEST_F(IntegerExpressions, OneOp) {
  for (std::string op : integerOps)
    check("func.func @f(%x: i4, %y: i4) -> i4 {\n%r = arith." + op +
              " %x, %y : i4\nreturn %r : i4\n}",
          [&](unsigned x, unsigned y) { return evaluate(op, x, y); });
  EXPECT_GT(numConstant, 1000u);
  EXPECT_GT(numUndef, 100u);
}

TEST_F(IntegerExpressions, TwoOps) {
  const char *inner[] = {"addi", "subi", "muli", "xori", "andi", "maxsi"};
  const char *outer[] = {"addi", "subi", "muli", "xori", "ori", "minui"};
  for (std::string one : inner)
    for (std::string two : outer)
      for (std::string other : {"%x", "%y", "%q"})
        check("func.func @f(%x: i4, %y: i4) -> i4 {\n"
              "%q = arith.constant 3 : i4\n%p = arith." +
                  one + " %x, %y : i4\n%r = arith." + two + " %p, " + other +
                  " : i4\nreturn %r : i4\n}",
              [&](unsigned x, unsigned y) -> std::optional<unsigned> {
                std::optional<unsigned> p = evaluate(one, x, y);
                unsigned q = other == "%x" ? x : other == "%y" ? y : 3;
                return p ? evaluate(two, *p, q) : std::nullopt;
              });
}

TEST_F(IntegerExpressions, Selects) {
  for (std::string condition : {"slt, %x, %y", "eq, %x, %q", "ult, %y, %q"})
    for (std::string arms : {"%x, %y", "%y, %x", "%x, %x", "%x, %q", "%s, %y"})
      check("func.func @f(%x: i4, %y: i4) -> i4 {\n"
            "%q = arith.constant 3 : i4\n%s = arith.addi %x, %q : i4\n"
            "%c = arith.cmpi " +
                condition + " : i4\n%r = arith.select %c, " + arms +
                " : i4\nreturn %r : i4\n}",
            [&](unsigned x, unsigned y) -> std::optional<unsigned> {
              int sx = int(x ^ 8) - 8, sy = int(y ^ 8) - 8;
              bool c = condition[0] == 's'   ? sx < sy
                       : condition[0] == 'e' ? x == 3
                                             : y < 3;
              std::string arm = c ? arms.substr(0, 2) : arms.substr(4, 2);
              return arm == "%x"   ? x
                     : arm == "%y" ? y
                     : arm == "%q" ? 3
                                   : (x + 3) % count;
            });
}

//===----------------------------------------------------------------------===//
// Undefined values
//===----------------------------------------------------------------------===//

TEST_F(ValueReducerTest, UndefTakesEveryValue) {
  auto isUndef = [&](const std::string &body) {
    return reduce("func.func @f(%x: i8, %n: index, %c: i1, %y: f32) -> i8 {\n"
                  "%u = layout.undef : i8\n%v = layout.undef : i8\n"
                  "%three = arith.constant 3 : i8\n"
                  "%two = arith.constant 2 : i8\n" +
                  body + "\nreturn %r : i8\n}")
        .isUndef();
  };
  EXPECT_TRUE(isUndef("%r = arith.addi %u, %x : i8"));
  EXPECT_TRUE(isUndef("%r = arith.subi %x, %u : i8"));
  EXPECT_TRUE(isUndef("%r = arith.xori %u, %v : i8"));
  EXPECT_TRUE(isUndef("%r = arith.muli %u, %three : i8"));
  EXPECT_TRUE(isUndef("%r = arith.select %c, %u, %v : i8"));
  // u + u is even, u - u is 0.
  EXPECT_FALSE(isUndef("%r = arith.addi %u, %u : i8"));
  EXPECT_FALSE(isUndef("%r = arith.subi %u, %u : i8"));
  EXPECT_FALSE(isUndef("%r = arith.muli %u, %two : i8"));
  EXPECT_FALSE(isUndef("%r = arith.addi %u, %x overflow<nsw> : i8"));
  EXPECT_FALSE(isUndef("%r = arith.select %c, %u, %x : i8"));
  EXPECT_FALSE(isUndef("%w = arith.addi %u, %x : i8\n"
                       "%r = arith.subi %w, %u : i8"));
  EXPECT_FALSE(isUndef("%t = arith.cmpi slt, %u, %x : i8\n"
                       "%w = arith.addi %u, %x : i8\n"
                       "%r = arith.select %t, %u, %w : i8"));
}

TEST_F(ValueReducerTest, UndefOfOtherTypes) {
  // No integer u makes 3 * u equal to 1.
  EXPECT_FALSE(reduce("func.func @f() -> index {\n%u = layout.undef : index\n"
                      "%c = arith.constant 3 : index\n"
                      "%r = arith.muli %u, %c : index\nreturn %r : index\n}")
                   .isUndef());
  EXPECT_FALSE(reduce("func.func @f(%x: f32) -> f32 {\n"
                      "%u = layout.undef : f32\n"
                      "%r = arith.addf %u, %x : f32\nreturn %r : f32\n}")
                   .isUndef());
  // All lanes are one number.
  EXPECT_FALSE(reduce("func.func @f() -> vector<4xi8> {\n"
                      "%u = layout.undef : i8\n"
                      "%r = vector.broadcast %u : i8 to vector<4xi8>\n"
                      "return %r : vector<4xi8>\n}")
                   .isUndef());
  EXPECT_TRUE(reduce("func.func @f(%x: vector<4xi8>) -> vector<4xi8> {\n"
                     "%u = layout.undef : vector<4xi8>\n"
                     "%r = arith.addi %u, %x : vector<4xi8>\n"
                     "return %r : vector<4xi8>\n}")
                  .isUndef());
}

TEST_F(ValueReducerTest, Vectors) {
  KnownValue sum = reduce(
      "func.func @f(%x: vector<4xf32>) -> vector<4xf32> {\n"
      "%z = arith.constant -0.0 : f32\n"
      "%v = vector.broadcast %z : f32 to vector<4xf32>\n"
      "%r = arith.addf %v, %x : vector<4xf32>\nreturn %r : vector<4xf32>\n}");
  EXPECT_EQ(sum.same, getArgument(0));
  KnownValue mixed = reduce(
      "func.func @f(%x: vector<2xi32>) -> vector<2xi32> {\n"
      "%z = arith.constant dense<[0, 1]> : vector<2xi32>\n"
      "%r = arith.addi %z, %x : vector<2xi32>\nreturn %r : vector<2xi32>\n}");
  EXPECT_NE(mixed.same, getArgument(0));
}

//===----------------------------------------------------------------------===//
// Floats, by all special numbers
//===----------------------------------------------------------------------===//

std::vector<float> getNumbers() {
  using Limits = std::numeric_limits<float>;
  std::vector<float> numbers;
  for (float x : {0.0f, 1.0f, 1.5f, 3.0f, Limits::infinity(),
                  Limits::denorm_min(), Limits::max(), Limits::min()})
    numbers.insert(numbers.end(), {x, -x});
  numbers.push_back(Limits::quiet_NaN());
  return numbers;
}

bool isSame(float a, float b) {
  return (std::isnan(a) && std::isnan(b)) ||
         llvm::bit_cast<uint32_t>(a) == llvm::bit_cast<uint32_t>(b);
}

/// All results that the op may have.
std::vector<float> evaluateFloat(const std::string &op, float a, float b) {
  bool hasNan = std::isnan(a) || std::isnan(b);
  float nan = std::numeric_limits<float>::quiet_NaN();
  auto extremum = [&](bool isMax, bool keepsNan) -> std::vector<float> {
    if (hasNan && keepsNan)
      return {nan};
    if (hasNan)
      return {std::isnan(a) ? b : a};
    if (a == 0 && b == 0 && !isSame(a, b)) {
      if (!keepsNan)
        return {a, b};
      return {isMax ? 0.0f : -0.0f};
    }
    return {isMax ? std::max(a, b) : std::min(a, b)};
  };
  if (op == "addf")
    return {a + b};
  if (op == "subf")
    return {a - b};
  if (op == "mulf")
    return {a * b};
  if (op == "divf")
    return {a / b};
  return extremum(op[1] == 'a', op == "maximumf" || op == "minimumf");
}

class FloatExpressions : public ValueReducerTest {
protected:
  /// Under all knowledge "a number", "of these classes", "anything".
  void check(const std::string &op, const std::string &flags) {
    func::FuncOp f =
        parse("func.func @f(%x: f32, %y: f32) -> f32 {\n%r = "
              "arith." +
              op + " %x, %y " + flags + " : f32\nreturn %r : f32\n}");
    std::vector<KnownValue> left = getKnowledge(f.getArgument(0));
    std::vector<KnownValue> right = getKnowledge(f.getArgument(1));
    for (const KnownValue &x : left)
      for (const KnownValue &y : right)
        checkOne(op, flags, f, {x, y});
  }

  std::vector<KnownValue> getKnowledge(Value argument) {
    std::vector<KnownValue> all;
    for (float number : getNumbers())
      all.push_back(KnownValue::getConstant(
          FloatAttr::get(Float32Type::get(&context), APFloat(number))));
    for (llvm::FPClassTest classes :
         {llvm::fcAllFlags, llvm::fcAllFlags & ~llvm::fcNegZero, llvm::fcFinite,
          llvm::fcZero, llvm::fcPositive, llvm::fcNegative,
          llvm::fcAllFlags & ~llvm::fcNan, llvm::fcPosFinite}) {
      KnownValue known(argument);
      known.classes = classes;
      all.push_back(known);
    }
    return all;
  }

  static bool allows(const KnownValue &known, float value) {
    if (auto number = dyn_cast_or_null<FloatAttr>(known.constant))
      return isSame(number.getValue().convertToFloat(), value);
    return APFloat(value).classify() & known.classes;
  }

  void checkOne(const std::string &op, const std::string &flags, func::FuncOp f,
                std::array<KnownValue, 2> given) {
    ValueReducer reducer([&](Value leaf) -> OptionalKnown {
      auto argument = dyn_cast<BlockArgument>(leaf);
      return argument ? OptionalKnown(given[argument.getArgNumber()])
                      : std::nullopt;
    });
    KnownValue result = reducer.reduce(getResult(f));
    bool hasNsz = flags.find("nsz") != std::string::npos;
    for (float x : getNumbers())
      for (float y : getNumbers()) {
        if (!allows(given[0], x) || !allows(given[1], y))
          continue;
        std::vector<float> results = evaluateFloat(op, x, y);
        // A zero of either sign may come out; a claim that it is the operand
        // is what the flag allows, a claim that it is one number is not.
        if (hasNsz && results.front() == 0)
          results = {0.0f, -0.0f};
        for (float actual : results) {
          if (isPromisedAway(flags, x, y, actual))
            continue;
          auto agrees = [&](float claimed) {
            return isSame(claimed, actual) ||
                   (hasNsz && claimed == 0 && actual == 0);
          };
          std::string what = op + flags + " of " + std::to_string(x) + " and " +
                             std::to_string(y);
          if (auto number = dyn_cast_or_null<FloatAttr>(result.constant))
            EXPECT_TRUE(isSame(number.getValue().convertToFloat(), actual))
                << what;
          if (auto same = dyn_cast_or_null<BlockArgument>(result.same))
            EXPECT_TRUE(agrees(same.getArgNumber() ? y : x)) << what;
          if (!hasNsz || !isa_and_nonnull<BlockArgument>(result.same))
            EXPECT_TRUE(APFloat(actual).classify() & result.classes) << what;
        }
      }
    numSame += isa_and_nonnull<BlockArgument>(result.same);
    numConstant += bool(result.constant);
  }

  static bool isPromisedAway(const std::string &flags, float x, float y,
                             float result) {
    for (float value : {x, y, result}) {
      if (flags.find("nnan") != std::string::npos && std::isnan(value))
        return true;
      if (flags.find("ninf") != std::string::npos && std::isinf(value))
        return true;
    }
    return false;
  }

  unsigned numSame = 0, numConstant = 0;
};

TEST_F(FloatExpressions, AllSpecialNumbers) {
  for (std::string op : {"addf", "subf", "mulf", "divf", "maximumf", "minimumf",
                         "maxnumf", "minnumf"})
    for (std::string flags : {"", "fastmath<nsz>", "fastmath<nnan>",
                              "fastmath<nnan,ninf>", "fastmath<nnan,ninf,nsz>"})
      check(op, flags);
  EXPECT_GT(numSame, 1000u);
  EXPECT_GT(numConstant, 1000u);
}

TEST_F(ValueReducerTest, WhatEachIdentityNeeds) {
  // Returns true if x op c reduces to x.
  auto isX = [&](const std::string &op) {
    KnownValue result = reduce("func.func @f(%x: f32, %n: i32) -> f32 {\n"
                               "%pos = arith.constant 0.0 : f32\n"
                               "%neg = arith.constant -0.0 : f32\n"
                               "%one = arith.constant 1.0 : f32\n"
                               "%low = arith.constant 0xFF800000 : f32\n"
                               "%i = arith.sitofp %n : i32 to f32\n" +
                               op + " : f32\nreturn %r : f32\n}");
    return result.same == getArgument(0);
  };
  EXPECT_FALSE(isX("%r = arith.addf %x, %pos"));
  EXPECT_TRUE(isX("%r = arith.addf %x, %pos fastmath<nsz>"));
  EXPECT_TRUE(isX("%r = arith.addf %x, %neg"));
  EXPECT_TRUE(isX("%r = arith.subf %x, %pos"));
  EXPECT_FALSE(isX("%r = arith.subf %x, %neg"));
  EXPECT_TRUE(isX("%r = arith.mulf %x, %one"));
  EXPECT_TRUE(isX("%r = arith.maximumf %x, %low"));
  EXPECT_FALSE(isX("%r = arith.maxnumf %x, %low"));
  EXPECT_TRUE(isX("%r = arith.maxnumf %x, %low fastmath<nnan>"));
  // Zero times an integer is zero of some sign.
  EXPECT_TRUE(isX("%p = arith.mulf %i, %pos : f32\n"
                  "%r = arith.addf %x, %p fastmath<nsz>"));
  EXPECT_FALSE(isX("%p = arith.mulf %x, %pos : f32\n"
                   "%r = arith.addf %x, %p fastmath<nsz>"));
  EXPECT_TRUE(isX("%p = arith.mulf %x, %pos fastmath<nnan,ninf,nsz> : f32\n"
                  "%r = arith.addf %x, %p fastmath<nsz>"));
  EXPECT_TRUE(isX("%p = math.fma %i, %pos, %x fastmath<nsz> : f32\n"
                  "%r = arith.addf %p, %neg"));
}

/// Flags guarantee nothing about contents of padding.
TEST_F(ValueReducerTest, FlagsDoNotSpeakOfUndef) {
  KnownValue product =
      reduce("func.func @f() -> f32 {\n%u = layout.undef : f32\n"
             "%z = arith.constant 0.0 : f32\n"
             "%r = arith.mulf %z, %u fastmath<nnan,ninf,nsz> : f32\n"
             "return %r : f32\n}");
  EXPECT_FALSE(product.constant);
}

/// In executions that are added, flags guarantee nothing, and what they leave
/// open is not known.
TEST_F(ValueReducerTest, FlagsInSpeculatedExecutions) {
  auto getConstant = [&](const std::string &body, Executions executions) {
    Value value = getResult(parse("func.func @f(%y: f32, %n: i32) -> f32 {\n"
                                  "%zero = arith.constant 0.0 : f32\n"
                                  "%one = arith.constant 1.0 : f32\n"
                                  "%three = arith.constant 3.0 : f32\n"
                                  "%big = arith.constant 1.0e8 : f32\n" +
                                  body + "\nreturn %r : f32\n}"));
    ValueReducer reducer([](Value) { return OptionalKnown(); }, executions);
    return reducer.reduce(value);
  };
  auto isKnown = [&](const std::string &body, Executions executions) {
    return bool(getConstant(body, executions).constant);
  };
  // Known of the program's executions only.
  for (const char *body :
       {"%r = arith.mulf %zero, %y fastmath<nnan,ninf> : f32\n"
        "%s = arith.constant 0 : i32",
        "%r = arith.divf %one, %three fastmath<arcp> : f32",
        "%r = arith.divf %three, %three fastmath<afn> : f32",
        "%r = arith.addf %one, %three fastmath<reassoc> : f32",
        "%r = arith.subf %big, %three fastmath<reassoc> : f32",
        "%r = arith.mulf %three, %three fastmath<reassoc> : f32",
        "%t = arith.divf %one, %three : f32\n"
        "%r = arith.mulf %t, %t fastmath<contract> : f32"})
    EXPECT_FALSE(isKnown(body, Executions::Added)) << body;
  for (const char *body :
       {"%r = arith.divf %one, %three fastmath<arcp> : f32",
        "%r = arith.addf %one, %three fastmath<reassoc> : f32",
        "%r = arith.mulf %three, %three fastmath<reassoc> : f32"})
    EXPECT_TRUE(isKnown(body, Executions::Present)) << body;
  // That a product is none of NaN and infinity makes it zero.
  for (Executions executions : {Executions::Present, Executions::Added})
    EXPECT_EQ(getConstant("%r = arith.mulf %zero, %y fastmath<nnan,ninf> : f32",
                          executions)
                  .isIn(llvm::fcZero),
              executions == Executions::Present);
  // All that is allowed comes to one number.
  for (const char *body :
       {"%r = arith.divf %zero, %three fastmath<arcp> : f32",
        "%r = arith.mulf %zero, %three fastmath<fast> : f32\n"
        "%s = arith.constant 0 : i32",
        "%r = arith.addf %zero, %three fastmath<reassoc> : f32",
        "%r = arith.mulf %three, %three fastmath<contract> : f32"}) {
    bool isZero = getConstant(body, Executions::Added).isIn(llvm::fcZero);
    EXPECT_TRUE(isZero || isKnown(body, Executions::Added)) << body;
  }
  // In another order the product of the others may be infinite.
  for (const char *flags : {"", " fastmath<reassoc>"})
    EXPECT_EQ(isKnown("%i = arith.sitofp %n : i32 to f32\n"
                      "%a = arith.mulf %zero, %zero" +
                          std::string(flags) +
                          " : f32\n%r = arith.mulf %i, %a" + flags + " : f32",
                      Executions::Added) ||
                  getConstant("%i = arith.sitofp %n : i32 to f32\n"
                              "%a = arith.mulf %zero, %zero" +
                                  std::string(flags) +
                                  " : f32\n%r = arith.mulf %i, %a" + flags +
                                  " : f32",
                              Executions::Added)
                      .isIn(llvm::fcZero),
              !*flags);
}

/// A sum that starts at +0.0 is never -0.0.
TEST_F(ValueReducerTest, CarriedSums) {
  auto sum = [&](const std::string &start) {
    return reduce("func.func @f(%x: f32) -> f32 {\n"
                  "%z = arith.constant " +
                  start +
                  " : f32\n%r = affine.for %i = 0 to 9 iter_args(%a = %z) -> "
                  "f32 {\n%b = arith.addf %a, %x : f32\n"
                  "affine.yield %b : f32\n}\nreturn %r : f32\n}");
  };
  for (bool isNegative : {false, true}) {
    (void)sum(isNegative ? "-0.0" : "0.0");
    affine::AffineForOp loop;
    module->walk([&](affine::AffineForOp op) { loop = op; });
    KnownValue carried = ValueReducer([](Value) {
                           return OptionalKnown();
                         }).reduce(loop.getRegionIterArgs().front());
    EXPECT_EQ(bool(carried.classes & llvm::fcNegZero), isNegative);
  }
}

//===----------------------------------------------------------------------===//
// What is missing
//===----------------------------------------------------------------------===//

TEST_F(ValueReducerTest, NamesTheFlagThatIsMissing) {
  auto decide = [&](const std::string &body) {
    Value value = getResult(parse("func.func @f(%x: f32, %y: f32) -> f32 {\n"
                                  "%z = arith.constant 0.0 : f32\n" +
                                  body + "\nreturn %r : f32\n}"));
    return decideEqual(
        value, KnownValue(getArgument(0)),
        [](Value) { return OptionalKnown(); }, Executions::Present);
  };
  using Flags = arith::FastMathFlags;
  EqualityAnswer sum = decide("%r = arith.addf %x, %z : f32");
  EXPECT_EQ(sum.truth, Truth::No);
  EXPECT_TRUE(isa_and_nonnull<arith::AddFOp>(sum.op));
  EXPECT_EQ(sum.flags, Flags::nsz);
  EqualityAnswer product = decide("%p = arith.mulf %z, %y : f32\n"
                                  "%r = arith.addf %x, %p fastmath<nsz> : f32");
  EXPECT_TRUE(isa_and_nonnull<arith::MulFOp>(product.op));
  EXPECT_EQ(product.flags, Flags::nnan | Flags::ninf);
  EqualityAnswer other = decide("%r = arith.addf %x, %y : f32");
  EXPECT_EQ(other.truth, Truth::No);
  EXPECT_EQ(other.op, nullptr);
  EXPECT_TRUE(decide("%r = arith.subf %x, %z : f32").isYes());
}

} // namespace
