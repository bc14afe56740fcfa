//===- WrittenArguments.h - Arguments that are overwritten ------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization may reuse the buffer of a tensor argument for a result:
//
//     func.func @f(%a: tensor<9xf32>, %c: tensor<9xf32>) -> tensor<9xf32>
// ->  func.func @f(%a: memref<9xf32>, %c: memref<9xf32> {llvm.noalias}) -> ..
//
// Tensors are values, so that %a holds the same elements before and after. A
// caller that passes one memory for both breaks that, whatever the order in
// which the function computes. Where the function is called from outside of the
// module only, the guarantee is written on the arguments that are overwritten;
// else no loop that reads %a and writes %c could be reordered.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_WRITTENARGUMENTS_H
#define LIB_TRANSFORMS_BUFFERIZE_WRITTENARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// The numbers of the arguments of a function that are tensors, by function.
using TensorArguments =
    llvm::SmallMapVector<Operation *, SmallVector<unsigned>, 8>;

/// Collects those of functions with a body that the module does not call.
/// Linear in the module.
TensorArguments collectTensorArguments(ModuleOp module);

/// Marks those of `arguments` that are buffers now, and overwritten, with
/// `llvm.noalias`.
void markWrittenArguments(const TensorArguments &arguments);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_WRITTENARGUMENTS_H
