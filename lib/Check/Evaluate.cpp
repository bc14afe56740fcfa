//===- Evaluate.cpp - Evaluation of maps at indices -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Evaluate.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Evaluation at one index
//===----------------------------------------------------------------------===//

static int64_t floorOfQuotient(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}
static int64_t ceilOfQuotient(int64_t a, int64_t b) {
  return a / b + (a % b > 0 ? 1 : 0);
}

/// The number of a value map may need more than 64 bits; the program that
/// computes it leaves these out, too.
static int64_t combine(AffineExprKind kind, int64_t lhs, int64_t rhs) {
  switch (kind) {
  case AffineExprKind::Add:
    return int64_t(uint64_t(lhs) + uint64_t(rhs));
  case AffineExprKind::Mul:
    return int64_t(uint64_t(lhs) * uint64_t(rhs));
  case AffineExprKind::FloorDiv:
    return floorOfQuotient(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return ceilOfQuotient(lhs, rhs);
  case AffineExprKind::Mod:
    return lhs - floorOfQuotient(lhs, rhs) * rhs;
  default:
    llvm_unreachable("not a binary expression");
  }
}

int64_t layout::evaluateAt(AffineExpr expr, ArrayRef<int64_t> index) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return index[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  return combine(binary.getKind(), evaluateAt(binary.getLHS(), index),
                 evaluateAt(binary.getRHS(), index));
}

SmallVector<int64_t> layout::evaluateAt(AffineMap map,
                                        ArrayRef<int64_t> index) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr result) {
    return evaluateAt(result, index);
  });
}

//===----------------------------------------------------------------------===//
// Boxes
//===----------------------------------------------------------------------===//

int64_t layout::countPoints(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

void layout::visitBox(ArrayRef<int64_t> shape,
                      llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return;
  SmallVector<int64_t> index(shape.size(), 0);
  while (true) {
    visit(index);
    size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

namespace {

struct Interval {
  int64_t min, max;
};

/// Finds the exact range of an expression whose variables run through
/// intervals. Terms of a sum that share no variable are independent, so their
/// ranges add up; terms that do are looked at together: by their coefficients
/// if they are linear, else point by point.
class RangeFinder {
public:
  RangeFinder(ArrayRef<int64_t> shape, std::string &why) : why(why) {
    for (int64_t extent : shape)
      variables.push_back({0, extent - 1});
  }

  FailureOr<Interval> find(AffineExpr expr) {
    return findRange(freeMods(expr));
  }

private:
  static constexpr int64_t kMaxPoints = int64_t(1) << 22;
  using Variables = llvm::SmallBitVector;

  /// Replaces each `e mod c` by a new variable.
  AffineExpr freeMods(AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary)
      return expr;
    if (binary.getKind() != AffineExprKind::Mod)
      return getAffineBinaryOpExpr(binary.getKind(), freeMods(binary.getLHS()),
                                   freeMods(binary.getRHS()));
    auto [known, isNew] = mods.try_emplace(expr, variables.size());
    if (isNew) {
      int64_t modulus = cast<AffineConstantExpr>(binary.getRHS()).getValue();
      variables.push_back({0, modulus - 1});
    }
    return getAffineDimExpr(known->second, expr.getContext());
  }

  Variables getVariables(AffineExpr expr) const {
    Variables used(variables.size());
    expr.walk([&](AffineExpr part) {
      if (auto dim = dyn_cast<AffineDimExpr>(part))
        used.set(dim.getPosition());
    });
    return used;
  }

  FailureOr<Interval> findRange(AffineExpr expr) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      return Interval{constant.getValue(), constant.getValue()};
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return variables[dim.getPosition()];
    auto binary = cast<AffineBinaryOpExpr>(expr);
    if (binary.getKind() == AffineExprKind::Add)
      return findRangeOfSum(expr);
    // The remaining ops multiply or divide by a constant, which is monotone.
    int64_t constant = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    FailureOr<Interval> inner = findRange(binary.getLHS());
    if (failed(inner))
      return failure();
    int64_t a = combine(binary.getKind(), inner->min, constant);
    int64_t b = combine(binary.getKind(), inner->max, constant);
    return constant < 0 ? Interval{b, a} : Interval{a, b};
  }

  static void collectTerms(AffineExpr expr,
                           SmallVectorImpl<AffineExpr> &terms) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != AffineExprKind::Add) {
      terms.push_back(expr);
      return;
    }
    collectTerms(binary.getLHS(), terms);
    collectTerms(binary.getRHS(), terms);
  }

  FailureOr<Interval> findRangeOfSum(AffineExpr sum) {
    SmallVector<AffineExpr> terms;
    collectTerms(sum, terms);
    Interval total{0, 0};
    while (!terms.empty()) {
      FailureOr<Interval> range = findRangeOfGroup(takeGroup(terms));
      if (failed(range))
        return failure();
      total.min += range->min;
      total.max += range->max;
    }
    return total;
  }

  /// Removes from `terms` one term and all that share variables with it,
  /// directly or through others.
  SmallVector<AffineExpr> takeGroup(SmallVectorImpl<AffineExpr> &terms) const {
    SmallVector<AffineExpr> group{terms.pop_back_val()};
    Variables used = getVariables(group.front());
    while (true) {
      auto *other = llvm::find_if(terms, [&](AffineExpr term) {
        return getVariables(term).anyCommon(used);
      });
      if (other == terms.end())
        return group;
      used |= getVariables(*other);
      group.push_back(*other);
      terms.erase(other);
    }
  }

  FailureOr<Interval> findRangeOfGroup(ArrayRef<AffineExpr> group) {
    if (group.size() == 1)
      return findRange(group.front());
    SmallVector<int64_t> coefficients(variables.size(), 0);
    if (llvm::all_of(group, [&](AffineExpr term) {
          return addLinearTerm(term, coefficients);
        }))
      return findRangeOfLinear(coefficients);
    return findRangeByPoints(group);
  }

  static bool addLinearTerm(AffineExpr term,
                            MutableArrayRef<int64_t> coefficients) {
    int64_t factor = 1;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(term);
        binary && binary.getKind() == AffineExprKind::Mul) {
      factor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
      term = binary.getLHS();
    }
    auto dim = dyn_cast<AffineDimExpr>(term);
    if (dim)
      coefficients[dim.getPosition()] += factor;
    return static_cast<bool>(dim);
  }

  Interval findRangeOfLinear(ArrayRef<int64_t> coefficients) const {
    Interval total{0, 0};
    for (auto [c, range] : llvm::zip_equal(coefficients, variables)) {
      total.min += c * (c < 0 ? range.max : range.min);
      total.max += c * (c < 0 ? range.min : range.max);
    }
    return total;
  }

  FailureOr<Interval> findRangeByPoints(ArrayRef<AffineExpr> group) {
    AffineExpr sum = group.front();
    for (AffineExpr term : group.drop_front())
      sum = sum + term;
    Variables used = getVariables(sum);
    SmallVector<int64_t> box(variables.size(), 1);
    int64_t numPoints = 1;
    for (unsigned v : used.set_bits()) {
      box[v] = variables[v].max + 1;
      if (box[v] == 0)
        return findRangeTermByTerm(group);
      if (box[v] > kMaxPoints || (numPoints *= box[v]) > kMaxPoints) {
        why = "an extent can be found only by looking at more than " +
              std::to_string(kMaxPoints) + " points";
        return failure();
      }
    }
    std::optional<Interval> range;
    visitBox(box, [&](ArrayRef<int64_t> point) {
      int64_t value = evaluateAt(sum, point);
      if (!range)
        range = Interval{value, value};
      range->min = std::min(range->min, value);
      range->max = std::max(range->max, value);
    });
    return *range;
  }

  /// An empty box has no points to look at; the formula still has a value.
  FailureOr<Interval> findRangeTermByTerm(ArrayRef<AffineExpr> group) {
    Interval total{0, 0};
    for (AffineExpr term : group) {
      FailureOr<Interval> range = findRange(term);
      if (failed(range))
        return failure();
      total.min += range->min;
      total.max += range->max;
    }
    return total;
  }

  SmallVector<Interval> variables; ///< the dimensions, then one per `mod`
  llvm::DenseMap<AffineExpr, unsigned> mods;
  std::string &why;
};

} // namespace

FailureOr<int64_t> layout::computeExtent(AffineExpr result,
                                         ArrayRef<int64_t> shape,
                                         std::string &why) {
  FailureOr<Interval> range = RangeFinder(shape, why).find(result);
  if (failed(range))
    return failure();
  return std::max<int64_t>(range->max + 1, 0);
}
