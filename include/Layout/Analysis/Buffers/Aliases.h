//===- Aliases.h - Views, and effects on buffers ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: what does the op of this operand do to the buffer?
//
//     memref.store %x, %a[%i]          writes an element of %a
//     %v = memref.subview %a[..]       makes a view: nothing yet
//     memref.dealloc %a                frees it
//     "unknown.op"(%a)                 anything, and %a escapes
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_ALIASES_H
#define LAYOUT_ANALYSIS_BUFFERS_ALIASES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::layout {

struct OperandAccess;

/// The memref of which `buffer` is a view, or another name: the source of a
/// view-like op (`ViewLikeOpInterface`), the operand of a
/// `memref.distinct_objects`. Null if there is none.
Value getViewSource(Value buffer);

/// Returns the memref of which `buffer` is only another name, with the same
/// elements at the same indices, perhaps of another type: the source of a
/// `memref.cast`, of or to any type, of a cast of the memory space, of an
/// assumption about the address or about other buffers. Null if there is none.
Value getRenamed(Value buffer);

/// Returns true if the op of `operand` ends the life of the buffer, whatever
/// else it does.
bool frees(OpOperand &operand);

/// Returns true if the op of `operand` ends the life of the buffer and does
/// nothing else.
bool isDeallocation(OpOperand &operand);

/// The results that are views of `operand`, by an op that does nothing else to
/// it. Of an op that has the same buffer as an operand twice, the first is
/// meant.
SmallVector<Value> getViews(OpOperand &operand);

/// The effects of one op on the elements of one of its memref operands, by
/// `LayoutAccessOpInterface`, else by its memory effects, and unknown for
/// calls: a call may do everything.
struct OperandEffect {
  bool mayRead = true;
  bool mayWrite = true;
  /// The op may forward the buffer under another name that is not followed: a
  /// result that is a buffer, a pointer, an op of unknown effects.
  bool escapes = true;
  /// Else the op only names the buffer: `memref.dim`, `dealloc`, a prefetch,
  /// facts.
  bool touches() const { return mayRead || mayWrite; }
};
OperandEffect getOperandEffect(OpOperand &operand);
/// The same where `getAccess(operand)` is known already.
OperandEffect getEffectOfAccess(OpOperand &operand,
                                const OperandAccess &access);

/// The function of which `buffer` is an argument that callers pass. Null for
/// other values, arguments of inner blocks and the attributions of a kernel
/// among them.
FunctionOpInterface getFunctionOfArgument(Value buffer);

/// Returns true if the op has the effect on a buffer that is its operand or
/// result, a memref. Otherwise the effect may be on any memory whose address is
/// known, as that of a store through a pointer.
bool namesBuffer(const MemoryEffects::EffectInstance &effect);

/// Return true if `op` may read, or write, memory that it does not name as an
/// operand. Its regions are not looked at, and calls may do anything: see
/// `CallEffects.h`.
bool mayReadUnnamed(Operation *op);
bool mayWriteUnnamed(Operation *op);

/// Returns true if different indices are different elements: no stride is 0,
/// and no rows overlap. False for dynamic strides. Does not look into layouts
/// of this dialect: `IndexMap::isInjective` decides those.
bool hasDistinctElements(MemRefType type);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_ALIASES_H
