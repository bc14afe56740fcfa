//===- ReturnedArguments.h - Arguments that must not be returned -*- C++ -*-==//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     func.func @f(%x {layout.transform = #L}) {     which buffer is returned
//       %r = scf.if %c -> tensor<8xf32> {            is known at run time; the
//         %y = linalg.exp ins(%x) outs(%empty)       layout of %x would have to
//         scf.yield %y                               be that of the result
//       } else {
//         scf.yield %x
//       }
//       return %r
//
// `layout-assign` cannot meet the request of such an argument by a local copy:
// the function would return the copy. So the function returns a copy of %x.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_BUFFERIZE_RETURNEDARGUMENTS_H
#define LIB_TRANSFORMS_BUFFERIZE_RETURNEDARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {

/// Returns the numbers of the arguments that carry a request for a layout, of
/// each public function with a body that has some.
llvm::MapVector<func::FuncOp, SmallVector<unsigned>>
findRequestedArguments(ModuleOp module);

/// Makes functions of `tensors` keep those arguments with requests that they
/// may return under another name: as a view, or as one of several buffers; and
/// copies the views of them that calls and control flow forward, since a view
/// has no layout of its own. An argument that is overwritten, and always
/// returned, stays. `buffers` is the same module after bufferization. Returns
/// true if there are any. Cost: as `BufferFlow`, for functions with requests.
bool keepReturnedArguments(ModuleOp buffers, ModuleOp tensors);

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_BUFFERIZE_RETURNEDARGUMENTS_H
