//===- IntegerSample.cpp - An integer point of a polyhedron ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerSample.h"

#include "BranchingSearch.h"
#include "SmallInteger.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <vector>

using namespace mlir;
using namespace mlir::layout;
using llvm::DynamicAPInt;
using presburger::IntegerPolyhedron;
using presburger::PresburgerSpace;
using presburger::Simplex;

namespace {
/// `Int` is `DynamicAPInt`; or `SmallInteger`, with which the answer is valid
/// unless a number was too large.
template <typename Int>
class Sampler {
public:
  explicit Sampler(const IntegerPolyhedron &set);
  Truth isIntegerEmpty(IntegerPoint &found);

private:
  using Row = SmallVector<Int, 8>;

  /// What was done to a column, to be undone once the others have values.
  struct Change {
    enum Kind {
      Substituted, ///< it is the one row
      Shifted,     ///< it is what it was found to be plus the one row
      Dropped      ///< it is bounded by the rows, from one side only
    } kind;
    unsigned column;
    std::vector<Row> rows;
  };

  bool normalize(Row &row, bool isEquality);
  void normalizeAll();
  void removeRepeated();
  void replace(unsigned column, const Row &form);
  bool solveEquality();
  void dropOneSided();
  void reduce();

  Truth isAnyPartEmpty();
  Truth isPartEmpty(ArrayRef<unsigned> columns);
  void restore(const Change &change);
  Int evaluate(const Row &row) const;
  /// Returns true if more of this would not change the answer.
  bool isOver() const { return isEmpty || isTooLarge<Int>(); }

  unsigned numColumns;
  std::vector<Row> equalities, inequalities;
  std::vector<Change> changes;
  SmallVector<Int, 8> point;
  bool isEmpty = false;
};
} // namespace

template <typename Int>
Sampler<Int>::Sampler(const IntegerPolyhedron &set)
    : numColumns(set.getNumVars()), point(numColumns, Int(0)) {
  auto read = [](ArrayRef<DynamicAPInt> row) {
    Row numbers;
    numbers.reserve(row.size());
    for (const DynamicAPInt &number : row)
      numbers.push_back(fromDynamic<Int>(number));
    return numbers;
  };
  for (unsigned i = 0; i < set.getNumEqualities(); ++i)
    equalities.push_back(read(set.getEquality(i)));
  for (unsigned i = 0; i < set.getNumInequalities(); ++i)
    inequalities.push_back(read(set.getInequality(i)));
}

//===----------------------------------------------------------------------===//
// Making the system smaller
//===----------------------------------------------------------------------===//

/// Divides by the common factor, tightening inequalities. Returns false if the
/// row says nothing; notes if it can never hold.
template <typename Int>
bool Sampler<Int>::normalize(Row &row, bool isEquality) {
  Int common(0);
  for (unsigned i = 0; i < numColumns && common != 1; ++i)
    if (row[i] != 0)
      common = gcd(common, abs(row[i]));
  Int &constant = row[numColumns];
  if (common == 0) {
    isEmpty |= isEquality ? constant != 0 : constant < 0;
    return false;
  }
  if (common == 1)
    return true;
  // At integer points the other terms add up to a multiple of `common`.
  if (isEquality && constant % common != 0)
    isEmpty = true;
  for (unsigned i = 0; i < numColumns; ++i)
    row[i] /= common;
  // No integer point lies between an inequality and its rounding.
  constant = floorDiv(constant, common);
  return true;
}

template <typename Int>
void Sampler<Int>::normalizeAll() {
  llvm::erase_if(equalities, [&](Row &row) {
    return !normalize(row, /*isEquality=*/true);
  });
  llvm::erase_if(inequalities, [&](Row &row) {
    return !normalize(row, /*isEquality=*/false);
  });
}

namespace {
/// Rows by their coefficients up to sign.
class RowIndex {
public:
  explicit RowIndex(unsigned numColumns) : numColumns(numColumns) {}

  /// Numbers of the rows that were added and may be alike.
  template <typename Row>
  SmallVector<unsigned, 2> &getAlike(const Row &row) {
    // Linear in the coefficients, so that opposite rows have opposite sums.
    uint64_t sum = 0, weight = 1;
    for (unsigned i = 0; i < numColumns; ++i, weight *= 0x9E3779B97F4A7C15)
      if (row[i] != 0)
        sum += getLowBits(row[i]) * weight;
    return alike[std::min(sum, -sum) >> 1]; // the largest keys are not for use
  }

private:
  unsigned numColumns;
  llvm::DenseMap<uint64_t, SmallVector<unsigned, 2>> alike;
};
} // namespace

/// Of inequalities with equal coefficients the tightest stays; opposite ones
/// that leave one value make an equality.
template <typename Int>
void Sampler<Int>::removeRepeated() {
  auto sameUpTo = [&](const Row &a, const Row &b, int sign) {
    for (unsigned i = 0; i < numColumns; ++i)
      if (a[i] != b[i] * sign)
        return false;
    return true;
  };
  std::vector<Row> kept;
  RowIndex index(numColumns);
  for (Row &row : inequalities) {
    bool repeated = false;
    SmallVector<unsigned, 2> &alike = index.getAlike(row);
    for (unsigned i : alike) {
      if (sameUpTo(row, kept[i], 1)) {
        repeated = true;
        kept[i][numColumns] = std::min(kept[i][numColumns], row[numColumns]);
      }
    }
    if (repeated)
      continue;
    alike.push_back(kept.size());
    kept.push_back(std::move(row));
  }
  inequalities = std::move(kept);
  for (unsigned i = 0; i < inequalities.size(); ++i) {
    for (unsigned j : index.getAlike(inequalities[i])) {
      if (j <= i || !sameUpTo(inequalities[i], inequalities[j], -1))
        continue;
      Int width = inequalities[i][numColumns] + inequalities[j][numColumns];
      isEmpty |= width < 0;
      if (width == 0)
        equalities.push_back(inequalities[i]);
    }
  }
}

/// Puts a form in place of a column; the form may contain the column itself,
/// then as a new variable.
template <typename Int>
void Sampler<Int>::replace(unsigned column, const Row &form) {
  for (std::vector<Row> *rows : {&equalities, &inequalities})
    for (Row &row : *rows) {
      Int factor = row[column];
      if (factor == 0)
        continue;
      // First, as the form may name the column itself.
      row[column] = 0;
      for (unsigned i = 0; i <= numColumns; ++i)
        row[i] += factor * form[i];
    }
}

/// Takes one equality out, or brings it closer to that. With a coefficient 1
/// or -1 its column is substituted. Otherwise Euclid's algorithm makes
/// coefficients smaller: in 5 x + 13 y = 0, x = t - 2 y gives 5 t + 3 y = 0.
template <typename Int>
bool Sampler<Int>::solveEquality() {
  // Short equalities first, to keep the others short.
  auto shortest = equalities.end();
  unsigned length = 0;
  for (auto row = equalities.begin(); row != equalities.end(); ++row) {
    unsigned own = numColumns - llvm::count(ArrayRef(*row).drop_back(), 0);
    if (shortest == equalities.end() || own < length) {
      shortest = row;
      length = own;
    }
  }
  if (shortest == equalities.end())
    return false;
  Row equality = *shortest;
  unsigned column = 0;
  for (unsigned i = 0; i < numColumns; ++i)
    if (equality[i] != 0 &&
        (equality[column] == 0 || abs(equality[i]) < abs(equality[column])))
      column = i;
  Int least = equality[column];
  bool isSolved = abs(least) == 1;
  if (isSolved)
    equalities.erase(shortest);
  Row form(numColumns + 1, Int(0));
  for (unsigned i = 0; i <= numColumns; ++i)
    if (i != column)
      form[i] = isSolved ? -least * equality[i] : -floorDiv(equality[i], least);
  if (!isSolved)
    form[column] = 1;
  replace(column, form);
  changes.push_back(
      {isSolved ? Change::Substituted : Change::Shifted, column, {form}});
  return true;
}

/// A column that no row bounds from one of its sides can be as large, or as
/// small, as the rows on the other side want. There are no equalities.
template <typename Int>
void Sampler<Int>::dropOneSided() {
  // Numbers of the inequalities that bound a column.
  std::vector<unsigned> below(numColumns), above(numColumns);
  auto count = [&](const Row &row, int by) {
    for (unsigned i = 0; i < numColumns; ++i)
      if (row[i] != 0)
        (row[i] > 0 ? below : above)[i] += by;
  };
  for (const Row &row : inequalities)
    count(row, 1);
  for (unsigned column = 0; column < numColumns;) {
    // Bounded from both sides; or named by no row, and so not to be dropped.
    if ((below[column] == 0) == (above[column] == 0)) {
      ++column;
      continue;
    }
    Change change{Change::Dropped, column, {}};
    llvm::erase_if(inequalities, [&](const Row &row) {
      if (row[column] == 0)
        return false;
      count(row, -1);
      change.rows.push_back(row);
      return true;
    });
    changes.push_back(std::move(change));
    column = 0; // others may have lost a side
  }
}

template <typename Int>
void Sampler<Int>::reduce() {
  do {
    do
      normalizeAll();
    while (!isOver() && solveEquality());
    if (!isOver())
      removeRepeated();
  } while (!isOver() && !equalities.empty());
  // Rows that go away leave the others as they are.
  if (!isOver())
    dropOneSided();
}

//===----------------------------------------------------------------------===//
// Sampling what is left
//===----------------------------------------------------------------------===//

template <typename Int>
Truth Sampler<Int>::isPartEmpty(ArrayRef<unsigned> columns) {
  IntegerPolyhedron part(PresburgerSpace::getSetSpace(columns.size()));
  auto project = [&](const Row &row) {
    IntegerPoint projected;
    for (unsigned column : columns)
      projected.push_back(toDynamic(row[column]));
    projected.push_back(toDynamic(row[numColumns]));
    return projected;
  };
  auto concerns = [&](const Row &row) {
    return llvm::any_of(columns, [&](unsigned c) { return row[c] != 0; });
  };
  for (const Row &row : equalities)
    if (concerns(row))
      part.addEquality(project(row));
  for (const Row &row : inequalities)
    if (concerns(row))
      part.addInequality(project(row));

  // The library's bases cost many times what a few branches do, which mostly
  // decide; of a small part, it decides what they leave open. A tableau of 10
  // columns and 24 rows takes it 10 ms, one of 12 and 28 up to 60 ms, and one
  // question of an analysis may ask of hundreds.
  constexpr unsigned maxSmall = 6, maxForLibrary = 12, maxLibraryWork = 2350;
  IntegerPoint values;
  Truth isEmpty = BranchingSearch(part, columns.size() > maxSmall ? 30 : 20)
                      .isEmpty(values);
  size_t work = columns.size() * columns.size() *
                (part.getNumEqualities() + part.getNumInequalities());
  if (isEmpty == Truth::Unknown && columns.size() <= maxForLibrary &&
      work <= maxLibraryWork) {
    auto sample = part.findIntegerSample();
    isEmpty = sample ? Truth::No : Truth::Yes;
    if (sample)
      values.assign(sample->begin(), sample->end());
  }
  if (isEmpty == Truth::No)
    for (auto [column, value] : llvm::zip_equal(columns, values))
      point[column] = fromDynamic<Int>(value);
  return isEmpty;
}

/// Decides whether one of the parts has no point. Then the whole has none.
template <typename Int>
Truth Sampler<Int>::isAnyPartEmpty() {
  llvm::IntEqClasses classes(numColumns);
  std::vector<bool> used(numColumns, false);
  for (const std::vector<Row> *rows : {&equalities, &inequalities})
    for (const Row &row : *rows) {
      std::optional<unsigned> first;
      for (unsigned i = 0; i < numColumns; ++i) {
        if (row[i] == 0)
          continue;
        used[i] = true;
        classes.join(first.value_or(i), i);
        first = first.value_or(i);
      }
    }
  classes.compress();
  std::vector<SmallVector<unsigned>> parts(classes.getNumClasses());
  for (unsigned i = 0; i < numColumns; ++i)
    if (used[i])
      parts[classes[i]].push_back(i);
  // Small parts are decided at once, and may spare a large one.
  llvm::sort(parts, [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  Truth isAnyEmpty = Truth::No;
  for (const SmallVector<unsigned> &columns : parts) {
    Truth isEmpty = columns.empty() ? Truth::No : isPartEmpty(columns);
    // Unknown proves nothing, but a larger part may have no point.
    if (isEmpty == Truth::Yes)
      return isEmpty;
    if (isEmpty == Truth::Unknown)
      isAnyEmpty = isEmpty;
  }
  return isAnyEmpty;
}

template <typename Int>
Int Sampler<Int>::evaluate(const Row &row) const {
  Int value = row[numColumns];
  for (unsigned i = 0; i < numColumns; ++i)
    value += row[i] * point[i];
  return value;
}

template <typename Int>
void Sampler<Int>::restore(const Change &change) {
  Int &value = point[change.column];
  if (change.kind != Change::Dropped) {
    value = evaluate(change.rows.front());
    return;
  }
  value = 0;
  // c x + rest >= 0: x >= -rest / c for c > 0, x <= rest / -c otherwise. All c
  // have one sign, and the value 0 will do if the rows allow it.
  for (const Row &row : change.rows) {
    const Int &c = row[change.column];
    Int rest = evaluate(row) - c * value;
    if (c > 0)
      value = std::max(value, ceilDiv(-rest, c));
    else
      value = std::min(value, floorDiv(rest, -c));
  }
}

template <typename Int>
Truth Sampler<Int>::isIntegerEmpty(IntegerPoint &found) {
  reduce();
  if (isTooLarge<Int>())
    return Truth::Unknown;
  Truth truth = isEmpty ? Truth::Yes : isAnyPartEmpty();
  // For an unknown answer, the point is not used.
  if (truth != Truth::No)
    return truth;
  for (const Change &change : llvm::reverse(changes))
    restore(change);
  found = llvm::map_to_vector<8>(
      point, [](const Int &value) { return toDynamic(value); });
  return truth;
}

Truth layout::isIntegerEmpty(const IntegerPolyhedron &set,
                             IntegerPoint &point) {
  SmallInteger::isTooLarge = false;
  Truth truth = Sampler<SmallInteger>(set).isIntegerEmpty(point);
  return SmallInteger::isTooLarge
             ? Sampler<DynamicAPInt>(set).isIntegerEmpty(point)
             : truth;
}
