//===- Element.h - Elements of buffers as bits ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CHECK_ELEMENT_H
#define LAYOUT_CHECK_ELEMENT_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APInt.h"
#include <optional>
#include <random>
#include <string>

namespace mlir::layout {

/// What the logical elements of a run are drawn from.
enum class DataSet {
  Integers, ///< small integers: sums and products of floats stay exact
  Specials, ///< -0.0, infinities, NaN, subnormals; least and greatest integers
  /// Finite fractions: sums in another order differ in the last bits, also that
  /// of a whole buffer, which among special values is NaN in any order.
  Fractions
};

llvm::StringRef stringifyDataSet(DataSet set);

/// How values of one type lie in memory, and what their bits mean.
///
/// A value travels as an APInt: the bits of an integer or a float; those of a
/// complex number or a vector one after the other, first component lowest. In
/// memory each component has the bytes that LLVM's data layout gives it, the
/// unused bits of an `i1` or `i7` being 0.
class ElementFormat {
public:
  /// Nothing for types that are not supported in checked programs: opaque
  /// types, vectors of more than one dimension or of parts of bytes.
  static std::optional<ElementFormat> get(Type type);

  Type getType() const { return type; }
  unsigned getNumBits() const { return numComponents * componentBits; }
  /// Distance between contiguous elements in memory, a multiple of
  /// `getAlignment`.
  unsigned getNumBytes() const { return numBytes; }
  unsigned getAlignment() const { return alignment; }

  llvm::APInt load(const char *from) const;
  void store(const llvm::APInt &value, char *to) const;

  /// Equal bits, component by component; any NaN equals any NaN. With `rtol`,
  /// finite floats may also differ by that fraction of the larger one.
  bool areSame(const llvm::APInt &a, const llvm::APInt &b,
               double rtol = 0) const;

  std::string print(const llvm::APInt &value) const;
  /// What a person writes for a scalar, or nothing if this type has no such
  /// value.
  std::optional<llvm::APInt> parse(llvm::StringRef text) const;

  /// Returns true for floats and for complex numbers of floats.
  bool isFloat() const { return isa<FloatType>(componentType); }

  /// The value of a constant attribute of this type.
  std::optional<llvm::APInt> getConstant(Attribute value) const;
  /// `number` in this type, as a conversion from a wider integer makes it.
  llvm::APInt getNumber(int64_t number) const;
  /// A value all bytes of which are `byte`.
  llvm::APInt getPoison(uint8_t byte) const;
  /// An ordinary value of a data set, never an infinity or NaN.
  llvm::APInt getRandom(DataSet set, std::mt19937_64 &random) const;
  /// NaN and the infinities in turn; nothing if this type has them not.
  std::optional<llvm::APInt> getNonFinite(uint64_t number) const;

private:
  llvm::APInt loadComponent(const char *from) const;
  void storeComponent(const llvm::APInt &component, char *to) const;
  llvm::APInt getComponent(const llvm::APInt &value, unsigned i) const;
  llvm::APInt repeat(llvm::function_ref<llvm::APInt()> makeComponent) const;
  llvm::APFloat asFloat(const llvm::APInt &component) const;
  llvm::APInt getSmallNumber(std::mt19937_64 &random) const;
  llvm::APInt getSpecialInteger(std::mt19937_64 &random) const;
  llvm::APInt getSpecialFloat(std::mt19937_64 &random) const;
  llvm::APInt getFraction(bool isNegative, std::mt19937_64 &random) const;

  Type type, componentType;
  unsigned numComponents = 1, componentBits = 0, componentBytes = 0;
  unsigned numBytes = 0, alignment = 1;
};

} // namespace mlir::layout

#endif // LAYOUT_CHECK_ELEMENT_H
