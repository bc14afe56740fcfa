//===- MemoryOrigins.h - Where memory comes from, through calls -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `BufferFlow` ends at the results of calls. Where the callee is here, what it
// returns may be what it was given, a global, or what it made:
//
//     %b = call @same(%a)     // memory of %a
//     %c = call @make()       // memory that is born in this call
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_MEMORYORIGINS_H
#define LAYOUT_ANALYSIS_MEMORYORIGINS_H

#include "Layout/Analysis/BufferFlow.h"
#include "Layout/Analysis/Calls.h"

namespace mlir::layout {

/// One origin of a buffer, as the function sees it in which the buffer is.
struct MemoryOrigin {
  BlockArgument argument; ///< what callers pass
  StringAttr global;
  /// The calls through which it is made, from the outermost, and the op that
  /// makes it. The same in all executions of those.
  SmallVector<Operation *, 2> makers;

  /// False: it may be any memory.
  bool isKnown() const { return argument || global || !makers.empty(); }
  /// The op of this function that makes it; null if it is older than that.
  Operation *getBirth() const {
    return makers.empty() ? nullptr : makers.front();
  }
  bool operator==(const MemoryOrigin &other) const {
    return argument == other.argument && global == other.global &&
           makers == other.makers;
  }
};

/// Follows buffers to their origins through the calls of functions that are
/// here. Cost of a question: at most `maxOrigins` origins through at most
/// `maxDepth` calls; what is beyond is not known.
class MemoryOrigins {
public:
  static constexpr size_t maxOrigins = 64, maxDepth = 8;

  MemoryOrigins(const BufferFlow &flow, SymbolTableCollection &symbols)
      : flow(flow), symbols(symbols) {}

  /// All memory that `buffer` may be.
  SmallVector<MemoryOrigin, 2> find(Value buffer) const;

  /// May both be one known origin at a time? As `BufferFlow::mayMeet`, two
  /// that are not known are taken to be two buffers.
  bool mayMeet(Value a, Value b) const;

private:
  using Origins = SmallVectorImpl<MemoryOrigin>;
  using Callees = SmallVector<Operation *, maxDepth>;

  void add(Value buffer, Origins &origins, Callees &callees) const;
  void addUnfollowed(TracedCall call, Origins &origins, Callees &callees) const;
  void addResult(OpResult result, Origins &origins, Callees &callees) const;

  const BufferFlow &flow;
  SymbolTableCollection &symbols;
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_MEMORYORIGINS_H
