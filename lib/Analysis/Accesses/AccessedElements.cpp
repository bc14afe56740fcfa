//===- AccessedElements.cpp - Elements of a single access -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"

#include "Layout/Analysis/Accesses/AccessRelation.h"

using namespace mlir;
using namespace mlir::layout;

AffineExpr AccessedElements::addAny(AffineExpr extent, unsigned depth) {
  Interval range;
  range.low = 0;
  if (auto constant = dyn_cast<AffineConstantExpr>(extent))
    range.high = std::max<int64_t>(0, constant.getValue() - 1);
  lanes.push_back(range);
  return getAffineDimExpr(depth + lanes.size() - 1, extent.getContext());
}

AccessedElements layout::describeElements(const AccessNode &node,
                                          const BufferTouch &touch,
                                          AccessTree &tree) {
  AccessDescription access = describeAccess(*touch.operand);
  if (touch.isWhole) {
    access.reach = OperandAccess::Reach::Whole;
    access.isConditional = false;
  }
  IndexExpressions &expressions = tree.getExpressions();
  MLIRContext *context = expressions.getContext();
  AccessRelation relation = getAccessRelation(
      access, tree.getFlow(),
      expressions.at(ArrayRef(node.counters).take_front(node.depth)),
      getAffineDimExpr(node.depth, context));
  AccessedElements elements;
  ArrayRef<AffineExpr> extents = expressions.getExtents();
  bool isRoot =
      !relation.names.empty() && relation.names.back().buffer == tree.getRoot();
  elements.isExact = isRoot && relation.names.back().isExact;
  if (isRoot)
    elements.index = relation.names.back().getIndex();
  // Lanes that no index speaks of would only be in the way.
  if (elements.index.empty() && !extents.empty())
    elements.index.resize(extents.size());
  if (llvm::any_of(elements.index, [](AffineExpr e) { return bool(e); })) {
    elements.lanes = std::move(relation.lanes);
    elements.constraints = std::move(relation.constraints);
  }
  // Any element, in dimensions that are not known.
  for (auto [coordinate, extent] : llvm::zip_equal(elements.index, extents)) {
    if (coordinate)
      continue;
    elements.isExact = false;
    coordinate = elements.addAny(extent, node.depth);
    elements.constraints.push_back({coordinate});
    elements.constraints.push_back({extent - 1 - coordinate});
  }
  return elements;
}
