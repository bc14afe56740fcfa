//===- ElementSteps.cpp - Dot products by element -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   for %k = 0 to 48 { load.4 %a[%i, 4 * %k]; load %b[%k, ..]; dot }
// becomes
//   for %k = 0 to 48 step 4 {
//     load.16 %a[%i, 4 * %k]
//     load %b[%k, ..];     dot by its first 4
//     load %b[%k + 1, ..]; dot by the next ones, and so on }
//
//===----------------------------------------------------------------------===//

#include "ElementSteps.h"

#include "DotCosts.h"

using namespace mlir;
using namespace mlir::layout;

int64_t layout::countFullGroups(const RegisterTile &tile, unsigned loop) {
  const AffineNest &nest = tile.nest;
  const AffineNest::Ends &ends = nest.ends[loop];
  const Interval &range = nest.ranges[loop];
  int64_t begin, end;
  if (ends.areConstant()) {
    begin = ends.lower.getSingleConstantResult();
    end = ends.upper.getSingleConstantResult();
  } else if (ends.lower.getNumResults() == 0 && range.low && range.high) {
    // Of a nest that is planned, no bound is stated for outermost loops.
    begin = *range.low;
    end = *range.high + 1;
  } else {
    return 0;
  }
  if (loop == tile.getGroup())
    return std::max<int64_t>(0, end - begin);
  for (AffineExpr bound : nest.ends[tile.getGroup()].upper.getResults()) {
    std::optional<LoopTerms> terms = getLoopTerms(bound, nest.getNumDims());
    auto rest = terms ? dyn_cast<AffineConstantExpr>(terms->rest)
                      : AffineConstantExpr();
    if (!rest)
      return 0;
    int64_t step = std::exchange(terms->coefficients[loop], 0),
            slack = rest.getValue() - tile.groupSize; // where the variable is 0
    bool dependsOnOthers = llvm::any_of(
        terms->coefficients, [](int64_t factor) { return factor != 0; });
    if (dependsOnOthers || slack + step * begin < 0)
      return 0;
    if (step < 0)
      end = std::min(end, llvm::divideFloorSigned(slack, -step) + 1);
  }
  return std::max<int64_t>(0, end - begin);
}

static bool isOfSVE(const RegisterTile &tile, const DotForm &form) {
  return getTraits(form.dot).family == DotFamily::AArch64 &&
         tile.target.vectorBits > kBitsOfElements;
}

bool layout::hasElementRegisters(const RegisterTile &tile,
                                 unsigned elementBits) {
  return tile.numRows <= (elementBits < 64 ? 8 : 16);
}

bool layout::gainsByElement(const RegisterTile &tile, const DotForm &form) {
  constexpr unsigned groupBits = 32;
  DotFamily family = getTraits(form.dot).family;
  return family == DotFamily::RISCV ||
         (family == DotFamily::AArch64 &&
          (!isOfSVE(tile, form) || hasElementRegisters(tile, groupBits)));
}

bool layout::areChunksOfRows(const RegisterTile &tile) {
  if (!tile.products.empty())
    return llvm::any_of(tile.dotForms, [&](const DotForm &form) {
      return isOfSVE(tile, form);
    });
  // Elements that all rows share are in one register.
  return tile.target.hasLongElementProducts() && tile.hasRows &&
         llvm::any_of(tile.nest.accesses, [&](const AffineNest::Access &its) {
           return tile.getForm(its).steps == AccessForm::Steps::Repeated &&
                  its.map.isFunctionOfDim(tile.getRows());
         });
}

int64_t layout::countElementSteps(const RegisterTile &tile) {
  if (tile.dotForms.empty() || tile.numSums < 2 ||
      !llvm::all_of(
          tile.dotForms,
          [&](const DotForm &form) { return gainsByElement(tile, form); }))
    return 0;
  int64_t registers = tile.getRegistersOfRow(), numChunks = 0;
  for (auto [access, form] : llvm::zip_equal(tile.nest.accesses, tile.forms)) {
    if (form.steps != AccessForm::Steps::Repeated)
      continue;
    bool isPerRow = tile.hasRows && access.map.isFunctionOfDim(tile.getRows());
    numChunks += isPerRow ? tile.numRows : 1;
    AffineMap place =
        collapseFrom(access.map, cast<MemRefType>(access.buffer.getType()),
                     form.group->firstDim);
    if (getStride(place, tile.getGroup() - 1) != tile.groupSize)
      return 0;
  }
  // All chunks stay in registers beside the sums.
  int64_t numSums = tile.numRows * registers * int64_t(tile.kept.size());
  bool fits =
      numSums + countRegistersOfSums(tile) + numChunks + registers + 1 <=
      int64_t(tile.target.numVectorRegisters);
  return numChunks != 0 && fits
             ? llvm::alignDown(countFullGroups(tile, tile.getGroup() - 1),
                               kGroupsOfChunk)
             : 0;
}
