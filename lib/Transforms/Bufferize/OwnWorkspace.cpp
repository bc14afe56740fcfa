//===- OwnWorkspace.cpp - Functions that allocate their workspace ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     func.func @f(%x: memref<?xf32>, %memory: memref<?xi8>) -> i32
//
// is called by one that is run in its place:
//
//     func.func @f(%x: memref<?xf32>) {
//       %memory = alloc(call @f_workspace_bytes(dim %x, 0))
//       assert (call @f_0(%x, %memory)) == 0       (what was @f)
//       dealloc %memory
//     }
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/Workspace.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the function has the interface of a workspace.
static bool takesWorkspace(ModuleOp module, func::FuncOp function) {
  auto says = module.lookupSymbol<func::FuncOp>(
      (function.getName() + kWorkspaceBytesSuffix).str());
  if (!says || function.getNumArguments() == 0 || function.getNumResults() == 0)
    return false;
  auto memory = dyn_cast<MemRefType>(function.getArgumentTypes().back());
  return memory && memory.getRank() == 1 && memory.isDynamicDim(0) &&
         memory.getElementType().isInteger(8) &&
         function.getResultTypes().back().isInteger(32);
}

/// A function without the last argument and result of `given`.
static func::FuncOp declare(OpBuilder &builder, func::FuncOp given,
                            StringRef name) {
  FunctionType type = given.getFunctionType();
  auto function = func::FuncOp::create(
      builder, given.getLoc(), name,
      builder.getFunctionType(type.getInputs().drop_back(),
                              type.getResults().drop_back()));
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, given.getArgAttrDict(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttrs(i, given.getResultAttrDict(i));
  return function;
}

void layout::allocateOwnWorkspace(ModuleOp module, StringRef entry) {
  auto given = module.lookupSymbol<func::FuncOp>(entry);
  if (!given || given.isExternal() || !takesWorkspace(module, given))
    return;
  SymbolTable symbols(module);
  if (failed(symbols.renameToUnique(given, {})))
    return;
  OpBuilder builder(given);
  Location loc = given.getLoc();
  func::FuncOp function = declare(builder, given, entry);
  given.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  SmallVector<Value> arguments(function.getArguments());
  memref::AllocOp memory =
      allocateWorkspace(builder, loc, entry, arguments);
  arguments.push_back(memory);
  auto call = func::CallOp::create(builder, loc, given, arguments);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  Value isDone = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       call.getResults().back(), zero);
  cf::AssertOp::create(builder, loc, isDone,
                       "the function refuses the memory that it asks for");
  memref::DeallocOp::create(builder, loc, memory);
  func::ReturnOp::create(builder, loc, call.getResults().drop_back());
}
