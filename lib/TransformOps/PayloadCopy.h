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

/// A module without the schedules in it, for passes on modules, which must not
/// change a schedule that runs.
class PayloadCopy {
public:
  /// What a pass did to one op of the module's body.
  struct Change {
    Operation *original; ///< null: `made` is new
    Operation *made;     ///< null: `original` has gone
  };

  explicit PayloadCopy(ModuleOp original);

  ModuleOp getOriginal() const { return original; }
  ModuleOp getCopy() { return *copy; }
  /// The copy of an op, as long as no pass has run.
  Operation *lookup(Operation *op) const { return mapping.lookup(op); }

  /// What differs now between the copy and the original. Ops are identified by
  /// their symbols. Fails if one without a symbol is new or has gone. Cost: one
  /// comparison of the two.
  FailureOr<SmallVector<Change>> findChanges();

  /// Makes the original what the copy is, as far as `changes` go. An op that
  /// changed stays the same op and gets another body. Calls `erased` with each
  /// op before it is erased. The copy is spent.
  void takeOver(ArrayRef<Change> changes,
                function_ref<void(Operation *)> erased);

private:
  void takeOverAttributes();

  ModuleOp original;
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy;
  DictionaryAttr attributes; ///< of the copy when it was made
};

} // namespace mlir::layout::schedule

#endif // LIB_TRANSFORMOPS_PAYLOADCOPY_H
