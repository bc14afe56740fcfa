//===- LoopParts.cpp - What the body of a loop does, in parts -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopParts.h"

#include "Transforms/Nests/VectorBody.h"
#include "Transforms/Support/IndexValues.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// What may trap is one, too: each part executes it in the iterations in which
/// the loop did.
static bool isDefinition(Operation &op) {
  if (op.getNumRegions() == 0 && hasSingleEffect<MemoryEffects::Read>(&op))
    return op.getDiscardableAttrDictionary().empty();
  // Two executions must be as good as one: those of a view are, those of what
  // makes a buffer are not known to be.
  bool makesBuffer =
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<BaseMemRefType>) &&
      !isa<ViewLikeOpInterface>(op);
  return op.getNumRegions() == 0 && isMemoryEffectFree(&op) && !makesBuffer;
}

/// Fills in what the statements of a part need.
static void findNeeded(LoopPart &part, Block *body) {
  SmallVector<Operation *> worklist(part.statements);
  auto visit = [&](Operation *user) {
    for (Value operand : user->getOperands()) {
      Operation *source = operand.getDefiningOp();
      if (!source || source->getBlock() != body)
        continue;
      if (!isDefinition(*source)) {
        if (!llvm::is_contained(part.statements, source))
          part.sources.push_back(source);
      } else if (part.definitions.insert(source)) {
        worklist.push_back(source);
      }
    }
  };
  while (!worklist.empty())
    worklist.pop_back_val()->walk(visit);
}

/// Returns true if the address of a store depends on the loop's variable;
/// nullopt if `op` is no affine store.
static std::optional<bool> movesWith(affine::AffineForOp loop, Operation &op) {
  auto store = dyn_cast<affine::AffineStoreOp>(op);
  if (!store)
    return std::nullopt;
  return llvm::is_contained(
      composeMap(store.getAffineMap(), store.getMapOperands()).getOperands(),
      loop.getInductionVar());
}

SmallVector<LoopPart> layout::splitIntoParts(affine::AffineForOp loop) {
  SmallVector<LoopPart> parts;
  bool isOpen = false;
  std::optional<bool> moves;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isDefinition(op))
      continue;
    bool isNested = containsLoop(&op);
    std::optional<bool> moved = std::exchange(moves, movesWith(loop, op));
    isOpen &= !moves || !moved || *moves == *moved;
    if (isNested || !isOpen)
      parts.emplace_back();
    parts.back().statements.push_back(&op);
    isOpen = !isNested;
  }
  for (LoopPart &part : parts)
    findNeeded(part, loop.getBody());
  return parts;
}

void LoopPart::append(const LoopPart &other) {
  statements.append(other.statements);
  definitions.insert_range(other.definitions);
  sources.append(other.sources);
}
