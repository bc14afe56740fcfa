//===- LoopSteps.cpp - Loop steps without wrap-around ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/LoopSteps.h"

#include "Layout/IR/IntegerConstants.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

bool layout::stepsWithoutWrap(scf::ForOp loop, std::optional<int64_t> most) {
  Type type = loop.getInductionVar().getType();
  // Index arithmetic is read as mathematics: no number is the last one.
  if (type.isIndex())
    return true;
  std::optional<int64_t> step = getConstantNumber(loop.getStep());
  // A step of 0 never ends, and a negative one goes away from the bound.
  if (!step || *step < 1)
    return false;
  if (*step == 1)
    return true;
  int64_t beyond;
  return !loop.getUnsignedCmp() && most &&
         !llvm::AddOverflow(*most, *step - 1, beyond) &&
         llvm::isIntN(type.getIntOrFloatBitWidth(), beyond);
}

bool layout::ascends(Operation *loop, std::optional<int64_t> most) {
  auto nest = dyn_cast<scf::ForOp>(loop);
  return !nest || (!nest.getUnsignedCmp() && stepsWithoutWrap(nest, most));
}
