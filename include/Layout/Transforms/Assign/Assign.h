//===- Assign.h - Layout requests become types ------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A request is on one value; its buffer may have many names. All of them change
// together:
//
//   %a = memref.alloc() {layout.transform = #L}     the request
//   call @private(%a)                               its argument, and with it
//                                                   the operand of every call
//   call @public(%a)                                keeps its type: converted
//                                                   around the call
//
// A public function that gets the request itself keeps its type too, and works
// on a local buffer of the new layout.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TRANSFORMS_ASSIGN_ASSIGN_H
#define LAYOUT_TRANSFORMS_ASSIGN_ASSIGN_H

#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::layout {

struct AssignOptions {
  /// Change the types of public functions and globals too.
  bool changeInterface = false;
  /// Padding for which nothing is stated is an error.
  bool requirePad = false;
};

/// All that `layout-assign` will do. Made by `planAssign`, good for one use on
/// the unchanged module.
struct AssignPlan {
  /// One buffer with all its names.
  struct Buffer {
    Location requested; ///< where the request is
    BufferAttr layout;
    MemRefType plainType, laidOutType;
    SmallVector<Value> values; ///< allocations, arguments, `get_global`s, calls
    bool isOfGlobal = false;
    /// A deallocation of a buffer that may be allocated outside of its function
    /// and its callees.
    Operation *freedElsewhere = nullptr;
  };
  /// An argument of a function whose type stays; the function works on a copy.
  struct LocalArgument {
    TracedFunction function;
    unsigned index;
    unsigned buffer;
    AccessMode mode;
    bool isRequested; ///< here, rather than at another name of the buffer
  };
  /// A global whose type stays, as one function uses it.
  struct LocalGlobal {
    TracedFunction function;
    memref::GlobalOp global;
    SmallVector<memref::GetGlobalOp> uses;
    unsigned buffer;
    bool isWritten;
  };
  /// An argument in a call that is passed by a copy. Either the type of the
  /// function stays, and the argument is `root`, which gets a layout, or casts
  /// of it; or the function gets the layout, and `root`, the argument itself,
  /// is a view, which has none.
  struct ConvertedOperand {
    unsigned operand;
    Value root;
    unsigned buffer;
    AccessMode mode;
    bool isIntoLayout = false;
    bool isConstant = false; ///< no program writes `root`
  };

  /// A `gpu.memcpy` between a buffer that gets a layout and one that has none.
  struct ConvertedCopy {
    Operation *copy;
    bool isToLaidOut;
    BufferAttr layout;
  };

  SmallVector<Buffer> buffers;
  SmallVector<ConvertedCopy> convertedCopies;
  SmallVector<LocalArgument> localArguments;
  SmallVector<LocalGlobal> localGlobals;
  llvm::MapVector<Operation *, SmallVector<ConvertedOperand>> convertedCalls;
  /// What functions of fixed type return under another name, with the argument
  /// whose buffer it is in all executions.
  SmallVector<std::pair<OpOperand *, BlockArgument>> returnedArguments;
  /// Casts to unranked memrefs, which serve converted operands only.
  SmallVector<Operation *> unrankedCasts;
  /// Functions whose types change, and the results that do.
  llvm::SetVector<Operation *> changedFunctions;
  DenseMap<Operation *, DenseMap<unsigned, MemRefType>> changedResults;
  SmallVector<std::pair<memref::GlobalOp, MemRefType>> changedGlobals;
  /// Direct accesses that must become transfers.
  SmallVector<Operation *> vectorAccesses;
  /// Accesses that only plain types allow, and so become accesses to the
  /// physical forms of buffers.
  llvm::SetVector<Operation *> unitStrideAccesses;
  /// `bufferization.clone`s of buffers and views, which become plain copies.
  llvm::SetVector<Operation *> clones;
  /// Allocations, globals and functions with the requests, which are consumed.
  llvm::SetVector<Operation *> requestHolders;
};

/// Decides what becomes of every request in `module`. Only reads; explains
/// each refusal by an error at the op that cannot be rewritten. Cost: one
/// walk, and the number of uses of the buffers with requests.
FailureOr<AssignPlan> planAssign(ModuleOp module, const AssignOptions &options);

/// Carries out a plan. Cannot fail.
void applyAssign(ModuleOp module, const AssignPlan &plan);

} // namespace mlir::layout

#endif // LAYOUT_TRANSFORMS_ASSIGN_ASSIGN_H
