//===- BitReader.cpp - Bits of sums as sums modulo 2 ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BitReader.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::layout;

void Parity::add(const Parity &other) {
  constant ^= other.constant;
  SmallVector<unsigned, 4> both;
  std::set_symmetric_difference(atoms.begin(), atoms.end(), other.atoms.begin(),
                                other.atoms.end(), std::back_inserter(both));
  atoms = std::move(both);
}

Parity BitReader::getParity(const Sum &sum, unsigned depth) {
  Parity parity;
  parity.constant = sum.constant % 2 != 0;
  for (const Term &term : sum.terms)
    if (term.coefficient % 2 != 0)
      parity.add(getParity(term.atom, depth));
  return parity;
}

Parity BitReader::getParity(unsigned atom, unsigned depth) {
  auto known = parities.find(atom);
  if (known != parities.end())
    return known->second;
  Parity parity = computeParity(atom, depth);
  parities[atom] = parity;
  return parity;
}

/// With q = floor(x / b) and n = (m - 1) div k, the number of multiples of k
/// that q mod m reaches, floor((q mod m) / k) is
///   sum over 1 <= t <= n of floor((q + m - t k) / m)  -  n floor(q / m),
/// which is how maps have it (`untangleDigits`). Nullopt where they do not.
std::optional<Parity> BitReader::readQuotientOfRemainder(const Atom &atom,
                                                         unsigned depth) {
  if (atom.of.terms.size() != 1 || atom.of.terms[0].coefficient != 1 ||
      atom.of.constant != 0)
    return std::nullopt;
  const Atom inner = sums.getAtom(atom.of.terms[0].atom);
  constexpr int64_t maxTerms = 8;
  if (inner.kind != Atom::Digit || inner.modulus == 0 ||
      inner.modulus % atom.base == 0 ||
      (inner.modulus - 1) / atom.base > maxTerms)
    return std::nullopt;
  int64_t numTerms = (inner.modulus - 1) / atom.base;
  Sum quotient = sums.floorDiv(inner.of, inner.base);
  Parity parity;
  if (numTerms % 2 != 0)
    parity = getParity(sums.floorDiv(quotient, inner.modulus), depth + 1);
  for (int64_t t = 1; t <= numTerms; ++t) {
    Sum moved =
        sums.add(quotient, sums.getConstant(inner.modulus - t * atom.base));
    parity.add(getParity(sums.floorDiv(moved, inner.modulus), depth + 1));
  }
  return parity;
}

/// With the dividend c + x, c = b q + r and 0 <= r < b:
///   floor((c + x) / b) mod 2 = (q + floor((r + x) / b)) mod 2,
/// of which the last is reduced modulo 2 b. With an odd m,
///   floor(x / b) mod m = floor(x / b) - m floor(x / (b m)).
Parity BitReader::computeParity(unsigned id, unsigned depth) {
  // Each level reads a digit within the one before, or with a smaller constant.
  constexpr unsigned maxDepth = 32;
  const Atom atom = sums.getAtom(id);
  Parity itself{false, {id}};
  if (atom.kind != Atom::Digit || depth == maxDepth)
    return itself;
  if (atom.modulus % 2 != 0) {
    int64_t period;
    if (llvm::MulOverflow(atom.base, atom.modulus, period))
      return itself;
    Parity parity = getParity(sums.floorDiv(atom.of, atom.base), depth + 1);
    parity.add(getParity(sums.floorDiv(atom.of, period), depth + 1));
    return parity;
  }
  if (std::optional<Parity> parity = readQuotientOfRemainder(atom, depth))
    return *parity;
  Sum dividend = atom.of;
  Parity parity;
  parity.constant =
      llvm::divideFloorSigned(dividend.constant, atom.base) % 2 != 0;
  dividend.constant = llvm::mod(dividend.constant, atom.base);
  Sum digit = sums.digit(dividend, atom.base, 2);
  if (sums.hasFailed())
    return itself;
  bool isAtom = digit.terms.size() == 1 && digit.terms[0].coefficient == 1 &&
                digit.constant == 0;
  if (isAtom) {
    const Atom &inner = sums.getAtom(digit.terms[0].atom);
    if (inner.kind == Atom::Digit && inner.base == 1 && inner.modulus == 2)
      digit = Sum(inner.of);
    else if (digit.terms[0].atom == id)
      return itself;
  }
  parity.add(getParity(digit, depth + 1));
  return parity;
}
