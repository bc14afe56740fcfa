//===- NestCopy.cpp - Nests as functions of their own ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Tuning/NestCopy.h"

#include "Layout/IR/LoopsAttr.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kName = "nest";

/// The attributes of the argument that a value becomes.
static DictionaryAttr describeValue(Value value) {
  MLIRContext *context = value.getContext();
  NamedAttrList attributes;
  if (!isa<MemRefType>(value.getType()))
    return attributes.getDictionary(context);
  StringRef noalias = LLVM::LLVMDialect::getNoAliasAttrName();
  StringRef align = LLVM::LLVMDialect::getAlignAttrName();
  if (Operation *source = value.getDefiningOp()) {
    if (hasEffect<MemoryEffects::Allocate>(source, value))
      attributes.set(noalias, UnitAttr::get(context));
    if (auto stated = source->getAttrOfType<IntegerAttr>("alignment"))
      attributes.set(align, stated);
    return attributes.getDictionary(context);
  }
  auto argument = cast<BlockArgument>(value);
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (function && argument.getOwner()->isEntryBlock())
    for (StringRef name : {noalias, align})
      if (Attribute stated = function.getArgAttr(argument.getArgNumber(), name))
        attributes.set(name, stated);
  return attributes.getDictionary(context);
}

OwningOpRef<func::FuncOp> layout::copyNest(affine::AffineForOp root) {
  if (root.getNumResults() != 0)
    return nullptr;
  llvm::SetVector<Value> used(root->operand_begin(), root->operand_end());
  getUsedValuesDefinedAbove(root->getRegions(), used);
  SmallVector<Operation *> constants;
  SmallVector<Value> arguments;
  for (Value value : used)
    if (Operation *op = value.getDefiningOp();
        op && matchPattern(op, m_Constant()))
      constants.push_back(op);
    else
      arguments.push_back(value);
  Location loc = root.getLoc();
  OpBuilder builder(root.getContext());
  FunctionType type =
      builder.getFunctionType(TypeRange(ValueRange(arguments)), TypeRange());
  OwningOpRef<func::FuncOp> function = func::FuncOp::create(loc, kName, type);
  Block *body = function->addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping mapping;
  for (auto [i, value] : llvm::enumerate(arguments)) {
    mapping.map(value, body->getArgument(i));
    function->setArgAttrs(i, describeValue(value));
  }
  for (Operation *constant : constants)
    builder.clone(*constant, mapping);
  Operation *copy = builder.clone(*root, mapping);
  removePlan(copy);
  func::ReturnOp::create(builder, loc);
  return function;
}

affine::AffineForOp layout::getNestOf(func::FuncOp function) {
  if (function.isExternal())
    return nullptr;
  auto loops = function.getBody().front().getOps<affine::AffineForOp>();
  return llvm::hasSingleElement(loops) ? *loops.begin() : nullptr;
}

std::string layout::getNestText(func::FuncOp function) {
  OwningOpRef<func::FuncOp> copy(function.clone());
  copy->setName(kName);
  copy->setPublic();
  (*copy)->removeDiscardableAttr(kTunedAttrName);
  if (affine::AffineForOp nest = getNestOf(*copy))
    removePlan(nest);
  std::string text;
  llvm::raw_string_ostream stream(text);
  copy->print(stream, OpPrintingFlags().useLocalScope());
  return text;
}
