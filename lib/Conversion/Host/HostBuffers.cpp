//===- HostBuffers.cpp - Addresses of host buffers ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostBuffers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

Value layout::asI64(OpBuilder &builder, Location loc, Value index) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
}

Value layout::getAddress(OpBuilder &builder, Location loc, Value buffer) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  return LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      asI64(builder, loc, address));
}

Value layout::getNumBytes(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Type element = type.getElementType();
  int64_t known = getElementTypeOrSelf(element).getIntOrFloatBitWidth() / 8;
  if (auto vector = dyn_cast<VectorType>(element))
    known *= vector.getNumElements();
  for (int64_t extent : type.getShape())
    known *= ShapedType::isDynamic(extent) ? 1 : extent;
  Value bytes =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(known));
  for (int64_t axis = 0; axis < type.getRank(); ++axis)
    if (type.isDynamicDim(axis)) {
      Value extent = memref::DimOp::create(builder, loc, buffer, axis);
      bytes = arith::MulIOp::create(builder, loc, bytes,
                                    asI64(builder, loc, extent));
    }
  return bytes;
}

void layout::removeIdentityCasts(ModuleOp module) {
  module.walk([](memref::MemorySpaceCastOp cast) {
    if (cast.getSource().getType() != cast.getType())
      return;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  });
}
