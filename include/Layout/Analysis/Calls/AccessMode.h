//===- AccessMode.h - Access modes of function arguments --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Question: which mode has each argument?
//
//     func.func @f(%a, %b, %c) {
//       for %i = 0 to 14 {               %a is Write: all of it, before any read
//         %a[%i] = %b[%i]                %b is Read
//         if %b[%i] > 0 { %c[%i] = 0 }   %c is ReadWrite: not certainly all of it
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLS_ACCESSMODE_H
#define LAYOUT_ANALYSIS_CALLS_ACCESSMODE_H

#include "Layout/Analysis/Accesses/DefiniteWrites.h"
#include "Layout/Analysis/Functions/Calls.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::layout {

class BufferFlow;

/// How a function uses the elements of a buffer that it is given.
enum class AccessMode {
  Read,     ///< never written
  Write,    ///< every element is written on every path, and before it is read
  ReadWrite ///< everything else, a partly written buffer included
};

llvm::StringRef stringifyAccessMode(AccessMode mode);
std::optional<AccessMode> symbolizeAccessMode(llvm::StringRef text);

/// The modes of all memref arguments of all functions of a module, inferred
/// bottom-up over the call graph.
///
/// `Read` and `Write` are proofs; what cannot be proven is `ReadWrite`, which
/// is right for every use. Recursive, address-taken and external functions are
/// `ReadWrite`, and functions on a device are never `Write`: what many threads
/// write each of them need not have written, and none can write the padding.
/// Elements are *logical* elements: a store through `layout.as_physical` writes
/// the one that lies at its place, if the map has an inverse; else it may write
/// any of them, and surely writes none.
///
/// A mode speaks of what is done *through the argument*. A layout guarantees
/// that nothing else reaches its elements (`CallAliasing.h`).
///
/// Cost: a walk over the module, linear in its size; per written argument a
/// bounded number of Presburger queries. The result goes stale when the module
/// changes.
class AccessModes {
public:
  AccessModes(ModuleOp module, SymbolTableCollection &symbols,
              const BufferFlow &flow);

  AccessMode getMode(TracedFunction function, unsigned argument) const;

  /// Takes the mode that `layout.access` states for an argument, if it states
  /// one, as its mode: a claim that the body must not contradict. `readwrite`
  /// claims less than every other mode. Explains a contradiction by an error at
  /// the op that is one. Callers then owe what is stated.
  LogicalResult adoptStatedMode(TracedFunction function, unsigned argument);

  /// Returns true if a buffer that `function` returns may be this argument,
  /// also if that is not known.
  bool mayReturn(TracedFunction function, unsigned argument) const;

  /// How the op of `operand`, a buffer, accesses it; for a call, how the callee
  /// does. Unknown ops do everything. `layout.assume_padding` reads: what it
  /// states was stored before.
  BufferTouch getTouch(OpOperand &operand,
                       SymbolTableCollection &symbols) const;

  /// How buffers travel in the module; it must outlive the modes.
  const BufferFlow &getFlow() const { return flow; }

  /// The op that first keeps `argument` from being `Read`, for explanations;
  /// null if it is `Read`.
  Operation *getFirstWrite(TracedFunction function, unsigned argument) const;

private:
  BufferTouch getCallTouch(TracedCall call, OpOperand &operand,
                           SymbolTableCollection &symbols) const;

  struct ArgumentUse {
    AccessMode mode = AccessMode::ReadWrite;
    Operation *firstWrite = nullptr;
    bool isReturned = false; ///< a result may be the argument
  };
  const BufferFlow &flow;
  llvm::DenseMap<std::pair<Operation *, unsigned>, ArgumentUse> uses;
  friend class AccessModeInference;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLS_ACCESSMODE_H
