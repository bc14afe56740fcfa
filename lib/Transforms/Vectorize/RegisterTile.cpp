//===- RegisterTile.cpp - Rows x lanes of a nest in registers -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTile.h"

#include "Transforms/Support/AccessRuns.h"

using namespace mlir;
using namespace mlir::layout;

AccessForm AccessForm::read(const AffineNest::Access &access,
                            const AffineNest &nest, int64_t numLanes) {
  RunCount runs =
      countRuns(access.map, nest.loops.size() - 1, numLanes, nest.ranges);
  AccessForm form;
  form.lanes = runs.number > 1    ? Lanes::Runs
               : runs.number == 0 ? Lanes::Uniform
               : runs.areReversed ? Lanes::Reversed
                                  : Lanes::Contiguous;
  return form;
}

bool RegisterTile::interleavesStores() const {
  return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
    return access.isStore &&
           getForm(access).steps == AccessForm::Steps::Interleaved;
  });
}

int64_t RegisterTile::getRegistersOfRow() const {
  int64_t most = 1;
  for (const AffineNest::Access &access : nest.accesses) {
    Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
    most = std::max<int64_t>(
        most, llvm::divideCeil(numLanes, target.getNumLanes(element)));
  }
  return most;
}

const AccessForm *RegisterTile::findForm(Operation *op) const {
  for (auto [access, form] : llvm::zip_equal(nest.accesses, forms))
    if (access.op == op)
      return &form;
  return nullptr;
}

std::optional<unsigned> RegisterTile::getKept(Operation *op) const {
  const AccessForm *form = findForm(op);
  return form ? form->accumulator : std::nullopt;
}

const AffineNest::Access &RegisterTile::getAccess(Operation *op) const {
  return *llvm::find_if(nest.accesses, [&](const AffineNest::Access &access) {
    return access.op == op;
  });
}
