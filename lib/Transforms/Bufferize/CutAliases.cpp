//===- CutAliases.cpp - Long chains of tensors in one buffer --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Bufferize/CutAliases.h"

#include "BufferNames.h"
#include "CutNests.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::layout;

/// Tensors of one buffer that the analysis compares in no time: 32 links take
/// 20 ms, and 100 take 9 s.
static constexpr unsigned maxNames = 32;

/// Tensors of one buffer from which on one that is read much later is copied: a
/// copy is more than the analysis might need. 40 slices that are read from the
/// tensor into which they are inserted, that is 120 tensors, take 0.4 s, 160
/// take 39 s.
static constexpr unsigned maxNamesKept = 96;

/// Tensors of one buffer that are alive at once, and copied to cut a chain.
static constexpr unsigned maxCopies = 4;

/// Times that chains of a function are split, each where the last split left
/// them.
static constexpr unsigned maxSplits = 8;

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

namespace {

/// Tensors after which lists of names are cut.
struct Cuts {
  SmallVector<OpResult> renamed; ///< are the only name of their buffer there
  SmallVector<OpResult> copied;
};

/// Finds where a list of names can be cut.
class CutFinder {
public:
  CutFinder(const BufferNames &names, func::FuncOp function)
      : names(names), function(function) {}

  /// Finds the tensors after which the list is cut; none if some name is not
  /// of the block that the first one is in.
  void find(ArrayRef<Value> list, Cuts &result) {
    Value first = list.front();
    bool mayRename = !names.isSeenElsewhere(first);
    Block *home = first.getParentBlock();
    Cuts cuts;
    unsigned numNames = 0;
    // The last op that uses a name of those before.
    Operation *lastUser = nullptr;
    while (!list.empty()) {
      Operation *maker = getMaker(list.front(), home);
      ArrayRef<Value> made = list.take_while(
          [&](Value value) { return getMaker(value, home) == maker; });
      list = list.drop_front(made.size());
      numNames += made.size();
      SmallVector<Value> alive;
      bool isAlone = maker && (!lastUser || !maker->isBeforeInBlock(lastUser));
      for (Value value : made) {
        FailureOr<Operation *> user = getLastUser(value, home);
        if (failed(user) || (!maker && !isArgumentToUse(value, home)))
          return;
        if (maker && *user && maker->isBeforeInBlock(*user))
          alive.push_back(value);
        if (*user && (!lastUser || lastUser->isBeforeInBlock(*user)))
          lastUser = *user;
      }
      bool areResults = llvm::all_of(alive, [&](Value value) {
        return value.getDefiningOp() == maker &&
               isa<RankedTensorType>(value.getType());
      });
      if (numNames <= maxNames / 2 || !isAlone || alive.empty() || !areResults)
        continue;
      if (mayRename && alive.size() == 1 && names.isOwned(alive.front()))
        cuts.renamed.push_back(asResult(alive.front()));
      else if (numNames > maxNamesKept && alive.size() <= maxCopies)
        llvm::append_range(cuts.copied, llvm::map_range(alive, asResult));
      else
        continue;
      numNames = 0;
    }
    llvm::append_range(result.renamed, cuts.renamed);
    llvm::append_range(result.copied, cuts.copied);
  }

  /// Returns the first operand of an op that overwrites a tensor with names
  /// that are used much later; null if there is none, or if one may not be
  /// copied.
  OpOperand *findSplit(ArrayRef<Value> list) {
    Block *home = &function.front();
    Operation *lastUser = nullptr;
    for (size_t i = 0; i + maxNames < list.size();) {
      Operation *maker = getMaker(list[i], home);
      Operation *later = getMaker(list[i + maxNames], home);
      OpOperand *written = getWritten(list[i]);
      if (written && lastUser && later && later->isBeforeInBlock(lastUser))
        return written;
      for (; i < list.size() && getMaker(list[i], home) == maker; ++i) {
        FailureOr<Operation *> user = getLastUser(list[i], home);
        if (failed(user))
          return nullptr;
        if (*user && (!lastUser || lastUser->isBeforeInBlock(*user)))
          lastUser = *user;
      }
    }
    return nullptr;
  }

private:
  /// Returns the operand of an op of the function's block that becomes `value`
  /// by what is written; null if it is made otherwise, or cannot be copied.
  OpOperand *getWritten(Value value) {
    auto op = value.getDefiningOp<DestinationStyleOpInterface>();
    if (!op || !isa<RankedTensorType>(value.getType()) ||
        op->getBlock() != &function.front())
      return nullptr;
    return op.getTiedOpOperand(cast<OpResult>(value));
  }

  /// Returns the op of `home` in which the value is defined; null for others.
  static Operation *getMaker(Value value, Block *home) {
    Operation *op = value.getDefiningOp();
    if (!op && value.getParentBlock() != home)
      op = value.getParentBlock()->getParentOp();
    return op ? home->findAncestorOpInBlock(*op) : nullptr;
  }

  bool isArgumentToUse(Value value, Block *home) {
    if (value.getParentBlock() != home || home != &function.front())
      return false;
    if (!isCalled)
      isCalled = !SymbolTable::symbolKnownUseEmpty(
          function, function->getParentOfType<ModuleOp>());
    // Callers would not know that it is what the function returns.
    return !*isCalled;
  }

  static OpResult asResult(Value value) { return cast<OpResult>(value); }

  /// Fails if the value is used outside of `home`.
  static FailureOr<Operation *> getLastUser(Value value, Block *home) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *op = home->findAncestorOpInBlock(*user);
      if (!op)
        return failure();
      if (!last || last->isBeforeInBlock(op))
        last = op;
    }
    return last;
  }

  const BufferNames &names;
  func::FuncOp function;
  std::optional<bool> isCalled;
};

} // namespace

/// Lets what uses `tensor` use what is built of it.
static void replaceUses(OpResult tensor,
                        function_ref<Value(Value, OpBuilder &)> build) {
  OpBuilder builder(tensor.getContext());
  builder.setInsertionPointAfterValue(tensor);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : tensor.getUses())
    uses.push_back(&use);
  Value again = build(tensor, builder);
  for (OpOperand *use : uses)
    use->set(again);
}

/// Copies tensors that long chains would overwrite, and read much later.
/// Returns false if there is none.
static bool splitChains(func::FuncOp function,
                        const bufferization::OneShotAnalysisState &state) {
  BufferNames names(function, state);
  CutFinder finder(names, function);
  SmallVector<OpOperand *> splits;
  for (ArrayRef<Value> list : names.getLongLists(maxNamesKept))
    if (OpOperand *written = finder.findSplit(list))
      splits.push_back(written);
  for (OpOperand *written : splits)
    copyOperand(*written);
  return !splits.empty();
}

void layout::cutAliases(ModuleOp module) {
  UndecidedAnalysis analysis(module);
  module.walk([&](func::FuncOp function) {
    if (function.isExternal())
      return;
    if (!function.getBody().hasOneBlock()) {
      copyIntoNests(function);
      return;
    }
    for (unsigned i = 0; i < maxSplits; ++i)
      if (!splitChains(function, analysis.state))
        break;
    BufferNames names(function, analysis.state);
    CutFinder finder(names, function);
    Cuts cuts;
    for (ArrayRef<Value> list : names.getLongLists(maxNames))
      finder.find(list, cuts);
    std::vector<PassedTensor> allPassed = findPassedTensors(function, names);
    for (OpResult tensor : cuts.renamed)
      replaceUses(tensor, buildRestrictedName);
    for (OpResult tensor : cuts.copied)
      replaceUses(tensor, buildTensorCopy);
    for (const PassedTensor &passed : allPassed)
      cutNest(passed);
    copyIntoNests(function);
  });
}

void layout::dropSelfCopies(ModuleOp module) {
  module.walk([](memref::CopyOp copy) {
    if (copy.getSource() == copy.getTarget())
      copy.erase();
  });
}
