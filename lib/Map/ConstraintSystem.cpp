//===- ConstraintSystem.cpp - Bounded integer constraint systems ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Map/ConstraintSystem.h"
#include "IntegerSample.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;
using presburger::IntegerPolyhedron;
using presburger::PresburgerSpace;

//===----------------------------------------------------------------------===//
// LinearForm
//===----------------------------------------------------------------------===//

bool LinearForm::isConstant() const {
  return llvm::all_of(coefficients,
                      [](const DynamicAPInt &c) { return c == 0; });
}

bool LinearForm::operator==(const LinearForm &other) const {
  LinearForm difference = *this - other;
  return difference.constant == 0 && difference.isConstant();
}

LinearForm LinearForm::operator+(const LinearForm &other) const {
  LinearForm sum = *this;
  if (sum.coefficients.size() < other.coefficients.size())
    sum.coefficients.resize(other.coefficients.size(), DynamicAPInt(0));
  for (auto [column, c] : llvm::enumerate(other.coefficients))
    sum.coefficients[column] += c;
  sum.constant += other.constant;
  return sum;
}

LinearForm LinearForm::operator*(const DynamicAPInt &factor) const {
  LinearForm product = *this;
  for (DynamicAPInt &c : product.coefficients)
    c *= factor;
  product.constant *= factor;
  return product;
}

LinearForm LinearForm::operator-(const LinearForm &other) const {
  return *this + -other;
}

LinearForm LinearForm::operator+(int64_t value) const {
  LinearForm sum = *this;
  sum.constant += value;
  return sum;
}

LinearForm LinearForm::operator-() const { return *this * DynamicAPInt(-1); }

//===----------------------------------------------------------------------===//
// Building a system
//===----------------------------------------------------------------------===//

ConstraintSystem::ConstraintSystem(unsigned numDims, unsigned numSymbols)
    : set(PresburgerSpace::getSetSpace(numDims, numSymbols)) {
  if (numDims + numSymbols > maxColumns)
    exceeded = "more than " + std::to_string(maxColumns) + " variables";
}

LinearForm ConstraintSystem::getColumn(unsigned column) const {
  LinearForm form;
  form.coefficients.resize(column + 1, DynamicAPInt(0));
  form.coefficients[column] = 1;
  return form;
}

LinearForm ConstraintSystem::getConstant(int64_t value) {
  LinearForm form;
  form.constant = DynamicAPInt(value); // plain assignment takes an int
  return form;
}

SmallVector<LinearForm> ConstraintSystem::getDims() const {
  SmallVector<LinearForm> dims;
  for (unsigned i = 0; i < getNumDims(); ++i)
    dims.push_back(getColumn(i));
  return dims;
}

SmallVector<LinearForm> ConstraintSystem::getSymbols() const {
  SmallVector<LinearForm> symbols;
  for (unsigned i = 0; i < getNumSymbols(); ++i)
    symbols.push_back(getColumn(getNumDims() + i));
  return symbols;
}

/// Sizes of coefficients drive the cost of the integer simplex; constants do
/// not, so that only they may be as large as an extent.
bool ConstraintSystem::checkSize(const LinearForm &form) {
  if (!exceeded.empty())
    return false;
  DynamicAPInt bound(maxCoefficient);
  for (const DynamicAPInt &c : form.coefficients)
    if (c != 0 && abs(c) > bound)
      exceeded = "a coefficient is beyond 2^40";
  return exceeded.empty();
}

SmallVector<DynamicAPInt, 8>
ConstraintSystem::toRow(const LinearForm &form) const {
  SmallVector<DynamicAPInt, 8> row(form.coefficients.begin(),
                                   form.coefficients.end());
  row.resize(set.getNumVars(), DynamicAPInt(0));
  row.push_back(form.constant);
  return row;
}

void ConstraintSystem::addNonNegative(const LinearForm &form) {
  if (!checkSize(form))
    return;
  SmallVector<DynamicAPInt, 8> row = toRow(form);
  // Most others differ in its last column: they have none there.
  unsigned last = 0;
  for (unsigned column = 0; column + 1 < row.size(); ++column)
    if (row[column] != 0)
      last = column;
  // What is there already is not tightened: it may be what defines a division.
  for (unsigned i = 0, e = set.getNumInequalities(); i < e; ++i)
    if (set.atIneq(i, last) == row[last] &&
        set.getInequality(i).back() <= row.back() &&
        set.getInequality(i).drop_back() == ArrayRef(row).drop_back())
      return;
  set.addInequality(row);
}

void ConstraintSystem::addZero(const LinearForm &form) {
  if (checkSize(form))
    set.addEquality(toRow(form));
}

void ConstraintSystem::addParameters() {
  for (const LinearForm &symbol : getSymbols())
    addNonNegative(symbol);
}

void ConstraintSystem::addInside(const Box &box, ArrayRef<LinearForm> index) {
  SmallVector<LinearForm> symbols = getSymbols();
  for (unsigned d = 0; d < box.getRank(); ++d) {
    addNonNegative(index[d]);
    if (AffineExpr extent = box.getExtent(d))
      addNonNegative(express(extent, {}, symbols) - index[d] + -1);
  }
}

LinearForm ConstraintSystem::addDivision(const LinearForm &dividend,
                                         int64_t divisor) {
  for (const Division &division : divisions)
    if (division.divisor == divisor && division.dividend == dividend)
      return getColumn(division.column);
  if (divisions.size() == maxDivisions || set.getNumVars() == maxColumns) {
    // Any form will do from here on: nothing is concluded once this is said.
    exceeded = "more than " + std::to_string(maxDivisions) + " divisions";
    return getConstant(0);
  }
  unsigned column =
      set.addLocalFloorDiv(toRow(dividend), DynamicAPInt(divisor));
  divisions.push_back({dividend, divisor, column});
  return getColumn(column);
}

/// floor((k q + r) / k) = q + floor(r / k): only what the divisor does not
/// divide needs a variable, and only up to their common factor.
LinearForm ConstraintSystem::floorDiv(const LinearForm &form, int64_t divisor) {
  if (divisor <= 0)
    exceeded = "division by " + std::to_string(divisor);
  if (divisor > maxCoefficient)
    exceeded = "a divisor is beyond 2^40";
  if (!checkSize(form))
    return getConstant(0);
  DynamicAPInt k(divisor), common(divisor);
  LinearForm quotient, rest = form;
  for (auto [column, c] : llvm::enumerate(form.coefficients)) {
    quotient.coefficients.push_back(DynamicAPInt(0));
    if (c % k == 0) {
      quotient.coefficients[column] = c / k;
      rest.coefficients[column] = 0;
    } else {
      common = gcd(common, abs(c));
    }
  }
  quotient.constant = llvm::floorDiv(form.constant, k);
  rest.constant = mod(form.constant, k);
  if (rest.isConstant())
    return quotient;
  for (DynamicAPInt &c : rest.coefficients)
    c /= common;
  // floor((g s + c) / (g m)) = floor((s + floor(c / g)) / m)
  rest.constant = llvm::floorDiv(rest.constant, common);
  return quotient + addDivision(rest, int64_t(k / common));
}

namespace {
/// One pass over an expression; a shared subexpression is visited once.
class Expresser {
public:
  Expresser(ConstraintSystem &system, ArrayRef<LinearForm> dims,
            ArrayRef<LinearForm> symbols)
      : system(system), dims(dims), symbols(symbols) {}

  LinearForm visit(AffineExpr expr) {
    LinearForm form;
    add(expr, DynamicAPInt(1), form);
    return form;
  }

private:
  /// Adds `factor * expr` to `sum`.
  void add(AffineExpr expr, const DynamicAPInt &factor, LinearForm &sum) {
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      sum.constant += factor * DynamicAPInt(constant.getValue());
    else if (auto dim = dyn_cast<AffineDimExpr>(expr))
      add(dims[dim.getPosition()], factor, sum);
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      add(symbols[symbol.getPosition()], factor, sum);
    else
      add(cast<AffineBinaryOpExpr>(expr), factor, sum);
  }

  void add(AffineBinaryOpExpr expr, const DynamicAPInt &factor,
           LinearForm &sum) {
    // Short sums are not worth to be kept, long ones may share their parts.
    constexpr unsigned maxNotKept = 64;
    bool isKept = isDivision(expr) || ++numVisited > maxNotKept;
    if (!isKept && expr.getKind() == AffineExprKind::Add) {
      add(expr.getLHS(), factor, sum);
      return add(expr.getRHS(), factor, sum);
    }
    auto constant = dyn_cast<AffineConstantExpr>(expr.getRHS());
    if (!isKept && constant)
      return add(expr.getLHS(), factor * DynamicAPInt(constant.getValue()),
                 sum);
    auto known = forms.find(expr);
    if (known != forms.end())
      return add(known->second, factor, sum);
    LinearForm form = compute(expr);
    add(form, factor, sum);
    forms.try_emplace(expr, std::move(form));
  }

  static void add(const LinearForm &form, const DynamicAPInt &factor,
                  LinearForm &sum) {
    if (sum.coefficients.size() < form.coefficients.size())
      sum.coefficients.resize(form.coefficients.size(), DynamicAPInt(0));
    for (auto [column, c] : llvm::enumerate(form.coefficients))
      if (c != 0)
        sum.coefficients[column] += factor * c;
    sum.constant += factor * form.constant;
  }

  static bool isDivision(AffineExpr expr) {
    return expr.getKind() != AffineExprKind::Add &&
           expr.getKind() != AffineExprKind::Mul;
  }

  LinearForm compute(AffineBinaryOpExpr expr) {
    LinearForm lhs = visit(expr.getLHS());
    LinearForm rhs = visit(expr.getRHS());
    switch (expr.getKind()) {
    case AffineExprKind::Add:
      return lhs + rhs;
    case AffineExprKind::Mul:
      return rhs.isConstant() ? lhs * rhs.constant : rhs * lhs.constant;
    case AffineExprKind::FloorDiv:
      return system.floorDiv(lhs, divisor(rhs));
    case AffineExprKind::CeilDiv:
      return system.floorDiv(lhs + (divisor(rhs) - 1), divisor(rhs));
    default: {
      LinearForm quotient = system.floorDiv(lhs, divisor(rhs));
      return lhs - quotient * rhs.constant;
    }
    }
  }

  int64_t divisor(const LinearForm &form) { return int64_t(form.constant); }

  ConstraintSystem &system;
  ArrayRef<LinearForm> dims, symbols;
  DenseMap<AffineExpr, LinearForm> forms;
  unsigned numVisited = 0;
};
} // namespace

LinearForm ConstraintSystem::express(AffineExpr expr, ArrayRef<LinearForm> dims,
                                     ArrayRef<LinearForm> symbols) {
  return Expresser(*this, dims, symbols).visit(expr);
}

SmallVector<LinearForm>
ConstraintSystem::express(AffineMap map, ArrayRef<LinearForm> dims,
                          ArrayRef<LinearForm> symbols) {
  SmallVector<LinearForm> results;
  Expresser expresser(*this, dims, symbols);
  for (AffineExpr result : map.getResults())
    results.push_back(expresser.visit(result));
  return results;
}
