//===- PhysicalReads.cpp - Physical reads of data -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PhysicalReads.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mlir::layout;

/// `set`, over places, of the place that `load` reads.
static IntegerSet getConditionAt(affine::AffineLoadOp load, IntegerSet set) {
  AffineMap map = load.getAffineMap();
  SmallVector<AffineExpr> constraints;
  for (AffineExpr constraint : set.getConstraints())
    constraints.push_back(constraint.replaceDims(map.getResults()));
  return IntegerSet::get(map.getNumDims(), map.getNumSymbols(), constraints,
                         set.getEqFlags());
}

bool layout::readsDataOnly(Operation *op, IntegerFacts &facts) {
  auto load = dyn_cast<affine::AffineLoadOp>(op);
  auto view =
      load ? load.getMemRef().getDefiningOp<AsPhysicalOp>() : AsPhysicalOp();
  if (!view)
    return false;
  const PhysicalLayout &layout =
      getPhysicalLayout(cast<MemRefType>(view.getSource().getType()));
  for (unsigned step = 1; step <= layout.getNumSteps(); ++step) {
    if (layout.hasPadding(step) == Truth::No)
      continue;
    IntegerSet isData = layout.getDataCondition(step);
    if (!isData || isData.getNumSymbols() != 0)
      return false;
    std::optional<Condition> condition =
        facts.read(getConditionAt(load, isData), load.getMapOperands());
    if (!condition || facts.isImplied(*condition, op).truth != Truth::Yes)
      return false;
  }
  return true;
}
