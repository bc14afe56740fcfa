//===- PadEvents.cpp - Events of the padding of a buffer ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PadEvents.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isReachedThroughPhysical(Value value, Value root,
                                      const BufferFlow &flow) {
  for (; value != root; value = flow.getSource(value))
    if (value.getDefiningOp<AsPhysicalOp>())
      return true;
  return false;
}

/// Between buffers of one layout padding may be copied, too. Other conversions
/// read data only.
static bool copiesStorage(ConvertOp convert) {
  return getLayoutToApply(cast<MemRefType>(convert.getSourceType())) ==
         getLayoutToApply(cast<MemRefType>(convert.getDestType()));
}

/// A need of the buffer that does not name it.
static PadEvent dueAt(Operation *op) {
  PadEvent event;
  event.op = op;
  event.isDue = event.isImplicit = true;
  return event;
}

PadEvents::PadEvents(PadPointFinder &finder, Value root, bool copies)
    : finder(finder), root(root), copies(copies), home(root.getParentBlock()),
      isMerge(finder.flow.isMerge(root)),
      isArgument(isa<BlockArgument>(root) && !isMerge) {
  Operation *definition = root.getDefiningOp();
  bool isGlobal = isa_and_nonnull<memref::GetGlobalOp>(definition);
  isLocal = isAllocation(root);
  // The storage that `as_logical` views may be written as such.
  mayBreakUnseen = isa_and_nonnull<AsLogicalOp>(definition);
  mayHaveOtherNames =
      isMerge || isGlobal || isa_and_nonnull<TracedCall>(definition);
  finder.flow.forEachOwnUser(
      root, [&](OpOperand &operand) { add(classify(operand)); },
      [&](OpOperand &operand) { add(classifyForwarding(operand)); });
  mayBreakUnseen |= (isMerge || isForwarded) && finder.mayBreakUnseen(root);
  bool isCallersConcern = copies && finder.function.isOnDevice();
  if ((isArgument || isGlobal) && !isCallersConcern)
    for (Operation *op : finder.returns)
      add(dueAt(op));
  if (isGlobal) // a call may reach a global without being given it
    for (Operation *op : finder.calls)
      add(dueAt(op));
  mayHaveOtherNames |= mayBreakUnseen;
  llvm::sort(sites, [](const PadSite &a, const PadSite &b) {
    return a.ancestor->isBeforeInBlock(b.ancestor);
  });
}

bool PadEvents::isBrokenAtAllocation() const {
  if (isArgument)
    return finder.modes.getMode(finder.function,
                                cast<BlockArgument>(root).getArgNumber()) ==
           AccessMode::Write;
  return isLocal;
}

/// Returns true if `layout.as_logical` gives the storage another layout by this
/// name, whose pad stages may write to padding.
bool PadEvents::hasOtherLayout(Value name) const {
  for (; name != root; name = finder.flow.getSource(name))
    if (auto view = name.getDefiningOp<AsLogicalOp>();
        view && view.getType() != root.getType())
      return true;
  return false;
}

PadEvent PadEvents::classify(OpOperand &operand) {
  PadEvent event;
  event.op = operand.getOwner();
  bool isPhysical = isReachedThroughPhysical(operand.get(), root, finder.flow);
  mayBreakUnseen |= hasOtherLayout(operand.get());
  if (auto call = dyn_cast<TracedCall>(event.op)) {
    classifyCall(event, call, operand, isPhysical);
    return event;
  }
  if (isReturn(event.op)) {
    event.isDue = true;
    return event;
  }
  if (isDeallocation(operand)) {
    event.frees = true;
    return event;
  }
  if (auto fact = dyn_cast<AssumePaddingOp>(event.op)) {
    event.establishes = fact.getLaidOutType() == root.getType();
    return event;
  }
  OperandEffect effect = getOperandEffect(operand);
  mayBreakUnseen |= effect.escapes;
  if (auto convert = dyn_cast<ConvertOp>(event.op); convert && !isPhysical) {
    event.establishes = event.writesData = operand.get() == convert.getDest();
    // Between two buffers of one layout, layout-apply copies all of the
    // storage: the padding of the source is then read as well.
    event.isDue = !event.writesData && copiesStorage(convert);
    return event;
  }
  if (isa<gpu::MemcpyOp, gpu::MemsetOp>(event.op) && !isPhysical) {
    classifyDeviceCopy(event, operand);
    return event;
  }
  event.writesData = effect.mayWrite;
  event.breaks = effect.mayWrite && (isPhysical || copies);
  bool readsPadding =
      effect.mayRead && !(isPhysical && finder.readsDataOnly(event.op));
  event.isDue = readsPadding && isPhysical;
  event.isLocalRead = readsPadding && isLocal;
  return event;
}

/// What moves on a device is the storage, padding included.
void PadEvents::classifyDeviceCopy(PadEvent &event, OpOperand &operand) {
  auto copy = dyn_cast<gpu::MemcpyOp>(event.op);
  event.isDue = copy && operand.get() == copy.getSrc();
  event.writesData = !event.isDue;
  event.establishes = copy && !event.isDue;
  event.breaks = !copy;
}

/// The buffers of a merge hold their pads. Through a physical name, nothing is
/// known of the buffer.
PadEvent PadEvents::classifyForwarding(OpOperand &operand) {
  PadEvent event;
  event.op = operand.getOwner();
  event.isDue = event.isForwarded = isForwarded = true;
  mayBreakUnseen |= isReachedThroughPhysical(operand.get(), root, finder.flow);
  return event;
}

void PadEvents::classifyCall(PadEvent &event, TracedCall call,
                             OpOperand &operand, bool isPhysical) {
  TracedFunction callee = call.lookUpCallee(finder.symbols);
  std::optional<unsigned> argument = call.getArgumentNumber(operand);
  AccessMode mode = callee && argument ? finder.modes.getMode(callee, *argument)
                                       : AccessMode::ReadWrite;
  event.isDue = mode != AccessMode::Write;
  event.writesData = mode != AccessMode::Read;
  // After the call the padding holds, if the callee knows the layout. On a
  // device no thread can copy into padding: that is left to the caller.
  event.breaks = mode != AccessMode::Read &&
                 (isPhysical || (copies && (!callee || callee.isOnDevice())));
  event.establishes = !isPhysical && mode == AccessMode::Write;
  // A buffer that the callee returns may be this one.
  mayBreakUnseen |= llvm::any_of(call.getReturned().getTypes(), [](Type type) {
    return isa<BaseMemRefType>(type);
  });
}

void PadEvents::add(const PadEvent &event) {
  Operation *ancestor = home->findAncestorOpInBlock(*event.op);
  if (!ancestor) {
    elsewhere.push_back(event);
    return;
  }
  auto [it, isNew] = siteOf.try_emplace(ancestor, sites.size());
  if (isNew) {
    sites.emplace_back();
    sites.back().ancestor = ancestor;
  }
  if (event.breaks)
    for (Operation *op = event.op; op != ancestor; op = op->getParentOp())
      if (!breakers.insert(op).second)
        break;
  PadSite &site = sites[it->second];
  site.events.push_back(event);
  site.breaks |= event.breaks;
  site.writesData |= event.writesData;
}
