//===- LowerLinalg.cpp - linalg ops become loops --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerLinalg.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Are all extents of the operands symbols in the affine dialect? Those of what
/// is born inside of a loop need not be.
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

/// Is `value` computed in the body of `op` from the indices of an iteration?
static bool dependsOnIndex(Value value, Operation *op) {
  SmallVector<Value> worklist{value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Operation *source = worklist.pop_back_val().getDefiningOp();
    if (!source || !op->isProperAncestor(source) || !seen.insert(source).second)
      continue;
    if (isa<linalg::IndexOp>(source))
      return true;
    llvm::append_range(worklist, source->getOperands());
  }
  return false;
}

/// The same map with symbols that depend on an iteration of `op` as dimensions.
static void demoteSymbols(AffineMap &map, SmallVectorImpl<Value> &operands,
                          Operation *op) {
  MLIRContext *context = map.getContext();
  unsigned numDims = map.getNumDims();
  SmallVector<AffineExpr> symbols;
  SmallVector<Value> dims(operands.begin(), operands.begin() + numDims), kept;
  for (Value operand : llvm::drop_begin(operands, numDims)) {
    bool isDim = dependsOnIndex(operand, op);
    symbols.push_back(isDim ? getAffineDimExpr(dims.size(), context)
                            : getAffineSymbolExpr(kept.size(), context));
    (isDim ? dims : kept).push_back(operand);
  }
  map = map.replaceDimsAndSymbols({}, symbols, dims.size(), kept.size());
  operands = std::move(dims);
  llvm::append_range(operands, kept);
}

/// MLIR takes what is computed from `linalg.index` alone for a symbol. The
/// variable of a loop, which takes its place, is none.
static void demoteIndexSymbols(RewriterBase &rewriter, linalg::LinalgOp op) {
  if (!op.hasIndexSemantics())
    return;
  auto demote = [&](auto user, unsigned firstOperand) {
    AffineMap map = user.getAffineMap();
    SmallVector<Value> operands(
        llvm::drop_begin(user->getOperands(), firstOperand));
    demoteSymbols(map, operands, op);
    if (map == user.getAffineMap())
      return;
    rewriter.modifyOpInPlace(user, [&] {
      user->setOperands(firstOperand, operands.size(), operands);
      user.setMap(map);
    });
  };
  op->walk([&](Operation *user) {
    llvm::TypeSwitch<Operation *>(user)
        .Case<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
            [&](auto value) { demote(value, 0); })
        .Case([&](affine::AffineLoadOp load) { demote(load, 1); })
        .Case([&](affine::AffineStoreOp store) { demote(store, 2); });
  });
}

void layout::lowerLinalg(RewriterBase &rewriter, linalg::LinalgOp op) {
  demoteIndexSymbols(rewriter, op);
  rewriter.setInsertionPoint(op);
  Operation *before = op->getPrevNode();
  // Affine loops where bounds allow: later passes understand them best.
  FailureOr<linalg::LinalgLoops> loops =
      hasAffineExtents(op) ? linalg::linalgOpToAffineLoops(rewriter, op)
                           : linalg::linalgOpToLoops(rewriter, op);
  assert(succeeded(loops) && "linalg ops on buffers always become loops");
  (void)loops;
  eraseDeadOps(rewriter, before, op);
  rewriter.eraseOp(op);
}
