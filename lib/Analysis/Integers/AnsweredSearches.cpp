//===- AnsweredSearches.cpp - Cache of integer searches -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnsweredSearches.h"

#include "llvm/Support/LEB128.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SearchKey::SearchKey(AlternativeSearch::Limits limits) {
  addNumber(limits.maxSystems);
  addNumber(limits.maxWork);
}

/// Small numbers, which most are, in one byte: so that more questions are kept
/// in the memory of the cache.
void SearchKey::addNumber(int64_t number) {
  uint8_t encoded[10];
  unsigned size = llvm::encodeSLEB128(number, encoded);
  bytes.append(encoded, encoded + size);
}

void SearchKey::addRange(Interval range) {
  bytes.push_back('r');
  for (std::optional<int64_t> side : {range.low, range.high}) {
    bytes.push_back(side.has_value());
    if (side)
      addNumber(*side);
  }
}

void SearchKey::addFact(ArrayRef<Conjunction> alternatives,
                        function_ref<unsigned(unsigned)> columnOf) {
  bytes.push_back('f');
  addNumber(alternatives.size());
  for (const Conjunction &conjunction : alternatives) {
    addNumber(conjunction.size());
    for (const IndexConstraint &constraint : conjunction) {
      bytes.push_back(constraint.isEq);
      addExpression(constraint.expr, columnOf);
    }
  }
}

/// In prefix order; the kind of a leaf determines its length.
void SearchKey::addExpression(AffineExpr expr,
                              function_ref<unsigned(unsigned)> columnOf) {
  if (bytes.size() > maxBytes)
    return; // not to be kept anyway
  bytes.push_back(static_cast<char>(expr.getKind()));
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return addNumber(constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return addNumber(columnOf(dim.getPosition()));
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return addNumber(symbol.getPosition());
  auto binary = cast<AffineBinaryOpExpr>(expr);
  addExpression(binary.getLHS(), columnOf);
  addExpression(binary.getRHS(), columnOf);
}

std::optional<StringRef> SearchKey::get() const {
  return bytes.size() > maxBytes ? std::nullopt
                                 : std::optional<StringRef>(bytes);
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

AnsweredSearches &AnsweredSearches::getOfThread() {
  thread_local AnsweredSearches answered;
  return answered;
}

SearchAnswer AnsweredSearches::lookup(const SearchKey &key,
                                      function_ref<SearchAnswer()> search) {
  std::optional<StringRef> bytes = key.get();
  if (!bytes)
    return search();
  if (auto known = answers.find(*bytes); known != answers.end())
    return known->second;
  SearchAnswer answer = search();
  numBytes += bytes->size() + sizeof(answer) +
              answer.point.size() * sizeof(int64_t) + answer.exceeded.size();
  if (numBytes > maxBytes) {
    answers.clear();
    numBytes = 0;
  }
  answers.try_emplace(*bytes, answer);
  return answer;
}
