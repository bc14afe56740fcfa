//===- PlanReport.h - Plans that are not followed ---------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_TRANSFORMS_NESTS_PLANREPORT_H
#define LIB_TRANSFORMS_NESTS_PLANREPORT_H

#include "Layout/IR/LoopsAttr.h"
#include "Layout/Transforms/Support/Remarks.h"

namespace mlir::layout {

/// Says that the plan on `op` is not followed, and why: an error if a user has
/// written it; otherwise a remark, with this name. Returns failure of a user's
/// plan.
inline LogicalResult reportPlan(Operation *op, LoopsAttr plan,
                                StringRef remark, const Twine &why) {
  if (plan.isUsers())
    return op->emitError() << "'layout.loops' cannot be followed: " << why;
  remarkMissed(op->getLoc(), remark)
      << ("the plan of the nest, by '" + stringify(plan.getAuthor()) +
          "', is not followed: " + why)
             .str();
  return success();
}

} // namespace mlir::layout

#endif // LIB_TRANSFORMS_NESTS_PLANREPORT_H
