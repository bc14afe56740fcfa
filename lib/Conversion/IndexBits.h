//===- IndexBits.h - Sums of digits as shifts, masks and xor ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_INDEXBITS_H
#define LAYOUT_LIB_CONVERSION_INDEXBITS_H

#include "BitReader.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/MapVector.h"
#include <map>

namespace mlir::layout {

/// The bits of an index, each the sum modulo 2 of bits of other values. For x
/// in [0, 64) and y in [0, 16),
///
///     8 * ((x floordiv 8 + y) mod 2) + 16 * ((x floordiv 16 + y floordiv 2)
///       mod 2) + x mod 8 + 32 * (x floordiv 32)
///
/// has the parts    x << 0, bits 0 to 5;    y << 3, bits 3 and 4.
///
/// No two summands ever have the same bit, so their sum is their exclusive or.
/// Numbers are two's complements of any width: the sign of what is 64 bits wide
/// here stands for all bits above.
struct IndexBits {
  /// A source, which is a number of `IndexBitsBuilder`, and a shift: of
  /// source * 2^shift, rounded downwards, the bits of a mask are added.
  using Part = std::pair<unsigned, int>;
  llvm::MapVector<Part, int64_t> parts;
  int64_t constant = 0;

  /// The bits that may be 1.
  int64_t getSupport() const;
  /// Adds modulo 2, bit by bit.
  void addModulo2(const IndexBits &other);
  /// Returns the bits times 2^shift. Where that is negative, the lowest ones
  /// are dropped; else none must be lost above.
  IndexBits shifted(int shift) const;
  IndexBits masked(int64_t mask) const;
};

/// Builds what computes sums of digits, each digit once. What it computes is
/// exact where `index` has 64 bits, and where it has fewer, if no value on the
/// way needs more. The cost is quadratic in the atoms of the context.
///
/// Bits of a number that is computed anyway are taken from there, if that is
/// shorter. With %r = 31 - %y,
///
///     (%x + %y + 1) mod 2 + 2 * ((%x floordiv 2 + (31 - %y) floordiv 2) mod 2)
///     is    (%x xor %r) and 3
///
/// however little of %r there is to see in the sum.
class IndexBitsBuilder {
public:
  /// `dims`: the values of the dimensions of `sums`, which has no symbols.
  /// `useOr`: numbers that have no bit in common are put together by
  /// `arith.ori`, which shortens a swizzle; else they are added, which LLVM
  /// follows through loops. `takesBits`: of other numbers, which adds atoms to
  /// `sums`.
  IndexBitsBuilder(SumContext &sums, OpBuilder &builder, Location loc,
                   ArrayRef<Value> dims, bool useOr, bool takesBits)
      : sums(sums), reader(sums), builder(builder), loc(loc), dims(dims),
        useOr(useOr), takesBits(takesBits) {}

  /// `value`, which is there, is `sum`.
  void addValue(const Sum &sum, Value value);

  /// Returns true if `build` can compute `sum`: what is divided by other
  /// numbers than powers of two is proven not to be negative.
  bool canBuild(const Sum &sum);
  Value build(const Sum &sum);
  /// Returns true if `sum` is computed by more than shifts, masks and `xor`.
  bool needsArithmetic(const Sum &sum);

private:
  /// Numbers of which each has its bits, and a rest that is added.
  struct Parts {
    IndexBits bits;
    Sum rest;
  };

  Parts takeApart(const Sum &sum);
  std::optional<Parts> takeMultiple(const Sum &sum, int amount);
  IndexBits shortened(IndexBits bits);
  IndexBits shortenedBy(IndexBits bits, unsigned source);
  std::optional<IndexBits> takeBitsFrom(const IndexBits &bits, unsigned source,
                                        int shift);
  bool takeBit(IndexBits &bits, unsigned position, const Parity &wanted);
  const Parity &getBit(unsigned source, unsigned number);
  int countOps(const IndexBits &bits, std::optional<unsigned> free = {});
  int countOps(const Sum &sum);
  int countOps(const Parts &parts);

  unsigned getSource(const Sum &sum);
  const IndexBits &getBits(unsigned atom);
  IndexBits computeBits(unsigned atom);
  std::optional<IndexBits> getBits(const Sum &sum);
  IndexBits takeDisjointTerms(Sum &sum);
  IndexBits getSourceBits(const Sum &sum);
  IndexBits getParity(const Sum &sum);

  Value buildBits(const IndexBits &bits);
  Value buildAtom(unsigned atom);
  Value buildDigit(const Atom &digit);
  Value buildSource(unsigned source);
  Value buildShiftRight(Value value, int amount, bool isSigned);
  Value buildPart(IndexBits::Part part, int64_t mask);
  Value constant(int64_t value);

  SumContext &sums;
  BitReader reader;
  OpBuilder &builder;
  Location loc;
  ArrayRef<Value> dims;
  bool useOr, takesBits;
  SmallVector<Sum> sources;
  SmallVector<Value> sourceValues;
  SmallVector<unsigned> existing; ///< sources that are computed anyway
  // By source and number.
  std::map<std::pair<unsigned, unsigned>, Parity> sourceBits;
  // By the number of an atom.
  std::map<unsigned, IndexBits> atomBits;
  DenseMap<unsigned, Value> atomValues;
  DenseMap<unsigned, bool> buildable;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_INDEXBITS_H
