//===- UnchangingStores.cpp - Removing stores that change nothing ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnchangingStores.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/CallEffects.h"
#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "StoreOps.h"
#include "Transforms/Support/UndefValues.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A store of one value to elements of one buffer.
struct Candidate {
  Operation *store;
  Elements elements;
  Value value;
  Attribute constant;        ///< null if it is none
  SmallVector<Interval> box; ///< where the elements lie

  bool isNumber() const {
    return !constant && getElementTypeOrSelf(value).isIntOrIndex();
  }
  /// Returns true if both may store the same value.
  bool isAlike(const Candidate &other) const {
    return value == other.value || (constant && constant == other.constant) ||
           (value.getType() == other.value.getType() &&
            (isNumber() || other.isNumber()));
  }
  bool mayMeet(const Candidate &other) const {
    return llvm::all_of(llvm::zip(box, other.box), [](auto pair) {
      auto [a, b] = pair;
      bool isBelow = a.high && b.low && *a.high < *b.low;
      bool isAbove = a.low && b.high && *a.low > *b.high;
      return !isBelow && !isAbove;
    });
  }
};

/// Queries `KnownContents` where it may have an answer.
class UnchangingStoreFinder {
public:
  /// Of one function; those to which the answer is not yes.
  static constexpr unsigned maxQuestions = 64;

  UnchangingStoreFinder(func::FuncOp function, CallEffects &calls)
      : function(function), facts(function, /*explains=*/false),
        contents(function, facts, &calls) {}

  void run(SmallVectorImpl<Operation *> &unchanging) {
    collect();
    unsigned numFutile = 0;
    for (const auto &[root, stores] : storesTo)
      for (const Candidate &candidate : stores) {
        if (!mayBeThere(candidate, stores))
          continue;
        // Bounds the stores that fail only: those that are erased pay for
        // themselves.
        if (numFutile == maxQuestions) {
          remarkUnknown(function.getLoc(), "layout-remove-noop/too-many-stores")
              << "not all stores were examined: " +
                     std::to_string(maxQuestions) +
                     " change something, or may, which is the limit";
          return;
        }
        if (contents.holds(candidate.elements, candidate.store, candidate.value)
                .isYes())
          unchanging.push_back(candidate.store);
        else
          ++numFutile;
      }
  }

private:
  void collect() {
    function.walk([&](Operation *op) {
      hasAssumptions |= isa<AssumeOp>(op);
      if (auto promise = dyn_cast<AssumePaddingOp>(op))
        assumed.insert(contents.getFlow().getRoot(promise.getPhysical()));
      if (!isStore(op) || !isStoredValue(op->getOpOperand(0)))
        return;
      std::optional<Elements> elements = contents.getElements(op);
      if (!elements)
        return;
      Candidate candidate{op, *elements, op->getOperand(0), {}, {}};
      matchPattern(candidate.value, m_Constant(&candidate.constant));
      // Boxes by ranges rule out most pairs without a query.
      for (auto [d, first] : llvm::enumerate(elements->index)) {
        Interval range = facts.getRange(first);
        if (!elements->extents.empty()) {
          Interval length = facts.getRange(elements->extents[d]);
          if (!range.high || !length.high ||
              llvm::AddOverflow(*range.high, *length.high, *range.high))
            range.high.reset();
        }
        candidate.box.push_back(range);
      }
      storesTo[elements->buffer].push_back(std::move(candidate));
    });
  }

  /// Returns true if there is another store of perhaps the same value to
  /// perhaps the same element, an assumption about it, or if the value was
  /// loaded from the buffer.
  bool mayBeThere(const Candidate &candidate, ArrayRef<Candidate> others) {
    Value root = candidate.elements.buffer;
    if (hasAssumptions || assumed.contains(root) ||
        isa_and_nonnull<memref::GetGlobalOp>(root.getDefiningOp()))
      return true;
    if (Operation *load = candidate.value.getDefiningOp();
        load && hasSingleEffect<MemoryEffects::Read>(load))
      for (Value operand : load->getOperands())
        if (isa<MemRefType>(operand.getType()) &&
            contents.getFlow().getRoot(operand) == root)
          return true;
    return llvm::any_of(others, [&](const Candidate &other) {
      return other.store != candidate.store && candidate.isAlike(other) &&
             candidate.mayMeet(other);
    });
  }

  func::FuncOp function;
  IntegerFacts facts;
  KnownContents contents;
  llvm::MapVector<Value, std::vector<Candidate>> storesTo;
  llvm::SmallPtrSet<Value, 4> assumed;
  bool hasAssumptions = false;
};

} // namespace

SmallVector<Operation *> layout::planUnchangingStores(ModuleOp module) {
  SmallVector<Operation *> unchanging;
  CallEffects calls(module);
  module.walk([&](Operation *op) {
    if (auto copy = dyn_cast<memref::CopyOp>(op);
        copy && copy.getSource() == copy.getTarget())
      unchanging.push_back(op);
    auto function = dyn_cast<func::FuncOp>(op);
    if (function && !function.isExternal())
      UnchangingStoreFinder(function, calls).run(unchanging);
  });
  return unchanging;
}
