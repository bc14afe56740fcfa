//===- WideLoads.cpp - Loads of whole groups of sums ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WideLoads.h"

#include "ElementSteps.h"
#include "GroupOps.h"
#include "TilePrefetch.h"
#include "Transforms/Nests/AccessRuns.h"
#include "Transforms/Nests/MergedDims.h"
#include "Transforms/Nests/Transpose.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

void WideLoads::buildViews() {
  for (const AffineNest::Access &access : builder.nest.accesses) {
    const AccessForm &form = band.getForm(access);
    if (form.steps != AccessForm::Steps::Interleaved &&
        form.steps != AccessForm::Steps::Repeated)
      continue;
    unsigned first = form.group->firstDim;
    unsigned rank = cast<MemRefType>(access.buffer.getType()).getRank();
    Value &view = views[{access.buffer, first}];
    if (!view)
      view = collapseDims(builder, builder.getLoc(), access.buffer, first,
                          rank - 1);
  }
}

bool WideLoads::dependsOnRow(const AffineNest::Access &access) const {
  return band.hasRows && access.map.isFunctionOfDim(band.getRows());
}

/// A load that does not depend on the row is shared by all rows, as that of row
/// 0.
int64_t WideLoads::getKeyOfRow(const AffineNest::Access &access, int64_t row,
                               bool areFlipped) const {
  return 2 * (dependsOnRow(access) ? row : 0) + areFlipped;
}

Value WideLoads::get(const AffineNest::Access &access, int64_t row,
                     bool areFlipped) {
  int64_t group = builder.mode.groupOfChunk.value_or(0);
  int64_t key = getKeyOfRow(access, row, areFlipped) * kGroupsOfChunk + group;
  Value &wide = loaded[{access.op, key}];
  if (!wide)
    wide = build(access, row, areFlipped);
  return wide;
}

Value WideLoads::getColumn(const AffineNest::Access &access, int64_t row,
                           int64_t step) {
  SmallVector<Value> &block = columns[{access.op, getKeyOfRow(access, row)}];
  if (block.empty())
    block = buildColumns(access, row);
  return block[step];
}

SmallVector<Value> WideLoads::buildColumns(const AffineNest::Access &access,
                                           int64_t row) {
  int64_t size = band.groupSize;
  Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
  AffineMap first =
      builder.atRow(BandBuilder::fix(access.map, band.getGroup(), 0), row);
  SmallVector<Value> rows;
  for (const AccessRun &run :
       findRuns(first, band.getLanes(), band.numLanes, builder.nest.ranges))
    for (int64_t lane = 0; lane < run.numLanes; ++lane) {
      AffineMap place = run.getPlace(run.firstLane + lane);
      rows.push_back(
          vector::LoadOp::create(builder, VectorType::get({size}, element),
                                 access.buffer, builder.buildIndices(place)));
      buildPrefetches(builder, access, place, size);
    }
  // A block has as many rows as a row has steps, so that it is square.
  std::vector<SmallVector<Value>> parts(size); // of each column
  for (int64_t lane = 0; lane < band.numLanes; lane += size)
    for (auto [step, part] : llvm::enumerate(transposeWhole(
             builder, builder.getLoc(), ArrayRef(rows).slice(lane, size),
             getLanesOfPart(element))))
      parts[step].push_back(part);
  return llvm::map_to_vector(parts, [&](ArrayRef<Value> column) {
    return concatVectors(builder, builder.getLoc(), column);
  });
}

SmallVector<Value> WideLoads::buildIndices(const AffineNest::Access &access,
                                           int64_t row) {
  AffineMap map = access.map;
  for (unsigned dim : {band.getLanes(), band.getGroup()})
    map = BandBuilder::fix(map, dim, 0);
  return builder.buildIndices(collapseFrom(
      builder.atRow(map, row), cast<MemRefType>(access.buffer.getType()),
      band.getForm(access).group->firstDim));
}

Value WideLoads::getView(const AffineNest::Access &access) const {
  return views.lookup({access.buffer, band.getForm(access).group->firstDim});
}

std::optional<int64_t>
WideLoads::getFill(const AffineNest::Access &access) const {
  // The zero point is the number whose product adds nothing: missing steps are
  // filled with it. Two products of one factor may have different ones.
  std::optional<int64_t> fill;
  for (const DotProduct &product : band.products)
    for (const DotProduct::Factor &factor : {product.left, product.right}) {
      if (factor.load != access.op)
        continue;
      int64_t zero = factor.zeroPoint;
      bool isElement = factor.isSigned ? llvm::isInt<8>(zero)
                                       : zero >= 0 && llvm::isUInt<8>(zero);
      if (!isElement || (fill && *fill != zero))
        return std::nullopt;
      fill = zero;
    }
  return fill;
}

/// Loads the first `partialGroup` elements of one group, which are all that
/// exist, and fills the others.
Value WideLoads::buildPartialGroup(const AffineNest::Access &access,
                                   int64_t row) {
  Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
  auto type = VectorType::get({band.groupSize}, element);
  APInt fill(8, *getFill(access), /*isSigned=*/true, /*implicitTrunc=*/true);
  Value others =
      arith::ConstantOp::create(builder, DenseElementsAttr::get(type, fill));
  Value mask = vector::CreateMaskOp::create(
      builder, type.clone(builder.getI1Type()), builder.mode.partialGroup);
  return vector::MaskedLoadOp::create(builder, type, getView(access),
                                      buildIndices(access, row), mask, others);
}

Value WideLoads::buildGroups(const AffineNest::Access &access, int64_t row,
                             int64_t number) {
  if (builder.mode.partialGroup && number == 1)
    return buildPartialGroup(access, row);
  Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
  return vector::LoadOp::create(
      builder, VectorType::get({number * band.groupSize}, element),
      getView(access), buildIndices(access, row));
}

Value WideLoads::buildElement(const AffineNest::Access &access, int64_t row,
                              bool areFlipped) {
  Value &chunk = chunks[{access.op, getKeyOfRow(access, row, areFlipped)}];
  if (!chunk) {
    chunk = buildGroups(access, row, kGroupsOfChunk);
    if (areFlipped)
      chunk = buildFlipped(builder, builder.getLoc(), chunk);
  }
  return buildBroadcast(builder, builder.getLoc(), chunk, band.numLanes,
                        kGroupsOfChunk, *builder.mode.groupOfChunk);
}

Value WideLoads::build(const AffineNest::Access &access, int64_t row,
                       bool areFlipped) {
  bool isRepeated = band.getForm(access).steps == AccessForm::Steps::Repeated;
  if (isRepeated && builder.mode.groupOfChunk)
    return buildElement(access, row, areFlipped);
  // A group is flipped after it is repeated, as instructions do both to one in
  // memory.
  Value wide = buildWide(access, row);
  return areFlipped ? buildFlipped(builder, builder.getLoc(), wide) : wide;
}

Value WideLoads::buildWide(const AffineNest::Access &access, int64_t row) {
  if (band.getForm(access).steps != AccessForm::Steps::Repeated)
    return buildGroups(access, row, band.numLanes);
  // The same for all lanes: one group is loaded, and repeated in the form that
  // its instruction takes.
  Value group = buildGroups(access, row, 1);
  if (band.products.empty())
    return group; // for the lanes by element
  return band.dotForms.empty()
             ? buildRepeated(builder, builder.getLoc(), group, band.numLanes)
             : buildBroadcast(builder, builder.getLoc(), group, band.numLanes);
}
