//===- LayoutGroups.h - Groups of buffers with one layout -------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_ASSIGN_LAYOUTGROUPS_H
#define LIB_TRANSFORMS_ASSIGN_LAYOUTGROUPS_H

#include "FixedInterfaces.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace mlir::layout {

/// Groups of names (values, globals, results of functions) that are given one
/// layout together, and the layouts that are requested in each. More than one
/// in a group is a conflict.
class LayoutGroups {
public:
  using Name = const void *;
  static Name getName(Value value) { return value.getAsOpaquePointer(); }
  static Name getName(Operation *global) { return global; }
  /// Null for a function that never returns.
  static Name getResultName(TracedFunction function, unsigned result);

  LayoutGroups(const SymbolUses &uses, const FixedInterfaces &interfaces)
      : uses(uses), interfaces(interfaces) {}

  void unite(Name a, Name b);
  void request(Name name, BufferAttr layout);
  Name getGroup(Name name) { return names.getOrInsertLeaderValue(name); }
  /// In the order in which they were requested.
  SmallVector<BufferAttr> getLayouts(Name name);

  /// Unites what an op makes one buffer; `flow` is that of a scope around it.
  /// Calls for which `isApart` holds are left out.
  void addOp(Operation *op, const BufferFlow &flow,
             function_ref<bool(TracedCall, TracedFunction)> isApart);

private:
  void addRequests(Operation *op);
  void addCall(TracedCall call,
               function_ref<bool(TracedCall, TracedFunction)> isApart);
  void addReturn(func::ReturnOp ret);

  const SymbolUses &uses;
  const FixedInterfaces &interfaces;
  llvm::EquivalenceClasses<Name> names;
  DenseMap<Name, llvm::SmallSetVector<BufferAttr, 2>> layouts;
};

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_ASSIGN_LAYOUTGROUPS_H
