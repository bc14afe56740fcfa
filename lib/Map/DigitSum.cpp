//===- DigitSum.cpp - Affine expressions as sums of digits ----------------===//
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

/// Beyond this many atoms an expression is left as it is: the cost of a digit
/// is linear in the number of atoms.
static constexpr unsigned maxAtoms = 512;

SumContext::SumContext(ArrayRef<Interval> dims, ArrayRef<Interval> symbols,
                       MLIRContext *context)
    : context(context), dims(dims.begin(), dims.end()),
      symbols(symbols.begin(), symbols.end()) {
  for (auto [position, range] : llvm::enumerate(dims))
    dimSums.push_back(readVariable(Atom::Dim, position, range));
}

int64_t SumContext::checkedAdd(int64_t a, int64_t b) {
  int64_t result;
  failed |= llvm::AddOverflow(a, b, result);
  // The one value that cannot be negated.
  failed |= result == std::numeric_limits<int64_t>::min();
  return result;
}

int64_t SumContext::checkedMul(int64_t a, int64_t b) {
  int64_t result;
  failed |= llvm::MulOverflow(a, b, result);
  failed |= result == std::numeric_limits<int64_t>::min();
  return result;
}

unsigned SumContext::intern(Atom atom) {
  for (auto [id, other] : llvm::enumerate(atoms))
    if (other.kind == atom.kind && other.position == atom.position &&
        other.base == atom.base && other.modulus == atom.modulus &&
        other.of == atom.of)
      return id;
  return addNew(std::move(atom));
}

unsigned SumContext::addNew(Atom atom) {
  if (atoms.size() == maxAtoms)
    failed = true;
  atoms.push_back(std::move(atom));
  return atoms.size() - 1;
}

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

Sum SumContext::readVariable(Atom::Kind kind, unsigned position,
                             Interval range) {
  if (range.low && range.high && *range.low == *range.high)
    return getConstant(*range.low);
  Atom atom;
  atom.kind = kind;
  atom.position = position;
  atom.range = range;
  // Each dimension is read once, by the constructor.
  return ofAtom(kind == Atom::Dim ? addNew(std::move(atom))
                                  : intern(std::move(atom)));
}

/// Returns true for -1 - x with x of positive coefficients.
static bool isNegated(const Sum &sum) {
  return sum.constant < 0 && !sum.terms.empty() &&
         llvm::all_of(
             sum.terms, [](const Term &term) { return term.coefficient < 0; });
}

/// floor((-1 - x) / k) = -1 - floor(x / k)
Sum SumContext::readNegated(const Sum &negated, int64_t k) {
  Sum x = add(getConstant(-1), negated, -1);
  return add(getConstant(-1), floorDiv(x, k), -1);
}

Sum SumContext::readBinary(AffineBinaryOpExpr binary) {
  Sum lhs = read(binary.getLHS()), rhs = read(binary.getRHS());
  if (failed)
    return {};
  if (binary.getKind() == AffineExprKind::Add)
    return add(lhs, rhs);
  if (binary.getKind() == AffineExprKind::Mul) {
    if (rhs.isConstant())
      return multiply(lhs, rhs.constant);
    if (lhs.isConstant())
      return multiply(rhs, lhs.constant);
  }
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!divisor || divisor.getValue() <= 0) {
    failed = true;
    return {};
  }
  int64_t k = divisor.getValue();
  switch (binary.getKind()) {
  case AffineExprKind::FloorDiv:
    return undoesNegations && isNegated(lhs) ? readNegated(lhs, k)
                                             : floorDiv(lhs, k);
  case AffineExprKind::CeilDiv:
    return floorDiv(add(lhs, getConstant(k - 1)), k);
  case AffineExprKind::Mod:
    return mod(lhs, k);
  default: // A product of two variables: constants were dealt with above.
    failed = true;
    return {};
  }
}

Sum SumContext::read(AffineExpr expr) {
  auto known = readings.find(expr);
  if (known != readings.end())
    return known->second;
  if (failed)
    return {};
  Sum sum;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    sum = getConstant(constant.getValue());
    failed |= sum.constant == std::numeric_limits<int64_t>::min();
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr))
    sum = getDim(dim.getPosition());
  else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    sum = readVariable(Atom::Symbol, symbol.getPosition(),
                       symbols[symbol.getPosition()]);
  else
    sum = readBinary(cast<AffineBinaryOpExpr>(expr));
  readings[expr] = sum;
  return sum;
}

void SumContext::substituteDims(ArrayRef<Sum> values) {
  readings.clear();
  for (auto [position, value] : llvm::enumerate(values))
    define(getAffineDimExpr(position, context), value);
}

AffineExpr SumContext::writeAtom(const Atom &atom) const {
  if (atom.kind == Atom::Dim)
    return getAffineDimExpr(atom.position, context);
  if (atom.kind == Atom::Symbol)
    return getAffineSymbolExpr(atom.position, context);
  AffineExpr expr = write(atom.of);
  if (atom.base != 1)
    expr = expr.floorDiv(getAffineConstantExpr(atom.base, context));
  if (atom.modulus)
    expr = expr % getAffineConstantExpr(atom.modulus, context);
  return expr;
}

AffineExpr SumContext::write(const Sum &sum) const {
  SmallVector<Term> terms(sum.terms.begin(), sum.terms.end());
  auto key = [](const Term &term) {
    return std::make_tuple(-std::abs(term.coefficient), term.coefficient < 0,
                           term.atom);
  };
  llvm::sort(terms,
             [&](const Term &a, const Term &b) { return key(a) < key(b); });
  AffineExpr result = getAffineConstantExpr(0, context);
  for (const Term &term : terms)
    result = result + writeAtom(atoms[term.atom]) * term.coefficient;
  return result + sum.constant;
}

AffineExpr SumContext::writeExtent(const Sum &sum) const {
  // floor((x + b - 1) / b) = ceil(x / b), and
  // floor(x / b) + 1 = ceil((x + 1) / b).
  Sum rest = sum;
  AffineExpr rounded = getAffineConstantExpr(0, context);
  llvm::erase_if(rest.terms, [&](const Term &term) {
    const Atom &atom = atoms[term.atom];
    if (atom.kind != Atom::Digit || atom.modulus || term.coefficient != 1)
      return false;
    Sum dividend = atom.of;
    if (dividend.constant == atom.base - 1)
      dividend.constant = 0;
    else if (rest.constant == 1 && ++dividend.constant)
      rest.constant = 0;
    else
      return false;
    rounded = rounded + write(dividend).ceilDiv(
                            getAffineConstantExpr(atom.base, context));
    return true;
  });
  return rounded + write(rest);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Interval SumContext::rangeOf(const Sum &sum) const {
  Interval range = pointRange(sum.constant);
  for (const Term &term : sum.terms)
    range =
        addRanges(range, mulRange(atoms[term.atom].range, term.coefficient));
  return range;
}

bool SumContext::areCongruent(const Sum &a, const Sum &b,
                              int64_t period) const {
  auto congruent = [&](int64_t x, int64_t y) {
    return llvm::mod(x, period) == llvm::mod(y, period);
  };
  const Term *p = a.terms.begin(), *q = b.terms.begin();
  while (p != a.terms.end() || q != b.terms.end()) {
    bool takeA =
        q == b.terms.end() || (p != a.terms.end() && p->atom <= q->atom);
    bool takeB =
        p == a.terms.end() || (q != b.terms.end() && q->atom <= p->atom);
    if (!congruent(takeA ? p->coefficient : 0, takeB ? q->coefficient : 0))
      return false;
    p += takeA;
    q += takeB;
  }
  return congruent(a.constant, b.constant);
}

Sum SumContext::addWithoutJoining(const Sum &a, const Sum &b,
                                  int64_t factorOfB) {
  Sum sum;
  sum.constant = checkedAdd(a.constant, checkedMul(b.constant, factorOfB));
  const Term *p = a.terms.begin(), *q = b.terms.begin();
  while (p != a.terms.end() || q != b.terms.end()) {
    bool takeA =
        q == b.terms.end() || (p != a.terms.end() && p->atom <= q->atom);
    bool takeB =
        p == a.terms.end() || (q != b.terms.end() && q->atom <= p->atom);
    Term term{takeA ? p->coefficient : 0, takeA ? p->atom : q->atom};
    if (takeB)
      term.coefficient =
          checkedAdd(term.coefficient, checkedMul(q->coefficient, factorOfB));
    if (term.coefficient != 0)
      sum.terms.push_back(term);
    p += takeA;
    q += takeB;
  }
  return sum;
}

Sum SumContext::add(const Sum &a, const Sum &b, int64_t factorOfB) {
  return join(addWithoutJoining(a, b, factorOfB));
}

Sum SumContext::multiply(const Sum &a, int64_t factor) {
  return addWithoutJoining(Sum(), a, factor);
}

Sum SumContext::join(Sum sum) {
  while (!failed) {
    std::optional<Sum> joined = joinNeighbours(sum);
    if (!joined)
      joined = joinRemainder(sum);
    if (!joined)
      break;
    sum = std::move(*joined);
  }
  return sum;
}

/// c (floor(x / b) mod m) + c m (floor(y / (b m)) mod n)
///   = c (floor(y / b) mod (m n))      where x = y modulo b m
std::optional<Sum> SumContext::joinNeighbours(const Sum &sum) {
  for (const Term &lower : sum.terms) {
    const Atom &low = atoms[lower.atom];
    if (low.kind != Atom::Digit || !low.modulus)
      continue;
    for (const Term &upper : sum.terms) {
      const Atom &high = atoms[upper.atom];
      int64_t period, coefficient, modulus;
      if (high.kind != Atom::Digit ||
          llvm::MulOverflow(low.base, low.modulus, period) ||
          llvm::MulOverflow(lower.coefficient, low.modulus, coefficient) ||
          llvm::MulOverflow(low.modulus, high.modulus, modulus) ||
          high.base != period || upper.coefficient != coefficient ||
          !areCongruent(low.of, high.of, period))
        continue;
      int64_t factor = lower.coefficient;
      Sum rest = addWithoutJoining(sum, ofAtom(lower.atom), -factor);
      rest = addWithoutJoining(rest, ofAtom(upper.atom), -coefficient);
      Sum joined = digit(Sum(high.of), low.base, modulus);
      return addWithoutJoining(rest, joined, factor);
    }
  }
  return std::nullopt;
}

/// c x - c b floor(x / b) = c (x mod b)
std::optional<Sum> SumContext::joinRemainder(const Sum &sum) {
  for (const Term &term : sum.terms) {
    const Atom &atom = atoms[term.atom];
    if (atom.kind != Atom::Digit || atom.modulus || atom.base == 1 ||
        term.coefficient % atom.base != 0)
      continue;
    int64_t factor = -(term.coefficient / atom.base);
    Sum dividend = atom.of;
    // All of x must be there: the rest of a part of it is another remainder.
    bool contained = llvm::all_of(dividend.terms, [&](const Term &part) {
      int64_t wanted;
      return !llvm::MulOverflow(part.coefficient, factor, wanted) &&
             llvm::is_contained(sum.terms, Term{wanted, part.atom});
    });
    if (!contained)
      continue;
    int64_t base = atom.base;
    Sum rest = addWithoutJoining(sum, dividend, -factor);
    rest = addWithoutJoining(rest, ofAtom(term.atom), -term.coefficient);
    return addWithoutJoining(rest, mod(dividend, base), factor);
  }
  return std::nullopt;
}
