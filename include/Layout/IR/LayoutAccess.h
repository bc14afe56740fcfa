//===- LayoutAccess.h - Interface of element accesses -----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One description of an op, for analyses (which elements it touches) and for
// passes that make buffers physical (how the op is rewritten). Any dialect can
// implement it:
//
//   test.load_at %A[%i, %j]     touches the element (d0, d1) of (%i, %j);
//                               becomes the same op at other indices
//   test.scale %A by %f         touches all; becomes a loop of accesses
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAYOUTACCESS_H
#define LAYOUT_IR_LAYOUTACCESS_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::layout {

/// What one execution of an op does to the elements of one of its memrefs.
struct OperandAccess {
  enum class Reach {
    Unknown,  ///< any elements; the buffer itself may go elsewhere
    Nothing,  ///< no element; the op needs the shape or the buffer itself
    Elements, ///< those of `map`
    Whole,    ///< all
  };
  Reach reach = Reach::Unknown;
  bool reads = true, writes = true;
  /// For `Elements`: (values of `operands`, lanes) -> index. Its dimensions are
  /// the first of `operands`, then one for each of `lanes`; its symbols are the
  /// rest of `operands`.
  ///
  ///     vector.load %A[%i, %j] : vector<4xf32>
  ///     map (d0, d1, d2) -> (d0, d1 + d2), operands %i, %j, lanes 4
  AffineMap map;
  SmallVector<Value> operands;
  /// Each lane runs from 0 up to this, `ShapedType::kDynamic` if not known.
  SmallVector<int64_t> lanes;
  /// Some of the elements may be left out by a mask, also by that of a
  /// `vector.mask` around the op.
  bool isConditional = false;
  /// The map may leave the operand, and elements outside are not accessed, as
  /// by a transfer that is not in bounds. False: all elements are inside.
  bool mayLeaveOperand = false;

  /// Each element that is described, and lies in the operand, is touched.
  bool isExact() const {
    return (reach == Reach::Elements || reach == Reach::Whole) &&
           !isConditional;
  }

  static OperandAccess nothing();
  static OperandAccess whole(bool reads, bool writes);
  /// One element, by one value per dimension.
  static OperandAccess element(ValueRange indices, MLIRContext *context,
                               bool reads, bool writes);
  /// One element, by an affine map.
  static OperandAccess element(AffineMap map, ValueRange operands, bool reads,
                               bool writes);
};

/// Returns true if two buffers, of two layouts, may be the very same storage at
/// a time. A pass that plans captures what is known of the program.
using StorageQuery = function_ref<bool(Value, Value)>;

/// What becomes of an op when one of its memrefs becomes physical.
enum class LayoutRewrite {
  Refused,      ///< an error: the op needs the storage that it has
  Indices,      ///< the same op, at other indices: `redirect`
  Accesses,     ///< accesses to the same elements: `decompose`
  PhysicalType, ///< the same op on the physical memref, whose shape is another
  /// The results are computed from the logical shape: `memref.dim` and
  /// `memref.rank` only. Other ops that return the shape are `Accesses`, and
  /// `decompose` makes these two of them.
  LogicalShape,
};

/// Where an access goes to: the element `map(operands)` of `buffer`.
struct NewPlace {
  Value buffer;
  AffineMap map;
  ValueRange operands;
  /// True if the new index names the same address: attributes about the
  /// address, such as an alignment, stay.
  bool isSameAddress = true;
};

} // namespace mlir::layout

#include "Layout/IR/LayoutAccess.h.inc"

namespace mlir::layout {

/// What the op of `operand`, a memref, does to its elements: what
/// `LayoutAccessOpInterface` says, and `Unknown` for ops without it.
OperandAccess getAccess(OpOperand &operand);

/// What becomes of the op of `operand`, a memref, when it becomes physical:
/// what `LayoutAccessOpInterface` says, or, for an op without it that has
/// upstream's trait `MemRefsNormalizable`, `PhysicalType`. `Refused` for all
/// others.
LayoutRewrite getLayoutRewrite(OpOperand &operand);

/// Returns true if one of the memrefs of `op` is rewritten in this way.
bool hasLayoutRewrite(Operation *op, LayoutRewrite rewrite);

/// Returns true if all buffers that `op` names and that satisfy `isMeant` are
/// among its operands, and are rewritten. A buffer that an op allocates, or
/// passes to its regions, is not an access of it.
bool areRewritten(Operation *op, function_ref<bool(Type)> isMeant,
                  ArrayRef<LayoutRewrite> rewrites);

/// Calls `redirect` with each operand of `op` that is rewritten by its indices,
/// for it to redirect or to leave. An op with several of them stays in place.
void forEachRedirected(LayoutAccessOpInterface op,
                       function_ref<void(OpOperand &)> redirect);

/// Index values for `map(operands)`, as `affine.apply` where a computation is
/// left. Cost: linear in the map.
SmallVector<Value> buildIndices(OpBuilder &builder, Location loc, AffineMap map,
                                ValueRange operands);

/// `redirect` of an op whose index operands for `memref` are `indices`, one per
/// dimension. In place.
void redirectIndices(RewriterBase &rewriter, OpOperand &memref,
                     MutableOperandRange indices, const NewPlace &place);

} // namespace mlir::layout

#endif // LAYOUT_IR_LAYOUTACCESS_H
