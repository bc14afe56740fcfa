//===- Marks.h - Attributes that steps pass on ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMOPS_MARKS_H
#define LIB_TRANSFORMOPS_MARKS_H

#include "mlir/Dialect/Transform/Utils/DiagnosedSilenceableFailure.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::layout::schedule {

/// Adds the attributes by which passes find the buffers to transform
/// (`layout.transform`, `layout.cache`, `layout.sequential`), and takes those
/// away that a pass leaves.
class Marks {
public:
  /// For `step`, on `target`, both copies of what its operands point to. A
  /// failure where there is no such buffer, or the mark is wrong there.
  DiagnosedSilenceableFailure place(Operation *step, Operation *target,
                                    ArrayRef<Operation *> loops);

  /// Takes away what is left of the marks in `root`, in which the pass has run.
  /// A mark on an op stays if the program had such marks, too.
  void remove(Operation *root);

private:
  /// Those of `step`, for the buffer of this type that `op` or an argument of
  /// it is. False: they cannot be, which is reported.
  bool setAttributes(Operation *step, Operation *op,
                     std::optional<unsigned> argument, MemRefType type,
                     ArrayRef<Operation *> loops);
  void set(Operation *op, std::optional<unsigned> argument, StringRef name,
           Attribute value);

  /// Functions, and the arguments, that are marked as sequential here only.
  SmallVector<std::pair<FunctionOpInterface, unsigned>> arguments;
  bool areAllOpsMarkedHere = false;
};

} // namespace mlir::layout::schedule

#endif // LIB_TRANSFORMOPS_MARKS_H
