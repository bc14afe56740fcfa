//===- LongerCopy.cpp - Copies of buffers with room for a vector ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LongerCopy.h"

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

void LongerCopy::insert(affine::AffineForOp nest) {
  auto type = cast<MemRefType>(source.getType());
  auto function = nest->getParentOfType<FunctionOpInterface>();
  Location loc = nest.getLoc();
  // In a loop, each iteration would take more of the stack.
  OpBuilder entry =
      OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  buffer = memref::AllocaOp::create(
      entry, loc, MemRefType::get({size}, type.getElementType()),
      entry.getI64IntegerAttr(kLineBytes));
  OpBuilder builder(nest);
  filling = affine::AffineForOp::create(builder, loc, 0, type.getDimSize(0));
  builder.setInsertionPointToStart(filling.getBody());
  Value index = filling.getInductionVar();
  Value element = affine::AffineLoadOp::create(builder, loc, source, index);
  affine::AffineStoreOp::create(builder, loc, element, buffer, index);
  for (affine::AffineLoadOp load : loads)
    load.getMemrefMutable().assign(buffer);
}

void LongerCopy::remove() {
  for (affine::AffineLoadOp load : loads)
    load.getMemrefMutable().assign(source);
  filling.erase();
  buffer.erase();
  filling = {};
  buffer = {};
}
