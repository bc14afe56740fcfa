//===- DotCosts.cpp - Costs of flips and sums of dot products -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DotCosts.h"

#include "ElementSteps.h"

using namespace mlir;
using namespace mlir::layout;

static bool isRepeated(const RegisterTile &tile,
                       const DotForm::Factor &factor) {
  return tile.findForm(factor.bytes.load)->group->isRepeated();
}

/// Returns how many registers with bytes of `factor` there are in one group of
/// all rows.
static int64_t countVectors(const RegisterTile &tile,
                            const DotForm::Factor &factor) {
  const AffineNest::Access &access = tile.getAccess(factor.bytes.load);
  bool isPerRow = tile.hasRows && access.map.isFunctionOfDim(tile.getRows());
  return (isPerRow ? tile.numRows : 1) *
         (isRepeated(tile, factor) ? 1 : tile.getRegistersOfRow());
}

/// Returns how many registers of sums one product has.
static int64_t countRegisters(const RegisterTile &tile) {
  return tile.numRows * tile.getRegistersOfRow();
}

/// By element, a chunk is flipped at once. Where more units do bitwise
/// operations than multiply, those that multiply nothing flip beside them.
static double getCostOfFlips(const RegisterTile &tile, const DotForm &form,
                             const DotForm::Factor &factor) {
  bool isChunk = isRepeated(tile, factor) && gainsByElement(tile, form);
  double flips =
      countVectors(tile, factor) / double(isChunk ? kGroupsOfChunk : 1);
  double numFree =
      (tile.target.bitwisePerMultiplyAdd - 1.0) * countRegisters(tile);
  return std::max(0.0, flips - numFree);
}

/// Of a repeated factor, four groups of a row at once.
static double getCostOfSum(const RegisterTile &tile,
                           const DotForm::Factor &factor) {
  double vectors = countVectors(tile, factor);
  return isRepeated(tile, factor) ? vectors / kGroupsOfChunk : vectors;
}

double layout::getCostOfCorrections(const RegisterTile &tile,
                                    const DotForm &form) {
  double cost = 0;
  for (bool isLeft : {true, false}) {
    const DotForm::Factor &factor = isLeft ? form.left : form.right;
    if (factor.isFlipped && isRepeated(tile, factor))
      cost += getCostOfFlips(tile, form, factor);
    if (form.needsSum(isLeft))
      cost += getCostOfSum(tile, factor);
  }
  return cost;
}

/// Returns how many tiles share the sums of a repeated factor (SharedSums.h).
static double countSharers(const RegisterTile &tile,
                           const DotForm::Factor &factor) {
  const AffineNest::Access &access = tile.getAccess(factor.bytes.load);
  constexpr int64_t unknown = 4; // mostly there are some
  double number = 1;
  for (unsigned loop = 0; loop < tile.numOuter; ++loop) {
    const Interval &range = tile.nest.ranges[loop];
    bool isKnown = range.low && range.high;
    if (!access.map.isFunctionOfDim(loop))
      number *= isKnown ? std::max<int64_t>(1, *range.high - *range.low + 1)
                        : unknown;
  }
  return number;
}

int64_t layout::countRegistersOfSums(const RegisterTile &tile,
                                     const DotForm &form) {
  int64_t number = 0;
  for (bool isLeft : {true, false}) {
    const DotForm::Factor &factor = isLeft ? form.left : form.right;
    if (form.needsSum(isLeft) && !isRepeated(tile, factor))
      number += countVectors(tile, factor);
  }
  return number;
}

int64_t layout::countRegistersOfSums(const RegisterTile &tile) {
  int64_t number = 0;
  for (const DotForm &form : tile.dotForms)
    number += countRegistersOfSums(tile, form);
  return number;
}

double layout::getCostOfForm(const RegisterTile &tile, const DotForm &form) {
  constexpr double prohibitive = 1e6;
  int64_t numSums = countRegisters(tile);
  double cost = double(tile.target.getCost(form.dot)) * numSums;
  for (bool isLeft : {true, false}) {
    const DotForm::Factor &factor = isLeft ? form.left : form.right;
    if (factor.isFlipped)
      cost += getCostOfFlips(tile, form, factor);
    if (form.needsSum(isLeft))
      cost += getCostOfSum(tile, factor) /
              (isRepeated(tile, factor) ? countSharers(tile, factor) : 1);
  }
  // Beside them there are the lanes of one factor and a broadcast group.
  bool fits = numSums + countRegistersOfSums(tile, form) +
                  tile.getRegistersOfRow() + 1 <=
              int64_t(tile.target.numVectorRegisters);
  return fits ? cost : cost + prohibitive;
}
