//===- SymbolUses.h - Uses of symbols ---------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_SUPPORT_SYMBOLUSES_H
#define LIB_TRANSFORMS_SUPPORT_SYMBOLUSES_H

#include "Layout/Analysis/Functions/Calls.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::layout {

/// Returns the global of that name that `user` may name; null if there is none.
memref::GlobalOp lookUpGlobal(Operation *user, StringAttr name,
                              SymbolTableCollection &symbols);
/// The same of a global that no program writes; null also for others.
memref::GlobalOp lookUpConstantGlobal(Operation *user, StringAttr name,
                                      SymbolTableCollection &symbols);

/// All calls of each function (launches of each kernel) and all
/// `memref.get_global` of each global, and which symbols are named in any other
/// way. Cost: one walk.
class SymbolUses {
public:
  SymbolUses(ModuleOp module, SymbolTableCollection &symbols);

  ArrayRef<TracedCall> getCalls(TracedFunction function) const;
  ArrayRef<memref::GetGlobalOp> getGetGlobals(memref::GlobalOp global) const;

  /// The function that `call` calls; null if it is none that is traced.
  TracedFunction getCallee(TracedCall call) const;
  memref::GlobalOp getGlobal(memref::GetGlobalOp get) const;

  /// Returns true if some op other than those may name `symbol`. Compares the
  /// name alone: true if any symbol of that name is so named anywhere.
  bool isNamedOtherwise(Operation *symbol) const;

private:
  void visit(Operation *op);
  void noteNames(Attribute attribute);

  SymbolTableCollection &symbols;
  DenseMap<Operation *, SmallVector<TracedCall>> calls;
  DenseMap<Operation *, SmallVector<memref::GetGlobalOp>> getGlobals;
  llvm::DenseSet<StringAttr> namedOtherwise;
  llvm::SmallPtrSet<Dialect *, 16> dialectsWithoutSymbols;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_SUPPORT_SYMBOLUSES_H
