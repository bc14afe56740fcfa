//===- Panels.cpp - What is read again while a cache holds it -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Panels.h"

#include "Digits.h"
#include "LoopParts.h"
#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if the address of the load depends on each loop around it, from
/// `root` inwards.
static bool movesWithAll(affine::AffineLoadOp load, affine::AffineForOp root) {
  affine::AffineValueMap place =
      composeMap(load.getAffineMap(), load.getMapOperands());
  for (Operation *op = load->getParentOp();; op = op->getParentOp()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop &&
        !llvm::is_contained(place.getOperands(), loop.getInductionVar()))
      return false;
    if (op == root)
      return true;
  }
}

/// Large buffers that a part walks through, each with whether it does so once.
static llvm::SmallMapVector<Value, bool, 4> findWalks(const LoopPart &part,
                                                      affine::AffineForOp root,
                                                      const Target &target) {
  llvm::SmallMapVector<Value, bool, 4> walks;
  for (Operation *statement : part.statements)
    statement->walk([&](affine::AffineLoadOp load) {
      std::optional<int64_t> bytes = getBytes(load.getMemRefType());
      if (!bytes || *bytes <= target.l2Bytes)
        return;
      auto [walk, isNew] = walks.try_emplace(load.getMemRef(), true);
      walk->second &= movesWithAll(load, root);
    });
  return walks;
}

/// The bytes of a buffer for each value of the first digit of the loop; more
/// than any cache has if it has only one.
static int64_t getPanelBytes(Value buffer, affine::AffineForOp root) {
  constexpr int64_t all = std::numeric_limits<int64_t>::max();
  std::optional<AffineNest> nest = AffineNest::readOne(root);
  std::optional<uint64_t> count = affine::getConstantTripCount(root);
  if (!nest || !count)
    return all;
  SmallVector<int64_t> weights = findWeights(*nest).front();
  if (weights.size() == 1 || *count <= uint64_t(weights.front()))
    return all;
  int64_t numPanels = llvm::divideCeil(*count, weights.front());
  return *getBytes(cast<MemRefType>(buffer.getType())) / numPanels;
}

static bool hasPanels(affine::AffineForOp root, const Target &target) {
  llvm::SmallMapVector<Value, unsigned, 4> numWalks;
  llvm::SmallDenseSet<Value> walkedOften;
  for (const LoopPart &part : splitIntoParts(root))
    for (auto [buffer, isOnce] : findWalks(part, root, target)) {
      ++numWalks[buffer];
      if (!isOnce)
        walkedOften.insert(buffer);
    }
  return llvm::any_of(numWalks, [&](const auto &its) {
    return its.second > 1 && !walkedOften.contains(its.first) &&
           getPanelBytes(its.first, root) <= target.l2Bytes / 2;
  });
}

SmallVector<affine::AffineForOp> layout::findPanelLoops(Operation *function,
                                                        const Target &target) {
  SmallVector<affine::AffineForOp> loops;
  function->walk<WalkOrder::PreOrder>([&](affine::AffineForOp root) {
    if (!isOnDevice(root) && !root.getNumResults() && hasPanels(root, target))
      loops.push_back(root);
    return WalkResult::skip();
  });
  return loops;
}
