//===- CallEffects.h - Memory effects of calls ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which memory a call reads, writes or keeps, as the body of the callee says:
//
//     func.func private @f(%a, %b) {      call @f(%x, %y)
//       ... = memref.load %a[...]           reads %x, and keeps no alias of it
//       memref.store ..., %b[...]           writes %y
//     }                                     accesses no other memory
//
// A call whose callee has no body here may do anything to any memory.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H
#define LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/Analysis/Functions/Reachability.h"
#include <memory>

namespace mlir::layout {

/// Memory effects of ops, where the effects of a call are those of the body of
/// its callee. An answer of "no" is proven; "may" is the answer where nothing
/// is known: external callees and launches. A recursive function keeps, and
/// reads or writes of unnamed memory, what some body on the cycle does; of its
/// arguments it may read and write all (`AccessModes`).
///
/// Cost: each body is walked once, whatever the number of calls of it. Answers
/// are cached, so the object is invalid once the module changes.
class CallEffects {
public:
  /// Reads `module` at the first query.
  explicit CallEffects(ModuleOp module);
  CallEffects(const AccessModes &modes, SymbolTableCollection &symbols);
  ~CallEffects();

  /// Returns what the owner of this operand does to the buffer passed there.
  OperandEffect getEffect(OpOperand &operand);
  /// Returns true if an alias of the buffer may outlive the op: stored in
  /// memory, returned, or with an op of which nothing is known.
  bool mayKeep(OpOperand &operand);
  /// Return true if the op may read, or write, memory other than the buffers
  /// among its operands: a global, or what a pointer in memory points to.
  bool mayReadUnnamed(Operation *op);
  bool mayWriteUnnamed(Operation *op);

private:
  const AccessModes &getModes();
  func::FuncOp lookUpBody(func::CallOp call);
  /// Returns true if `isSought` holds of some op in the body of the callee, or
  /// of a function that it calls, directly or not, or if one of these has no
  /// body in this module.
  bool isInBody(func::CallOp call, Reachability<func::FuncOp> &known,
                llvm::function_ref<bool(Operation *)> isSought);
  /// Calls `visit` with each result and block argument of `op` that is a buffer
  /// of unknown origin, as seen from a caller: neither an argument of the
  /// function nor allocated in it.
  void forEachStrange(Operation *op, llvm::function_ref<void(Value)> visit);
  bool hasStrange(Operation *op);
  bool writesStrange(Operation *op);

  struct Module;
  std::unique_ptr<Module> own;
  ModuleOp module;
  const AccessModes *modes = nullptr;
  SymbolTableCollection *symbols = nullptr;
  Reachability<std::pair<func::FuncOp, unsigned>> kept; ///< arguments
  Reachability<func::FuncOp> reads, writes;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H
