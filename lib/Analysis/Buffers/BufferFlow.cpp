//===- BufferFlow.cpp - Flow of buffers through values --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Who hands what to whom
//===----------------------------------------------------------------------===//

/// Returns the op as a loop of one region that forwards its operands as
/// loop-carried values, or null. The loop's own `RegionBranchOpInterface`
/// leaves out what a known number of iterations rules out, while types must
/// agree there too.
static LoopLikeOpInterface getCarryingLoop(Operation *op) {
  auto loop = dyn_cast<LoopLikeOpInterface>(op);
  if (!loop || loop.getLoopRegions().size() != 1 ||
      op->hasTrait<OpTrait::HasParallelRegion>() || op->getNumResults() == 0)
    return {};
  size_t count = op->getNumResults();
  std::optional<MutableArrayRef<OpOperand>> yielded =
      loop.getYieldedValuesMutable();
  bool isCarrying = yielded && yielded->size() == count &&
                    loop.getInitsMutable().size() == count &&
                    loop.getRegionIterArgs().size() == count;
  return isCarrying ? loop : LoopLikeOpInterface();
}

void BufferFlow::addForwarding(OpOperand &from, Value to) {
  if (!isBuffer(to) || !isBuffer(from.get()))
    return;
  names.insert(to);
  incoming[to].push_back(&from);
  handedTo[&from].push_back(to);
}

void BufferFlow::addUnknown(Value name) {
  if (!isBuffer(name))
    return;
  names.insert(name);
  unknown.insert(name);
}

void BufferFlow::addOp(Operation *op) {
  if (LoopLikeOpInterface loop = getCarryingLoop(op)) {
    for (auto [init, yielded, carried, result] : llvm::zip_equal(
             loop.getInitsMutable(), *loop.getYieldedValuesMutable(),
             loop.getRegionIterArgs(), op->getResults())) {
      addForwarding(init, carried);
      addForwarding(yielded, carried);
      addForwarding(init, result);
      addForwarding(yielded, result);
    }
  } else if (auto branch = dyn_cast<RegionBranchOpInterface>(op)) {
    for (RegionBranchPoint point : branch.getAllRegionBranchPoints()) {
      SmallVector<RegionSuccessor> successors;
      branch.getSuccessorRegions(point, successors);
      for (RegionSuccessor successor : successors) {
        OperandRange operands = branch.getSuccessorOperands(point, successor);
        Operation *from =
            point.isParent() ? op : point.getTerminatorPredecessorOrNull();
        for (auto [i, to] : llvm::enumerate(successor.getSuccessorInputs()))
          addForwarding(from->getOpOperand(operands.getBeginOperandIndex() + i),
                        to);
      }
    }
  } else if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [i, block] : llvm::enumerate(op->getSuccessors())) {
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      for (auto [j, to] : llvm::enumerate(block->getArguments())) {
        // A value that the branch makes itself, such as a token.
        if (operands.isOperandProduced(j))
          addUnknown(to);
        else
          addForwarding(op->getOpOperand(operands.getOperandIndex(j)), to);
      }
    }
  } else if (isa<SelectLikeOpInterface>(op)) {
    auto select = cast<SelectLikeOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get() == select.getTrueValue() ||
          operand.get() == select.getFalseValue())
        addForwarding(operand, op->getResult(0));
  } else if (op->getNumSuccessors() != 0) {
    // An unknown branch may pass anything.
    for (Block *block : op->getSuccessors())
      for (Value argument : block->getArguments())
        addUnknown(argument);
  }
}

BufferFlow::BufferFlow(Operation *scope) {
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) { addOp(op); });
  for (Value name : unknown)
    copied[name] = name;
  SmallVector<Value> open;
  for (Value name : names)
    if (!unknown.contains(name))
      open.push_back(name);
  resolve(open, 0);
  for (Value name : names)
    if (isMerge(name))
      merges.insert(name);
  collectOrigins();
}

//===----------------------------------------------------------------------===//
// Sources and names
//===----------------------------------------------------------------------===//

Value BufferFlow::getCopied(Value value) const {
  Value source = copied.lookup(value);
  return source == value ? Value() : source;
}

Value BufferFlow::getSource(Value value) const {
  if (Value source = getCopied(value))
    return source;
  return getViewSource(value);
}

Value BufferFlow::getRoot(Value value) const {
  // Where control never comes, an op may be a view of itself.
  llvm::SmallPtrSet<Value, 8> seen;
  while (Value source = getSource(value)) {
    if (!seen.insert(value).second)
      break;
    value = source;
  }
  return value;
}

ArrayRef<OpOperand *> BufferFlow::getIncoming(Value name) const {
  auto it = incoming.find(name);
  return it == incoming.end() ? ArrayRef<OpOperand *>() : it->second;
}

ArrayRef<Value> BufferFlow::getNames(OpOperand &operand) const {
  auto it = handedTo.find(&operand);
  return it == handedTo.end() ? ArrayRef<Value>() : it->second;
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

void BufferFlow::collectOrigins() {
  DenseMap<Value, SmallVector<Value, 2>> mergesOf;
  llvm::SetVector<Value> changed;
  auto add = [&](Value merge, Value origin) {
    Origins &origins = originsOf[merge];
    if (origins.tooMany || !origins.values.insert(origin))
      return;
    origins.tooMany = origins.values.size() > maxOrigins;
    changed.insert(merge);
  };
  for (Value merge : merges) {
    originsOf.try_emplace(merge);
    if (unknown.contains(merge))
      add(merge, merge);
    for (OpOperand *operand : getIncoming(merge)) {
      Value root = getRoot(operand->get());
      groups.unionSets(merge.getAsOpaquePointer(), root.getAsOpaquePointer());
      if (isMerge(root))
        mergesOf[root].push_back(merge);
      else
        add(merge, root);
    }
  }
  while (!changed.empty()) {
    Value source = changed.pop_back_val();
    // A copy: a merge may get its own value again, by a loop.
    const Origins origins = originsOf[source];
    for (Value merge : mergesOf.lookup(source)) {
      if (origins.tooMany && !originsOf[merge].tooMany) {
        originsOf[merge].tooMany = true;
        changed.insert(merge);
      }
      for (Value origin : origins.values)
        add(merge, origin);
    }
  }
}

std::optional<SmallVector<Value>> BufferFlow::getOrigins(Value buffer) const {
  Value root = getRoot(buffer);
  auto it = originsOf.find(root);
  if (it == originsOf.end())
    return SmallVector<Value>{root};
  if (it->second.tooMany)
    return std::nullopt;
  return SmallVector<Value>(it->second.values.begin(), it->second.values.end());
}

const void *BufferFlow::getGroup(Value buffer) const {
  const void *root = getRoot(buffer).getAsOpaquePointer();
  auto it = groups.findLeader(root);
  return it == groups.member_end() ? root : *it;
}

bool BufferFlow::isSameOrigin(Value a, Value b) {
  // Each `memref.get_global` is a value of its own.
  auto globalA = a.getDefiningOp<memref::GetGlobalOp>();
  auto globalB = b.getDefiningOp<memref::GetGlobalOp>();
  return a == b ||
         (globalA && globalB && globalA.getName() == globalB.getName());
}

bool BufferFlow::mayMeet(Value a, Value b) const {
  DenseSet<std::pair<Value, Value>> assumed;
  return mayMeet(a, b, assumed);
}

/// Two names that are given their values together meet only if they are given
/// values that do: an induction over the number of times they are given any.
bool BufferFlow::mayMeet(Value a, Value b,
                         DenseSet<std::pair<Value, Value>> &assumed) const {
  a = getRoot(a);
  b = getRoot(b);
  if (isSameOrigin(a, b))
    return true;
  bool isMergeA = isMerge(a), isMergeB = isMerge(b);
  if (!isMergeA && !isMergeB)
    return false;
  if (a.getAsOpaquePointer() > b.getAsOpaquePointer())
    std::swap(a, b);
  constexpr size_t maxPairs = 64;
  // A pair that is being compared is assumed to be apart: this is the induction
  // step.
  if (assumed.contains({a, b}))
    return false;
  auto getJoin = [](Value name) -> const void * {
    if (auto argument = dyn_cast<BlockArgument>(name))
      return argument.getOwner();
    return name.getDefiningOp();
  };
  ArrayRef<OpOperand *> intoA = getIncoming(a), intoB = getIncoming(b);
  // The same ops forward to both, pair by pair, such as the two iteration
  // arguments of a loop that swaps them.
  bool areTogether =
      isMergeA && isMergeB && getJoin(a) == getJoin(b) && !isUnknown(a) &&
      !isUnknown(b) && intoA.size() == intoB.size() &&
      llvm::all_of(llvm::zip(intoA, intoB), [](auto pair) {
        return std::get<0>(pair)->getOwner() == std::get<1>(pair)->getOwner();
      });
  if (areTogether && assumed.size() < maxPairs) {
    assumed.insert({a, b});
    return llvm::any_of(llvm::zip(intoA, intoB), [&](auto pair) {
      return mayMeet(std::get<0>(pair)->get(), std::get<1>(pair)->get(),
                     assumed);
    });
  }
  std::optional<SmallVector<Value>> originsA = getOrigins(a);
  std::optional<SmallVector<Value>> originsB = getOrigins(b);
  // With too many origins to compare, only names that nothing connects are
  // apart.
  if (!originsA || !originsB)
    return getGroup(a) == getGroup(b);
  return llvm::any_of(*originsA, [&](Value originA) {
    return llvm::any_of(*originsB, [&](Value originB) {
      return isSameOrigin(originA, originB);
    });
  });
}

//===----------------------------------------------------------------------===//
// Users
//===----------------------------------------------------------------------===//

/// Returns true if an op that forwards `operand` also has a memory effect on
/// it.
static bool touchesToo(OpOperand &operand) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(operand.getOwner());
  if (!effects)
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [&](auto &instance) {
    return !instance.getValue() || instance.getValue() == operand.get();
  });
}

void BufferFlow::walkUsers(Value root, bool throughMerges,
                           function_ref<void(OpOperand &, bool)> visit,
                           function_ref<void(OpOperand &)> onForward) const {
  SmallVector<std::pair<Value, bool>> worklist{{root, true}};
  llvm::SmallPtrSet<void *, 8> seen;
  auto follow = [&](Value value, bool isSure) {
    if (isBuffer(value) && seen.insert(value.getAsOpaquePointer()).second)
      worklist.push_back({value, isSure});
  };
  while (!worklist.empty()) {
    auto [buffer, isSure] = worklist.pop_back_val();
    for (OpOperand &use : buffer.getUses()) {
      ArrayRef<Value> forwarded = getNames(use);
      bool isMerged = false;
      for (Value name : forwarded) {
        bool staysSure = !isMerge(name);
        isMerged |= !staysSure;
        if (staysSure || throughMerges)
          follow(name, isSure && staysSure);
      }
      if (onForward && !forwarded.empty() && (isMerged || throughMerges))
        onForward(use);
      if (!forwarded.empty()) {
        if (touchesToo(use))
          visit(use, isSure);
        continue;
      }
      SmallVector<Value> views = getViews(use);
      if (views.empty())
        visit(use, isSure);
      for (Value view : views)
        follow(view, isSure);
    }
  }
}

void BufferFlow::forEachUser(Value root,
                             function_ref<void(OpOperand &, bool)> visit,
                             function_ref<void(OpOperand &)> onForward) const {
  walkUsers(root, /*throughMerges=*/true, visit, onForward);
}

void BufferFlow::forEachOwnUser(
    Value root, function_ref<void(OpOperand &)> visit,
    function_ref<void(OpOperand &)> onForward) const {
  walkUsers(
      root, /*throughMerges=*/false,
      [&](OpOperand &operand, bool) { visit(operand); }, onForward);
}
