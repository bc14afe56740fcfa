//===- LayoutPropagation.h - Interface of layout propagation ----*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of an op, for passes that decide which layouts tensors have.
// Any dialect can give it. Dimensions of its tensors are matched by numbers:
//
// * y(n, c) = sum over w of x(n, w, c): x has {0}, {1}, {2}, and y {0}, {2}.
// * y(a, b) = x(b, a) + bias(a): x has {1}, {0}, bias {0}, and y {0}, {1}.
// * y(n, w + 2) = pad of x(n, w): both have {0}, {1}, and 1 is whole.
// * (n, h, w) collapsed to (n, hw): {0}, {1}, {2}, and {0}, {1, 2}.
// * (1, c) expanded to (1, 1, c): {}, {0}, and {}, {}, {0}.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTPROPAGATION_H
#define LAYOUT_IR_LAYOUTPROPAGATION_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>
#include <string>

namespace mlir::layout {

/// For each dimension of a tensor, what it is matched with: one number; several
/// if it is these dimensions collapsed, the outermost first; none if its extent
/// is 1 and it has no counterpart.
using MatchedDims = SmallVector<SmallVector<int64_t, 1>>;

/// Each dimension by itself.
MatchedDims getOwnDims(int64_t rank);

/// An operand that lies in the order in which its op works.
struct LinkedOperand {
  OpOperand *operand;
  MatchedDims dims;
  /// The value whose type it must have, as that of the result of which it is
  /// the destination; null if its padding may be another.
  Value tied = {};
  /// False for a destination whose elements are all overwritten unread.
  bool isRead = true;
};

/// A result, or a block argument inside.
struct LinkedValue {
  Value value;
  MatchedDims dims;
};

/// Tensors that lie in one order of elements, up to dimensions that some of
/// them do not have.
struct TensorLinks {
  SmallVector<LinkedOperand> operands;
  SmallVector<LinkedValue> values;
  /// Numbers of dimensions that are not the same everywhere, as where a tensor
  /// is padded: layouts in which such a dimension is split do not pass, but for
  /// those that `alignments` lets pass.
  llvm::SmallBitVector wholeDims;
  /// Of such a number, what divides all places at which one tensor begins in
  /// another, or ends before the other does, as where tensors are concatenated:
  /// blocks of that length are blocks of each. 0, or none, if nothing is known.
  SmallVector<int64_t, 0> alignments;
  /// All of the tensors must have one type, as what a loop carries.
  bool isOneType = false;
  /// The op is a copy of its operand, perhaps with dimensions permuted: it can
  /// as well read one layout and write another.
  bool isDataMovement = false;

  bool isWhole(int64_t number) const {
    return number < int64_t(wholeDims.size()) && wholeDims.test(number);
  }
  /// See `alignments`: 0 if nothing is known.
  int64_t getAlignment(int64_t number) const {
    return number < int64_t(alignments.size()) ? alignments[number] : 0;
  }
  /// Returns true if dimension `dim`, of this number, may be stored as it is in
  /// `order`.
  bool admits(BufferAttr order, unsigned dim, int64_t number) const;
  /// All tensors have the same elements at the same places.
  bool isElementwise() const;
};

/// For ops that forward tensors: `values`, to which all `operands` are tied.
TensorLinks linkOneType(ArrayRef<OpOperand *> operands, ArrayRef<Value> values);

/// Returns the layout of a tensor if another tensor of the same group has the
/// layout `order`, which has no pads and may be null, the plain one; nullopt if
/// there is none, as where two dimensions share an axis and one of them is no
/// dimension of the other tensor. Null from null. Reads the whole dimensions of
/// `links`.
std::optional<BufferAttr> carryOrder(BufferAttr order, RankedTensorType from,
                                     const MatchedDims &fromDims,
                                     RankedTensorType to,
                                     const MatchedDims &toDims,
                                     const TensorLinks &links);

/// Returns true if it is proven that two tensors of the same elements, whose
/// dimensions are matched, have the same storage in `order` and in `other`,
/// which have no pads: the same slots, and each element in the same slot.
bool isSameStorage(BufferAttr order, RankedTensorType from,
                   const MatchedDims &fromDims, BufferAttr other,
                   RankedTensorType to, const MatchedDims &toDims);

/// Returns true if dimension `dim` is an axis by itself in `order`.
bool isWholeAxis(BufferAttr order, unsigned dim);

} // namespace mlir::layout

#include "Layout/IR/LayoutPropagation.h.inc"

#endif // LAYOUT_IR_LAYOUTPROPAGATION_H
