//===- PayloadCopy.h - Trial copies of payload modules ----------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMOPS_PAYLOADCOPY_H
#define LIB_TRANSFORMOPS_PAYLOADCOPY_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::layout::schedule {

/// A copy of a module without its schedules, on which passes run. A schedule is
/// in the module that it changes: a pass on the module itself, such as inlining
/// or the removal of unused symbols, would change or erase ops of the transform
/// dialect that are being interpreted.
class PayloadCopy {
public:
  /// The change of one op in the body of the module.
  struct Change {
    Operation *original; ///< op of the module; null: a pass has added `made`
    Operation *made;     ///< op of the copy; null: a pass has erased `original`
  };

  explicit PayloadCopy(ModuleOp original);

  ModuleOp getOriginal() const { return original; }
  ModuleOp getCopy() { return *copy; }
  /// Returns the copy of an op; only valid before the first pass has run.
  Operation *lookup(Operation *op) const { return mapping.lookup(op); }

  /// Returns the differences between the original and the copy after passes
  /// have run. Ops are matched by their symbols, those without a symbol by
  /// their order: fails if one of the latter was added or erased. Cost: one
  /// comparison of both modules.
  FailureOr<SmallVector<Change>> findChanges();

  /// Applies `changes` to the original. A changed op keeps its identity, so
  /// that handles to it stay valid, and gets the attributes and the body of its
  /// copy. Calls `erased` with each op before it is erased, so that handles to
  /// it can be dropped. The copy must not be used afterwards.
  void takeOver(ArrayRef<Change> changes,
                function_ref<void(Operation *)> erased);

private:
  void takeOverAttributes();

  ModuleOp original;
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy;
  /// Attributes of the copy before passes ran: some are inherited from modules
  /// around the original, which is not to get them.
  DictionaryAttr attributes;
};

} // namespace mlir::layout::schedule

#endif // LIB_TRANSFORMOPS_PAYLOADCOPY_H
