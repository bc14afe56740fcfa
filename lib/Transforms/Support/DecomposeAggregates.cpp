//===- DecomposeAggregates.cpp - Decomposition of aggregate ops -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeAggregates.h"

#include "LayoutBarriers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Builds what upstream has for a softmax on tensors: with `m` and `s` in one
/// buffer, m = max(x), o = exp(x - m), s = sum(o), o = o / s.
class BufferSoftmax {
public:
  BufferSoftmax(OpBuilder &other, linalg::SoftmaxOp op)
      : builder(op.getLoc(), other), input(op.getInput()),
        output(op.getOutput()), type(cast<MemRefType>(input.getType())) {
    unsigned rank = type.getRank();
    all = builder.getMultiDimIdentityMap(rank);
    rows = all.dropResult(op.getDimension());
    iterators.assign(rank, utils::IteratorType::parallel);
    reduction = iterators;
    reduction[op.getDimension()] = utils::IteratorType::reduction;
  }

  void build() {
    Value row = allocateRow();
    fill(row, arith::AtomicRMWKind::maxnumf);
    reduce<arith::MaxNumFOp>(input, row);
    map({input, row}, {all, rows},
        [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
          Value difference = arith::SubFOp::create(b, loc, args[0], args[1]);
          return math::ExpOp::create(b, loc, difference);
        });
    fill(row, arith::AtomicRMWKind::addf);
    reduce<arith::AddFOp>(output, row);
    map({output, row}, {all, rows},
        [&](OpBuilder &b, Location loc, ValueRange args) -> Value {
          return arith::DivFOp::create(b, loc, args[0], args[1]);
        });
    memref::DeallocOp::create(builder, row);
  }

private:
  Value allocateRow() {
    SmallVector<int64_t> shape;
    SmallVector<Value> sizes;
    for (AffineExpr result : rows.getResults()) {
      unsigned dim = cast<AffineDimExpr>(result).getPosition();
      shape.push_back(type.getDimSize(dim));
      if (type.isDynamicDim(dim))
        sizes.push_back(memref::DimOp::create(builder, input, dim));
    }
    return memref::AllocOp::create(
        builder, MemRefType::get(shape, type.getElementType()), sizes);
  }

  void fill(Value buffer, arith::AtomicRMWKind kind) {
    Value identity = arith::getIdentityValue(kind, type.getElementType(),
                                             builder, builder.getLoc());
    linalg::FillOp::create(builder, identity, buffer);
  }

  template <typename OpTy>
  void reduce(Value from, Value row) {
    linalg::GenericOp::create(
        builder, from, row, ArrayRef<AffineMap>{all, rows}, reduction,
        [](OpBuilder &b, Location loc, ValueRange args) {
          Value step = OpTy::create(b, loc, args[0], args[1]);
          linalg::YieldOp::create(b, loc, step);
        });
  }

  void map(ArrayRef<Value> from, ArrayRef<AffineMap> maps,
           function_ref<Value(OpBuilder &, Location, ValueRange)> body) {
    SmallVector<AffineMap> allMaps(maps);
    allMaps.push_back(all);
    linalg::GenericOp::create(builder, from, output, allMaps, iterators,
                              [&](OpBuilder &b, Location loc, ValueRange args) {
                                linalg::YieldOp::create(b, loc,
                                                        body(b, loc, args));
                              });
  }

  ImplicitLocOpBuilder builder;
  Value input, output;
  MemRefType type;
  AffineMap all, rows;
  SmallVector<utils::IteratorType> iterators, reduction;
};

} // namespace

/// Upstream decomposes these on tensors only.
static bool decomposeOnBuffers(Operation *root) {
  SmallVector<linalg::SoftmaxOp> softmaxes;
  root->walk([&](linalg::SoftmaxOp op) {
    if (op->getNumResults() == 0 && !isLayoutBarrier(op) &&
        isa<MemRefType>(op.getInput().getType()) &&
        isa<MemRefType>(op.getOutput().getType()) &&
        isa<FloatType>(getElementTypeOrSelf(op.getInput().getType())) &&
        getElementTypeOrSelf(op.getInput().getType()) ==
            getElementTypeOrSelf(op.getOutput().getType()))
      softmaxes.push_back(op);
  });
  for (linalg::SoftmaxOp op : softmaxes) {
    OpBuilder builder(op);
    BufferSoftmax(builder, op).build();
    op.erase();
  }
  return !softmaxes.empty();
}

bool layout::decomposeAggregates(Operation *root) {
  SmallVector<linalg::AggregatedOpInterface> aggregates;
  root->walk([&](linalg::AggregatedOpInterface op) {
    // What is made for a part has no layout; an op that is to keep the layouts
    // it has would have lost what says so.
    if (op->getNumResults() > 0 && !isLayoutBarrier(op) &&
        llvm::all_of(op->getOperandTypes(), [](Type type) {
          auto tensor = dyn_cast<RankedTensorType>(type);
          return !isa<ShapedType>(type) || (tensor && !tensor.getEncoding());
        }))
      aggregates.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  bool hasChanged = decomposeOnBuffers(root);
  for (linalg::AggregatedOpInterface op : aggregates) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      continue;
    rewriter.replaceOp(op, *parts);
    hasChanged = true;
  }
  return hasChanged;
}
