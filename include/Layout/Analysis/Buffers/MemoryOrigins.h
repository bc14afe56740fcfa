//===- MemoryOrigins.h - Origins of memory through calls --------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `BufferFlow` ends at the results of calls. If the module has the body of the
// callee, its result may be an argument, a global, or memory that it allocates:
//
//     %b = call @same(%a)     // memory of %a
//     %c = call @make()       // memory that is allocated in this call
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_BUFFERS_MEMORYORIGINS_H
#define LAYOUT_ANALYSIS_BUFFERS_MEMORYORIGINS_H

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Functions/Calls.h"

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
  Operation *getAllocationSite() const {
    return makers.empty() ? nullptr : makers.front();
  }
  bool operator==(const MemoryOrigin &other) const {
    return argument == other.argument && global == other.global &&
           makers == other.makers;
  }
};

/// Returns true if its op allocates `value` in the default resource, according
/// to its effects. If the op also frees a buffer, the new memory may be that of
/// the freed one, as for `memref.realloc`.
bool isAllocation(Value value);

/// Returns true if the op allocates one buffer and does nothing else, so that
/// it may be erased if no other op names the buffer. Asynchronous ops do more.
bool onlyAllocates(Operation *op);
/// Returns true if the op frees its operand and does nothing else.
bool onlyFrees(Operation *op);

/// Returns true if callers guarantee that each element of this argument that is
/// written is reached through it only: by `llvm.noalias`, a layout, or a
/// request for one.
bool isGuaranteedAlone(BlockArgument argument);

/// Where `root`, a buffer that no call returns, comes from.
MemoryOrigin getMemoryOrigin(Value root);

/// Follows buffers to their origins through the calls of functions that are
/// here. What a function returns is found once, so the cost is linear in what
/// returns and calls name, times `maxOrigins`; functions that call each other
/// are looked at again in each question, through `maxSteps` calls at most. More
/// origins than that, and calls nested deeper than `maxDepth`, are not known.
/// Goes stale when the module changes.
class MemoryOrigins {
public:
  static constexpr size_t maxOrigins = 64, maxDepth = 64, maxSteps = 1024;

  MemoryOrigins(const BufferFlow &flow, SymbolTableCollection &symbols)
      : flow(flow), symbols(symbols) {}

  /// Returns all origins that `buffer` may have.
  SmallVector<MemoryOrigin, 2> find(Value buffer);
  /// Returns true if both may have one known origin at a time. As in
  /// `BufferFlow::mayMeet`, two that are not known are taken to be two buffers.
  bool mayMeet(Value a, Value b);

private:
  using Origins = SmallVectorImpl<MemoryOrigin>;
  using Summary = SmallVector<MemoryOrigin, 2>;

  void add(Value buffer, Origins &origins, bool throughCalls = true);
  void addResult(OpResult result, Origins &origins);
  void addUnknown(TracedCall call, Origins &origins);
  Summary findResult(OpResult result);
  template <typename Key>
  std::optional<Summary>
  lookUpOrFind(llvm::DenseMap<Key, std::optional<Summary>> &kept, Key key,
               llvm::function_ref<Summary()> find);
  std::optional<Summary> summarize(TracedFunction callee, unsigned result);

  const BufferFlow &flow;
  SymbolTableCollection &symbols;
  // Null while they are being found.
  llvm::DenseMap<Value, std::optional<Summary>> results; ///< of calls
  llvm::DenseMap<std::pair<Operation *, unsigned>, std::optional<Summary>>
      summaries;
  size_t depth = 0, numSteps = 0; ///< of calls
  bool isCut = false; ///< a limit was reached: some origins are not found
};

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_BUFFERS_MEMORYORIGINS_H
