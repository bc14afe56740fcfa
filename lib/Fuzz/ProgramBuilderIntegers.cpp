//===- ProgramBuilderIntegers.cpp - Integers of any width -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions, loop bounds and elements of integer types of any width, from 1
// bit to more than 64: a pass that reads them as `int64_t` computes another
// number.
//
//     %c = arith.constant 18446744073709551617 : i128
//     scf.for %i = %c to %to step %by : i128 { .. }
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

/// Returns `value`, an integer of `from` bits, as one of `to` bits: truncated,
/// or extended, with or without its sign.
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

/// Returns an integer of `bits` bits: a constant, an argument, an element, an
/// index, or an expression of these of at most `maxDepth` levels.
std::string ProgramBuilder::wideValue(unsigned bits, unsigned maxDepth) {
  int64_t kind = random.pick(0, maxDepth > 0 ? 7 : 4);
  if (kind == 1)
    return resize(random.percent(50) ? "%from" : "%to", width, bits);
  // Not in a parallel loop: another iteration may write the element, and the
  // program would have no defined result to compare with.
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

/// Returns a comparison of two integers that has nothing to do with the bounds
/// of an access, so that it may be true or false.
std::string ProgramBuilder::wideTest() {
  unsigned bits = random.percent(70) ? width : pickWidth(random);
  // Half of them in a form that passes decide: of two constants, or of an index
  // and a constant. Of random expressions they decide hardly any.
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

/// Returns a comparison of an element with a constant. Passes that know what
/// buffers hold decide it where statements before have stored constants.
std::string ProgramBuilder::contentsTest(const Buffer &buffer,
                                         const std::string &at, bool affine) {
  std::string element = load(buffer, at, affine), number = fresh(),
              test = fresh();
  emit(number + " = arith.constant " + literal() + " : " + elementText);
  emit(test + " = arith.cmpi " + random.any(kPredicates) + ", " + element +
       ", " + number + " : " + elementText);
  return test;
}

/// Returns the comparison `index >= bound`, or `<=`, where both sides have the
/// same number added, which may exceed 64 bits. Index and bound are less than
/// 100 in absolute value.
std::string ProgramBuilder::wideBound(const std::string &index, bool isLower,
                                      int64_t bound) {
  unsigned bits = std::max(width, 8u);
  std::string moved = fresh(), test = fresh();
  emit(moved + " = arith.index_cast " + index + " : index to i" + Twine(bits));
  APInt limit(bits, bound, /*isSigned=*/true);
  if (bits > 16 && random.percent(60)) {
    // So far below the sign bit that neither sum overflows.
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
/// The bounds and the step of a loop over an integer type. The induction
/// variable is `origin` plus the index: it starts at origin + low.
struct WideRange {
  APInt origin, low, high, step;
  bool isUnsigned;
};
} // namespace

/// Returns a range at a random origin; nullopt if `width` bits do not hold all
/// its values. That includes the value after the last iteration: an `scf.for`
/// whose induction variable wraps around has no defined end.
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
  // A step beyond 64 bits, with which the loop has one iteration.
  if (width > 66 && random.percent(10))
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

/// Opens a loop over an integer type, whose bounds may be arguments, and
/// returns the index that is computed from its induction variable; nullopt if
/// the type does not hold its values. Where a bound is an argument, the range
/// of the index is that of the argument, not the requested one.
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
