//===- AccessMemo.cpp - Answers about written and read elements -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessMemo.h"

using namespace mlir;
using namespace mlir::layout;

MemoKey &MemoKey::add(AffineExpr expr) {
  return add(reinterpret_cast<uint64_t>(expr.getAsOpaquePointer()));
}

MemoKey &MemoKey::add(Interval range) {
  add(uint64_t(range.low.has_value()) << 1 | range.high.has_value());
  add(uint64_t(range.low.value_or(0)));
  return add(uint64_t(range.high.value_or(0)));
}

MemoKey &MemoKey::add(const IndexConstraint &constraint) {
  return add(constraint.expr).add(uint64_t(constraint.isEq));
}

const AccessMemo::Inverted *
AccessMemo::lookupInverted(const MemoKey &key) const {
  auto known = inverted.find(Words(key.get()));
  return known == inverted.end() ? nullptr : &known->second;
}

void AccessMemo::rememberInverted(const MemoKey &key, Inverted found) {
  inverted.emplace(Words(key.get()), std::move(found));
}

unsigned AccessMemo::getNumber(const MemoKey &key) {
  return numbers.try_emplace(Words(key.get()), numbers.size()).first->second;
}

std::optional<unsigned> AccessMemo::lookupApart(const Meeting &meeting) const {
  auto known = apart.find(meeting);
  return known == apart.end() ? std::nullopt : std::optional(known->second);
}
