//===- SwitchDestinations.cpp - Tensors of many branches ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/SwitchDestinations.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::layout;

/// With fewer branches than this, one-shot analysis takes no noticeable time.
static constexpr unsigned minBranches = 16;

/// Returns the result as a tensor that can be copied into a buffer of its own;
/// null if it is none.
static RankedTensorType getCopied(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding()
             ? tensor
             : RankedTensorType();
}

static Value buildBuffer(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  return memref::AllocOp::create(
      builder, loc, MemRefType::get(type.getShape(), type.getElementType()),
      // The alignment that bufferization gives its allocations.
      builder.getI64IntegerAttr(64));
}

/// `buffers` has one for each result that is to be copied, null for others.
static void copyYielded(scf::YieldOp yield, ArrayRef<Value> buffers) {
  OpBuilder builder(yield);
  SmallVector<Value> kept;
  for (auto [value, buffer] : llvm::zip_equal(yield.getOperands(), buffers)) {
    if (!buffer)
      kept.push_back(value);
    else
      bufferization::MaterializeInDestinationOp::create(
          builder, yield.getLoc(), /*result=*/Type(), value, buffer,
          /*restrict=*/false, /*writable=*/true);
  }
  yield.getResultsMutable().assign(kept);
}

static void buildDestinations(scf::IndexSwitchOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> buffers;
  SmallVector<Type> keptTypes;
  for (Type type : op.getResultTypes()) {
    RankedTensorType copied = getCopied(type);
    buffers.push_back(copied ? buildBuffer(builder, loc, copied) : Value());
    if (!copied)
      keptTypes.push_back(type);
  }
  for (Region &region : op->getRegions())
    copyYielded(cast<scf::YieldOp>(region.front().getTerminator()), buffers);
  auto made = scf::IndexSwitchOp::create(builder, loc, keptTypes, op.getArg(),
                                         op.getCases(), op.getNumCases());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), made->getRegions()))
    to.takeBody(from);
  unsigned numKept = 0;
  for (auto [result, buffer] : llvm::zip_equal(op.getResults(), buffers)) {
    Value value =
        buffer ? bufferization::ToTensorOp::create(builder, loc,
                                                   result.getType(), buffer,
                                                   /*restrict=*/true,
                                                   /*writable=*/true)
                     .getResult()
               : made.getResult(numKept++);
    result.replaceAllUsesWith(value);
  }
  op.erase();
}

void layout::buildSwitchDestinations(ModuleOp module) {
  SmallVector<scf::IndexSwitchOp> switches;
  // Inner ones first.
  module.walk([&](scf::IndexSwitchOp op) {
    if (op->getNumRegions() >= minBranches &&
        llvm::any_of(op.getResultTypes(), getCopied))
      switches.push_back(op);
  });
  for (scf::IndexSwitchOp op : switches)
    buildDestinations(op);
}
