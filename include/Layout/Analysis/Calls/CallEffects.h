//===- CallEffects.h - Memory effects of calls ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A call may do everything, unless the body of its callee says otherwise:
//
//     func.func private @f(%a, %b) {        call @f(%x, %y)
//       ... = memref.load %a[...]             reads %x, keeps no name of it
//       memref.store ..., %b[...]             writes %y
//     }                                       reaches nothing else
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H
#define LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace mlir::layout {

/// What ops do to memory, calls by the bodies of their callees. Every "no" is a
/// proof. Of external, recursive and address-taken callees, and of launches,
/// nothing is known.
///
/// Cost: a body is gone through once for all calls of it. The result goes stale
/// when the module changes.
class CallEffects {
public:
  /// Reads `module` at the first query.
  explicit CallEffects(ModuleOp module);
  CallEffects(const AccessModes &modes, SymbolTableCollection &symbols);
  ~CallEffects();

  /// What the op does to the buffer that this operand is.
  OperandEffect getEffect(OpOperand &operand);
  /// Returns true if the op may keep the buffer beyond its execution, or
  /// forward it under another name.
  bool mayKeep(OpOperand &operand);
  /// Return true if the op may read, or write, memory that none of its operands
  /// names.
  bool mayReadUnnamed(Operation *op);
  bool mayWriteUnnamed(Operation *op);

private:
  const AccessModes &getModes();
  func::FuncOp lookUpBody(func::CallOp call);
  bool mayKeep(func::FuncOp callee, unsigned argument);
  /// Returns true if an op that `isSought` accepts is in the body of the
  /// callee, or if that body is not visible. `known`: answers so far, by
  /// function.
  bool isInBody(func::CallOp call, llvm::DenseMap<Operation *, bool> &known,
                llvm::function_ref<bool(Operation *)> isSought);
  void forEachStrange(Operation *op, llvm::function_ref<void(Value)> visit);
  bool hasStrange(Operation *op);
  bool writesStrange(Operation *op);

  struct Module;
  std::unique_ptr<Module> own;
  ModuleOp module;
  const AccessModes *modes = nullptr;
  SymbolTableCollection *symbols = nullptr;
  llvm::DenseMap<std::pair<Operation *, unsigned>, bool> kept;
  llvm::DenseMap<Operation *, bool> reads, writes; ///< by function
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_CALLS_CALLEFFECTS_H
