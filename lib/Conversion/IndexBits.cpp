//===- IndexBits.cpp - Index arithmetic as shifts, masks and xor ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Example, a swizzled column, with i and j in [0, 8):
//
//     (i + j) mod 2 + 2 * ((i floordiv 2 + j floordiv 2) mod 2)
//       + 4 * ((i floordiv 4 + j floordiv 4) mod 2)
// ->  arith.xori %i, %j
//
//===----------------------------------------------------------------------===//

#include "IndexBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/bit.h"
#include <utility>

using namespace mlir;
using namespace mlir::layout;

/// Returns a mask of the bits that may be 1 in numbers of `range`: all bits if
/// some of them are negative, as their sign is repeated upwards.
static int64_t getBitsOfRange(Interval range) {
  if (!range.low || *range.low < 0)
    return -1;
  uint64_t high = range.high.value_or(std::numeric_limits<int64_t>::max());
  return llvm::maskTrailingOnes<uint64_t>(llvm::bit_width(high));
}

/// Returns `bits` times 2^amount, rounded down, for any amount: in C++, shifts
/// by 64 or more are undefined.
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

/// Returns the number of `sum` among the values of which bits are taken; adds
/// it if it is new. Its code is built only once a part of the result uses it.
unsigned IndexBitsBuilder::getSource(const Sum &sum) {
  auto *known = llvm::find(sources, sum);
  if (known == sources.end()) {
    sources.push_back(sum);
    sourceValues.emplace_back();
    return sources.size() - 1;
  }
  return known - sources.begin();
}

/// Returns `sum` as a source of its own, all bits of which are used.
IndexBits IndexBitsBuilder::getSourceBits(const Sum &sum) {
  IndexBits bits;
  if (int64_t mask = getBitsOfRange(sums.rangeOf(sum)))
    bits.parts[{getSource(sum), 0}] = mask;
  return bits;
}

/// Returns bit 0 of a sum, which is the exclusive or of the bits 0 of its
/// terms: no carry reaches it. This is why (i + j) mod 2 needs no addition.
IndexBits IndexBitsBuilder::getParity(const Sum &sum) {
  IndexBits parity;
  parity.constant = sum.constant & 1;
  for (const Term &term : sum.terms)
    if (term.coefficient % 2 != 0)
      parity.addModulo2(getBits(term.atom).masked(1));
  return parity;
}

/// Returns the bits of an atom. Those of x floordiv 2^a mod 2^b are bits of x;
/// any other atom is a source of its own.
IndexBits IndexBitsBuilder::computeBits(unsigned id) {
  const Atom &atom = sums.getAtom(id);
  if (atom.kind != Atom::Digit || !isPowerOf2(atom.base) ||
      (atom.modulus != 0 && !isPowerOf2(atom.modulus)))
    return getSourceBits(Sum{0, {{1, id}}});
  if (atom.base == 1 && atom.modulus == 2)
    return getParity(atom.of);
  // If x is a sum with carries, its bits are not known one by one; then x as a
  // whole is the source.
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

/// Removes from `sum` terms of which no two may have a bit in common, and
/// returns their bits: a sum without carries is an exclusive or.
IndexBits IndexBitsBuilder::takeDisjointTerms(Sum &sum) {
  IndexBits bits;
  llvm::erase_if(sum.terms, [&](const Term &term) {
    if (!isPowerOf2(term.coefficient))
      return false;
    int amount = llvm::Log2_64(term.coefficient);
    const IndexBits &ofAtom = getBits(term.atom);
    int64_t support = ofAtom.getSupport();
    // No bit may be shifted out, and none may be one that is taken already.
    if (shift(shift(support, amount), -amount) != support ||
        (shift(support, amount) & bits.getSupport()) != 0)
      return false;
    bits.addModulo2(ofAtom.shifted(amount));
    return true;
  });
  return bits;
}

/// Returns the bits of a sum; nullopt if its terms may carry into each other.
std::optional<IndexBits> IndexBitsBuilder::getBits(const Sum &sum) {
  Sum rest = sum;
  IndexBits bits = takeDisjointTerms(rest);
  if (!rest.isConstant() || (rest.constant & bits.getSupport()) != 0)
    return std::nullopt;
  bits.constant ^= rest.constant;
  return bits;
}

//===----------------------------------------------------------------------===//
// Bits of other numbers
//===----------------------------------------------------------------------===//

/// Number of low bits of an index that are compared with those of other values;
/// the cost of each is linear in the atoms of the context (`BitReader`).
static constexpr unsigned numCompared = 32;

void IndexBitsBuilder::addValue(const Sum &sum, Value value) {
  unsigned source = getSource(sum);
  if (!sourceValues[source])
    sourceValues[source] = value;
  if (!sum.isConstant() && !llvm::is_contained(existing, source))
    existing.push_back(source);
}

const Parity &IndexBitsBuilder::getBit(unsigned source, unsigned number) {
  auto known = sourceBits.find({source, number});
  if (known == sourceBits.end())
    known = sourceBits
                .emplace(std::make_pair(source, number),
                         reader.getBit(sources[source], number))
                .first;
  return known->second;
}

/// Removes from bit `position` of `bits` a subset of its parts whose exclusive
/// or is `wanted`, or its complement, for which the constant is flipped.
/// Returns false, with no change, if there is no such subset.
bool IndexBitsBuilder::takeBit(IndexBits &bits, unsigned position,
                               const Parity &wanted) {
  constexpr unsigned maxParts = 4; // all subsets of them are tried
  int64_t bit = int64_t(1) << position;
  if (wanted.atoms.empty()) {
    bool hasConstant = (bits.constant & bit) != 0;
    bits.constant &= ~bit;
    return hasConstant;
  }
  SmallVector<std::pair<IndexBits::Part, Parity>, maxParts> parts;
  for (const auto &[part, mask] : bits.parts)
    if (mask & bit) {
      if (parts.size() == maxParts)
        return false;
      parts.push_back({part, getBit(part.first, position - part.second)});
    }
  // The full set first, which removes most.
  for (unsigned chosen = (1u << parts.size()) - 1; chosen > 0; --chosen) {
    Parity sum;
    for (auto [number, part] : llvm::enumerate(parts))
      if (chosen >> number & 1)
        sum.add(part.second);
    if (sum.atoms != wanted.atoms)
      continue;
    for (auto [number, part] : llvm::enumerate(parts))
      if (chosen >> number & 1)
        bits.parts[part.first] &= ~bit;
    if (sum.constant != wanted.constant)
      bits.constant ^= bit;
    return true;
  }
  return false;
}

/// Returns the same bits, where those that equal the bits of `source` times
/// 2^amount at the same positions are taken from there; nullopt if there are
/// none.
std::optional<IndexBits> IndexBitsBuilder::takeBitsFrom(const IndexBits &bits,
                                                        unsigned source,
                                                        int amount) {
  IndexBits result = bits;
  int64_t taken = 0, zero = 0;
  int high = std::min<int>(llvm::Log2_64(uint64_t(bits.getSupport()) | 1),
                           numCompared - 1);
  for (int position = std::max(amount, 0);
       position <= std::min(high, amount + int(numCompared) - 1); ++position) {
    const Parity &wanted = getBit(source, position - amount);
    int64_t bit = int64_t(1) << position;
    if (wanted.isZero())
      zero |= bit;
    else if (takeBit(result, position, wanted))
      taken |= bit;
  }
  if (!taken)
    return std::nullopt;
  // Exclusive or, as the part may have had some of these bits: twice is none.
  int64_t &mask = result.parts[{source, amount}];
  mask ^= taken;
  // If the only other bits of the source are known to be 0, use the source
  // without a mask, which saves an instruction.
  int64_t all = shift(getBitsOfRange(sums.rangeOf(sources[source])), amount);
  if ((all & ~mask & ~zero) == 0)
    mask |= all;
  result.parts.remove_if([](const auto &entry) { return entry.second == 0; });
  return result;
}

/// Returns the number of instructions that compute a sum term by term, without
/// those for atoms whose values exist.
int IndexBitsBuilder::countOps(const Sum &sum) {
  int number = 0;
  for (const Term &term : sum.terms) {
    const Atom &atom = sums.getAtom(term.atom);
    number += 1 + (std::abs(term.coefficient) != 1);
    if (atom.kind == Atom::Digit && !atomValues.lookup(term.atom))
      number += (atom.base != 1) + (atom.modulus != 0) + countOps(atom.of);
  }
  return std::max(0, number - (sum.constant == 0));
}

/// Returns the number of instructions that compute `bits`: shifts, masks and
/// the operations that combine the parts, and the sources that are not computed
/// yet, except `free`.
int IndexBitsBuilder::countOps(const IndexBits &bits,
                               std::optional<unsigned> free) {
  int number = int(bits.parts.size()) - 1 + (bits.constant != 0);
  llvm::SmallDenseSet<unsigned> counted;
  for (const auto &[part, mask] : bits.parts) {
    auto [source, amount] = part;
    const Sum &sum = sources[source];
    int64_t all = getBitsOfRange(sums.rangeOf(sum));
    number += (amount != 0) + (shift(all, amount) != mask);
    if (!sourceValues[source] && source != free &&
        counted.insert(source).second)
      number += countOps(sum);
  }
  return number;
}

int IndexBitsBuilder::countOps(const Parts &parts) {
  bool hasBits = !parts.bits.parts.empty() || parts.bits.constant != 0;
  bool hasRest = !parts.rest.isConstant() || parts.rest.constant != 0;
  return (hasBits ? countOps(parts.bits) : 0) +
         (hasRest ? countOps(parts.rest) : 0) + (hasBits && hasRest);
}

/// Returns the same bits with as many of them taken from `source` as save
/// instructions, `source` itself not counted.
IndexBits IndexBitsBuilder::shortenedBy(IndexBits bits, unsigned source) {
  int high = llvm::Log2_64(uint64_t(bits.getSupport()) | 1);
  int limit = std::min<int>(high, numCompared - 1);
  while (true) {
    std::optional<IndexBits> best;
    int least = countOps(bits, source);
    for (int amount = -limit; amount <= limit; ++amount) {
      std::optional<IndexBits> other = takeBitsFrom(bits, source, amount);
      if (!other || countOps(*other, source) >= least)
        continue;
      least = countOps(*other, source);
      best = std::move(other);
    }
    if (!best)
      return bits;
    bits = std::move(*best);
  }
}

/// Returns the same bits with fewer instructions, if found: a greedy search
/// over the sources from which bits may be taken.
IndexBits IndexBitsBuilder::shortened(IndexBits bits) {
  if (!takesBits || bits.parts.empty())
    return bits;
  SmallVector<unsigned> from(existing);
  for (const auto &entry : bits.parts)
    if (!llvm::is_contained(from, entry.first.first))
      from.push_back(entry.first.first);
  // Each round tries each source at each shift.
  constexpr unsigned maxSources = 16;
  from.truncate(std::min<size_t>(from.size(), maxSources));
  while (!sums.hasFailed()) {
    std::optional<IndexBits> best;
    int least = countOps(bits);
    for (unsigned source : from) {
      IndexBits other = shortenedBy(bits, source);
      if (countOps(other) >= least)
        continue;
      least = countOps(other);
      best = std::move(other);
    }
    if (!best)
      break;
    bits = std::move(*best);
  }
  return bits;
}

/// Returns `sum` as 2^amount * x, where x is a sum of several terms that is
/// computed on its own and then shifted, and bits that 2^amount * x does not
/// have. Nullopt if `sum` does not have that form.
std::optional<IndexBitsBuilder::Parts>
IndexBitsBuilder::takeMultiple(const Sum &sum, int amount) {
  Sum multiple, rest;
  multiple.constant = sum.constant >> amount;
  rest.constant = sum.constant - shift(multiple.constant, amount);
  for (Term term : sum.terms) {
    bool isMultiple =
        shift(term.coefficient >> amount, amount) == term.coefficient;
    if (isMultiple)
      term.coefficient >>= amount;
    (isMultiple ? multiple : rest).terms.push_back(term);
  }
  if (multiple.terms.size() + (multiple.constant != 0) < 2)
    return std::nullopt;
  std::optional<IndexBits> bits = getBits(rest);
  int64_t all = getBitsOfRange(sums.rangeOf(multiple));
  int64_t mask = shift(all, amount);
  if (!bits || shift(mask, -amount) != all || (mask & bits->getSupport()) != 0)
    return std::nullopt;
  bits->parts[{getSource(multiple), amount}] = mask;
  return Parts{std::move(*bits), Sum()};
}

/// Splits `sum` into bits, which are combined by exclusive or, and a rest,
/// which is added, by the split with the fewest instructions.
IndexBitsBuilder::Parts IndexBitsBuilder::takeApart(const Sum &sum) {
  Parts best;
  best.rest = sum;
  best.bits = shortened(takeDisjointTerms(best.rest));
  llvm::SmallSetVector<int, 4> amounts;
  for (const Term &term : sum.terms)
    amounts.insert(llvm::countr_zero(uint64_t(term.coefficient)));
  for (int amount : amounts) {
    if (!takesBits || amount == 0)
      continue;
    std::optional<Parts> other = takeMultiple(sum, amount);
    if (!other)
      continue;
    other->bits = shortened(other->bits);
    if (countOps(*other) < countOps(best))
      best = std::move(*other);
  }
  return best;
}

bool IndexBitsBuilder::needsArithmetic(const Sum &sum) {
  Sum rest = sum;
  takeDisjointTerms(rest);
  return !rest.isConstant();
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
  // A shift by the width of the type is poison; by 63 leaves the sign only.
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
  // A copy, as building it may add sources, which moves the vector.
  const Sum sum = sources[source];
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
  auto *known = llvm::find(sources, sum);
  if (known != sources.end())
    if (Value value = sourceValues[known - sources.begin()])
      return value;
  auto [bits, rest] = takeApart(sum);
  Value result;
  if (!bits.parts.empty() || bits.constant)
    result = buildBits(bits);
  auto buildTerm = [&](const Term &term) {
    Value value = buildAtom(term.atom);
    int64_t factor = std::abs(term.coefficient);
    return factor == 1 ? value
                       : Value(arith::MulIOp::create(builder, loc, value,
                                                     constant(factor)));
  };
  for (const Term &term : rest.terms)
    if (term.coefficient > 0) {
      Value value = buildTerm(term);
      result =
          result ? arith::AddIOp::create(builder, loc, result, value) : value;
    }
  // Where there is no positive term, subtract from the constant.
  for (const Term &term : rest.terms)
    if (term.coefficient < 0) {
      if (!result)
        result = constant(std::exchange(rest.constant, 0));
      result = arith::SubIOp::create(builder, loc, result, buildTerm(term));
    }
  if (!result)
    return constant(rest.constant);
  // The constant last, by an addition: LLVM folds it into the address of a
  // load.
  if (rest.constant != 0)
    result =
        arith::AddIOp::create(builder, loc, result, constant(rest.constant));
  return result;
}
