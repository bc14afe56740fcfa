//===- AffineIndices.cpp - Valid affine indices ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/AffineIndices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::layout;

/// Steps of upstream's check that take no time.
static constexpr unsigned kMaxSteps = 4096;

namespace {

/// Counts the steps of upstream's check, up to the limit: each op once, the
/// steps of its operands as often as it has them.
class StepCounter {
public:
  explicit StepCounter(Region *scope) : scope(scope) {}

  bool isShort(Value root) { return count(root) <= kMaxSteps; }

private:
  unsigned count(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || affine::isTopLevelValue(value, scope))
      return 1;
    if (auto known = counts.find(value); known != counts.end())
      return known->second;
    // An op that is being counted is reached again in unreachable code only.
    counts[value] = kMaxSteps + 1;
    unsigned steps = depth < kMaxDepth ? 1 : kMaxSteps + 1;
    ++depth;
    for (Value operand : op->getOperands())
      if (steps <= kMaxSteps)
        steps += count(operand);
    --depth;
    return counts[value] = steps;
  }

  /// So that no chain takes all of the stack, here or there.
  static constexpr unsigned kMaxDepth = 1024;

  Region *scope;
  unsigned depth = 0;
  llvm::DenseMap<Value, unsigned> counts;
};

} // namespace

bool layout::isQuicklyChecked(Value value, Region *scope) {
  return StepCounter(scope).isShort(value);
}

bool layout::mayBeAffineDim(Value value, Region *scope) {
  return isQuicklyChecked(value, scope) && affine::isValidDim(value, scope);
}

bool layout::mayBeAffineSymbol(Value value, Region *scope) {
  return isQuicklyChecked(value, scope) && affine::isValidSymbol(value, scope);
}
