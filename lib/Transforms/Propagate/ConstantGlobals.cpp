//===- ConstantGlobals.cpp - Constant globals as tensors ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantGlobals.h"

#include "Layout/IR/Layout.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/SymbolUses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

using bufferization::ToTensorOp;

/// The tensors from which converted tensors are made, by chains of ops with one
/// operand.
static llvm::SetVector<ToTensorOp> findConverted(ModuleOp module) {
  llvm::SetVector<ToTensorOp> found;
  DenseSet<Operation *> seen;
  module.walk([&](ConvertOp convert) {
    Operation *op = convert;
    while (op && seen.insert(op).second) {
      if (auto tensor = dyn_cast<ToTensorOp>(op))
        found.insert(tensor);
      bool isMade = op->getNumOperands() > 0 && op->getNumResults() == 1 &&
                    isa<RankedTensorType>(op->getOperand(0).getType());
      op = isMade ? op->getOperand(0).getDefiningOp() : nullptr;
    }
  });
  return found;
}

/// The elements that `buffer` has for as long as the program runs; null if they
/// are not known. Another memory space, or another order, is what a constant
/// would not have.
static ElementsAttr getElements(Value buffer, SymbolTableCollection &symbols) {
  auto get = buffer.getDefiningOp<memref::GetGlobalOp>();
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!get || !type || type.getMemorySpace() || !type.getLayout().isIdentity())
    return {};
  memref::GlobalOp global =
      lookUpConstantGlobal(get, get.getNameAttr().getAttr(), symbols);
  if (!global || !global.isPrivate() ||
      !global->getDiscardableAttrs().empty() || !global.getInitialValue())
    return {};
  return dyn_cast<ElementsAttr>(*global.getInitialValue());
}

static void replaceByConstant(ToTensorOp tensor, ElementsAttr elements) {
  OpBuilder builder(tensor);
  auto constant = arith::ConstantOp::create(builder, tensor.getLoc(),
                                            cast<TypedAttr>(elements));
  remarkDone(tensor.getLoc(), "layout-reflow/constant-global")
      << "read from a private constant memref.global: it is an "
         "arith.constant now";
  tensor.replaceAllUsesWith(constant.getResult());
}

/// Erases what read the globals, and those that nothing names any more.
static void eraseUnused(ModuleOp module, ArrayRef<ToTensorOp> tensors,
                        SymbolTableCollection &symbols) {
  llvm::SetVector<Operation *> globals;
  for (ToTensorOp tensor : tensors) {
    auto get = tensor.getBuffer().getDefiningOp<memref::GetGlobalOp>();
    tensor.erase();
    globals.insert(symbols.lookupNearestSymbolFrom(get, get.getNameAttr()));
    if (get->use_empty())
      get.erase();
  }
  SymbolUserMap users(symbols, module);
  for (Operation *global : globals)
    if (users.useEmpty(global))
      global->erase();
}

bool layout::readConstantGlobals(ModuleOp module) {
  SymbolTableCollection symbols;
  SmallVector<ToTensorOp> replaced;
  for (ToTensorOp tensor : findConverted(module))
    if (ElementsAttr elements = getElements(tensor.getBuffer(), symbols);
        elements && elements.getType() == tensor.getType()) {
      replaceByConstant(tensor, elements);
      replaced.push_back(tensor);
    }
  if (!replaced.empty())
    eraseUnused(module, replaced, symbols);
  return !replaced.empty();
}
