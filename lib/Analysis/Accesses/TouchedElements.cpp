//===- TouchedElements.cpp - Boxes of elements that an op touches ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/TouchedElements.h"

#include "Layout/Analysis/Accesses/AccessRelation.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "StoredLanes.h"

using namespace mlir;
using namespace mlir::layout;

Conjunction Elements::contains(ArrayRef<AffineExpr> place) const {
  Conjunction inside;
  for (auto [d, at] : llvm::enumerate(place)) {
    AffineExpr offset = at - index[d];
    AffineExpr extent = extents.empty() ? AffineExpr() : extents[d];
    auto constant = dyn_cast_or_null<AffineConstantExpr>(extent);
    if (!extent || (constant && constant.getValue() == 1)) {
      inside.push_back({offset, /*isEq=*/true});
      continue;
    }
    inside.push_back({offset});
    inside.push_back({extent - 1 - offset});
  }
  return inside;
}

/// A relation in terms of `IntegerFacts`, lane l being symbol l.
static AccessRelation getRelation(const AccessDescription &access,
                                  IntegerFacts &facts, const BufferFlow &flow) {
  return getAccessRelation(
      access, flow, facts.getReader(),
      getAffineSymbolExpr(0, access.operand->getOwner()->getContext()));
}

namespace {

/// One dimension of a box: `start + weight * lane`, for each lane of it.
struct BoxSide {
  int64_t constant = 0;
  SmallVector<std::pair<unsigned, int64_t>, 1> lanes; ///< with their weights

  /// Adds `factor * offset`. False if that is not linear, or goes backwards.
  bool add(AffineExpr offset, int64_t factor) {
    if (auto value = dyn_cast<AffineConstantExpr>(offset)) {
      constant += factor * value.getValue();
      return true;
    }
    // A box begins at lane 0, which is not its least element if lanes go
    // backwards.
    if (auto lane = dyn_cast<AffineSymbolExpr>(offset)) {
      lanes.push_back({lane.getPosition(), factor});
      return factor > 0;
    }
    auto binary = cast<AffineBinaryOpExpr>(offset);
    if (binary.getKind() == AffineExprKind::Add)
      return add(binary.getLHS(), factor) && add(binary.getRHS(), factor);
    auto weight = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return binary.getKind() == AffineExprKind::Mul && weight &&
           add(binary.getLHS(), factor * weight.getValue());
  }
};

} // namespace

/// The box around the elements of a name; nullopt if there is none.
static std::optional<Elements> getBox(const AccessRelation &relation,
                                      const AccessRelation::Name &name,
                                      bool &isExact) {
  isExact = name.isExact;
  if (!name.isKnown() || name.isThroughStorage)
    return std::nullopt;
  Elements box;
  box.buffer = name.buffer;
  DenseSet<unsigned> seen;
  for (auto [start, offset] : llvm::zip_equal(name.start, name.offsets)) {
    BoxSide side;
    if (!side.add(offset, 1))
      return std::nullopt;
    AffineExpr extent = getAffineConstantExpr(1, start.getContext());
    for (auto [lane, weight] : side.lanes) {
      // Of several bounds on the number of lanes the least one counts, which is
      // no affine expression.
      if (relation.laneCounts[lane].size() != 1)
        return std::nullopt;
      AffineExpr count = relation.laneCounts[lane].front();
      // Between lanes with a stride, the box has elements that are not touched.
      bool isRun = weight == 1 && side.lanes.size() == 1;
      extent = isRun ? count : extent + (count - 1) * weight;
      isExact &= isRun && seen.insert(lane).second;
    }
    box.index.push_back(start + side.constant);
    box.extents.push_back(extent);
  }
  return box;
}

/// The elements of the root, if it is one buffer and they are known.
static std::optional<Elements> getBoxOfRoot(const AccessRelation &relation,
                                            Value root, const BufferFlow &flow,
                                            bool &isExact) {
  isExact = false;
  if (relation.names.empty() || relation.names.back().buffer != root ||
      flow.isMerge(root) ||
      !hasDistinctElements(cast<MemRefType>(root.getType())))
    return std::nullopt;
  return getBox(relation, relation.names.back(), isExact);
}

/// All elements; nothing where an extent is not known.
static Elements getWhole(Value buffer, IntegerFacts &facts) {
  Elements whole;
  whole.buffer = buffer;
  auto type = dyn_cast<MemRefType>(buffer.getType());
  for (int64_t d = 0; type && d < type.getRank(); ++d) {
    whole.index.push_back(getAffineConstantExpr(0, buffer.getContext()));
    whole.extents.push_back(facts.getExtent(buffer, d));
  }
  if (llvm::is_contained(whole.extents, AffineExpr()))
    whole.index.clear(), whole.extents.clear();
  return whole;
}

TouchedElements layout::getTouchedElements(OpOperand &operand,
                                           IntegerFacts &facts,
                                           const BufferFlow &flow) {
  AccessDescription access = describeAccess(operand);
  TouchedElements touched;
  touched.operand = &operand;
  Value root = flow.getRoot(operand.get());
  std::optional<Elements> box = getBoxOfRoot(getRelation(access, facts, flow),
                                             root, flow, touched.isExact);
  touched.isExact &=
      !access.mayLeaveOperand && !isAsynchronous(operand.getOwner());
  touched.elements = box ? std::move(*box) : getWhole(root, facts);
  return touched;
}

std::optional<Elements> layout::getElementsOfLanes(OpOperand &operand,
                                                   const StoredLanes &lanes,
                                                   IntegerFacts &facts,
                                                   const BufferFlow &flow) {
  AccessDescription access = describeAccess(operand);
  Value root = flow.getRoot(operand.get());
  // Anything else has no offset per lane, and touches the box as a whole.
  if (access.reach != OperandAccess::Reach::Elements ||
      access.lanes.size() != lanes.offsets.size() ||
      (access.mayLeaveOperand && operand.get() != root))
    return std::nullopt;
  // Lanes that lie in the buffer and are written: `lanes` says which.
  access.isConditional = access.mayLeaveOperand = false;
  access.lanes = lanes.sizes;
  unsigned numDims = access.map.getNumDims() - lanes.offsets.size();
  SmallVector<AffineExpr> shifted;
  for (unsigned d = 0; d < access.map.getNumDims(); ++d)
    shifted.push_back(getAffineDimExpr(d, access.map.getContext()) +
                      (d < numDims ? 0 : lanes.offsets[d - numDims]));
  access.map = access.map.replaceDimsAndSymbols(shifted, {}, shifted.size(),
                                                access.map.getNumSymbols());
  bool isExact;
  std::optional<Elements> box =
      getBoxOfRoot(getRelation(access, facts, flow), root, flow, isExact);
  return isExact ? box : std::nullopt;
}

std::optional<SmallVector<Elements>>
layout::getElementsOfViews(OpOperand &operand, IntegerFacts &facts,
                           const BufferFlow &flow) {
  AccessRelation relation = getRelation(describeAccess(operand), facts, flow);
  bool isExact;
  if (!getBoxOfRoot(relation, flow.getRoot(operand.get()), flow, isExact))
    return std::nullopt;
  SmallVector<Elements> boxes;
  for (const AccessRelation::Name &name : ArrayRef(relation.names).drop_back())
    boxes.push_back(*getBox(relation, name, isExact));
  return boxes;
}
