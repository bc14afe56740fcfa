//===- ConstraintSystem.h - Bounded integer constraint systems --*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_MAP_CONSTRAINTSYSTEM_H
#define LAYOUT_MAP_CONSTRAINTSYSTEM_H

#include "Layout/Map/Box.h"
#include "Layout/Map/Decision.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DynamicAPInt.h"

namespace mlir::layout {

/// `coefficients . columns + constant`. Columns beyond the coefficients count
/// zero, so that a form stays right when divisions are added to its system.
struct LinearForm {
  SmallVector<llvm::DynamicAPInt, 8> coefficients;
  llvm::DynamicAPInt constant{0};

  bool isConstant() const;
  bool operator==(const LinearForm &other) const;
  LinearForm operator+(const LinearForm &other) const;
  LinearForm operator-(const LinearForm &other) const;
  LinearForm operator*(const llvm::DynamicAPInt &factor) const;
  LinearForm operator+(int64_t value) const;
  LinearForm operator-() const;
};

/// A conjunction of linear constraints over integer variables, with divisions,
/// for queries of the Presburger library such as "is there an index such that
/// ...?".
///
///     ConstraintSystem system(1, 0);               // one variable, i
///     LinearForm i = system.getColumn(0);
///     LinearForm q = system.floorDiv(i, 4);        // i floordiv 4
///     system.addNonNegative(q - i);                // i floordiv 4 >= i
///     system.addNonNegative(i + -1);               // i >= 1
///     system.isEmpty();                            // Yes: there is none
///
/// Arithmetic is exact at any size. The work is bounded beforehand: after a
/// system has grown beyond the bounds below, all of its answers are `Unknown`.
/// The order of columns is dimensions, symbols, divisions.
class ConstraintSystem {
public:
  static constexpr unsigned maxColumns = 64;
  static constexpr unsigned maxDivisions = 40;
  static constexpr int64_t maxCoefficient = int64_t(1) << 40;

  ConstraintSystem(unsigned numDims, unsigned numSymbols);

  LinearForm getColumn(unsigned column) const;
  static LinearForm getConstant(int64_t value);
  unsigned getNumDims() const { return set.getNumDimVars(); }
  unsigned getNumSymbols() const { return set.getNumSymbolVars(); }

  /// The form that equals `expr` if its dimensions and symbols are the given
  /// forms; divisions become columns, equal ones the same column.
  LinearForm express(AffineExpr expr, ArrayRef<LinearForm> dims,
                     ArrayRef<LinearForm> symbols);
  SmallVector<LinearForm> express(AffineMap map, ArrayRef<LinearForm> dims,
                                  ArrayRef<LinearForm> symbols = {});
  /// Return the columns of all dimensions, and of all symbols.
  SmallVector<LinearForm> getDims() const;
  SmallVector<LinearForm> getSymbols() const;

  LinearForm floorDiv(const LinearForm &form, int64_t divisor);

  void addNonNegative(const LinearForm &form);
  void addZero(const LinearForm &form);
  /// Adds 0 <= index < extents of `box`; parameters are the symbols, >= 0.
  void addInside(const Box &box, ArrayRef<LinearForm> index);
  /// Adds symbol >= 0 for every symbol.
  void addParameters();

  /// Decides whether no integer point satisfies the constraints. Exact.
  /// `point`, for No: the dimensions and symbols of one; empty if a value is
  /// beyond 64 bits.
  Truth isEmpty() const;
  Truth isEmpty(SmallVectorImpl<int64_t> &point) const;

  /// The lexicographically first values of `columns`, all of which must be
  /// bounded by 0 from below, that some point of the set has; with `before`,
  /// only if these come before that. Nullopt if there are none or a bound was
  /// hit (call `isEmpty` first). Cost: per column about log2 of its value
  /// emptiness queries. After half a second, which is a hundred times what maps
  /// of real layouts take, it settles for values that some point has, if maybe
  /// not the first.
  std::optional<SmallVector<int64_t>>
  findFirst(ArrayRef<unsigned> columns, ArrayRef<int64_t> before = {}) const;

  /// Dimensions and symbols of some point; nullopt if there is none, a bound
  /// was hit, or a value is beyond 64 bits. Costs as much as `isEmpty`.
  std::optional<SmallVector<int64_t>> findPoint() const;

  /// The bound that was hit, empty if none.
  const std::string &getExceeded() const { return exceeded; }

  const presburger::IntegerPolyhedron &getSet() const { return set; }

private:
  struct Division {
    LinearForm dividend;
    int64_t divisor;
    unsigned column;
  };
  SmallVector<llvm::DynamicAPInt, 8> toRow(const LinearForm &form) const;
  bool checkSize(const LinearForm &form);
  LinearForm addDivision(const LinearForm &dividend, int64_t divisor);

  presburger::IntegerPolyhedron set;
  SmallVector<Division> divisions;
  std::string exceeded;
};

} // namespace mlir::layout

#endif // LAYOUT_MAP_CONSTRAINTSYSTEM_H
