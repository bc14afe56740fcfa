//===- NestReorderDialect.cpp - The dialect of new loops ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestReorderDialect.h"

#include "Layout/IR/AffineIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Can bounds and conditions of affine ops be all that the plan needs?
static bool canBeAffine(const NestReorderRequest &request,
                        const NestReorderPlan &plan) {
  Region *scope = affine::getAffineScope(request.chain.getRoot());
  auto isValid = [&](Value value) { return mayBeAffineDim(value, scope); };
  auto isClamped = [](const Interval &clamp) {
    return clamp.low || clamp.high;
  };
  return llvm::all_of(plan.fixed, isValid) &&
         llvm::all_of(llvm::zip(plan.fixed, plan.clamps.ofNumbers),
                      [&](auto pair) {
                        auto [value, clamp] = pair;
                        return !isClamped(clamp) ||
                               affine::isTopLevelValue(value, scope);
                      }) &&
         llvm::all_of(plan.inner, llvm::IsaPred<affine::AffineForOp>) &&
         llvm::all_of(plan.loops, [&](const NestReorderPlan::NewLoop &loop) {
           return loop.upper || loop.upperExpr ||
                  affine::isTopLevelValue(request.buffer, scope);
         });
}

/// The last op inside that could not use loops of another dialect; null if
/// none.
static Operation *findAffineUser(const LoopChain &chain) {
  Operation *affineOp = nullptr;
  chain.getRoot()->walk([&](Operation *op) {
    bool isFree =
        isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
            op) ||
        (isa<affine::AffineForOp, affine::AffineYieldOp>(op) &&
         llvm::is_contained(chain.getOps(), op));
    if (isa_and_nonnull<affine::AffineDialect>(op->getDialect()) && !isFree &&
        !isa<affine::AffineYieldOp>(op))
      affineOp = op;
  });
  return affineOp;
}

LogicalResult
layout::chooseNestReorderDialect(const NestReorderRequest &request,
                                 NestReorderPlan &plan,
                                 NestReorderRefusal &refusal) {
  plan.isAffine = canBeAffine(request, plan);
  if (plan.isAffine)
    return success();
  if (Operation *affineOp = findAffineUser(request.chain))
    return refusal.give(
        "mixed-dialects",
        "the new loops must be scf.for, whose variables ops of the affine "
        "dialect in the body cannot use; lower those first (lower-affine)",
        affineOp);
  return success();
}
