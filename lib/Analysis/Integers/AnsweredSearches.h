//===- AnsweredSearches.h - Cache of integer searches -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_ANSWEREDSEARCHES_H
#define LAYOUT_LIB_ANALYSIS_ANSWEREDSEARCHES_H

#include "AlternativeSearch.h"
#include "Layout/Map/Simplify.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::layout {

/// What `AlternativeSearch` found, for a question and its limits.
struct SearchAnswer {
  Truth truth = Truth::Unknown;
  SmallVector<int64_t> point; ///< of the columns; empty if none was found
  std::string exceeded;       ///< of Unknown: the limit that was hit
};

/// A question in full, as bytes: all that its answer depends on. Questions with
/// equal keys are the same question, whatever function, pass or context they
/// are from. A key can be read back, so that different questions differ.
class SearchKey {
public:
  explicit SearchKey(AlternativeSearch::Limits limits);

  /// Of the next column, where alternatives are dropped that ranges exclude.
  void addRange(Interval range);
  /// `columnOf` numbers the variables of the fact.
  void addFact(ArrayRef<Conjunction> alternatives,
               llvm::function_ref<unsigned(unsigned)> columnOf);

  /// Nullopt: too long to be kept.
  std::optional<StringRef> get() const;

private:
  /// Expressions share their parts, but are written as trees.
  static constexpr size_t maxBytes = 1 << 14;

  void addNumber(int64_t number);
  void addExpression(AffineExpr expr,
                     llvm::function_ref<unsigned(unsigned)> columnOf);

  SmallString<1024> bytes;
};

/// Remembers answers. Key: the question itself. An answer is arithmetic and
/// speaks of no program, so none becomes wrong; all are forgotten when they
/// take too much memory.
///
/// Functions that are alike, loop nests that are alike and the passes of a
/// pipeline, one after the other, ask the same of their indices.
class AnsweredSearches {
public:
  /// One cache per thread, so that no thread has to wait.
  static AnsweredSearches &getOfThread();

  /// The answer that is known, or else that of `search`, which is kept.
  SearchAnswer lookup(const SearchKey &key,
                      llvm::function_ref<SearchAnswer()> search);

private:
  static constexpr size_t maxBytes = size_t(8) << 20;

  llvm::StringMap<SearchAnswer> answers;
  size_t numBytes = 0; ///< of keys and answers, about
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_ANSWEREDSEARCHES_H
