//===- LoopCounters.cpp - Comparison of loop counters ---------------------===//
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
  std::optional<int64_t> number = getConstantNumber(step);
  return {variable,
          {{}, {}, lower},
          {{}, {}, upper},
          number,
          number ? Value() : cast<Value>(step)};
}

static Counters readLoop(affine::AffineForOp loop) {
  return {{loop.getInductionVar(),
           {loop.getLowerBoundMap(), loop.getLowerBoundOperands(), {}},
           {loop.getUpperBoundMap(), loop.getUpperBoundOperands(), {}},
           loop.getStepAsInt(),
           {}}};
}

static Counters readLoop(affine::AffineParallelOp loop) {
  Counters counters;
  for (auto [i, variable] : llvm::enumerate(loop.getIVs()))
    counters.push_back(
        {variable,
         {loop.getLowerBoundMap(i), loop.getLowerBoundsOperands(), {}},
         {loop.getUpperBoundMap(i), loop.getUpperBoundsOperands(), {}},
         loop.getSteps()[i],
         {}});
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

std::optional<int64_t> CounterBound::getConstant() const {
  if (!map)
    return getConstantNumber(value);
  if (!map.isSingleConstant())
    return std::nullopt;
  return map.getSingleConstantResult();
}

static bool comparesUnsigned(Operation *loop) {
  auto scfFor = dyn_cast<scf::ForOp>(loop);
  return scfFor && scfFor.getUnsignedCmp();
}

bool layout::isSurelyEntered(Operation *loop) {
  SmallVector<LoopCounter> counters = getLoopCounters(loop);
  // Negative numbers have another order where they are compared without sign.
  bool isUnsigned = comparesUnsigned(loop);
  return !counters.empty() &&
         llvm::all_of(counters, [&](const LoopCounter &counter) {
           std::optional<int64_t> low = counter.lower.getConstant(),
                                  high = counter.upper.getConstant();
           return low && high && *low < *high && (!isUnsigned || *low >= 0);
         });
}

static bool isSame(const CounterBound &a, const CounterBound &b) {
  if (std::optional<int64_t> number = a.getConstant())
    return number == b.getConstant();
  return a.map == b.map && a.value == b.value &&
         llvm::equal(a.operands, b.operands);
}

bool layout::countAlike(Operation *a, Operation *b) {
  SmallVector<LoopCounter> counters = getLoopCounters(a);
  if (counters.empty() || a->getName() != b->getName() ||
      comparesUnsigned(a) != comparesUnsigned(b))
    return false;
  return llvm::equal(counters, getLoopCounters(b),
                     [](const LoopCounter &one, const LoopCounter &other) {
                       return one.variable.getType() ==
                                  other.variable.getType() &&
                              isSame(one.lower, other.lower) &&
                              isSame(one.upper, other.upper) &&
                              one.step == other.step &&
                              one.dynamicStep == other.dynamicStep;
                     });
}

// Called far more often than for the bounds, so these are not read.
SmallVector<Value> layout::getLoopVariables(Operation *loop) {
  using Values = SmallVector<Value>;
  return llvm::TypeSwitch<Operation *, Values>(loop)
      .Case<affine::AffineForOp, scf::ForOp>(
          [](auto op) { return Values{op.getInductionVar()}; })
      .Case([](affine::AffineParallelOp op) {
        return llvm::to_vector_of<Value>(op.getIVs());
      })
      .Case<scf::ParallelOp, scf::ForallOp>(
          [](auto op) { return Values(ValueRange(op.getInductionVars())); })
      .Case([](gpu::LaunchOp launch) {
        gpu::KernelDim3 blocks = launch.getBlockIds(),
                        threads = launch.getThreadIds();
        return Values{blocks.x,  blocks.y,  blocks.z,
                      threads.x, threads.y, threads.z};
      })
      .Default(Values());
}
