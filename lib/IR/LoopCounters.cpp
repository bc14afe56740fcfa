//===- LoopCounters.cpp - What loops count --------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LoopCounters.h"

#include "Layout/IR/IntegerConstants.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

using Counters = SmallVector<LoopCounter>;

static LoopCounter getCounter(Value variable, OpFoldResult lower,
                              OpFoldResult upper, OpFoldResult step) {
  return {variable, {{}, {}, lower}, {{}, {}, upper}, getConstantNumber(step)};
}

static Counters readLoop(affine::AffineForOp loop) {
  return {{loop.getInductionVar(),
           {loop.getLowerBoundMap(), loop.getLowerBoundOperands(), {}},
           {loop.getUpperBoundMap(), loop.getUpperBoundOperands(), {}},
           loop.getStepAsInt()}};
}

static Counters readLoop(affine::AffineParallelOp loop) {
  Counters counters;
  for (auto [i, variable] : llvm::enumerate(loop.getIVs()))
    counters.push_back(
        {variable,
         {loop.getLowerBoundMap(i), loop.getLowerBoundsOperands(), {}},
         {loop.getUpperBoundMap(i), loop.getUpperBoundsOperands(), {}},
         loop.getSteps()[i]});
  return counters;
}

static Counters readLoop(scf::ForOp loop) {
  return {getCounter(loop.getInductionVar(), loop.getLowerBound(),
                     loop.getUpperBound(), loop.getStep())};
}

static Counters readLoop(scf::ParallelOp loop) {
  Counters counters;
  for (auto [variable, lower, upper, step] :
       llvm::zip_equal(loop.getInductionVars(), loop.getLowerBound(),
                       loop.getUpperBound(), loop.getStep()))
    counters.push_back(getCounter(variable, lower, upper, step));
  return counters;
}

static Counters readLoop(scf::ForallOp loop) {
  Counters counters;
  for (auto [variable, lower, upper, step] :
       llvm::zip_equal(loop.getInductionVars(), loop.getMixedLowerBound(),
                       loop.getMixedUpperBound(), loop.getMixedStep()))
    counters.push_back(getCounter(variable, lower, upper, step));
  return counters;
}

static Counters readLoop(gpu::LaunchOp launch) {
  Builder builder(launch.getContext());
  OpFoldResult zero = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  Counters counters;
  auto add = [&](gpu::KernelDim3 ids, gpu::KernelDim3 sizes) {
    counters.push_back(getCounter(ids.x, zero, sizes.x, one));
    counters.push_back(getCounter(ids.y, zero, sizes.y, one));
    counters.push_back(getCounter(ids.z, zero, sizes.z, one));
  };
  add(launch.getBlockIds(), launch.getGridSizeOperandValues());
  add(launch.getThreadIds(), launch.getBlockSizeOperandValues());
  return counters;
}

SmallVector<LoopCounter> layout::getLoopCounters(Operation *loop) {
  return llvm::TypeSwitch<Operation *, Counters>(loop)
      .Case<affine::AffineForOp, affine::AffineParallelOp, scf::ForOp,
            scf::ParallelOp, scf::ForallOp, gpu::LaunchOp>(
          [](auto op) { return readLoop(op); })
      .Default(Counters());
}

SmallVector<Value> layout::getLoopVariables(Operation *loop) {
  return llvm::map_to_vector(
      getLoopCounters(loop),
      [](const LoopCounter &counter) { return counter.variable; });
}
