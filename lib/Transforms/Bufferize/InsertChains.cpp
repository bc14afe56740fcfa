//===- InsertChains.cpp - Chains of slice insertions ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/InsertChains.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::layout;

/// Shorter chains take the analysis no time, and it may find that a slice needs
/// no copy.
static constexpr size_t minSlices = 16;

/// That of buffers which bufferization makes.
static constexpr int64_t kBufferAlignment = 64;

using InsertChain = SmallVector<tensor::InsertSliceOp>;

/// Returns the next op of the chain: the one use of the tensor, as a
/// destination in the same block.
static tensor::InsertSliceOp getNext(tensor::InsertSliceOp insert) {
  if (!insert->hasOneUse())
    return {};
  OpOperand &use = *insert->use_begin();
  auto next = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
  return next && next->getBlock() == insert->getBlock() &&
                 &use == &next.getDestMutable()
             ? next
             : tensor::InsertSliceOp();
}

/// Returns the fill whose result the chain that begins with `first` overwrites
/// in part, if nothing else uses it; null if there is none.
static linalg::FillOp getFill(tensor::InsertSliceOp first) {
  auto fill = first.getDest().getDefiningOp<linalg::FillOp>();
  return fill && fill->hasOneUse() && fill->getBlock() == first->getBlock()
             ? fill
             : linalg::FillOp();
}

/// Returns the tensor that the chain, or its fill, writes into; null if it is
/// not empty before.
static tensor::EmptyOp getEmpty(tensor::InsertSliceOp first) {
  linalg::FillOp fill = getFill(first);
  Value tensor = fill ? fill.getDpsInitOperand(0)->get() : first.getDest();
  return tensor.getDefiningOp<tensor::EmptyOp>();
}

/// Returns the chain that begins with `first`; empty if its tensor is not a
/// plain one that is empty, or filled, before.
static InsertChain collectChain(tensor::InsertSliceOp first) {
  tensor::EmptyOp empty = getEmpty(first);
  if (!empty || empty.getType().getEncoding() ||
      empty->getBlock() != first->getBlock() ||
      llvm::any_of(empty->getUsers(), llvm::IsaPred<tensor::ExtractSliceOp>))
    return {};
  InsertChain chain;
  for (tensor::InsertSliceOp next = first; next; next = getNext(next)) {
    if (next.getSourceType().getEncoding())
      return {};
    chain.push_back(next);
  }
  return chain;
}

static void buildSlice(tensor::InsertSliceOp insert, Value buffer) {
  OpBuilder builder(insert);
  Location loc = insert.getLoc();
  RankedTensorType source = insert.getSourceType();
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      source.getShape(), cast<MemRefType>(buffer.getType()),
      insert.getMixedOffsets(), insert.getMixedSizes(),
      insert.getMixedStrides()));
  Value slice = memref::SubViewOp::create(
      builder, loc, type, buffer, insert.getMixedOffsets(),
      insert.getMixedSizes(), insert.getMixedStrides());
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), insert.getSource(), slice,
      /*restrict=*/false, /*writable=*/true);
}

static void buildChain(const InsertChain &chain) {
  tensor::InsertSliceOp first = chain.front(), last = chain.back();
  tensor::EmptyOp empty = getEmpty(first);
  linalg::FillOp fill = getFill(first);
  OpBuilder builder(first);
  RankedTensorType tensor = empty.getType();
  Value buffer = memref::AllocOp::create(
      builder, empty.getLoc(),
      MemRefType::get(tensor.getShape(), tensor.getElementType()),
      empty.getDynamicSizes(),
      builder.getI64IntegerAttr(kBufferAlignment));
  // Zeros into which slices are inserted. The analysis is quadratic in such
  // chains: more than 40 s for 200 slices.
  if (fill)
    linalg::FillOp::create(builder, fill.getLoc(), fill.getInputs(), buffer);
  for (tensor::InsertSliceOp insert : chain)
    buildSlice(insert, buffer);
  builder.setInsertionPoint(last);
  Value whole = bufferization::ToTensorOp::create(builder, last.getLoc(),
                                                  tensor, buffer,
                                                  /*restrict=*/true,
                                                  /*writable=*/true);
  last.replaceAllUsesWith(whole);
  for (tensor::InsertSliceOp insert : llvm::reverse(chain))
    insert.erase();
  if (fill)
    fill.erase();
  if (empty->use_empty())
    empty.erase();
}

void layout::buildInsertChains(ModuleOp module) {
  std::vector<InsertChain> chains;
  module.walk([&](tensor::InsertSliceOp insert) {
    InsertChain chain = collectChain(insert);
    if (chain.size() >= minSlices)
      chains.push_back(std::move(chain));
  });
  for (const InsertChain &chain : chains)
    buildChain(chain);
}
