//===- DecomposeAggregates.cpp - Ops that stand for others -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecomposeAggregates.h"

#include "Pins.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::decomposeAggregates(ModuleOp module) {
  SmallVector<linalg::AggregatedOpInterface> aggregates;
  module.walk([&](linalg::AggregatedOpInterface op) {
    // What is made for a part has no layout; an op that is to keep the layouts
    // it has would have lost what says so.
    if (op->getNumResults() > 0 && !isPinned(op) &&
        llvm::all_of(op->getOperandTypes(), [](Type type) {
          auto tensor = dyn_cast<RankedTensorType>(type);
          return !isa<ShapedType>(type) || (tensor && !tensor.getEncoding());
        }))
      aggregates.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  bool hasChanged = false;
  for (linalg::AggregatedOpInterface op : aggregates) {
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
    if (failed(parts))
      continue;
    rewriter.replaceOp(op, *parts);
    hasChanged = true;
  }
  return hasChanged;
}
