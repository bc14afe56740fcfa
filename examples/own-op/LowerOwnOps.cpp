//===- LowerOwnOps.cpp - The ops as upstream's ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OwnOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace own;

static void lower(RewriterBase &rewriter, AddToOp op) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value old =
      memref::LoadOp::create(rewriter, loc, op.getMemref(), op.getIndices());
  Value sum = arith::AddFOp::create(rewriter, loc, old, op.getValue());
  rewriter.replaceOpWithNewOp<memref::StoreOp>(op, sum, op.getMemref(),
                                               op.getIndices());
}

namespace {

struct LowerOwnOps : public PassWrapper<LowerOwnOps, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerOwnOps)

  StringRef getArgument() const final { return "own-lower"; }
  StringRef getDescription() const final { return "own ops as upstream's"; }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    memref::MemRefDialect>();
  }

  void runOnOperation() final {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](Operation *op) {
      if (auto addTo = dyn_cast<AddToOp>(op))
        lower(rewriter, addTo);
      else if (auto clamp = dyn_cast<ClampOp>(op))
        clamp.decompose(rewriter);
    });
  }
};

} // namespace

void own::registerLowerOwnOpsPass() { PassRegistration<LowerOwnOps>(); }
