//===- KnownValue.h - Facts about one value ---------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_VALUES_KNOWNVALUE_H
#define LAYOUT_ANALYSIS_VALUES_KNOWNVALUE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/FloatingPointMode.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

/// What is known of a number, or of each lane of a vector alike.
///
///     constant    it is that number, bit for bit (a NaN is any NaN)
///     same        it is what that value is (lane by lane)
///     free        it is undefined: it takes every value when these undefined
///                 values, all else fixed, take every value
///     classes     of a float: the classes it can be in
///
/// The whole pass holds at once; a value is always the same as itself. `leaves`
/// are undefined values on which it depends: u + u takes even values only, so u
/// + x is undefined only where x does not depend on u. What was loaded, or came
/// through control flow, is `isOpaque`: it may depend on any other.
struct KnownValue {
  /// Nothing is known of `value` but what its type says.
  explicit KnownValue(Value value = {});
  static KnownValue getConstant(TypedAttr number);
  /// What `value` is if it is an undefined value of its own.
  static KnownValue getUndef(Value value);
  /// Of what nothing is known, not even where it comes from.
  static KnownValue getOpaque(Value value);

  TypedAttr constant; ///< an IntegerAttr or a FloatAttr
  Value same;
  using Leaves = llvm::SmallSetVector<Value, 2>;
  Leaves free, leaves;
  bool isOpaque = false;
  llvm::FPClassTest classes = llvm::fcAllFlags;

  bool isUndef() const { return !free.empty(); }
  bool isInteger(const APInt &number) const;
  bool isZeroInteger() const;
  /// For a float: returns true if it is proven to be in one of the classes.
  bool isIn(llvm::FPClassTest allowed) const {
    return (classes & ~allowed) == llvm::fcNone;
  }
  bool dependsOn(const Leaves &values) const;
  void addDependenceOf(const KnownValue &operand);

  /// Returns true if both are the same number for all undefined values.
  bool isEqualTo(const KnownValue &other) const;
};

/// The class of a number.
llvm::FPClassTest classify(const APFloat &number);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_VALUES_KNOWNVALUE_H
