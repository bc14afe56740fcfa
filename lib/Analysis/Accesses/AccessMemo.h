//===- AccessMemo.h - Answers about written and read elements ---*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ACCESSMEMO_H
#define LAYOUT_LIB_ANALYSIS_ACCESSMEMO_H

#include "WriteInverter.h"
#include "llvm/ADT/Hashing.h"
#include <unordered_map>

namespace mlir::layout {

/// All that an answer depends on, as words. Each list comes after its length,
/// so that different questions have different keys.
class MemoKey {
public:
  MemoKey &add(uint64_t word) {
    words.push_back(word);
    return *this;
  }
  MemoKey &add(AffineExpr expr);
  MemoKey &add(Interval range);
  MemoKey &add(const IndexConstraint &constraint);
  template <typename T>
  MemoKey &add(ArrayRef<T> list) {
    add(list.size());
    for (const T &element : list)
      add(element);
    return *this;
  }
  ArrayRef<uint64_t> get() const { return words; }

private:
  SmallVector<uint64_t, 128> words;
};

/// Remembers what was found about expressions:
///
///     for %i = 0 to 9 { a[%i] = 0 }     d0 is written, where 0 <= d0 <= 8
///
/// An answer speaks of no op or value, so that changes of a program do not make
/// it wrong: the searches of a pass that goes on until nothing changes share
/// one memo, as most of the program is the same in the next round. Expressions
/// are known by their addresses, so it may not outlive their context.
class AccessMemo {
public:
  WriteInverter::Inverses inverses;

  /// What one write in loops writes, and the number of attempts that were made.
  struct Inverted {
    std::vector<WrittenPiece> pieces;
    unsigned numSolves = 0;
  };
  const Inverted *lookupInverted(const MemoKey &key) const;
  void rememberInverted(const MemoKey &key, Inverted inverted);

  /// A number for a part of questions, the same for equal ones.
  unsigned getNumber(const MemoKey &key);

  /// A read, in an order with what a store left, each by its number.
  struct Meeting {
    unsigned left, read, order;
    bool operator==(const Meeting &other) const {
      return left == other.left && read == other.read && order == other.order;
    }
  };
  /// Returns what it cost, by a budget of queries, to find that the read finds
  /// nothing of what was left; nullopt: not known.
  std::optional<unsigned> lookupApart(const Meeting &meeting) const;
  void rememberApart(const Meeting &meeting, unsigned cost) {
    apart[meeting] = cost;
  }

private:
  using Words = std::vector<uint64_t>;
  struct Hash {
    size_t operator()(const Words &words) const {
      return llvm::hash_combine_range(words.begin(), words.end());
    }
    size_t operator()(const Meeting &meeting) const {
      return llvm::hash_combine(meeting.left, meeting.read, meeting.order);
    }
  };
  std::unordered_map<Words, Inverted, Hash> inverted;
  std::unordered_map<Words, unsigned, Hash> numbers;
  std::unordered_map<Meeting, unsigned, Hash> apart;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ACCESSMEMO_H
