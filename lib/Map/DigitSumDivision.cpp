//===- DigitSumDivision.cpp - Quotients and remainders of sums ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DigitSum.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace mlir::layout;

/// floor(x / base) mod modulus depends on x modulo base * modulus only. So
/// multiples of that go, and inner moduli that are multiples of it. Modulo 2 a
/// difference is a sum, which is how xor undoes xor.
Sum SumContext::dropMultiplesOfPeriod(const Sum &x, int64_t period) {
  Sum rest;
  rest.constant = llvm::mod(x.constant, period);
  for (const Term &term : x.terms) {
    if (term.coefficient % period == 0)
      continue;
    const Atom &atom = atoms[term.atom];
    int64_t factor = period == 2 ? 1 : term.coefficient, innerPeriod;
    if (atom.kind == Atom::Digit && atom.modulus &&
        !llvm::MulOverflow(term.coefficient, atom.modulus, innerPeriod) &&
        innerPeriod % period == 0) {
      // c (q mod m) = c q - c m floor(q / m), and the period divides c m.
      Sum whole = digit(Sum(atom.of), atom.base, 0);
      rest = addWithoutJoining(rest, whole, factor);
    } else {
      rest = addWithoutJoining(rest, ofAtom(term.atom), factor);
    }
  }
  return rest;
}

std::optional<Sum> SumContext::decideByRange(const Sum &x, int64_t base,
                                             int64_t modulus) {
  Interval quotient = floorDivRange(rangeOf(x), base);
  if (!modulus) {
    if (quotient.low && quotient.high && *quotient.low == *quotient.high)
      return getConstant(*quotient.low);
    return std::nullopt;
  }
  // All quotients q are in one period: q mod m = q - m * period.
  if (Side period = commonPeriod(quotient, modulus))
    return addWithoutJoining(digit(x, base, 0), getConstant(1),
                             checkedMul(-modulus, *period));
  return std::nullopt;
}

/// x = factor q + r, term by term; returns q and r.
static std::pair<Sum, Sum> splitMultiples(const Sum &x, int64_t factor) {
  Sum quotient, rest;
  quotient.constant = llvm::divideFloorSigned(x.constant, factor);
  rest.constant = llvm::mod(x.constant, factor);
  for (const Term &term : x.terms) {
    if (term.coefficient % factor == 0)
      quotient.terms.push_back({term.coefficient / factor, term.atom});
    else
      rest.terms.push_back(term);
  }
  return {std::move(quotient), std::move(rest)};
}

/// floor((base q + r) / base) = q + floor(r / base)
std::optional<Sum> SumContext::pullOutMultiples(const Sum &x, int64_t base) {
  auto [quotient, rest] = splitMultiples(x, base);
  if (quotient.constant == 0 && quotient.terms.empty())
    return std::nullopt;
  return add(quotient, digit(rest, base, 0));
}

/// Where x = factor M + factor j + l with 0 <= l < factor, and factor divides
/// the base:      floor(x / base) = floor((M + j) / (base / factor));
/// or the base divides the factor and that the period:
///                floor(x / base) mod m = e ((M + j) mod (m / e)) + floor(l /
///                base) with e = factor / base.
/// With l beyond that, floor(l / factor) is added to j, if such quotients are
/// split.
/// Tempting but wrong: to ask only that l >= 0. With x = 4 M + 5, base 8:
/// M = 1 gives floor(9 / 8) = 1, yet floor(1 / 2) = 0.
std::optional<Sum> SumContext::splitAt(const Sum &x, int64_t base,
                                       int64_t modulus, int64_t factor) {
  auto [multiple, rest] = splitMultiples(x, factor);
  if (multiple.terms.empty())
    return std::nullopt;
  // 0 <= l < factor can be had by a shift if l never leaves one period.
  if (Side period = commonPeriod(rangeOf(rest), factor)) {
    multiple.constant = checkedAdd(multiple.constant, *period);
    rest.constant = checkedAdd(rest.constant, checkedMul(-factor, *period));
  } else if (splitsQuotients) {
    multiple = addWithoutJoining(multiple, digit(rest, factor, 0), 1);
    rest = digit(rest, 1, factor);
  } else {
    return std::nullopt;
  }
  multiple = join(multiple);
  if (base % factor == 0)
    return digit(multiple, base / factor, modulus);
  int64_t e = factor / base;
  Sum upper = digit(multiple, 1, modulus / e);
  return add(digit(join(rest), base, 0), upper, e);
}

std::optional<Sum> SumContext::splitByFactor(const Sum &x, int64_t base,
                                             int64_t modulus) {
  int64_t period = modulus ? checkedMul(base, modulus) : base;
  SmallVector<int64_t, 4> tried;
  for (const Term &term : x.terms) {
    int64_t factor = std::gcd(term.coefficient, period);
    bool fits = base % factor == 0 || (modulus && factor % base == 0);
    if (factor == 1 || !fits || llvm::is_contained(tried, factor))
      continue;
    if (std::optional<Sum> result = splitAt(x, base, modulus, factor))
      return result;
    tried.push_back(factor);
  }
  return std::nullopt;
}

/// floor((floor(y / b) + c) / base) = floor((y + c b) / (b base)), and the same
/// with an inner modulus that the base divides, where c = 0.
std::optional<Sum> SumContext::digitOfDigit(const Sum &x, int64_t base,
                                            int64_t modulus) {
  if (x.terms.size() != 1 || x.terms.front().coefficient != 1)
    return std::nullopt;
  const Atom &inner = atoms[x.terms.front().atom];
  if (inner.kind != Atom::Digit)
    return std::nullopt;
  if (!inner.modulus) {
    int64_t shift = checkedMul(x.constant, inner.base);
    Sum dividend = addWithoutJoining(inner.of, getConstant(1), shift);
    return digit(dividend, checkedMul(inner.base, base), modulus);
  }
  // What is added to a remainder may carry it past the modulus.
  if (modulus || x.constant != 0 || base == 1 || inner.modulus % base != 0)
    return std::nullopt;
  return digit(Sum(inner.of), checkedMul(inner.base, base),
               inner.modulus / base);
}

Sum SumContext::digit(Sum x, int64_t base, int64_t modulus) {
  if (failed || modulus == 1)
    return {};
  if (base == 1 && !modulus)
    return x;
  int64_t period = modulus ? checkedMul(base, modulus) : 0;
  if (failed)
    return {};
  // What replaces an inner modulus may hold multiples of the period again.
  for (Sum before; modulus && !failed && !(before == x);) {
    before = x;
    x = join(dropMultiplesOfPeriod(x, period));
  }
  if (failed)
    return {};
  if (std::optional<Sum> decided = decideByRange(x, base, modulus))
    return *decided;
  if (!modulus)
    if (std::optional<Sum> pulled = pullOutMultiples(x, base))
      return *pulled;
  if (std::optional<Sum> split = splitByFactor(x, base, modulus))
    return *split;
  if (std::optional<Sum> flat = digitOfDigit(x, base, modulus))
    return *flat;
  Atom atom;
  atom.kind = Atom::Digit;
  atom.base = base;
  atom.modulus = modulus;
  atom.range = floorDivRange(rangeOf(x), base);
  if (modulus)
    atom.range = modRange(atom.range, modulus);
  atom.of = std::move(x);
  return ofAtom(intern(std::move(atom)));
}
