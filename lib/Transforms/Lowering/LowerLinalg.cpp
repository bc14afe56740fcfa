//===- LowerLinalg.cpp - linalg ops become loops --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerLinalg.h"

#include "Layout/IR/LoopsAttr.h"
#include "Layout/IR/UnitLoops.h"
#include "Transforms/Support/ComposedAccesses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if all extents of the operands are symbols in the affine
/// dialect. Those of an allocation inside of a loop need not be.
static bool hasAffineExtents(Operation *op) {
  Region *scope = affine::getAffineScope(op);
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    auto shaped = dyn_cast<ShapedType>(operand.getType());
    return !shaped || shaped.hasStaticShape() ||
           affine::isTopLevelValue(operand, scope);
  });
}

/// Erases what is dead between `before` (null: the start of the block) and
/// `end`, inner ops included. Lowering to loops loads every operand, also
/// outputs whose old value is of no interest: a read that the program does not
/// have.
static void eraseDeadOps(RewriterBase &rewriter, Operation *before,
                         Operation *end) {
  SmallVector<Operation *> ops;
  Operation *op = before ? before->getNextNode() : &end->getBlock()->front();
  for (; op != end; op = op->getNextNode())
    op->walk([&](Operation *inner) { ops.push_back(inner); });
  for (Operation *candidate : llvm::reverse(ops))
    if (isOpTriviallyDead(candidate))
      rewriter.eraseOp(candidate);
}

/// Writes the maps with loops of one iteration where they have 0: what compares
/// accesses, as fusion does, sees that they are alike.
static void indexByUnitLoops(RewriterBase &rewriter, linalg::GenericOp op) {
  SmallVector<AffineMap> maps;
  for (OpOperand &operand : op->getOpOperands())
    maps.push_back(getMapWithUnitLoops(op, operand));
  rewriter.modifyOpInPlace(op, [&] {
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

void layout::lowerLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    indexByUnitLoops(rewriter, generic);
  Operation *before = op->getPrevNode();
  // Affine loops where bounds allow: later passes understand them best.
  FailureOr<linalg::LinalgLoops> loops =
      hasAffineExtents(op) ? linalg::linalgOpToAffineLoops(rewriter, op)
                           : linalg::linalgOpToLoops(rewriter, op);
  assert(succeeded(loops) && "linalg ops on buffers always become loops");
  // What is computed from linalg.index is a symbol, and from a variable is not.
  if (op.hasIndexSemantics() && succeeded(loops) && !loops->empty())
    demoteSymbols(loops->front());
  if (LoopsAttr plan = getPlan(op);
      plan && succeeded(loops) && !loops->empty())
    setPlan(loops->front(), plan);
  eraseDeadOps(rewriter, before, op);
  rewriter.eraseOp(op);
}
