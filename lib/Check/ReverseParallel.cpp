//===- ReverseParallel.cpp - Parallel loops backwards ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseParallel.h"

#include "Layout/IR/ControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns low + last - value, where `last` is the last value of a loop from
/// `low` to `high`: as many steps from the end as `value` is from the
/// beginning.
static Value mirror(OpBuilder &builder, Location loc, Value value, Value low,
                    Value high, Value step) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value span = arith::SubIOp::create(builder, loc, high, low);
  span = arith::SubIOp::create(builder, loc, span, one);
  Value steps = arith::DivSIOp::create(builder, loc, span, step);
  Value reach = arith::MulIOp::create(builder, loc, steps, step);
  Value last = arith::AddIOp::create(builder, loc, low, reach);
  Value sum = arith::AddIOp::create(builder, loc, low, last);
  return arith::SubIOp::create(builder, loc, sum, value);
}

static void reverse(LoopLikeOpInterface loop) {
  OpBuilder builder = OpBuilder::atBlockBegin(&loop->getRegion(0).front());
  auto get = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loop.getLoc(), number);
  };
  for (auto [variable, low, high, step] :
       llvm::zip_equal(*loop.getLoopInductionVars(), *loop.getLoopLowerBounds(),
                       *loop.getLoopUpperBounds(), *loop.getLoopSteps())) {
    Value mirrored = mirror(builder, loop.getLoc(), variable, get(low),
                            get(high), get(step));
    Operation *own = mirrored.getDefiningOp();
    variable.replaceUsesWithIf(
        mirrored, [&](OpOperand &use) { return use.getOwner() != own; });
  }
}

void layout::reverseParallelLoops(ModuleOp module) {
  module.walk([](LoopLikeOpInterface loop) {
    if (isParallelLoop(loop) && loop->getNumResults() == 0)
      reverse(loop);
  });
}
