//===- AccessRows.cpp - Vector accesses unrolled into rows ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   vector.store %v, %m[%i, %j] : memref<?x?xf32>, vector<2x4xf32>
// becomes
//   %0 = vector.extract %v[0] : vector<4xf32> from vector<2x4xf32>
//   vector.store %0, %m[%i, %j] : memref<?x?xf32>, vector<4xf32>
//   %1 = vector.extract %v[1] : vector<4xf32> from vector<2x4xf32>
//   vector.store %1, %m[%i + 1, %j] : memref<?x?xf32>, vector<4xf32>
//
//===----------------------------------------------------------------------===//

#include "AccessRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

static VectorType getLanes(Operation *op) {
  return TypeSwitch<Operation *, VectorType>(op)
      .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
            vector::MaskedStoreOp, vector::ScatterOp>(
          [](auto access) { return access.getVectorType(); })
      .Default([](Operation *) { return VectorType(); });
}

static Type getBufferType(Operation *op) {
  return TypeSwitch<Operation *, Type>(op)
      .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
            vector::MaskedStoreOp, vector::ScatterOp>(
          [](auto access) { return access.getBase().getType(); });
}

bool layout::hasSeveralRows(Operation *op) {
  VectorType lanes = getLanes(op);
  if (!lanes || lanes.getRank() < 2 || lanes.isScalable())
    return false;
  auto buffer = dyn_cast<MemRefType>(getBufferType(op));
  return buffer && buffer.getElementType() == lanes.getElementType() &&
         (isa<vector::ScatterOp>(op) || buffer.getRank() >= lanes.getRank());
}

namespace {

class RowExpansion {
public:
  RowExpansion(RewriterBase &rewriter, Operation *op)
      : rewriter(rewriter), builder(op->getLoc(), rewriter), op(op),
        lanes(getLanes(op)) {}

  void run() {
    builder.setInsertionPoint(op);
    ArrayRef<int64_t> rows = lanes.getShape().drop_back();
    SmallVector<int64_t> strides = computeStrides(rows);
    for (int64_t i = 0, e = computeProduct(rows); i < e; ++i)
      expandRow(delinearize(i, strides));
    if (op->getNumResults() == 0)
      return rewriter.eraseOp(op);
    rewriter.replaceOp(op, loaded);
  }

private:
  void expandRow(ArrayRef<int64_t> row) {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      if (isa<VectorType>(operand.getType()) && !mapping.contains(operand))
        mapping.map(operand, vector::ExtractOp::create(builder, operand, row));
    Operation *access = builder.clone(*op, mapping);
    rewriter.modifyOpInPlace(access, [&] { moveToRow(access, row); });
    if (access->getNumResults() == 0)
      return;
    access->getResult(0).setType(
        VectorType::get(lanes.getShape().back(), lanes.getElementType()));
    if (!loaded)
      loaded = ub::PoisonOp::create(builder, lanes);
    loaded =
        vector::InsertOp::create(builder, access->getResult(0), loaded, row);
  }

  void moveToRow(Operation *access, ArrayRef<int64_t> row) {
    if (isa<vector::ScatterOp>(access)) // its rows are all at one base
      return;
    if (llvm::any_of(row, [](int64_t at) { return at != 0; }))
      access->removeAttr("alignment");
    TypeSwitch<Operation *>(access)
        .Case<vector::LoadOp, vector::StoreOp, vector::MaskedLoadOp,
              vector::MaskedStoreOp>([&](auto access) {
          MutableOperandRange indices = access.getIndicesMutable();
          unsigned first = indices.size() - lanes.getRank();
          for (auto [i, at] : llvm::enumerate(row))
            if (at != 0)
              indices[first + i].set(
                  advance(access, indices[first + i].get(), at));
        });
  }

  Value advance(Operation *access, Value index, int64_t by) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(access);
    Value offset = arith::ConstantIndexOp::create(builder, by);
    return arith::AddIOp::create(builder, index, offset);
  }

  RewriterBase &rewriter;
  ImplicitLocOpBuilder builder;
  Operation *op;
  VectorType lanes;
  Value loaded;
};

} // namespace

void layout::expandRows(RewriterBase &rewriter, Operation *op) {
  RowExpansion(rewriter, op).run();
}
