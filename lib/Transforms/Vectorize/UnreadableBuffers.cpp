//===- UnreadableBuffers.cpp - Buffers with unreadable padding ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnreadableBuffers.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"

using namespace mlir;
using namespace mlir::layout;

UnreadableBuffers::UnreadableBuffers(Operation *function,
                                     const BufferFlow &flow)
    : flow(flow) {
  function->walk([&](PaddingOp padding) {
    // This inserts buffers that only may have such padding, too. Nothing is
    // lost: their extents are dynamic, and no access to these goes beyond the
    // elements (RegisterTileTails.cpp).
    if (findStepWithoutPad(padding.getLaidOutType()))
      insert(padding.getPhysical());
  });
}

/// Adds all allocation sites that `buffer` may come from. If they are not
/// known, each buffer counts as one that must not be read in full.
void UnreadableBuffers::insert(Value buffer) {
  if (std::optional<SmallVector<Value>> its = flow.getOrigins(buffer))
    origins.insert_range(*its);
  else
    isAny = true;
}

llvm::SmallDenseSet<Value>
UnreadableBuffers::findIn(const AffineNest &nest) const {
  llvm::SmallDenseSet<Value> found;
  for (const AffineNest::Access &access : nest.accesses)
    if (contains(access.buffer))
      found.insert(access.buffer);
  return found;
}

bool UnreadableBuffers::contains(Value buffer) const {
  // Mostly there is no such padding, which is known without a query.
  if (origins.empty() && !isAny)
    return false;
  std::optional<SmallVector<Value>> its = flow.getOrigins(buffer);
  return isAny || !its || llvm::any_of(*its, [&](Value origin) {
           return origins.contains(origin);
         });
}
