//===- SmallInteger.h - Integers that note an overflow ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_MAP_SMALLINTEGER_H
#define LAYOUT_LIB_MAP_SMALLINTEGER_H

#include "llvm/ADT/DynamicAPInt.h"
#include <numeric>

namespace mlir::layout {

/// A number of at most 62 bits and a sign, with the operations of
/// `DynamicAPInt`, of which it takes a fraction of the time: it is copied like
/// any bytes. The first result with more sets `isTooLarge`, and all that is
/// computed from there on is to be thrown away. It still is free of traps, if
/// divisors are checked to be no 0 once `isTooLarge` was looked at.
class SmallInteger {
public:
  /// Of any number of this thread, since it was set to false.
  static inline thread_local bool isTooLarge = false;

  SmallInteger() = default;
  SmallInteger(int64_t value) : value(limit(value)) {}
  explicit SmallInteger(const llvm::DynamicAPInt &number) {
    bool fits = number <= most && number >= -most;
    value = limit(fits ? int64_t(number) : most + 1);
  }
  explicit operator int64_t() const { return value; }

  friend bool operator==(SmallInteger a, SmallInteger b) {
    return a.value == b.value;
  }
  friend bool operator!=(SmallInteger a, SmallInteger b) { return !(a == b); }
  friend bool operator<(SmallInteger a, SmallInteger b) {
    return a.value < b.value;
  }
  friend bool operator>(SmallInteger a, SmallInteger b) { return b < a; }

  SmallInteger operator-() const { return exactly(-value); }
  friend SmallInteger operator+(SmallInteger a, SmallInteger b) {
    return SmallInteger(a.value + b.value); // of 63 bits at most
  }
  friend SmallInteger operator-(SmallInteger a, SmallInteger b) {
    return SmallInteger(a.value - b.value);
  }
  friend SmallInteger operator*(SmallInteger a, SmallInteger b) {
    int64_t product;
    bool fits = !__builtin_mul_overflow(a.value, b.value, &product);
    return SmallInteger(fits ? product : most + 1);
  }
  friend SmallInteger operator%(SmallInteger a, SmallInteger b) {
    return exactly(a.value % b.value);
  }
  SmallInteger &operator+=(SmallInteger b) { return *this = *this + b; }
  SmallInteger &operator/=(SmallInteger b) {
    return *this = exactly(value / b.value);
  }

  friend SmallInteger abs(SmallInteger a) { return a < 0 ? -a : a; }
  friend SmallInteger gcd(SmallInteger a, SmallInteger b) {
    return exactly(std::gcd(a.value, b.value));
  }
  friend SmallInteger floorDiv(SmallInteger a, SmallInteger b) {
    int64_t quotient = a.value / b.value;
    bool isBelow = a.value % b.value != 0 && (a.value < 0) != (b.value < 0);
    return exactly(quotient - isBelow);
  }
  friend SmallInteger ceilDiv(SmallInteger a, SmallInteger b) {
    return -floorDiv(-a, b);
  }

private:
  static constexpr int64_t most = (int64_t(1) << 62) - 1;

  /// Of a number that fits.
  static SmallInteger exactly(int64_t value) {
    SmallInteger integer;
    integer.value = value;
    return integer;
  }
  static int64_t limit(int64_t value) {
    if (LLVM_LIKELY(value >= -most && value <= most))
      return value;
    isTooLarge = true;
    return 0;
  }

  int64_t value = 0;
};

/// What code that is written for both needs to say.
template <typename Int>
bool isTooLarge() {
  return std::is_same_v<Int, SmallInteger> && SmallInteger::isTooLarge;
}
template <typename Int>
Int fromDynamic(const llvm::DynamicAPInt &number) {
  return Int(number);
}
inline llvm::DynamicAPInt toDynamic(SmallInteger number) {
  return llvm::DynamicAPInt(int64_t(number));
}
inline const llvm::DynamicAPInt &toDynamic(const llvm::DynamicAPInt &number) {
  return number;
}
inline uint64_t getLowBits(SmallInteger number) {
  return static_cast<uint64_t>(int64_t(number));
}
inline uint64_t getLowBits(const llvm::DynamicAPInt &number) {
  const llvm::DynamicAPInt modulus(int64_t(1) << 62);
  return static_cast<uint64_t>(int64_t(number % modulus));
}

} // namespace mlir::layout

#endif // LAYOUT_LIB_MAP_SMALLINTEGER_H
