//===- IndexBits.cpp - Sums of digits as shifts, masks and xor ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::layout;

/// The bits that may be 1 in numbers of a range. All, if some are negative.
static int64_t getBitsOfRange(Interval range) {
  if (!range.low || *range.low < 0)
    return -1;
  uint64_t high = range.high.value_or(std::numeric_limits<int64_t>::max());
  return llvm::maskTrailingOnes<uint64_t>(llvm::bit_width(high));
}

/// Bits times 2^amount.
static int64_t shift(int64_t bits, int amount) {
  if (amount < 0)
    return bits >> std::min(-amount, 63);
  return amount > 63 ? 0 : int64_t(uint64_t(bits) << amount);
}

static bool isPowerOf2(int64_t number) {
  return number > 0 && llvm::isPowerOf2_64(number);
}

//===----------------------------------------------------------------------===//
// IndexBits
//===----------------------------------------------------------------------===//

int64_t IndexBits::getSupport() const {
  int64_t support = constant;
  for (const auto &[part, mask] : parts)
    support |= mask;
  return support;
}

void IndexBits::addModulo2(const IndexBits &other) {
  constant ^= other.constant;
  for (const auto &[part, mask] : other.parts)
    parts[part] ^= mask;
  parts.remove_if([](const auto &entry) { return entry.second == 0; });
}

IndexBits IndexBits::shifted(int amount) const {
  IndexBits result;
  result.constant = shift(constant, amount);
  for (const auto &[part, mask] : parts)
    if (int64_t moved = shift(mask, amount))
      result.parts[{part.first, part.second + amount}] = moved;
  return result;
}

IndexBits IndexBits::masked(int64_t mask) const {
  IndexBits result;
  result.constant = constant & mask;
  for (const auto &[part, bits] : parts)
    if (bits & mask)
      result.parts[part] = bits & mask;
  return result;
}

//===----------------------------------------------------------------------===//
// The bits of sums
//===----------------------------------------------------------------------===//

unsigned IndexBitsBuilder::getSource(const Sum &sum) {
  auto *known = llvm::find(sources, sum);
  if (known == sources.end()) {
    sources.push_back(sum);
    sourceValues.emplace_back();
    return sources.size() - 1;
  }
  return known - sources.begin();
}

/// All of a value that is computed some other way.
IndexBits IndexBitsBuilder::getSourceBits(const Sum &sum) {
  IndexBits bits;
  if (int64_t mask = getBitsOfRange(sums.rangeOf(sum)))
    bits.parts[{getSource(sum), 0}] = mask;
  return bits;
}

/// Bit 0 of a sum is the sum modulo 2 of the bits 0 of its terms.
IndexBits IndexBitsBuilder::getParity(const Sum &sum) {
  IndexBits parity;
  parity.constant = sum.constant & 1;
  for (const Term &term : sum.terms)
    if (term.coefficient % 2 != 0)
      parity.addModulo2(getBits(term.atom).masked(1));
  return parity;
}

IndexBits IndexBitsBuilder::computeBits(unsigned id) {
  const Atom &atom = sums.getAtom(id);
  if (atom.kind != Atom::Digit || !isPowerOf2(atom.base) ||
      (atom.modulus != 0 && !isPowerOf2(atom.modulus)))
    return getSourceBits(Sum{0, {{1, id}}});
  if (atom.base == 1 && atom.modulus == 2)
    return getParity(atom.of);
  std::optional<IndexBits> of = getBits(atom.of);
  IndexBits bits = of ? *of : getSourceBits(atom.of);
  return bits.shifted(-int(llvm::Log2_64(atom.base))).masked(atom.modulus - 1);
}

const IndexBits &IndexBitsBuilder::getBits(unsigned id) {
  auto known = atomBits.find(id);
  if (known == atomBits.end())
    known = atomBits.emplace(id, computeBits(id)).first;
  return known->second;
}

/// Takes terms of which no two have a bit in common out of `sum`.
IndexBits IndexBitsBuilder::takeDisjointTerms(Sum &sum) {
  IndexBits bits;
  llvm::erase_if(sum.terms, [&](const Term &term) {
    if (!isPowerOf2(term.coefficient))
      return false;
    int amount = llvm::Log2_64(term.coefficient);
    const IndexBits &ofAtom = getBits(term.atom);
    int64_t support = ofAtom.getSupport();
    // No bit may be lost above, nor meet another one.
    if (shift(shift(support, amount), -amount) != support ||
        (shift(support, amount) & bits.getSupport()) != 0)
      return false;
    bits.addModulo2(ofAtom.shifted(amount));
    return true;
  });
  return bits;
}

std::optional<IndexBits> IndexBitsBuilder::getBits(const Sum &sum) {
  Sum rest = sum;
  IndexBits bits = takeDisjointTerms(rest);
  if (!rest.isConstant() || (rest.constant & bits.getSupport()) != 0)
    return std::nullopt;
  bits.constant ^= rest.constant;
  return bits;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

bool IndexBitsBuilder::canBuild(const Sum &sum) {
  return llvm::all_of(sum.terms, [&](const Term &term) {
    const Atom &atom = sums.getAtom(term.atom);
    if (atom.kind != Atom::Digit)
      return true;
    auto known = buildable.find(term.atom);
    if (known != buildable.end())
      return known->second;
    bool isShift = isPowerOf2(atom.base) &&
                   (atom.modulus == 0 || isPowerOf2(atom.modulus));
    Interval dividend = sums.rangeOf(atom.of);
    bool isUnsigned = dividend.low && *dividend.low >= 0;
    return buildable[term.atom] = (isShift || isUnsigned) && canBuild(atom.of);
  });
}

Value IndexBitsBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value IndexBitsBuilder::buildShiftRight(Value value, int amount,
                                        bool isSigned) {
  Value by = constant(std::min(amount, 63));
  if (isSigned)
    return arith::ShRSIOp::create(builder, loc, value, by);
  return arith::ShRUIOp::create(builder, loc, value, by);
}

Value IndexBitsBuilder::buildDigit(const Atom &digit) {
  Value value = build(digit.of);
  Interval range = sums.rangeOf(digit.of);
  if (!isPowerOf2(digit.base)) {
    value = arith::DivUIOp::create(builder, loc, value, constant(digit.base));
  } else if (digit.base != 1) {
    value = buildShiftRight(value, llvm::Log2_64(digit.base),
                            /*isSigned=*/getBitsOfRange(range) < 0);
  }
  if (digit.modulus == 0)
    return value;
  if (isPowerOf2(digit.modulus))
    return arith::AndIOp::create(builder, loc, value,
                                 constant(digit.modulus - 1));
  return arith::RemUIOp::create(builder, loc, value, constant(digit.modulus));
}

Value IndexBitsBuilder::buildAtom(unsigned id) {
  const Atom &atom = sums.getAtom(id);
  assert(atom.kind != Atom::Symbol && "symbols have no values");
  if (atom.kind == Atom::Dim)
    return dims[atom.position];
  Value value = atomValues.lookup(id);
  if (!value)
    atomValues[id] = value = buildDigit(atom);
  return value;
}

Value IndexBitsBuilder::buildSource(unsigned source) {
  if (Value known = sourceValues[source])
    return known;
  const Sum sum = sources[source]; // A copy: more may be added on the way.
  bool isAtom = sum.constant == 0 && sum.terms.size() == 1 &&
                sum.terms[0].coefficient == 1;
  Value value = isAtom ? buildAtom(sum.terms[0].atom) : build(sum);
  sourceValues[source] = value;
  return value;
}

Value IndexBitsBuilder::buildPart(IndexBits::Part part, int64_t mask) {
  auto [source, amount] = part;
  Value value = buildSource(source);
  int64_t all = getBitsOfRange(sums.rangeOf(sources[source]));
  if (amount > 0)
    value = arith::ShLIOp::create(builder, loc, value, constant(amount));
  else if (amount < 0)
    value = buildShiftRight(value, -amount, /*isSigned=*/all < 0);
  if (shift(all, amount) == mask)
    return value;
  return arith::AndIOp::create(builder, loc, value, constant(mask));
}

Value IndexBitsBuilder::buildBits(const IndexBits &bits) {
  Value result;
  int64_t support = 0;
  auto combine = [&](Value value, int64_t mask) {
    if (!result)
      result = value;
    else if ((support & mask) == 0 && !useOr)
      result = arith::AddIOp::create(builder, loc, result, value);
    else if ((support & mask) == 0)
      result = arith::OrIOp::create(builder, loc, result, value);
    else
      result = arith::XOrIOp::create(builder, loc, result, value);
    support |= mask;
  };
  for (const auto &[part, mask] : bits.parts)
    combine(buildPart(part, mask), mask);
  if (bits.constant || !result)
    combine(constant(bits.constant), bits.constant);
  return result;
}

Value IndexBitsBuilder::build(const Sum &sum) {
  Sum rest = sum;
  IndexBits bits = takeDisjointTerms(rest);
  Value result;
  auto add = [&](Value value) {
    result =
        result ? arith::AddIOp::create(builder, loc, result, value) : value;
  };
  if (!bits.parts.empty() || bits.constant)
    add(buildBits(bits));
  for (const Term &term : rest.terms) {
    Value value = buildAtom(term.atom);
    if (term.coefficient != 1)
      value = arith::MulIOp::create(builder, loc, value,
                                    constant(term.coefficient));
    add(value);
  }
  // Last, and by an addition, which an address takes in.
  if (rest.constant != 0 || !result)
    add(constant(rest.constant));
  return result;
}
