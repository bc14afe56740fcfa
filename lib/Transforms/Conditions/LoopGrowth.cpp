//===- LoopGrowth.cpp - Growth of a program by loops ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopGrowth.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::layout;

unsigned layout::countLoops(Operation *op) {
  unsigned count = 0;
  op->walk([&](LoopLikeOpInterface) { ++count; });
  return count;
}

unsigned layout::getMaxLoops(unsigned numBefore) {
  // What comes after takes time for each loop: functions of the fuzzer grew from
  // 150 loops to 1,100, and took a minute. Guarded nests, and copies into padded
  // buffers, become 2.8 times as many.
  constexpr unsigned maxMoreLoops = 128, maxTimesLoops = 3;
  return std::max(numBefore + maxMoreLoops, numBefore * maxTimesLoops);
}

void LoopGrowth::measure(ArrayRef<Operation *> outermost) {
  for (Count &count : counts)
    count.numLoops = count.numPieces = 0;
  for (Operation *loop : outermost) {
    unsigned numLoops = countLoops(loop);
    auto [it, isNew] = origins.try_emplace(loop, counts.size());
    if (isNew)
      counts.push_back({numLoops});
    Count &count = counts[it->second];
    ++count.numPieces;
    count.numLoops += numLoops;
  }
}

unsigned LoopGrowth::getNumLoops(Operation *loop) const {
  return counts[getOrigin(loop)].numLoops;
}

bool LoopGrowth::wasSplit(Operation *loop) const {
  const Count &count = counts[getOrigin(loop)];
  return count.numPieces > 1 || count.numLoops > count.atFirst;
}
