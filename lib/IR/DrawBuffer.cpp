//===- DrawBuffer.cpp - Pictures of laid-out buffers ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/DrawBuffer.h"

#include "Layout/Map/Drawing.h"

using namespace mlir;
using namespace mlir::layout;

/// Says for each step with padding how it is shaded and what it holds.
static void printLegend(BufferAttr layout, const PhysicalLayout &facts,
                        llvm::raw_ostream &os) {
  for (unsigned k = 1; k <= facts.getNumSteps(); ++k)
    if (facts.hasPadding(k) != Truth::No)
      os << getPaddingShade(k) << " padding of step " << k << ", "
         << layout.getPads()[k - 1] << "\n";
}

static void printExtents(ArrayRef<int64_t> shape, llvm::raw_ostream &os) {
  llvm::interleave(shape, os, "x");
  if (shape.empty())
    os << "scalar";
}

LogicalResult layout::drawBuffer(BufferAttr layout, ArrayRef<int64_t> shape,
                                 llvm::raw_ostream &os, std::string &why) {
  const PhysicalLayout &facts = layout.getPhysicalLayout(shape);
  why = facts.getFault() + facts.getUnknown();
  std::string picture;
  llvm::raw_string_ostream pictureStream(picture);
  if (!why.empty() || failed(drawLayout(facts, pictureStream, why)))
    return failure();
  os << layout << "\nlogical ";
  printExtents(shape, os);
  os << ", physical ";
  printExtents(facts.getPhysicalShape(), os);
  if (layout.getSeparators()) {
    os << ", flattened ";
    printExtents(facts.getFlattenedShape(), os);
  }
  os << ": " << facts.getNumPadding().value_or(0) << " of "
     << facts.getPhysicalBox().getNumElements().value_or(0)
     << " places are padding\n";
  printLegend(layout, facts, os);
  os << picture;
  return success();
}
