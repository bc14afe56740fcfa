//===- LaidOut.h - Questions about laid-out types ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_IR_LAIDOUT_H
#define LAYOUT_IR_LAIDOUT_H

#include "Layout/IR/Layout.h"
#include "mlir/IR/Operation.h"

namespace mlir::layout {

/// The layout that `type` states and that is still to be applied: its
/// `#layout.buffer`, or, on a memref, a plain `affine_map` layout read as one
/// step with `pad<none>`. Null for every other type: no layout, an identity
/// map, `strided<..>`, and a `#layout.buffer` that is already physical
/// (`BufferAttr::isPhysical`). Symbols of a plain map that no result uses say
/// nothing. Also null for an `affine_map` that can be no index map, as one that
/// adds a symbol: ask `getSymbolicLayoutFault`.
BufferAttr getLayoutToApply(Type type);
inline bool isLaidOut(Type type) {
  return static_cast<bool>(getLayoutToApply(type));
}

/// The encoding of a tensor if it is a layout of this dialect; null for every
/// other type.
BufferAttr getTensorEncoding(Type type);

/// Returns true if one of the tensors that `op` takes has an encoding, of any
/// dialect.
bool hasEncodedOperand(Operation *op);

/// Says what is wrong with a plain `affine_map` layout that can be no index map
/// of this dialect: "symbolic divisor s0 in 'd0 floordiv s0'", "symbol s0 in
/// ...", "division by 0 in ...". Empty for every other type.
std::string getSymbolicLayoutFault(Type type);

/// Strided views by another spelling: memref types of `root` whose plain map
/// only states strides and an offset, symbols allowed, and that an op takes or
/// yields as a view of memory (`memref.subview`, `memref.cast`, ...). Such a
/// type says where the elements lie in another buffer. Calls `visit` with each
/// type once, its `strided<..>` spelling, and the first such op. Cost: one
/// walk.
void forEachStridedViewType(
    Operation *root,
    function_ref<void(MemRefType, MemRefType, Operation *)> visit);

/// Gives the strided views of `root` their `strided<..>` spelling, which means
/// the same to every op. Cost: two walks.
void spellStridedViews(Operation *root);

/// The memref in memory of a laid-out memref: physical shape, same element
/// type and memory space; no layout but the axis separators, if any.
/// `type` must be laid out and without fault.
MemRefType getPhysicalType(MemRefType type);
/// The same of a memref or a tensor, which keeps separators as its encoding.
ShapedType getPhysicalType(ShapedType type);

/// Derived facts of a laid-out type; from the cache.
const PhysicalLayout &getPhysicalLayout(ShapedType type);

/// The first step of the layout of `type` that adds padding, or may, for which
/// nothing is stated (`pad<none>`), so that it must not be touched; 0 if there
/// is none, as of a type that is not laid out, or one with a fault.
unsigned findStepWithoutPad(Type type);

/// Checks everything about a type that is laid out: the geometry of its layout
/// on its shape (also what could not be decided) and its pads against the
/// element type. Succeeds on types that are not laid out. Cost after the first
/// time: one look-up.
LogicalResult verifyLaidOutType(Type type,
                                function_ref<InFlightDiagnostic()> emitError);

/// For verifiers: like `verifyLaidOutType` on a type of this layout, shape and
/// element type, but accepts what could not be decided. Without an element type
/// the pads are not looked at.
LogicalResult verifyLayoutOnShape(BufferAttr layout, ArrayRef<int64_t> shape,
                                  Type elementType,
                                  function_ref<InFlightDiagnostic()> emitError);

/// The same of all that `type` states; succeeds if it states nothing.
LogicalResult verifyStatedLayout(Type type,
                                 function_ref<InFlightDiagnostic()> emitError);

/// Checks that a memref does not state an attribute of this dialect as its
/// memory space that is none, as `memref<4xf32, #layout.index_map<..>>` does:
/// what is no layout of a memref is parsed as one.
LogicalResult verifyMemorySpace(Type type,
                                function_ref<InFlightDiagnostic()> emitError);

} // namespace mlir::layout

#endif // LAYOUT_IR_LAIDOUT_H
