//===- DrawBuffer.cpp - Pictures of laid-out buffers ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/DrawBuffer.h"

#include "Layout/IR/ExampleShape.h"
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
  auto print = [&](int64_t extent) {
    if (ShapedType::isDynamic(extent))
      os << '?';
    else
      os << extent;
  };
  llvm::interleave(shape, os, print, "x");
  if (shape.empty())
    os << "scalar";
}

static void printShapes(BufferAttr layout, const PhysicalLayout &facts,
                        llvm::raw_ostream &os) {
  os << "logical ";
  printExtents(facts.getLogicalShape(), os);
  os << ", physical ";
  printExtents(facts.getPhysicalShape(), os);
  if (layout.getSeparators()) {
    os << ", flattened ";
    printExtents(facts.getFlattenedShape(), os);
  }
}

LogicalResult layout::drawBuffer(BufferAttr layout, ArrayRef<int64_t> shape,
                                 llvm::raw_ostream &os, std::string &why) {
  const PhysicalLayout &stated = layout.getPhysicalLayout(shape);
  why = stated.getFault() + stated.getUnknown();
  if (!why.empty())
    return failure();
  ExampleShape example = chooseExampleShape(layout, shape);
  const PhysicalLayout &facts = layout.getPhysicalLayout(example.shape);
  why = facts.getFault() + facts.getUnknown();
  std::string picture;
  llvm::raw_string_ostream pictureStream(picture);
  if (!why.empty() || failed(drawLayout(facts, pictureStream, why)))
    return failure();
  os << layout << "\n";
  if (!example.words.empty()) {
    printShapes(layout, stated, os);
    os << "; for " << example.words << ":\n";
  }
  printShapes(layout, facts, os);
  os << ": " << facts.getNumPadding().value_or(0) << " of "
     << facts.getPhysicalBox().getNumElements().value_or(0)
     << " places are padding\n";
  printLegend(layout, facts, os);
  os << picture;
  return success();
}
