//===- QuotientFit.cpp - Sequences of integers as quotients ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QuotientFit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::layout;

/// Products of two numbers within it, and a divisor, fit 64 bits.
static constexpr int64_t kMaxNumber = int64_t(1) << 24;
static constexpr int64_t kMaxDivisor = 4096;

int64_t QuotientFit::evaluate(int64_t i) const {
  int64_t result = llvm::divideFloorSigned(factor * i + offset, divisor);
  if (high)
    result = std::min(result, *high);
  return low ? std::max(result, *low) : result;
}

namespace {

class QuotientFitter {
public:
  QuotientFitter(llvm::ArrayRef<int64_t> values, int64_t first, int64_t step)
      : values(values), first(first), step(step) {
    auto [least, greatest] =
        std::minmax_element(values.begin(), values.end());
    low = *least;
    high = *greatest;
  }

  /// With `areEndsFree`, where values are the least or the greatest one the
  /// quotient may be beyond them.
  std::optional<QuotientFit> fit(bool areEndsFree) const;
  bool isWithinLimits() const;

private:
  std::optional<int64_t> fitOffset(int64_t factor, int64_t divisor,
                                   bool areEndsFree) const;
  std::pair<size_t, size_t> getSloped() const;
  int64_t getNumber(size_t k) const { return first + int64_t(k) * step; }

  llvm::ArrayRef<int64_t> values;
  int64_t first, step;
  int64_t low, high; ///< of all values
};

} // namespace

bool QuotientFitter::isWithinLimits() const {
  auto isSmall = [](int64_t number) {
    return -kMaxNumber <= number && number <= kMaxNumber;
  };
  return isSmall(low) && isSmall(high) && isSmall(first) && isSmall(step) &&
         values.size() <= size_t(kMaxNumber) &&
         isSmall(getNumber(values.size() - 1));
}

/// v = (factor * i + offset) floordiv divisor says that
///     divisor * v <= factor * i + offset < divisor * (v + 1).
/// Returns the offset nearest to 0 that all values allow.
std::optional<int64_t> QuotientFitter::fitOffset(int64_t factor,
                                                 int64_t divisor,
                                                 bool areEndsFree) const {
  int64_t least = std::numeric_limits<int64_t>::min();
  int64_t greatest = std::numeric_limits<int64_t>::max();
  for (auto [k, value] : llvm::enumerate(values)) {
    int64_t bound = divisor * value - factor * getNumber(k);
    if (!areEndsFree || value != low)
      least = std::max(least, bound);
    if (!areEndsFree || value != high)
      greatest = std::min(greatest, bound + divisor - 1);
    if (least > greatest)
      return std::nullopt;
  }
  return std::clamp<int64_t>(0, least, greatest);
}

/// Returns the positions between which values change: what is before the
/// first one and after the second one may be cut off by an end.
std::pair<size_t, size_t> QuotientFitter::getSloped() const {
  size_t begin = 0, end = values.size() - 1;
  while (begin < end && values[begin + 1] == values.front())
    ++begin;
  while (end > begin && values[end - 1] == values.back())
    --end;
  // One further in the quotient is surely what the value is.
  if (end - begin > 2)
    return {begin + 1, end - 1};
  return {begin, end};
}

std::optional<QuotientFit> QuotientFitter::fit(bool areEndsFree) const {
  auto [begin, end] = areEndsFree ? getSloped()
                                  : std::pair<size_t, size_t>(
                                        0, values.size() - 1);
  int64_t rise = values[end] - values[begin];
  int64_t run = std::max<int64_t>(1, getNumber(end) - getNumber(begin));
  int64_t range = getNumber(values.size() - 1) - first + 1;
  // The rise is one too small or too large at most.
  constexpr int64_t around[] = {0, 1, -1, 2, -2};
  for (int64_t divisor = 1; divisor <= std::min(range, kMaxDivisor);
       ++divisor) {
    int64_t factor = llvm::divideFloorSigned(divisor * rise, run);
    for (int64_t more : around)
      if (auto offset = fitOffset(factor + more, divisor, areEndsFree))
        return QuotientFit{factor + more, *offset, divisor, {}, {}};
  }
  return std::nullopt;
}

std::optional<QuotientFit> layout::fitQuotient(llvm::ArrayRef<int64_t> values,
                                               int64_t first, int64_t step) {
  if (values.empty())
    return std::nullopt;
  QuotientFitter fitter(values, first, step);
  if (!fitter.isWithinLimits())
    return std::nullopt;
  if (std::optional<QuotientFit> fit = fitter.fit(/*areEndsFree=*/false))
    return fit;
  std::optional<QuotientFit> fit = fitter.fit(/*areEndsFree=*/true);
  if (!fit)
    return std::nullopt;
  QuotientFit plain = *fit;
  auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  for (size_t k = 0; k < values.size(); ++k) {
    int64_t quotient = plain.evaluate(first + int64_t(k) * step);
    if (quotient < *least)
      fit->low = *least;
    if (quotient > *greatest)
      fit->high = *greatest;
  }
  return fit;
}
