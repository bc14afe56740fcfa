//===- ReverseParallel.cpp - Parallel loops backwards ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReverseParallel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::layout;

/// low + last - value, where `last` is the one that a loop from `low` to `high`
/// ends with: as many steps from the end as `value` is from the beginning.
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

void layout::reverseParallelLoops(ModuleOp module) {
  module.walk([](scf::ParallelOp loop) {
    if (loop.getNumResults() != 0)
      return;
    OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
    for (auto [variable, low, high, step] :
         llvm::zip_equal(loop.getInductionVars(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep())) {
      Value mirrored =
          mirror(builder, loop.getLoc(), variable, low, high, step);
      Operation *own = mirrored.getDefiningOp();
      variable.replaceUsesWithIf(
          mirrored, [&](OpOperand &use) { return use.getOwner() != own; });
    }
  });
}
