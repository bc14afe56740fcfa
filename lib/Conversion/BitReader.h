//===- BitReader.h - Bits of sums as sums modulo 2 --------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With x and y in [0, 32), bit 1 of 31 - y is (floor((1 - y) / 2) + 1) mod 2,
// and bit 0 of x floordiv 2 + 31 - y is the sum modulo 2 of bit 0 of x floordiv
// 2, of bit 0 of y, and of 1. So is each bit that both sums have in common the
// same sum modulo 2, whatever else is added.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_CONVERSION_BITREADER_H
#define LAYOUT_LIB_CONVERSION_BITREADER_H

#include "Map/DigitSum.h"
#include <map>

namespace mlir::layout {

/// The sum modulo 2 of bits 0 of some atoms, and of a constant.
struct Parity {
  bool constant = false;
  SmallVector<unsigned, 4> atoms; ///< ascending

  void add(const Parity &other);
  bool isZero() const { return !constant && atoms.empty(); }
};

/// Reads bits of sums. Equal parities are equal bits; equal bits mostly have
/// equal parities. What is read means nothing if the context has failed.
class BitReader {
public:
  explicit BitReader(SumContext &sums) : sums(sums) {}

  /// Bit `number` of a sum, negative ones in two's complement. Cost: linear in
  /// the atoms of the context, for each atom of the sum.
  Parity getBit(const Sum &sum, unsigned number) {
    // (32 y + x) floordiv 10 and (16 y + x floordiv 2) floordiv 5 are equal, so
    // their bits should be.
    sums.splitQuotients();
    Parity parity = getParity(sums.floorDiv(sum, int64_t(1) << number), 0);
    sums.splitQuotients(false);
    return parity;
  }

private:
  Parity getParity(const Sum &sum, unsigned depth);
  Parity getParity(unsigned atom, unsigned depth);
  Parity computeParity(unsigned atom, unsigned depth);
  std::optional<Parity> readQuotientOfRemainder(const Atom &atom,
                                                unsigned depth);

  SumContext &sums;
  std::map<unsigned, Parity> parities; // by atom
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_CONVERSION_BITREADER_H
