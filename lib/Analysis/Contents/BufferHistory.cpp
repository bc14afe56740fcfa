//===- BufferHistory.cpp - Ordered events of a buffer ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferHistory.h"

#include "Analysis/Accesses/StoredLanes.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/ScalarAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;
using Kind = BufferEvent::Kind;

//===----------------------------------------------------------------------===//
// One buffer
//===----------------------------------------------------------------------===//

ArrayRef<Operation *> BufferHistory::getOwnOps(Block *block) {
  auto found = opsOf.find(block);
  if (found == opsOf.end())
    return {};
  Ops &ops = found->second;
  if (!ops.isSorted)
    llvm::sort(ops.ops, [](Operation *a, Operation *b) {
      return a->isBeforeInBlock(b);
    });
  ops.isSorted = true;
  return ops.ops;
}

ArrayRef<BufferEvent *> BufferHistory::getOwnEvents(Operation *op) const {
  auto found = eventsOf.find(op);
  return found == eventsOf.end() ? ArrayRef<BufferEvent *>()
                                 : ArrayRef<BufferEvent *>(found->second);
}

/// The last op before `before`.
static Operation *getLast(ArrayRef<Operation *> ops, Operation *before) {
  if (before)
    ops = ops.take_front(
        llvm::partition_point(
            ops, [&](Operation *op) { return op->isBeforeInBlock(before); }) -
        ops.begin());
  return ops.empty() ? nullptr : ops.back();
}

Operation *BufferHistory::getLast(Block *block, Operation *before) {
  Operation *last = ::getLast(getOwnOps(block), before);
  for (BufferHistory *other : shared) {
    Operation *op = ::getLast(other->getOwnOps(block), before);
    if (op && (!last || last->isBeforeInBlock(op)))
      last = op;
  }
  return last;
}

SmallVector<BufferEvent *, 2> BufferHistory::getEvents(Operation *op) const {
  SmallVector<BufferEvent *, 2> events(getOwnEvents(op));
  for (const BufferHistory *other : shared)
    for (BufferEvent *event : other->getOwnEvents(op))
      if (event->buffer != root)
        events.push_back(event);
  return events;
}

/// What is shared and no barrier for this buffer is an event of its own.
bool BufferHistory::contains(Operation *op) const {
  return known.contains(op) ||
         llvm::any_of(shared, [&](const BufferHistory *other) {
           return other->known.contains(op);
         });
}

void BufferHistory::addOwnEventsIn(Operation *op,
                                   SmallVectorImpl<BufferEvent *> &inside) {
  llvm::append_range(inside, getOwnEvents(op));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation *nested : getOwnOps(&block))
        addOwnEventsIn(nested, inside);
}

/// The first event in `op` that is a barrier for `root`.
BufferEvent *BufferHistory::findForeignIn(Operation *op, Value root) {
  for (BufferEvent *event : getOwnEvents(op))
    if (event->buffer != root)
      return event;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation *nested : getOwnOps(&block))
        if (BufferEvent *event = findForeignIn(nested, root))
          return event;
  return nullptr;
}

SmallVector<BufferEvent *> BufferHistory::getEventsIn(Operation *op) {
  SmallVector<BufferEvent *> inside;
  addOwnEventsIn(op, inside);
  for (BufferHistory *other : shared)
    if (BufferEvent *event = other->findForeignIn(op, root)) {
      inside.push_back(event);
      break;
    }
  return inside;
}

void BufferHistory::add(BufferEvent event, Operation *function) {
  Operation *op = event.op;
  eventsOf[op].push_back(&events.emplace_back(std::move(event)));
  for (; op != function && known.insert(op).second; op = op->getParentOp())
    opsOf[op->getBlock()].ops.push_back(op);
}

//===----------------------------------------------------------------------===//
// All buffers
//===----------------------------------------------------------------------===//

BufferHistories::BufferHistories(Operation *function, IntegerFacts &facts,
                                 CallEffects *calls)
    : function(function), facts(facts), calls(calls), flow(function),
      aliases(flow, [this](OpOperand &operand) { return getEffect(operand); }) {
  scan();
}

OperandEffect BufferHistories::getEffect(OpOperand &operand) {
  return calls ? calls->getEffect(operand) : getOperandEffect(operand);
}

bool BufferHistories::mayWriteUnnamed(Operation *op) {
  return calls ? calls->mayWriteUnnamed(op) : layout::mayWriteUnnamed(op);
}

/// The loads that a condition is computed from.
static SmallVector<Operation *, 2> findLoads(Value condition) {
  constexpr unsigned maxOps = 32;
  SmallVector<Operation *, 2> loads;
  SmallVector<Value> worklist{condition};
  for (unsigned n = 0; !worklist.empty() && n < maxOps; ++n) {
    Operation *op = worklist.pop_back_val().getDefiningOp();
    if (!op)
      continue;
    if (isScalarLoad(op))
      loads.push_back(op);
    else if (isPure(op) && op->getNumRegions() == 0)
      llvm::append_range(worklist, op->getOperands());
  }
  return loads;
}

void BufferHistories::scan() {
  function->walk([&](Operation *op) {
    ++numOps;
    if (op == function)
      return;
    if (auto assume = dyn_cast<AssumeOp>(op))
      if (auto loads = findLoads(assume.getCondition()); !loads.empty())
        assumptions.push_back({op, loads});
    if (mayWriteUnnamed(op))
      unknownWrites.add({Kind::Barrier, op}, function);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()) &&
          !aliases.isForwarded(operand) && getEffect(operand).mayWrite)
        writersOf[flow.getRoot(operand.get())].push_back(op);
  });
  for (auto &[root, writers] : writersOf) {
    if (flow.isMerge(root))
      merged.push_back(root);
    // Each of K arguments without a guarantee may be any other. All of them
    // share one history of writes, since lists per buffer would have K * K
    // entries.
    if (!flow.isMerge(root) && aliases.isForeign(root)) {
      strange.push_back(root);
      for (Operation *writer : writers)
        strangeWrites.add({Kind::Barrier, writer, nullptr, {}, root}, function);
    } else if (flow.isMerge(root) || !aliases.isHidden(root)) {
      exposed.push_back(root);
    }
  }
}

/// Lanes outside of the buffer are not written, and never queried; nor are
/// those that a constant mask leaves out.
static void narrowToLanes(TouchedElements &touched, IntegerFacts &facts,
                          const BufferFlow &flow) {
  auto lanes = getStoredLanes(touched.operand->getOwner());
  if (!lanes || lanes->size() != 1)
    return;
  auto elements =
      getElementsOfLanes(*touched.operand, lanes->front(), facts, flow);
  if (!elements)
    return;
  touched.elements = std::move(*elements);
  touched.isExact = true;
}

void BufferHistories::addUsers(BufferHistory &history, Value root) {
  flow.forEachUser(root, [&](OpOperand &operand, bool isSure) {
    Operation *op = operand.getOwner();
    if (isa<AssumePaddingOp>(op)) {
      if (isSure)
        history.add({Kind::Padding, op, &operand}, function);
      return;
    }
    if (aliases.isForwarded(operand))
      return;
    // A callee may write any element, also through a name whose elements are
    // known here.
    OperandEffect effect = getEffect(operand);
    bool isCall = isa<CallOpInterface>(op);
    if (effect.mayWrite && (effect.escapes || isCall || !isSure)) {
      history.add({Kind::Barrier, op, &operand}, function);
      return;
    }
    bool isLoad = isSure && isScalarLoad(op);
    if (!effect.mayWrite && !isLoad)
      return;
    TouchedElements touched = getTouchedElements(operand, facts, flow);
    if (isLoad && !touched.isExact)
      return;
    if (!isLoad && !touched.isExact)
      narrowToLanes(touched, facts, flow);
    history.add({effect.mayWrite ? Kind::Write : Kind::Read, op, &operand,
                 std::move(touched)},
                function);
  });
}

void BufferHistories::addAssumptions(BufferHistory &history, Value root) {
  for (auto &[assume, loads] : assumptions)
    if (llvm::any_of(loads, [&](Operation *load) {
          return llvm::any_of(load->getOperands(), [&](Value operand) {
            return isa<BaseMemRefType>(operand.getType()) &&
                   flow.getRoot(operand) == root;
          });
        }))
      history.add({Kind::Assumption, assume}, function);
}

void BufferHistories::addBarriers(BufferHistory &history, Value root,
                                  ArrayRef<Value> others) {
  for (Value other : others)
    if (other != root && aliases.mayBeUnderOtherName(root, other))
      for (Operation *writer : writersOf[other])
        history.add({Kind::Barrier, writer}, function);
}

BufferHistory &BufferHistories::get(Value root) {
  std::unique_ptr<BufferHistory> &history = histories[root];
  if (history)
    return *history;
  history = std::make_unique<BufferHistory>(root);
  BufferHistory &result = *history;
  if (Operation *site = root.getDefiningOp())
    result.add({Kind::Allocation, site}, function);
  addAssumptions(result, root);
  addUsers(result, root);
  // A constant global is never written.
  if (isConstantGlobal(root))
    return result;
  // Ops that name no buffer cannot write to hidden memory: `unknownWrites` is
  // left out.
  if (aliases.isHidden(root)) {
    addBarriers(result, root, merged);
    return result;
  }
  addBarriers(result, root, exposed);
  if (aliases.isForeign(root) || root.getDefiningOp<memref::GetGlobalOp>())
    result.shared.push_back(&strangeWrites);
  else // it went away: only from where it may come back
    addBarriers(result, root, strange);
  result.shared.push_back(&unknownWrites);
  return result;
}

SmallVector<Operation *, 2> BufferHistories::getPaddingFacts(Value root) {
  // Once per buffer: searching all users for each query was quadratic in the
  // number of nests.
  auto [known, isNew] = paddingFacts.try_emplace(root);
  SmallVector<Operation *, 2> &found = known->second;
  if (isNew)
    flow.forEachUser(root, [&](OpOperand &operand, bool isSure) {
      Operation *op = operand.getOwner();
      auto saysTheSame = [&](Operation *other) {
        return llvm::equal(op->getOperands(), other->getOperands()) &&
               op->getAttr("logicalType") == other->getAttr("logicalType");
      };
      if (isSure && isa<PaddingOp, AssumePaddingOp>(op) &&
          llvm::none_of(found, saysTheSame))
        found.push_back(op);
    });
  return found;
}
