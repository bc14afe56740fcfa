//===- UnstatedPads.cpp - Padding for which nothing is stated -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnstatedPads.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/AllocationSites.h"

using namespace mlir;
using namespace mlir::layout;

static std::string describePaddingWithoutPad(Type type, unsigned step) {
  const PhysicalLayout &facts = getPhysicalLayout(cast<ShapedType>(type));
  std::string text;
  llvm::raw_string_ostream os(text);
  if (std::optional<SmallVector<int64_t>> place = facts.getFirstPadding(step))
    os << "no pad is stated for padding element " << formatIndex(*place);
  else
    os << "no pad is stated for elements that may be padding";
  os << " of '" << type << "'";
  return text;
}

LogicalResult
layout::checkUnstatedPads(ModuleOp module,
                          ArrayRef<std::pair<MemRefType, Location>> requested,
                          bool arePadsRequired) {
  if (!arePadsRequired && !areRemarksEnabled(module.getContext()))
    return success();
  bool hasErrors = false;
  StringRef remedy = "state pad<...> in the layout";
  auto check = [&](Type type, Location loc) {
    unsigned step = findStepWithoutPad(type);
    if (step == 0)
      return;
    std::string text = describePaddingWithoutPad(type, step);
    if (!arePadsRequired) {
      remarkMissed(loc, "layout-assign/padding-without-pad")
          << text + "; no pass may touch it: " + remedy.str();
      return;
    }
    hasErrors = true;
    emitError(loc) << text << "; " << remedy;
  };
  for (auto [type, loc] : requested)
    check(type, loc);
  module.walk([&](Operation *op) { forEachAllocatedBuffer(op, check); });
  return failure(hasErrors);
}
