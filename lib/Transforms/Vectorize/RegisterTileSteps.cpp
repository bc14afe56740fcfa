//===- RegisterTileSteps.cpp - Steps executed together --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTile.h"

#include "Transforms/Support/AccessRuns.h"

using namespace mlir;
using namespace mlir::layout;

static std::optional<GroupAccess> findGroup(const RegisterTile &tile,
                                            const AffineNest::Access &access,
                                            unsigned steps) {
  return findGroupAccess(access.map, cast<MemRefType>(access.buffer.getType()),
                         tile.getLanes(), steps);
}

bool layout::mayInterleave(const RegisterTile &tile,
                           const AffineNest::Access &store, unsigned steps,
                           int64_t size) {
  std::optional<GroupAccess> its = findGroup(tile, store, steps);
  return areShuffledRows(size, tile.numLanes) && its &&
         its->isInterleaved(size);
}

/// Returns true if `expr` divides a sum of both dimensions.
static bool isDividedTogether(AffineExpr expr, unsigned one, unsigned other) {
  bool found = false;
  expr.walk([&](AffineExpr part) {
    found |= isDivision(part) && part.isFunctionOfDim(one) &&
             part.isFunctionOfDim(other);
  });
  return found;
}

namespace {

class StepFinder {
public:
  StepFinder(RegisterTile &tile, int64_t size)
      : tile(tile), nest(tile.nest), size(size) {}

  bool find() {
    SmallVector<AccessForm> forms = findForms();
    if (llvm::all_of(forms,
                     [](const AccessForm &form) {
                       return form.steps == AccessForm::Steps::Single;
                     }) &&
        !crossesTiles())
      return false;
    tile.groupSize = size;
    tile.forms = std::move(forms);
    bool isBetweenLanes = llvm::any_of(tile.forms, [](const auto &form) {
      return form.steps == AccessForm::Steps::Interleaved;
    });
    if (isBetweenLanes && !tile.storesInGroup())
      findProducts();
    return true;
  }

private:
  SmallVector<AccessForm> findForms() const {
    SmallVector<AccessForm> forms(tile.forms);
    auto blocks = findBlocks();
    bool isShuffled = tile.storesInGroup()
                          ? areShuffledRows(size, tile.numLanes)
                          : mayBeGroup(size);
    for (auto [access, form] : llvm::zip_equal(nest.accesses, forms)) {
      form.group = findGroup(tile, access, tile.getGroup());
      bool isInterleaved =
          isShuffled && form.group && form.group->isInterleaved(size);
      form.steps = isInterleaved                ? AccessForm::Steps::Interleaved
                   : blocks.contains(access.op) ? AccessForm::Steps::Transposed
                                                : AccessForm::Steps::Single;
    }
    return forms;
  }

  llvm::SmallPtrSet<Operation *, 4> findBlocks() const {
    GroupShape shape{tile.getLanes(),         tile.getGroup(), std::nullopt,
                     tile.numLanes,           tile.numRows,    size,
                     tile.getRegistersOfRow()};
    if (tile.hasRows)
      shape.rows = tile.getRows();
    auto maps = llvm::map_to_vector(
        nest.accesses,
        [](const AffineNest::Access &access) { return access.map; });
    return findBlocksOfRows(nest.accesses, maps, nest.ranges, shape,
                            tile.target.numVectorRegisters);
  }

  /// Returns true if which lanes are in which tile of a buffer depends on the
  /// step. For each step by itself it is known.
  bool crossesTiles() const {
    return !tile.storesInGroup() &&
           llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
             return llvm::any_of(
                 access.map.getResults(), [&](AffineExpr result) {
                   return isDividedTogether(result, tile.getLanes(),
                                            tile.getGroup());
                 });
           });
  }

  void findProducts() {
    if (!tile.mayUse("vpmaddwd") && !tile.mayUse("vpdpbusd"))
      return;
    tile.products = findDotProducts(nest);
    if (!areFactorsWide())
      tile.products.clear();
    findDots();
    int64_t registers =
        tile.getRegistersOfRow() * tile.getNumPairs() * tile.numRows;
    bool hasNone = tile.dotForms.empty() && !tile.target.multipliesPairs;
    if (hasNone || registers > tile.target.numVectorRegisters) {
      tile.products.clear();
      tile.dotForms.clear();
    }
    for (auto [access, form] : llvm::zip_equal(nest.accesses, tile.forms))
      if (isFactor(tile.products, access.op) && form.group->isRepeated())
        form.steps = AccessForm::Steps::Repeated;
  }

  /// Returns true if the factors of products are loaded for all lanes and steps
  /// at once.
  bool areFactorsWide() const {
    return llvm::all_of(llvm::zip_equal(nest.accesses, tile.forms),
                        [&](auto its) {
                          auto [access, form] = its;
                          return !isFactor(tile.products, access.op) ||
                                 (form.group && form.group->isWide(size));
                        });
  }

  void findDots() {
    if (tile.mayUse("vpdpbusd") && tile.target.hasMixedDotProducts &&
        tile.numLanes % 4 == 0)
      tile.dotForms =
          findDotForms(tile.products, size, [&](Operation *load) {
            return tile.findForm(load)->group->isRepeated();
          });
  }

  RegisterTile &tile;
  const AffineNest &nest;
  int64_t size;
};

} // namespace

bool layout::findSteps(RegisterTile &tile) {
  if (!tile.numSums || tile.tails.dependsOnReductions ||
      !tile.mayHave(LoopRole::Steps))
    return false;
  const AffineNest &nest = tile.nest;
  unsigned loop = tile.getGroup();
  std::optional<int64_t> last = nest.ranges[loop].high;
  return !nest.isOpaque[loop] && nest.ranges[loop].low == 0 && last &&
         *last < kMaxRowGroup && nest.ends[loop].lower.isSingleConstant() &&
         StepFinder(tile, *last + 1).find();
}

void layout::dropSteps(RegisterTile &tile) {
  tile.groupSize = 1;
  for (AccessForm &form : tile.forms) {
    form.steps = AccessForm::Steps::Single;
    form.group.reset();
  }
}
