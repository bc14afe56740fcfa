//===- TransformOpsLoops.cpp - Plans of nests in schedules ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/TransformOps/TransformOps.h"
#include "Refusal.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::schedule;

static bool isLoop(Operation *op) {
  return isa<affine::AffineForOp, scf::ForOp>(op);
}

/// Returns true if the loop is all that the loop around it does.
static bool isInPerfectNest(Operation *loop) {
  return isLoop(loop->getParentOp()) && llvm::hasNItems(*loop->getBlock(), 2);
}

/// What can have a plan in a function, in the order of the text.
static SmallVector<Operation *> findNests(Operation *function) {
  SmallVector<Operation *> nests;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op) || (isLoop(op) && !isInPerfectNest(op)))
      nests.push_back(op);
  });
  return nests;
}

/// The op that gets the plan; null, with `why`, if there is none.
static Operation *findNest(LoopsOp op, Operation *target, std::string &why) {
  std::optional<int64_t> nest = op.getNest();
  if (!nest) {
    if (isLoop(target) || isa<linalg::LinalgOp>(target))
      return target;
    why = ("expects affine.for, scf.for or linalg ops, or functions with "
           "'nest'; found '" +
           target->getName().getStringRef() + "'")
              .str();
    return nullptr;
  }
  if (!isa<FunctionOpInterface>(target)) {
    why = ("'nest' expects functions, found '" +
           target->getName().getStringRef() + "'")
              .str();
    return nullptr;
  }
  SmallVector<Operation *> nests = findNests(target);
  if (*nest >= 0 && *nest < int64_t(nests.size()))
    return nests[*nest];
  why = "there is no nest " + std::to_string(*nest) + "; the function has " +
        std::to_string(nests.size()) + ", counted from 0";
  return nullptr;
}

DiagnosedSilenceableFailure
LoopsOp::apply(transform::TransformRewriter &rewriter,
               transform::TransformResults &results,
               transform::TransformState &state) {
  SmallVector<Operation *> nests;
  for (Operation *target : state.getPayloadOps(getTarget())) {
    std::string why;
    Operation *nest = findNest(*this, target, why);
    if (!nest)
      return refuse(*this, why);
    nests.push_back(nest);
  }
  for (Operation *nest : nests)
    rewriter.modifyOpInPlace(nest, [&] {
      nest->setDiscardableAttr(kLoopsAttrName, getPlan());
    });
  return DiagnosedSilenceableFailure::success();
}

void LoopsOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  transform::onlyReadsHandle(getTargetMutable(), effects);
  transform::modifiesPayload(effects);
}
