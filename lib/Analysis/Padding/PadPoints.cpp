//===- PadPoints.cpp - Where padding must be written ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Padding/PadPoints.h"

#include "Analysis/Accesses/PhysicalReads.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Buffers/MemoryOrigins.h"
#include "Layout/IR/Layout.h"
#include "PadEvents.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Goes through the events of one buffer in their order.
class PadPointSearch {
public:
  PadPointSearch(const PadEvents &events, PadPlacement placement,
                 function_ref<bool(Operation *)> mayNeedPadInside)
      : events(events), placement(placement),
        mayNeedPadInside(mayNeedPadInside) {}

  SmallVector<PadPoint> find() {
    if (events.hasOtherNames()) {
      findUnderOtherNames();
      return std::move(points);
    }
    isBroken = events.isBrokenAtAllocation();
    brokenAt = candidate = getAllocationSite();
    for (const PadSite &site : events.getSites()) {
      serve(site);
      if (pass(site))
        return std::move(points);
    }
    serveElsewhere();
    return std::move(points);
  }

private:
  static bool needsPad(const PadEvent &event) { return event.needsPad(); }

  PadPoint getAllocationSite() const {
    Value root = events.getRoot();
    return events.isOfArgument() ? PadPoint::atStart(root.getParentBlock())
                                 : PadPoint::justAfter(root.getDefiningOp());
  }

  //===--------------------------------------------------------------------===//
  // A buffer that is followed
  //===--------------------------------------------------------------------===//

  /// Sees to it that the padding holds where `site` needs it.
  void serve(const PadSite &site) {
    bool breaksInside = site.breaks && site.isNested();
    for (const PadEvent &event : site.events) {
      if (!event.needsPad() || (event.isImplicit && maybeFreed))
        continue;
      if (breaksInside)
        addPoint(PadPoint::before(getOutermostWithoutBreak(site, event.op)),
                 /*isOptional=*/!event.isDue);
      else if (isBroken)
        repair();
    }
  }

  /// One stage for all: after the last write, or where the pad was broken.
  void repair() {
    addPoint(placement == PadPlacement::Before ? brokenAt : candidate);
    isBroken = false;
  }

  /// Returns true if it is proven that the buffer is freed after `site`.
  bool pass(const PadSite &site) {
    for (const PadEvent &event : site.events) {
      // Only what surely happens counts: the op itself, not one inside it.
      bool isSure = event.op == site.ancestor;
      isBroken &= !(event.establishes && isSure);
      maybeFreed |= event.frees;
      isShared |= event.isForwarded;
      if (event.frees && isSure)
        return true;
    }
    if (site.breaks && isShared) {
      repairAfter(site);
      isBroken &= site.isNested();
    } else if (site.breaks) {
      isBroken = true;
      brokenAt = PadPoint::justAfter(site.ancestor);
    }
    if (site.breaks || site.writesData)
      candidate = PadPoint::justAfter(site.ancestor);
    return false;
  }

  void serveElsewhere() {
    ArrayRef<PadEvent> elsewhere = events.getElsewhere();
    if (llvm::none_of(elsewhere, [](const PadEvent &e) { return e.breaks; })) {
      if (isBroken && llvm::any_of(elsewhere, needsPad))
        repair();
      return;
    }
    for (const PadEvent &event : elsewhere)
      if (event.needsPad())
        addPoint(PadPoint::before(event.op));
    if (events.isForwardedToMerge())
      for (const PadEvent &event : elsewhere)
        if (event.breaks)
          addPoint(PadPoint::justAfter(event.op));
  }

  void addPoint(PadPoint point, bool isOptional = false) {
    point.isOptional = isOptional;
    auto [it, isNew] =
        known.try_emplace({point.op, unsigned(point.after)}, points.size());
    if (isNew)
      points.push_back(point);
    else
      points[it->second].isOptional &= isOptional;
  }

  /// Breaks and reads may follow each other in any order inside `site`. Climbs
  /// from `op` as far as no break is passed: a stage there is after all breaks
  /// that can come before it, each time.
  Operation *getOutermostWithoutBreak(const PadSite &site, Operation *op) {
    while (op != site.ancestor && op->getParentOp() != site.ancestor &&
           !events.hasBreakInside(op->getParentOp()))
      op = op->getParentOp();
    return op;
  }

  //===--------------------------------------------------------------------===//
  // A buffer that is not followed everywhere
  //===--------------------------------------------------------------------===//

  /// For a buffer that may be known under other names, of which some are not
  /// followed. Each break under this name is repaired directly after it, before
  /// it can be seen under another name; and the padding is written before each
  /// op that names the buffer and needs it.
  void findUnderOtherNames() {
    for (const PadSite &site : events.getSites()) {
      for (const PadEvent &event : site.events)
        if (!(event.isImplicit && maybeFreed))
          writeBefore(event);
      // The loops of a converted buffer state that its padding holds. Writing
      // it again would be a second stage for nothing.
      if (site.breaks && !isEstablishedAfter(site))
        repairAfter(site);
      for (const PadEvent &event : site.events) {
        // After the deallocation there is nothing to write to. A buffer may be
        // freed under another name, so that a stage at the return would come
        // too late.
        maybeFreed |= event.frees;
        if (event.frees && event.op == site.ancestor)
          return;
      }
    }
    for (const PadEvent &event : events.getElsewhere()) {
      if (!(event.isImplicit && maybeFreed))
        writeBefore(event);
      if (event.breaks)
        addPoint(PadPoint::justAfter(event.op));
    }
  }

  /// Returns true if the op after the site states that the padding holds its
  /// values.
  bool isEstablishedAfter(const PadSite &site) const {
    const PadSite *next = &site + 1;
    if (next == events.getSites().end() ||
        !isa<AssumePaddingOp>(next->ancestor) ||
        !llvm::all_of(next->events,
                      [](const PadEvent &event) { return event.establishes; }))
      return false;
    for (Operation *op = site.ancestor->getNextNode(); op != next->ancestor;
         op = op->getNextNode())
      if (!isMemoryEffectFree(op))
        return false;
    return true;
  }

  void writeBefore(const PadEvent &event) {
    if (event.needsPad() && events.isBrokenUnseen() &&
        (!event.isImplicit || events.isOfArgument()))
      addPoint(PadPoint::before(event.op));
  }

  /// Once after the whole site, or, if an op in it needs the padding, perhaps
  /// under another name, after each break.
  void repairAfter(const PadSite &site) {
    if (llvm::none_of(site.events, needsPad) &&
        !mayNeedPadInside(site.ancestor))
      return addPoint(PadPoint::justAfter(site.ancestor));
    for (const PadEvent &event : site.events)
      if (event.breaks)
        addPoint(PadPoint::justAfter(event.op));
  }

  const PadEvents &events;
  PadPlacement placement;
  /// Returns true if an op in its argument needs the pad under another name.
  function_ref<bool(Operation *)> mayNeedPadInside;

  // What is known at the current point of the search.
  bool isBroken = false, maybeFreed = false;
  bool isShared = false; ///< a merge may be the buffer
  PadPoint brokenAt, candidate;

  SmallVector<PadPoint> points;
  llvm::DenseMap<std::pair<Operation *, unsigned>, size_t>
      known; ///< in `points`
};

} // namespace

bool PadPointFinder::readsDataOnly(Operation *op) {
  if (!facts)
    facts = std::make_unique<IntegerFacts>(function, /*explains=*/false);
  return layout::readsDataOnly(op, *facts);
}

PadPointFinder::PadPointFinder(TracedFunction function,
                               const AccessModes &modes,
                               SymbolTableCollection &symbols)
    : function(function), modes(modes), flow(modes.getFlow()),
      symbols(symbols) {
  function.walk([&](Operation *op) {
    if (isReturn(op))
      returns.push_back(op);
    if (isa<CallOpInterface, gpu::LaunchFuncOp>(op))
      calls.push_back(op);
  });
}

//===----------------------------------------------------------------------===//
// Needs and breaks under other names
//===----------------------------------------------------------------------===//

/// Buffers that nothing tells apart from those of other functions have one
/// group.
const void *PadPointFinder::getGroup(Value buffer) const {
  const void *group = flow.getGroup(buffer);
  bool isForeign = foreignGroups.contains(group) ||
                   isa_and_nonnull<memref::GetGlobalOp, TracedCall>(
                       flow.getRoot(buffer).getDefiningOp());
  return isForeign ? nullptr : group;
}

void PadPointFinder::index() {
  if (isIndexed)
    return;
  isIndexed = true;
  for (Value merge : flow.getMerges()) {
    if (!function->isAncestor(merge.getParentBlock()->getParentOp()))
      continue;
    std::optional<SmallVector<Value>> origins = flow.getOrigins(merge);
    if (!origins || llvm::any_of(*origins, [&](Value origin) {
          return flow.isMerge(origin) ||
                 isa_and_nonnull<memref::GetGlobalOp, TracedCall>(
                     origin.getDefiningOp());
        }))
      foreignGroups.insert(flow.getGroup(merge));
  }
  function.walk([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isa<BaseMemRefType>(operand.get().getType()))
        indexUse(operand);
  });
}

void PadPointFinder::indexUse(OpOperand &operand) {
  Operation *op = operand.getOwner();
  Value root = flow.getRoot(operand.get());
  bool isPhysical = isReachedThroughPhysical(operand.get(), root, flow);
  ArrayRef<Value> names = flow.getNames(operand);
  if (root.getDefiningOp<AsLogicalOp>())
    unseenGroups.insert(getGroup(root));
  if (!names.empty()) {
    if (llvm::none_of(names, [&](Value name) { return flow.isMerge(name); }))
      return;
    if (isPhysical)
      unseenGroups.insert(getGroup(root));
    return indexNeed(op, root);
  }
  if (!getViews(operand).empty())
    return;
  if (isa<TracedCall>(op) || isReturn(op)) {
    if (llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>))
      unseenGroups.insert(getGroup(root));
    return indexNeed(op, root);
  }
  OperandEffect effect = getOperandEffect(operand);
  if (effect.escapes)
    unseenGroups.insert(getGroup(root));
  // Reads of what came from outside are nothing that a pass may widen.
  bool isLocal = flow.isMerge(root) || isAllocation(root);
  // A load that is proven to read data relies on no padding, though it goes
  // through the physical name: without this, padding was written in each
  // iteration of a conversion.
  bool mayNeed = effect.mayRead && (isPhysical || isLocal) &&
                 !(isPhysical && readsDataOnly(op));
  if (effect.escapes || mayNeed)
    indexNeed(op, root);
}

void PadPointFinder::indexNeed(Operation *op, Value root) {
  const void *group = getGroup(root);
  for (; op != function; op = op->getParentOp())
    if (!needsInside[{group, op}].insert(root))
      return;
}

bool PadPointFinder::mayBreakUnseen(Value root) {
  index();
  return unseenGroups.contains(getGroup(root));
}

bool PadPointFinder::mayNeedPadInside(Operation *op, Value root) {
  index();
  const void *group = getGroup(root);
  auto it = needsInside.find({group, op});
  if (it == needsInside.end())
    return false;
  constexpr size_t maxOthers = 16;
  return group == nullptr || it->second.size() > maxOthers ||
         llvm::any_of(it->second, [&](Value other) {
           return other != root && flow.mayMeet(other, root);
         });
}

SmallVector<PadPoint> PadPointFinder::find(Value root, bool copies,
                                           PadPlacement placement) {
  PadEvents events(*this, root, copies);
  auto mayNeedInside = [&](Operation *op) {
    return mayNeedPadInside(op, root);
  };
  return PadPointSearch(events, placement, mayNeedInside).find();
}

SmallVector<PadPoint> PadPointFinder::findForConstants(Value root,
                                                       PadPlacement placement) {
  return find(root, /*copies=*/false, placement);
}

SmallVector<PadPoint> PadPointFinder::findForCopies(Value root) {
  return find(root, /*copies=*/true, PadPlacement::After);
}

Operation *PadPointFinder::findNeedOfCopies(Value root) {
  PadEvents events(*this, root, /*copies=*/true);
  for (const PadSite &site : events.getSites())
    for (const PadEvent &event : site.events)
      if (event.needsPad())
        return event.op;
  for (const PadEvent &event : events.getElsewhere())
    if (event.needsPad())
      return event.op;
  return nullptr;
}
