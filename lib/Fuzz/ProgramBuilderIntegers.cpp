//===- ProgramBuilderIntegers.cpp - Integers of any width -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions, bounds and contents as integers that 64 bits do not hold, or that
// one bit does: a pass that reads them as `int64_t` gets another number.
//
//===----------------------------------------------------------------------===//

#include "Integers.h"
#include "ProgramBuilder.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

std::string ProgramBuilder::integerConstant(const APInt &value) {
  std::string name = fresh();
  emit(name + " = arith.constant " + printInteger(value) + " : i" +
       Twine(value.getBitWidth()));
  return name;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The type of that many bits of an integer, by a cast if it is another one.
std::string ProgramBuilder::resize(const std::string &value, unsigned from,
                                   unsigned to) {
  if (from == to)
    return value;
  std::string name = fresh();
  StringRef op = from > to            ? "trunci "
                 : random.percent(50) ? "extsi "
                                      : "extui ";
  emit(name + " = arith." + op + value + " : i" + Twine(from) + " to i" +
       Twine(to));
  return name;
}

/// An integer of `bits` bits.
std::string ProgramBuilder::wideValue(unsigned bits, unsigned maxDepth) {
  int64_t kind = random.pick(0, maxDepth > 0 ? 7 : 4);
  if (kind == 1)
    return resize(random.percent(50) ? "%from" : "%to", width, bits);
  // In a parallel loop another iteration may be writing it.
  if (kind == 2 && elementBits > 0 && isSequential) {
    const Buffer buffer = anyBuffer();
    if (!buffer.shape.isEmpty())
      return resize(load(buffer, indices(buffer.shape, false), false),
                    elementBits, bits);
  }
  if (kind >= 3 && kind <= 4 && !indexValues.empty()) {
    std::string name = fresh();
    emit(name + " = arith.index_cast" + (random.percent(50) ? "" : "ui") + " " +
         random.any(indexValues).name + " : index to i" + Twine(bits));
    return name;
  }
  if (kind == 5) {
    unsigned other = pickWidth(random);
    return resize(wideValue(other, maxDepth - 1), other, bits);
  }
  if (kind >= 6) {
    static constexpr StringRef kOps[] = {"addi", "subi", "xori", "maxsi",
                                         "minui"};
    std::string a = wideValue(bits, maxDepth - 1),
                b = wideValue(bits, maxDepth - 1), name = fresh();
    emit(name + " = arith." + random.any(kOps) + " " + a + ", " + b + " : i" +
         Twine(bits));
    return name;
  }
  return integerConstant(pickInteger(bits, random));
}

static constexpr StringRef kPredicates[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                            "sge", "ult", "ule", "ugt", "uge"};

/// A condition that says nothing about bounds.
std::string ProgramBuilder::wideTest() {
  unsigned bits = random.percent(70) ? width : pickWidth(random);
  // What a pass can decide: two constants, or one and what an index is.
  bool isPlain = random.percent(50);
  std::string a = isPlain ? integerConstant(pickInteger(bits, random))
                          : wideValue(bits, /*maxDepth=*/2),
              b = wideValue(bits, /*maxDepth=*/isPlain ? 0 : 1);
  if (random.percent(50))
    std::swap(a, b);
  std::string name = fresh();
  emit(name + " = arith.cmpi " + random.any(kPredicates) + ", " + a + ", " + b +
       " : i" + Twine(bits));
  return name;
}

/// Of an element, which the statements before may have made known.
std::string ProgramBuilder::contentsTest(const Buffer &buffer,
                                         const std::string &at, bool affine) {
  std::string element = load(buffer, at, affine), number = fresh(),
              test = fresh();
  emit(number + " = arith.constant " + literal() + " : " + elementText);
  emit(test + " = arith.cmpi " + random.any(kPredicates) + ", " + element +
       ", " + number + " : " + elementText);
  return test;
}

/// `index` is at least `bound`, or at most: both moved by a number that may
/// take more than 64 bits. They are less than 100, of either sign.
std::string ProgramBuilder::wideBound(const std::string &index, bool isLower,
                                      int64_t bound) {
  unsigned bits = std::max(width, 8u);
  std::string moved = fresh(), test = fresh();
  emit(moved + " = arith.index_cast " + index + " : index to i" + Twine(bits));
  APInt limit(bits, bound, /*isSigned=*/true);
  if (bits > 16 && random.percent(60)) {
    APInt distance = APInt::getOneBitSet(bits, random.pick(8, bits - 3));
    std::string by = integerConstant(distance), sum = fresh();
    emit(sum + " = arith.addi " + moved + ", " + by + " : i" + Twine(bits));
    moved = sum;
    limit += distance;
  }
  bool isStrict = random.percent(50);
  if (isStrict && isLower)
    --limit;
  if (isStrict && !isLower)
    ++limit;
  std::string than = integerConstant(limit);
  emit(test + " = arith.cmpi s" + (isLower ? "g" : "l") +
       (isStrict ? "t, " : "e, ") + moved + ", " + than + " : i" + Twine(bits));
  return test;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// The numbers of a loop, moved by `origin`.
struct WideRange {
  APInt origin, low, high, step;
  bool isUnsigned;
};
} // namespace

/// Nothing if the numbers are too large for the width, the one after the last
/// iteration included.
static std::optional<WideRange> makeRange(unsigned width, int64_t low,
                                          int64_t high, int64_t step,
                                          Random &random) {
  auto make = [&](int64_t value) {
    return APInt(width, value, /*isSigned=*/true, true);
  };
  WideRange range{random.percent(50) ? make(0) : pickInteger(width, random),
                  make(low), make(high), make(step), random.percent(15)};
  unsigned needed = llvm::Log2_64_Ceil(high + step + 1) + 1;
  if (width < needed)
    return std::nullopt;
  if (width > 66 && random.percent(10)) // one iteration
    range.step += APInt::getOneBitSet(width, 64);
  bool overflows = false, overflowsAgain = false;
  APInt end = range.isUnsigned ? range.origin.uadd_ov(range.high, overflows)
                               : range.origin.sadd_ov(range.high, overflows);
  if (range.isUnsigned)
    (void)end.uadd_ov(range.step, overflowsAgain);
  else
    (void)end.sadd_ov(range.step, overflowsAgain);
  if (overflows || overflowsAgain)
    return std::nullopt;
  return range;
}

/// A loop over an integer type, whose bounds may be arguments; nothing if the
/// type has not the numbers for it. The index may have another range than was
/// requested.
std::optional<IndexValue>
ProgramBuilder::openWideLoop(int64_t low, int64_t high, int64_t step) {
  std::optional<WideRange> range =
      makeRange(width, low, std::max(high, maxTo), step, random);
  if (!range || !draw(F::WideLoops))
    return std::nullopt;
  range->high = APInt(width, high, /*isSigned=*/true, true);
  std::string type = "i" + std::to_string(width);
  std::string origin = integerConstant(range->origin);
  auto makeBound = [&](const APInt &value, const std::string &argument) {
    if (argument.empty())
      return integerConstant(range->origin + value);
    std::string name = fresh();
    if (range->origin.isZero())
      return argument;
    emit(name + " = arith.addi " + argument + ", " + origin + " : " + type);
    return name;
  };
  bool fromArgument = random.percent(35), toArgument = random.percent(45);
  IndexValue iv{fresh(), fromArgument ? 0 : low, toArgument ? maxTo : high,
                false};
  std::string from = makeBound(range->low, fromArgument ? "%from" : ""),
              to = makeBound(range->high, toArgument ? "%to" : ""),
              by = integerConstant(range->step), wide = fresh();
  open("scf.for " + Twine(range->isUnsigned ? "unsigned " : "") + wide + " = " +
       from + " to " + to + " step " + by + " : " + type + " {");
  std::string number = wide;
  if (!range->origin.isZero()) {
    number = fresh();
    emit(number + " = arith.subi " + wide + ", " + origin + " : " + type);
  }
  bool isUnsigned = range->isUnsigned || random.percent(30);
  emit(iv.name + " = arith.index_cast" + (isUnsigned ? "ui " : " ") + number +
       " : " + type + " to index");
  iv.high = std::max(iv.high, iv.low + 1);
  indexValues.push_back(iv);
  return iv;
}
