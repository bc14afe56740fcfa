//===- ChooseBranches.cpp - Layouts chosen at run time --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChooseBranches.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::layout;

/// The product of the extents that are not known. It does not overflow: the
/// tensor has at least as many elements.
static Value buildRows(OpBuilder &builder, const ChosenLayouts &chosen) {
  Location loc = chosen.op->getLoc();
  Value init = cast<linalg::LinalgOp>(chosen.op).getDpsInits().front();
  Value rows;
  for (unsigned d : chosen.unknownRows) {
    Value extent = tensor::DimOp::create(builder, loc, init, d);
    rows = rows ? arith::MulIOp::create(builder, loc, rows, extent).getResult()
                : extent;
  }
  return rows;
}

/// A copy of the op at the end of an arm, which yields its results.
static Operation *buildArm(OpBuilder &builder, Operation *op, Block *arm) {
  builder.setInsertionPointToEnd(arm);
  Value init = cast<linalg::LinalgOp>(op).getDpsInits().front();
  IRMapping map;
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    map.map(init, builder.clone(*fill)->getResult(0));
  Operation *copy = builder.clone(*op, map);
  scf::YieldOp::create(builder, op->getLoc(), copy->getResults());
  return copy;
}

void layout::applyFromRowsOn(RewriterBase &rewriter,
                             const ChosenLayouts &chosen) {
  Operation *op = chosen.op;
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  Value least = arith::ConstantIndexOp::create(rewriter, loc, chosen.leastRows);
  Value areFew = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult,
                                       buildRows(rewriter, chosen), least);
  auto branch = scf::IfOp::create(rewriter, loc, op->getResultTypes(), areFew,
                                  /*withElseRegion=*/true);
  // So that another run of the pass does not ask for the rows again.
  buildArm(rewriter, op, branch.thenBlock())
      ->setAttr(LayoutDialect::kPreferAttrName, rewriter.getUnitAttr());
  ChosenLayouts laidOut = chosen;
  laidOut.op = buildArm(rewriter, op, branch.elseBlock());
  rewriter.replaceOp(op, branch.getResults());
  applyChosen(rewriter, laidOut);
}
