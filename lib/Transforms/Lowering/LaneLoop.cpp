//===- LaneLoop.cpp - Lanes of a vector, one by one -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

Value layout::buildGuarded(OpBuilder &builder, Location loc, Value guard,
                           llvm::function_ref<Value(OpBuilder &)> build,
                           Value otherwise) {
  if (!guard)
    return build(builder);
  SmallVector<Type, 1> types;
  if (otherwise)
    types.push_back(otherwise.getType());
  auto branch = scf::IfOp::create(builder, loc, types, guard,
                                  /*withElseRegion=*/otherwise != nullptr);
  OpBuilder then = branch.getThenBodyBuilder();
  Value result = build(then);
  if (!otherwise)
    return {};
  scf::YieldOp::create(then, loc, result);
  OpBuilder other = branch.getElseBodyBuilder();
  scf::YieldOp::create(other, loc, otherwise);
  return branch.getResult(0);
}

static scf::ForOp buildLoop(OpBuilder &builder, Location loc, Value flat,
                            ValueRange carried) {
  int64_t size = cast<VectorType>(flat.getType()).getNumElements();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value lanes = arith::ConstantIndexOp::create(builder, loc, size);
  return scf::ForOp::create(builder, loc, zero, lanes, one, carried);
}

Value layout::buildLaneReadLoop(OpBuilder &builder, Location loc, Value base,
                                Value init, LaneElementBuilder describe) {
  auto loop = buildLoop(builder, loc, init, init);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  Value vector = loop.getRegionIterArg(0);
  LaneElement element = describe(builder, lane);
  Value next = buildGuarded(
      builder, loc, element.guard,
      [&](OpBuilder &inside) -> Value {
        Value read = memref::LoadOp::create(inside, loc, base, element.index);
        return vector::InsertOp::create(inside, loc, read, vector,
                                        OpFoldResult(lane));
      },
      vector);
  scf::YieldOp::create(builder, loc, next);
  return loop.getResult(0);
}

void layout::buildLaneWriteLoop(OpBuilder &builder, Location loc, Value base,
                                Value flat, LaneElementBuilder describe) {
  auto loop = buildLoop(builder, loc, flat, {});
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  LaneElement element = describe(builder, lane);
  buildGuarded(
      builder, loc, element.guard,
      [&](OpBuilder &inside) -> Value {
        Value stored =
            vector::ExtractOp::create(inside, loc, flat, OpFoldResult(lane));
        memref::StoreOp::create(inside, loc, stored, base, element.index);
        return {};
      },
      /*otherwise=*/nullptr);
}
