//===- WriteInverter.cpp - Inverting writes -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WriteInverter.h"

#include "Layout/Map/IndexMap.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

/// The parts of a sum.
static void collectTerms(AffineExpr expr, SmallVectorImpl<AffineExpr> &terms) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary || binary.getKind() != AffineExprKind::Add) {
    terms.push_back(expr);
    return;
  }
  collectTerms(binary.getLHS(), terms);
  collectTerms(binary.getRHS(), terms);
}

static bool hasSymbol(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isa<AffineSymbolExpr>(part); });
  return found;
}

namespace {
struct LinearSplit {
  int64_t factor;
  AffineExpr rest;
};
} // namespace

/// `expr = factor * dim + rest`, where `rest` is free of `dim`.
static std::optional<LinearSplit> splitLinear(AffineExpr expr, unsigned dim) {
  LinearSplit split{0, getAffineConstantExpr(0, expr.getContext())};
  SmallVector<AffineExpr> terms;
  collectTerms(expr, terms);
  for (AffineExpr term : terms) {
    if (!term.isFunctionOfDim(dim)) {
      split.rest = split.rest + term;
      continue;
    }
    int64_t factor = 1;
    if (auto product = dyn_cast<AffineBinaryOpExpr>(term)) {
      auto constant = dyn_cast<AffineConstantExpr>(product.getRHS());
      if (product.getKind() != AffineExprKind::Mul || !constant)
        return std::nullopt;
      factor = constant.getValue();
      term = product.getLHS();
    }
    if (!isa<AffineDimExpr>(term) ||
        llvm::AddOverflow(split.factor, factor, split.factor))
      return std::nullopt;
  }
  return split;
}

WriteInverter::WriteInverter(const LoopedWrite &write, MLIRContext *context,
                             unsigned lasts, Inverses &inverses)
    : write(write), context(context), inverses(inverses), lasts(lasts),
      numCounters(write.counters.size()), values(numCounters) {
  for (unsigned i = 0; i < write.numFixed; ++i)
    values[i] = getAffineDimExpr(i, context);
  for (auto [r, expr] : llvm::enumerate(write.index))
    equations.push_back(expr - getAffineDimExpr(numCounters + r, context));
  for (const IndexConstraint &constraint : write.constraints) {
    constraints.push_back(constraint.expr);
    if (constraint.isEq)
      equations.push_back(constraint.expr);
  }
}

/// Returns true if the expression depends on a counter whose value is not known
/// yet.
bool WriteInverter::isUnknown(AffineExpr expr) const {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      found |= dim.getPosition() < numCounters && isUnknown(dim.getPosition());
  });
  return found;
}

AffineExpr WriteInverter::substitute(AffineExpr expr) const {
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < numCounters; ++i)
    dims.push_back(isUnknown(i) ? getAffineDimExpr(i, context) : values[i]);
  return expr.replaceDims(dims);
}

void WriteInverter::define(unsigned counter, AffineExpr value) {
  values[counter] = value;
  for (AffineExpr &equation : equations)
    equation = substitute(equation);
  // Values of minima are counters, too: there may be hundreds.
  for (AffineExpr &constraint : constraints)
    if (constraint.isFunctionOfDim(counter))
      constraint = substitute(constraint);
}

/// The parts of a sum that depend on unknown counters, and the sum of the rest.
std::pair<SmallVector<AffineExpr>, AffineExpr>
WriteInverter::splitUnknown(AffineExpr expr) const {
  SmallVector<AffineExpr> terms, unknown;
  collectTerms(expr, terms);
  AffineExpr rest = getAffineConstantExpr(0, context);
  for (AffineExpr term : terms) {
    if (isUnknown(term))
      unknown.push_back(term);
    else
      rest = rest + term;
  }
  return {unknown, rest};
}

/// Equations `+-counter + rest = 0`.
bool WriteInverter::solveUnits() {
  for (AffineExpr equation : equations)
    for (unsigned i = write.numFixed; i < numCounters; ++i) {
      if (!isUnknown(i) || !equation.isFunctionOfDim(i))
        continue;
      std::optional<LinearSplit> split = splitLinear(equation, i);
      // With another factor only every factor-th element has a counter.
      if (!split || (split->factor != 1 && split->factor != -1) ||
          isUnknown(split->rest))
        continue;
      define(i, split->rest * -split->factor);
      return true;
    }
  return false;
}

/// The counters that hang together with `counter` through equations.
SmallVector<unsigned> WriteInverter::getGroup(unsigned counter) const {
  llvm::SmallSetVector<unsigned, 8> group;
  group.insert(counter);
  for (unsigned next = 0; next < group.size(); ++next)
    for (AffineExpr equation : equations)
      if (equation.isFunctionOfDim(group[next]))
        for (unsigned i = write.numFixed; i < numCounters; ++i)
          if (isUnknown(i) && equation.isFunctionOfDim(i))
            group.insert(i);
  return group.takeVector();
}

bool WriteInverter::solveGroups() {
  bool progress = false;
  llvm::SmallDenseSet<unsigned> tried;
  for (unsigned i = write.numFixed; i < numCounters; ++i) {
    if (!isUnknown(i) || tried.contains(i))
      continue;
    SmallVector<unsigned> group = getGroup(i);
    tried.insert(group.begin(), group.end());
    progress |= solveGroup(group);
  }
  return progress;
}

/// `part(group) + rest = 0` for each equation: so `group = inverse(-rest)`.
bool WriteInverter::solveGroup(ArrayRef<unsigned> group) {
  SmallVector<AffineExpr> toInput(numCounters,
                                  getAffineConstantExpr(0, context));
  SmallVector<int64_t> shape;
  for (auto [input, counter] : llvm::enumerate(group)) {
    toInput[counter] = getAffineDimExpr(input, context);
    std::optional<int64_t> last = write.counters[counter].high;
    if (!last)
      return false;
    shape.push_back(*last + 1);
  }
  SmallVector<AffineExpr> parts, places;
  for (AffineExpr equation : equations) {
    if (!isUnknown(equation) || !llvm::any_of(group, [&](unsigned counter) {
          return equation.isFunctionOfDim(counter);
        }))
      continue;
    auto [terms, rest] = splitUnknown(equation);
    AffineExpr part = getAffineConstantExpr(0, context);
    for (AffineExpr term : terms)
      part = part + term;
    // Variables that are no counters of the group must be in terms of their
    // own.
    for (unsigned i = 0, e = numCounters + write.index.size(); i < e; ++i)
      if (part.isFunctionOfDim(i) && !llvm::is_contained(group, i))
        return false;
    if (hasSymbol(part))
      return false;
    parts.push_back(part.replaceDims(toInput));
    places.push_back(-rest);
  }
  if (parts.empty())
    return false;
  AffineMap inverse =
      getInverse(AffineMap::get(group.size(), 0, parts, context), shape);
  if (!inverse)
    return false;
  for (auto [counter, result] : llvm::zip_equal(group, inverse.getResults()))
    define(counter, result.replaceDims(places));
  return true;
}

AffineMap WriteInverter::getInverse(AffineMap forward,
                                    ArrayRef<int64_t> shape) {
  // The search for an inverse may run long, and each choice of counters asks
  // for the same map again.
  auto [known, isNew] =
      inverses.try_emplace({forward.getAsOpaquePointer(), shape.vec()});
  IndexMap map(forward);
  if (isNew && map.getFault().empty())
    known->second =
        map.inverse(Box::ofShape(shape, context)).value_or(AffineMap());
  return known->second;
}

/// Equations `counter floordiv c + rest = 0` or `counter mod c + rest = 0`:
/// several iterations come to one value, of which one is chosen.
bool WriteInverter::solveQuotients() {
  for (AffineExpr equation : equations) {
    auto [unknown, rest] = splitUnknown(equation);
    if (unknown.size() != 1)
      continue;
    auto division = dyn_cast<AffineBinaryOpExpr>(unknown.front());
    if (!division || division.getKind() == AffineExprKind::Mul)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(division.getLHS());
    auto divisor = dyn_cast<AffineConstantExpr>(division.getRHS());
    if (!dim || !divisor || divisor.getValue() <= 0)
      continue;
    // Any of the iterations with this value is a witness: the first one, or the
    // last one where that makes the condition weaker.
    AffineExpr value = -rest; // the remainder itself, or the next above
    if (division.getKind() != AffineExprKind::Mod)
      value = value * divisor;
    if (division.getKind() == AffineExprKind::FloorDiv && isLastChosen())
      value = value + (divisor.getValue() - 1);
    define(dim.getPosition(), value);
    ++numChoices;
    return true;
  }
  return false;
}

bool WriteInverter::isLastChosen() const {
  // `lasts` has a bit for so many choices.
  return numChoices < 32 && (lasts >> numChoices & 1);
}

/// The first or last value that the constraints allow, as far as they speak of
/// known values only.
AffineExpr WriteInverter::chooseValue(unsigned counter) const {
  bool chooseLast = isLastChosen();
  std::optional<int64_t> constant;
  AffineExpr value;
  for (auto [constraint, expr] : llvm::zip(write.constraints, constraints)) {
    if (!expr.isFunctionOfDim(counter))
      continue;
    std::optional<LinearSplit> split = splitLinear(expr, counter);
    if (!split || split->factor == 0 || isUnknown(split->rest) ||
        split->factor == std::numeric_limits<int64_t>::min())
      continue;
    bool isUpper = split->factor < 0;
    // Upper bounds tell the last value, lower ones the first.
    if (isUpper != chooseLast && !constraint.isEq)
      continue;
    // factor * counter + rest >= 0
    AffineExpr bound = isUpper ? split->rest.floorDiv(-split->factor)
                               : (-split->rest).ceilDiv(split->factor);
    if (auto known = dyn_cast<AffineConstantExpr>(bound)) {
      int64_t tighter = constant.value_or(known.getValue());
      constant = chooseLast ? std::min(tighter, known.getValue())
                            : std::max(tighter, known.getValue());
    } else if (!value) {
      value = bound;
    }
  }
  // A bound that is not constant is the tighter one in a triangle.
  if (!value && constant)
    value = getAffineConstantExpr(*constant, context);
  return value;
}

/// Gives a value to one counter: rather to one that no equation needs, else to
/// one with few iterations, so that little is lost.
bool WriteInverter::chooseOne() {
  std::optional<unsigned> best;
  auto isNeeded = [&](unsigned counter) {
    return llvm::any_of(equations, [&](AffineExpr equation) {
      return equation.isFunctionOfDim(counter);
    });
  };
  auto cost = [&](unsigned counter) {
    return std::pair(isNeeded(counter),
                     write.counters[counter].high.value_or(
                         std::numeric_limits<int64_t>::max()));
  };
  for (unsigned i = write.numFixed; i < numCounters; ++i) {
    if (!isUnknown(i))
      continue;
    // Among those not needed the outermost, which bounds the others.
    bool isBetter =
        !best || (isNeeded(i) ? cost(i) < cost(*best) : isNeeded(*best));
    if (isBetter && chooseValue(i))
      best = i;
  }
  if (!best)
    return false;
  define(*best, chooseValue(*best));
  ++numChoices;
  return true;
}

std::optional<WrittenPiece> WriteInverter::run() {
  auto isOpen = [&] {
    return llvm::any_of(values, [](AffineExpr value) { return !value; });
  };
  while (isOpen())
    if (!solveUnits() && !solveGroups() && !solveQuotients() && !chooseOne())
      return std::nullopt;

  WrittenPiece piece;
  piece.numFixed = write.numFixed;
  // Elements come directly after the fixed counters.
  SmallVector<AffineExpr> renumbered(numCounters);
  for (unsigned i = 0; i < numCounters; ++i)
    renumbered[i] = getAffineDimExpr(i, context);
  for (unsigned r = 0; r < write.index.size(); ++r)
    renumbered.push_back(getAffineDimExpr(write.numFixed + r, context));
  auto finish = [&](AffineExpr expr) {
    return substitute(expr).replaceDims(renumbered);
  };
  // Those that were solved, too: the inverse of an element that is not written
  // does not satisfy them.
  for (AffineExpr equation : equations)
    piece.constraints.push_back({finish(equation), true});
  for (const IndexConstraint &constraint : write.constraints)
    if (!constraint.isEq) // the others are equations
      piece.constraints.push_back({finish(constraint.expr), false});
  for (unsigned i = write.numFixed; i < numCounters; ++i)
    piece.witness.push_back(finish(values[i]));
  return piece;
}
