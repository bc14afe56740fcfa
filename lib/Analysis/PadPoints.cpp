//===- PadPoints.cpp - Where padding must be written ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/PadPoints.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/Analysis/BufferFlow.h"
#include "Layout/IR/LaidOut.h"
#include "PhysicalReads.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// What one op does to the padding of one buffer.
struct PadEvent {
  Operation *op = nullptr;
  bool isImplicit = false;  ///< concerns the buffer without naming it
  bool breaks = false;      ///< afterwards the padding may hold anything
  bool isDue = false;       ///< somebody relies on the padding
  bool isLocalRead = false; ///< a read that later passes may widen to padding
  bool establishes = false; ///< afterwards the padding holds what it should
  bool writesData = false;  ///< a logical store
  bool frees = false;       ///< afterwards there is no buffer
  bool handsOver = false;   ///< afterwards a merge may stand for the buffer
};

/// All events below one op of the block in which the buffer is born.
struct PadSite {
  Operation *ancestor = nullptr;
  SmallVector<PadEvent, 2> events;
  bool breaks = false, writesData = false;

  bool isNested() const { return ancestor->getNumRegions() != 0; }
};

bool isReachedThroughPhysical(Value value, Value root, const BufferFlow &flow) {
  for (; value != root; value = flow.getSource(value))
    if (value.getDefiningOp<AsPhysicalOp>())
      return true;
  return false;
}
} // namespace

namespace mlir::layout {

/// The events of one buffer, grouped by op of the block it is born in.
class PadEvents {
public:
  PadEvents(PadPointFinder &finder, Value root, bool copies)
      : finder(finder), root(root), copies(copies), home(root.getParentBlock()),
        isMerge(finder.flow.isMerge(root)),
        isArgument(isa<BlockArgument>(root) && !isMerge) {
    Operation *definition = root.getDefiningOp();
    isGlobal = isa_and_nonnull<memref::GetGlobalOp>(definition);
    isLocal = isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp,
                              bufferization::CloneOp>(definition);
    // The storage behind `as_logical` may be written as such.
    mayBreakUnseen = isa_and_nonnull<AsLogicalOp>(definition);
    hasOtherNames =
        isMerge || isGlobal || isa_and_nonnull<TracedCall>(definition);
    finder.flow.forEachOwnUser(
        root, [&](OpOperand &operand) { add(classify(operand)); },
        [&](OpOperand &operand) { add(classifyHandOver(operand)); });
    mayBreakUnseen |= (isMerge || isHandedOver) && finder.mayBreakUnseen(root);
    bool isCallersConcern = copies && finder.function.isOnDevice();
    if ((isArgument || isGlobal) && !isCallersConcern)
      for (Operation *op : finder.returns)
        add(dueAt(op));
    if (isGlobal) // a call may reach a global without being given it
      for (Operation *op : finder.calls)
        add(dueAt(op));
    hasOtherNames |= mayBreakUnseen;
    llvm::sort(sites, [](const PadSite &a, const PadSite &b) {
      return a.ancestor->isBeforeInBlock(b.ancestor);
    });
  }

  SmallVector<PadPoint> find(PadPlacement placement) {
    if (hasOtherNames)
      return findUnderOtherNames();
    bool broken = isBrokenAtBirth(), maybeFreed = false, isShared = false;
    PadPoint brokenAt = isArgument ? PadPoint::atStart(home)
                                   : PadPoint::behind(root.getDefiningOp());
    PadPoint candidate = brokenAt;
    auto repair = [&] {
      addPoint(placement == PadPlacement::Before ? brokenAt : candidate);
      broken = false;
    };
    for (PadSite &site : sites) {
      bool breaksInside = site.breaks && site.isNested();
      for (const PadEvent &event : site.events) {
        if (!needsPad(event) || (event.isImplicit && maybeFreed))
          continue;
        if (breaksInside)
          addPoint(PadPoint::before(getOutermostWithoutBreak(site, event.op)));
        else if (broken)
          repair();
      }
      isShared |= llvm::any_of(
          site.events, [](const PadEvent &event) { return event.handsOver; });
      for (const PadEvent &event : site.events) {
        // Only what surely happens counts: the op itself, not one inside it.
        bool isSure = event.op == site.ancestor;
        broken &= !(event.establishes && isSure);
        maybeFreed |= event.frees;
        if (event.frees && isSure)
          return std::move(points);
      }
      if (site.breaks && isShared) {
        repairBehind(site);
        broken &= site.isNested();
      } else if (site.breaks) {
        broken = true;
        brokenAt = PadPoint::behind(site.ancestor);
      }
      if (site.breaks || site.writesData)
        candidate = PadPoint::behind(site.ancestor);
    }
    bool isNeededElsewhere = llvm::any_of(elsewhere, needsPad);
    if (llvm::any_of(elsewhere, [](const PadEvent &e) { return e.breaks; })) {
      for (const PadEvent &event : elsewhere)
        if (needsPad(event))
          addPoint(PadPoint::before(event.op));
      if (isHandedOver)
        for (const PadEvent &event : elsewhere)
          if (event.breaks)
            addPoint(PadPoint::behind(event.op));
    } else if (broken && isNeededElsewhere) {
      repair();
    }
    return std::move(points);
  }

  Operation *findNeed() {
    for (const PadSite &site : sites)
      for (const PadEvent &event : site.events)
        if (needsPad(event))
          return event.op;
    for (const PadEvent &event : elsewhere)
      if (needsPad(event))
        return event.op;
    return nullptr;
  }

private:
  static bool needsPad(const PadEvent &event) {
    return event.isDue || event.isLocalRead;
  }

  void addPoint(const PadPoint &point) {
    if (known.insert({point.op, unsigned(point.after)}).second)
      points.push_back(point);
  }

  /// Breaks and reads may follow each other in any order inside `site`. Climbs
  /// from `op` as far as no break is passed: a stage there is behind all breaks
  /// that can come before it, each time.
  Operation *getOutermostWithoutBreak(const PadSite &site, Operation *op) {
    while (op != site.ancestor && op->getParentOp() != site.ancestor &&
           !breakers.contains(op->getParentOp()))
      op = op->getParentOp();
    return op;
  }

  /// For a buffer that may be known under other names, of which some are not
  /// followed. Each break under this name is repaired behind itself, so that no
  /// other name meets it; and the padding is written before each op that names
  /// the buffer and needs it.
  SmallVector<PadPoint> findUnderOtherNames() {
    bool maybeFreed = false;
    for (const PadSite &site : sites) {
      for (const PadEvent &event : site.events)
        if (!(event.isImplicit && maybeFreed))
          writeBefore(event);
      if (site.breaks && !isEstablishedBehind(site))
        repairBehind(site);
      for (const PadEvent &event : site.events) {
        maybeFreed |= event.frees;
        if (event.frees && event.op == site.ancestor)
          return std::move(points);
      }
    }
    for (const PadEvent &event : elsewhere) {
      if (!(event.isImplicit && maybeFreed))
        writeBefore(event);
      if (event.breaks)
        addPoint(PadPoint::behind(event.op));
    }
    return std::move(points);
  }

  /// Is it stated right behind the site that the padding holds?
  bool isEstablishedBehind(const PadSite &site) const {
    const PadSite *next = &site + 1;
    if (next == sites.data() + sites.size() ||
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
    if (needsPad(event) && mayBreakUnseen && (!event.isImplicit || isArgument))
      addPoint(PadPoint::before(event.op));
  }

  /// Once behind the whole site, or, if somebody in there needs the padding,
  /// perhaps under another name, behind each break.
  void repairBehind(const PadSite &site) {
    if (llvm::none_of(site.events, needsPad) &&
        !finder.mayNeedPadInside(site.ancestor, root))
      return addPoint(PadPoint::behind(site.ancestor));
    for (const PadEvent &event : site.events)
      if (event.breaks)
        addPoint(PadPoint::behind(event.op));
  }

  bool isBrokenAtBirth() const {
    if (isArgument)
      return finder.modes.getMode(finder.function,
                                  cast<BlockArgument>(root).getArgNumber()) ==
             AccessMode::Write;
    return isLocal;
  }

  PadEvent dueAt(Operation *op) {
    PadEvent event;
    event.op = op;
    event.isDue = event.isImplicit = true;
    return event;
  }

  PadEvent classify(OpOperand &operand) {
    PadEvent event;
    event.op = operand.getOwner();
    bool physical = isReachedThroughPhysical(operand.get(), root, finder.flow);
    if (auto call = dyn_cast<TracedCall>(event.op)) {
      classifyCall(event, call, operand, physical);
      return event;
    }
    if (isReturn(event.op)) {
      event.isDue = true;
      return event;
    }
    if (isa<memref::DeallocOp, gpu::DeallocOp>(event.op)) {
      event.frees = true;
      return event;
    }
    if (auto fact = dyn_cast<AssumePaddingOp>(event.op)) {
      event.establishes = fact.getLaidOutType() == root.getType();
      return event;
    }
    OperandEffect effect = getOperandEffect(operand);
    mayBreakUnseen |= effect.escapes;
    if (auto convert = dyn_cast<ConvertOp>(event.op); convert && !physical) {
      event.establishes = event.writesData = operand.get() == convert.getDest();
      return event; // a conversion reads data only
    }
    if (isa<gpu::MemcpyOp, gpu::MemsetOp>(event.op) && !physical) {
      classifyDeviceCopy(event, operand);
      return event;
    }
    event.writesData = effect.mayWrite;
    event.breaks = effect.mayWrite && (physical || copies);
    bool readsPadding =
        effect.mayRead && !(physical && finder.readsDataOnly(event.op));
    event.isDue = readsPadding && physical;
    event.isLocalRead = readsPadding && isLocal;
    return event;
  }

  /// What moves on a device is the storage, padding included.
  void classifyDeviceCopy(PadEvent &event, OpOperand &operand) {
    auto copy = dyn_cast<gpu::MemcpyOp>(event.op);
    event.isDue = copy && operand.get() == copy.getSrc();
    event.writesData = !event.isDue;
    event.establishes = copy && !event.isDue;
    event.breaks = !copy;
  }

  /// What a merge stands for holds its pad. Behind a physical one nothing is
  /// seen of the buffer.
  PadEvent classifyHandOver(OpOperand &operand) {
    PadEvent event;
    event.op = operand.getOwner();
    event.isDue = event.handsOver = isHandedOver = true;
    mayBreakUnseen |=
        isReachedThroughPhysical(operand.get(), root, finder.flow);
    return event;
  }

  void classifyCall(PadEvent &event, TracedCall call, OpOperand &operand,
                    bool physical) {
    TracedFunction callee = call.lookUpCallee(finder.symbols);
    std::optional<unsigned> argument = call.getArgumentNumber(operand);
    AccessMode mode = callee && argument
                          ? finder.modes.getMode(callee, *argument)
                          : AccessMode::ReadWrite;
    event.isDue = mode != AccessMode::Write;
    event.writesData = mode != AccessMode::Read;
    // Behind the call the padding holds, if the callee knows of the layout. On
    // a device nobody can copy into padding: that is left to the caller.
    event.breaks = mode != AccessMode::Read &&
                   (physical || (copies && (!callee || callee.isOnDevice())));
    event.establishes = !physical && mode == AccessMode::Write;
    // A buffer that the callee returns may be this one.
    mayBreakUnseen |=
        llvm::any_of(call.getReturned().getTypes(),
                     [](Type type) { return isa<BaseMemRefType>(type); });
  }

  void add(const PadEvent &event) {
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

  PadPointFinder &finder;
  Value root;
  bool copies;
  Block *home;
  bool isMerge, isArgument, isGlobal = false, isLocal = false;
  bool isHandedOver = false;   ///< to a merge
  bool hasOtherNames = false;  ///< a global, what a call returns, a merge
  bool mayBreakUnseen = false; ///< under a name that is not followed
  std::vector<PadSite> sites;
  llvm::DenseMap<Operation *, size_t> siteOf;
  SmallVector<PadEvent> elsewhere;      ///< in other blocks
  llvm::DenseSet<Operation *> breakers; ///< in sites: breaks, and ops around
  SmallVector<PadPoint> points;
  llvm::DenseSet<std::pair<Operation *, unsigned>> known; ///< what `points` has
};

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
  bool isLocal =
      flow.isMerge(root) ||
      isa_and_nonnull<memref::AllocOp, memref::AllocaOp, gpu::AllocOp>(
          root.getDefiningOp());
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

SmallVector<PadPoint> PadPointFinder::findForConstants(Value root,
                                                       PadPlacement placement) {
  return PadEvents(*this, root, /*copies=*/false).find(placement);
}

SmallVector<PadPoint> PadPointFinder::findForCopies(Value root) {
  return PadEvents(*this, root, /*copies=*/true).find(PadPlacement::After);
}

Operation *PadPointFinder::findNeedOfCopies(Value root) {
  return PadEvents(*this, root, /*copies=*/true).findNeed();
}

} // namespace mlir::layout
