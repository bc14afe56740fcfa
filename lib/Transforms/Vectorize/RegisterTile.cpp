//===- RegisterTile.cpp - Rows x lanes of a nest in registers -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterTile.h"

using namespace mlir;
using namespace mlir::layout;

AccessForm AccessForm::read(const AffineNest::Access &access,
                            const AffineNest &nest, int64_t numLanes) {
  AccessForm form;
  form.runs = countRuns(access.map, nest.loops.size() - 1, numLanes,
                        nest.ranges, access.isStore ? 1 : kMaxLaneStride);
  bool isOneRun = form.runs.number == 1 && form.runs.stride == 1;
  form.lanes = form.runs.number == 0   ? Lanes::Uniform
               : !isOneRun             ? Lanes::Runs
               : form.runs.areReversed ? Lanes::Reversed
                                       : Lanes::Contiguous;
  return form;
}

bool RegisterTile::interleavesStores() const {
  return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
    return access.isStore &&
           getForm(access).steps == AccessForm::Steps::Interleaved;
  });
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
