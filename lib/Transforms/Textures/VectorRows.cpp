//===- VectorRows.cpp - Innermost axes that may become vectors ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorRows.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Flatten/FlatForm.h"
#include "Transforms/Support/VectorMemory.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isVectorSize(int64_t size) {
  return size == 2 || size == 4 || size == 8 || size == 16;
}

/// Returns true if an array of these elements has the same bytes in memory as a
/// vector of them. False if vectors pack bits, or if elements are padded.
static bool liesLikeVector(Type element) {
  if (element.isIndex())
    return true;
  if (!element.isSignlessInteger() && !isa<FloatType>(element))
    return false;
  return doLanesLieLikeElements(element) &&
         element.getIntOrFloatBitWidth() <= 64;
}

bool layout::hasVectorRows(MemRefType memref,
                           const VectorizeElementsOptions &options) {
  if (memref.getRank() == 0)
    return false;
  int64_t size = memref.getShape().back();
  return isVectorSize(size) && liesLikeVector(memref.getElementType()) &&
         (options.vectorSize == 0 || options.vectorSize == size);
}

/// What is to be done first; empty if nothing is.
static StringRef describeUnready(Type type,
                                 const VectorizeElementsOptions &options) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return "";
  if (isLaidOut(memref) && hasVectorRows(getPhysicalType(memref), options))
    return "its layout is not applied; run layout-apply first";
  if (isSeparated(memref) && (hasVectorRows(memref, options) ||
                              hasVectorRows(getFlatType(memref), options)))
    return "its axes are not joined between separators; run layout-flatten "
           "first";
  return "";
}

static LogicalResult reportUnready(Value value,
                                   const VectorizeElementsOptions &options) {
  StringRef why = describeUnready(value.getType(), options);
  if (why.empty())
    return success();
  if (options.require)
    return emitError(value.getLoc(), "the elements of ")
           << value.getType() << " cannot become vectors: " << why;
  remarkMissed(value.getLoc(), "layout-vectorize-elements/not-ready") << why;
  return success();
}

LogicalResult
layout::reportUnreadyBuffers(ModuleOp module,
                             const VectorizeElementsOptions &options) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    SmallVector<Value> values(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(values, block.getArguments());
    for (Value value : values)
      if (failed(reportUnready(value, options)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
