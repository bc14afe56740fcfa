//===- KnownValue.cpp - Facts about one value -----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Values/KnownValue.h"

using namespace mlir;
using namespace mlir::layout;

KnownValue::KnownValue(Value value) : same(value) {}

KnownValue KnownValue::getConstant(TypedAttr number) {
  KnownValue known;
  known.constant = number;
  if (auto real = dyn_cast<FloatAttr>(number))
    known.classes = classify(real.getValue());
  return known;
}

KnownValue KnownValue::getUndef(Value value) {
  KnownValue known(value);
  known.free.insert(value);
  known.leaves.insert(value);
  return known;
}

KnownValue KnownValue::getOpaque(Value value) {
  KnownValue known(value);
  known.isOpaque = true;
  return known;
}

bool KnownValue::isInteger(const APInt &number) const {
  auto integer = dyn_cast_or_null<IntegerAttr>(constant);
  return integer && integer.getValue() == number;
}

bool KnownValue::isZeroInteger() const {
  auto integer = dyn_cast_or_null<IntegerAttr>(constant);
  return integer && integer.getValue().isZero();
}

bool KnownValue::dependsOn(const Leaves &values) const {
  return (isOpaque && !values.empty()) ||
         llvm::any_of(values,
                      [&](Value value) { return leaves.contains(value); });
}

void KnownValue::addDependenceOf(const KnownValue &operand) {
  leaves.insert(operand.leaves.begin(), operand.leaves.end());
  isOpaque |= operand.isOpaque;
}

bool KnownValue::isEqualTo(const KnownValue &other) const {
  if (same && same == other.same)
    return true;
  auto one = dyn_cast_or_null<FloatAttr>(constant);
  auto two = dyn_cast_or_null<FloatAttr>(other.constant);
  if (one && two && one.getType() == two.getType() && one.getValue().isNaN() &&
      two.getValue().isNaN())
    return true;
  return constant && constant == other.constant;
}

llvm::FPClassTest layout::classify(const APFloat &number) {
  return number.classify();
}
