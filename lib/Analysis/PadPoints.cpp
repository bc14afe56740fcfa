//===- PadPoints.cpp - Where padding must be written ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/PadPoints.h"

#include "Layout/Analysis/Aliases.h"
#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

namespace {
/// What one op does to the padding of one buffer.
struct PadEvent {
  Operation *op = nullptr;
  bool breaks = false;      ///< afterwards the padding may hold anything
  bool isDue = false;       ///< somebody relies on the padding
  bool isLocalRead = false; ///< a read that later passes may widen to padding
  bool establishes = false; ///< afterwards the padding holds what it should
  bool writesData = false;  ///< a logical store
  bool frees = false;       ///< afterwards there is no buffer
};

/// All events below one op of the block in which the buffer is born.
struct PadSite {
  Operation *ancestor = nullptr;
  bool breaks = false, isDue = false, isLocalRead = false, establishes = false,
       writesData = false, frees = false;
  SmallVector<Operation *, 1> dueOps;

  bool isNested() const { return ancestor->getNumRegions() != 0; }
};

bool isReachedThroughPhysical(Value value, Value root) {
  while (value != root) {
    Operation *view = value.getDefiningOp();
    if (isa<AsPhysicalOp>(view))
      return true;
    value = cast<ViewLikeOpInterface>(view).getViewSource();
  }
  return false;
}
} // namespace

namespace mlir::layout {

/// The events of one buffer, grouped by op of the block it is born in.
class PadEvents {
public:
  PadEvents(PadPointFinder &finder, Value root, bool copies)
      : finder(finder), root(root), copies(copies),
        home(root.getParentBlock()), isArgument(isa<BlockArgument>(root)) {
    Operation *definition = root.getDefiningOp();
    isGlobal = isa_and_nonnull<memref::GetGlobalOp>(definition);
    isLocal = isa_and_nonnull<memref::AllocOp, memref::AllocaOp>(definition);
    mayBreakUnseen = isa_and_nonnull<AsLogicalOp>(definition) ||
                     (isa_and_nonnull<func::CallOp>(definition) &&
                      (copies || finder.touchesStorage));
    forEachUser(root, [&](OpOperand &operand) { add(classify(operand)); });
    if (isArgument || isGlobal)
      for (Operation *op : finder.returns)
        add(dueAt(op));
    if (isGlobal) // a call may reach a global without being given it
      for (Operation *op : finder.calls)
        add(dueAt(op));
    llvm::sort(sites, [](const PadSite &a, const PadSite &b) {
      return a.ancestor->isBeforeInBlock(b.ancestor);
    });
  }

  SmallVector<PadPoint> find(PadPlacement placement) {
    if (mayBreakUnseen)
      return beforeEachDue();
    SmallVector<PadPoint> points;
    bool broken = isBrokenAtBirth();
    PadPoint brokenAt = isArgument ? PadPoint::atStart(home)
                                   : PadPoint::behind(root.getDefiningOp());
    PadPoint candidate = brokenAt;
    auto repair = [&] {
      points.push_back(placement == PadPlacement::Before ? brokenAt : candidate);
      broken = false;
    };
    for (PadSite &site : sites) {
      bool breaksInside = site.breaks && site.isNested();
      if (breaksInside)
        // Break and due point may follow each other in any order in there:
        // only right before each due point is always right.
        for (Operation *due : site.dueOps)
          points.push_back(PadPoint::before(due));
      else if (broken && (site.isDue || site.isLocalRead))
        repair();
      if (site.establishes)
        broken = false;
      if (site.breaks) {
        broken = true;
        brokenAt = PadPoint::behind(site.ancestor);
      }
      if (site.breaks || site.writesData)
        candidate = PadPoint::behind(site.ancestor);
      if (site.frees)
        return points;
    }
    if (breaksElsewhere)
      for (Operation *due : dueElsewhere)
        points.push_back(PadPoint::before(due));
    else if (broken && !dueElsewhere.empty())
      repair();
    return points;
  }

private:
  /// For a buffer that may be written under other names, at any time.
  SmallVector<PadPoint> beforeEachDue() const {
    SmallVector<PadPoint> points;
    for (const PadSite &site : sites) {
      for (Operation *due : site.dueOps)
        points.push_back(PadPoint::before(due));
      if (site.frees)
        return points;
    }
    for (Operation *due : dueElsewhere)
      points.push_back(PadPoint::before(due));
    return points;
  }

  bool isBrokenAtBirth() const {
    if (auto argument = dyn_cast<BlockArgument>(root))
      return finder.modes.getMode(finder.function, argument.getArgNumber()) ==
             AccessMode::Write;
    return isLocal;
  }

  PadEvent dueAt(Operation *op) {
    PadEvent event;
    event.op = op;
    event.isDue = true;
    return event;
  }

  PadEvent classify(OpOperand &operand) {
    PadEvent event;
    event.op = operand.getOwner();
    bool physical = isReachedThroughPhysical(operand.get(), root);
    if (auto call = dyn_cast<func::CallOp>(event.op)) {
      classifyCall(event, call, operand.getOperandNumber(), physical);
      return event;
    }
    if (isa<func::ReturnOp>(event.op)) {
      event.isDue = true;
      return event;
    }
    if (isa<memref::DeallocOp>(event.op)) {
      event.frees = true;
      return event;
    }
    OperandEffect effect = getOperandEffect(operand);
    mayBreakUnseen |= effect.escapes;
    if (auto convert = dyn_cast<ConvertOp>(event.op); convert && !physical) {
      event.establishes = event.writesData = operand.get() == convert.getDest();
      return event; // a conversion reads data only
    }
    event.writesData = effect.mayWrite;
    event.breaks = effect.mayWrite && (physical || copies);
    event.isDue = effect.mayRead && physical;
    event.isLocalRead = effect.mayRead && isLocal;
    return event;
  }

  void classifyCall(PadEvent &event, func::CallOp call, unsigned operand,
                    bool physical) {
    auto callee = finder.symbols.lookupNearestSymbolFrom<func::FuncOp>(
        call, call.getCalleeAttr());
    AccessMode mode =
        callee ? finder.modes.getMode(callee, operand) : AccessMode::ReadWrite;
    event.isDue = mode != AccessMode::Write;
    event.writesData = mode != AccessMode::Read;
    // Behind the call the padding holds, if the callee knows of the layout.
    event.breaks = physical && mode != AccessMode::Read;
    event.establishes = !physical && mode == AccessMode::Write;
    // A buffer that the callee returns may be this one.
    mayBreakUnseen |= llvm::any_of(call.getResultTypes(), [](Type type) {
      return isa<BaseMemRefType>(type);
    });
  }

  void add(PadEvent event) {
    Operation *ancestor = home->findAncestorOpInBlock(*event.op);
    if (!ancestor) {
      breaksElsewhere |= event.breaks;
      if (event.isDue)
        dueElsewhere.push_back(event.op);
      return;
    }
    auto [it, isNew] = siteOf.try_emplace(ancestor, sites.size());
    if (isNew) {
      sites.emplace_back();
      sites.back().ancestor = ancestor;
    }
    PadSite &site = sites[it->second];
    site.breaks |= event.breaks;
    site.isDue |= event.isDue;
    site.isLocalRead |= event.isLocalRead;
    site.writesData |= event.writesData;
    site.frees |= event.frees;
    // Only what surely happens establishes: the op itself, not one inside it.
    site.establishes |= event.establishes && ancestor == event.op;
    if (event.isDue)
      site.dueOps.push_back(event.op);
  }

  PadPointFinder &finder;
  Value root;
  bool copies;
  Block *home;
  bool isArgument, isGlobal = false, isLocal = false;
  bool mayBreakUnseen = false; ///< under a name that is not followed
  SmallVector<PadSite> sites;
  llvm::DenseMap<Operation *, size_t> siteOf;
  SmallVector<Operation *> dueElsewhere;
  bool breaksElsewhere = false;
};

PadPointFinder::PadPointFinder(func::FuncOp function, const AccessModes &modes,
                               SymbolTableCollection &symbols)
    : function(function), modes(modes), symbols(symbols) {
  function.walk([&](Operation *op) {
    if (isa<func::ReturnOp>(op))
      returns.push_back(op);
    if (isa<CallOpInterface>(op))
      calls.push_back(op);
    touchesStorage |= isa<AsPhysicalOp>(op);
  });
}

SmallVector<PadPoint> PadPointFinder::findForConstants(Value root,
                                                       PadPlacement placement) {
  return PadEvents(*this, root, /*copies=*/false).find(placement);
}

SmallVector<PadPoint> PadPointFinder::findForCopies(Value root) {
  return PadEvents(*this, root, /*copies=*/true).find(PadPlacement::After);
}

} // namespace mlir::layout
