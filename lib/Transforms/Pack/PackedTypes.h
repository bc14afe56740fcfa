//===- PackedTypes.h - Tensors with layouts as packed ones ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_PACK_PACKEDTYPES_H
#define LIB_TRANSFORMS_PACK_PACKEDTYPES_H

#include "Layout/IR/LaidOut.h"
#include "PackParameters.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::layout {

/// A tensor whose layout is proven to be one that `linalg.pack` can say.
struct PackedType {
  PackParameters packing;
  RankedTensorType storage; ///< the plain tensor of its places
  Truth hasPadding;
  /// What `linalg.pack` is to write into padding; null where there is none, or
  /// it must not be accessed.
  TypedAttr padding;
  /// True if padding must hold that, false if it may hold anything.
  bool holdsSomething;
  /// The tensor is not packed, as `linalg.pack` cannot do it.
  bool isPlain = false;

  bool mayHavePadding() const { return hasPadding != Truth::No; }
  bool canBeAccessed() const { return padding || !mayHavePadding(); }
};

/// The packed types of a module, each proven once.
class PackedTypes {
public:
  /// Null, and why, if `linalg.pack` cannot say what the layout does.
  const PackedType *find(RankedTensorType type, std::string &why);
  /// Takes tensors of a type that `linalg.pack` cannot make for plain ones.
  void takeAsPlain(RankedTensorType type);
  /// Of a type that has been found before, or is taken as plain.
  const PackedType &get(Type type) const {
    return *known.at(cast<RankedTensorType>(type)).first;
  }

private:
  using Answer = std::pair<std::optional<PackedType>, std::string>;
  static std::optional<PackedType> prove(RankedTensorType type,
                                         std::string &why);
  llvm::DenseMap<RankedTensorType, Answer> known;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_PACK_PACKEDTYPES_H
