//===- VectorBand.cpp - Loops that become vector code ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBand.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/Trapping.h"
#include "Layout/Map/PhysicalLayout.h"
#include "Transforms/Support/AccessRuns.h"
#include "Transforms/Support/VectorBody.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

class BandPlanner {
public:
  BandPlanner(VectorBand &band, const Target &target, IntegerFacts &facts,
              Dependences &dependences, const UnreadableBuffers &unreadable,
              VectorRefusal &refusal)
      : band(band), nest(band.nest), target(target), facts(facts),
        dependences(dependences), unreadable(unreadable), refusal(refusal) {}

  LogicalResult plan() {
    if (failed(checkBody()) || failed(findLanes()))
      return failure();
    findRowsAndSums();
    findWhetherSumsRun();
    findPartial();
    // Without an iteration nothing is loaded, and what lies outside may not be.
    bool loadsMore = !band.sumsRun || (band.isPartial && band.dependsOnSums);
    if (loadsMore && !band.mayComputeAll) {
      dropSums();
      findPartial();
    }
    findGroup();
    return checkOrder();
  }

private:
  LogicalResult refuse(StringRef reason, const Twine &text) {
    refusal = {reason.str(), text.str()};
    return failure();
  }

  LogicalResult checkBody() {
    for (affine::AffineForOp loop : nest.loops)
      if (!loop->getDiscardableAttrDictionary().empty())
        return refuse("marked",
                      "a loop has attributes that would be lost; remove them, "
                      "or run the pass that reads them first");
    for (const AffineNest::Access &access : nest.accesses)
      if (!access.op->getDiscardableAttrDictionary().empty())
        return refuse("marked",
                      "an access has attributes that would be lost; remove "
                      "them, or run the pass that reads them first");
    if (Operation *op = findUnvectorizable(nest.getBody()))
      return refuse("body",
                    "'" + op->getName().getStringRef() +
                        "' has no known vector form: expects elementwise ops, "
                        "and affine accesses to contiguous rows of numbers");
    bool hasStore = llvm::any_of(
        nest.accesses, [](const auto &access) { return access.isStore; });
    return hasStore ? success() : refuse("no-store", "the nest stores nothing");
  }

  LogicalResult findLanes() {
    Interval range = nest.ranges[band.getLanes()];
    if (nest.isOpaque.back() || range.low != 0 || !range.high ||
        *range.high < 1 || *range.high >= kMaxLanes)
      return refuse("lanes",
                    "the innermost loop must have constant bounds, from 0 to "
                    "at most 64; run layout-tile-loops first");
    band.numLanes = *range.high + 1;
    for (const AffineNest::Access &access : nest.accesses) {
      if (access.map.getNumDims() != nest.getNumDims())
        return refuse(
            "access",
            "the index of an access is not affine in the loops of the nest");
      int64_t runs =
          countRuns(access.map, band.getLanes(), band.numLanes, nest.ranges);
      if (access.isStore && runs != 1)
        return refuse("store", "iterations of the innermost loop do not store "
                               "to contiguous elements");
    }
    return success();
  }

  bool moveAllStores(unsigned loop) const {
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      return !access.isStore || access.map.isFunctionOfDim(loop);
    });
  }
  bool moveNoStore(unsigned loop) const {
    return llvm::none_of(nest.accesses, [&](const AffineNest::Access &access) {
      return access.isStore && access.map.isFunctionOfDim(loop);
    });
  }

  /// Rows only serve what stays in registers.
  void findRowsAndSums() {
    unsigned end = band.getLanes();
    if (end > 1) {
      Interval range = nest.ranges[end - 1];
      int64_t registers = getNumRegisters();
      band.hasRows = !nest.isOpaque[end - 1] && range.low == 0 && range.high &&
                     *range.high < kMaxRows && moveAllStores(end - 1) &&
                     moveNoStore(end - 2) &&
                     (*range.high + 2) * registers < target.numVectorRegisters;
      if (band.hasRows)
        band.numRows = *range.high + 1;
    }
    end -= band.hasRows;
    band.numOuter = end;
    while (band.numOuter > 0 && moveNoStore(band.numOuter - 1))
      --band.numOuter;
    band.numSums = end - band.numOuter;
    if (band.numSums && failed(findKept()))
      dropSums();
  }

  void dropSums() {
    band.hasRows = false;
    band.numRows = 1;
    band.numSums = 0;
    band.sumsRun = true;
    band.numOuter = band.getLanes();
    band.kept.clear();
  }

  /// That one element takes over the sums, for each row.
  int64_t getNumRegisters() const {
    int64_t most = 1;
    for (const AffineNest::Access &access : nest.accesses) {
      Type element = cast<MemRefType>(access.buffer.getType()).getElementType();
      most = std::max<int64_t>(
          most, llvm::divideCeil(band.numLanes, target.getNumLanes(element)));
    }
    return most;
  }

  //===--------------------------------------------------------------------===//
  // Groups of sums
  //===--------------------------------------------------------------------===//

  /// A last loop of sums of which an access has the iterations between lanes.
  void findGroup() {
    if (!band.numSums || band.dependsOnSums)
      return;
    unsigned group = band.getGroup();
    std::optional<int64_t> last = nest.ranges[group].high;
    if (nest.isOpaque[group] || nest.ranges[group].low != 0 || !last ||
        !mayBeGroup(*last + 1) || !nest.loops[group].hasConstantLowerBound() ||
        !hasInterleaved(*last + 1))
      return;
    band.groupSize = *last + 1;
    band.isGroupFull = llvm::all_of(
        nest.constraints, [&](const AffineNest::Constraint &constraint) {
          return constraint.owner != group || isImplied(constraint);
        });
    band.products = findDotProducts(nest);
    int64_t registers = getNumRegisters() * band.groupSize / 2 * band.numRows;
    if (registers > target.numVectorRegisters ||
        !llvm::all_of(band.products, [&](const DotProduct &product) {
          return isWide(product.left) && isWide(product.right);
        }))
      band.products.clear();
  }

  bool hasInterleaved(int64_t size) const {
    return llvm::any_of(nest.accesses, [&](const AffineNest::Access &access) {
      std::optional<GroupAccess> its = band.getGroupAccess(access);
      return its && its->isInterleaved(size);
    });
  }

  /// Can it be loaded for all lanes of a group at once?
  bool isWide(const DotProduct::Factor &factor) const {
    return llvm::all_of(nest.accesses, [&](const AffineNest::Access &access) {
      if (access.op != factor.load)
        return true;
      std::optional<GroupAccess> its = band.getGroupAccess(access);
      return its && (its->isInterleaved(band.groupSize) || its->isRepeated());
    });
  }

  /// Every store with a load of the same element, and no other access of it.
  LogicalResult findKept() {
    for (auto [number, store] : llvm::enumerate(nest.accesses)) {
      if (!store.isStore)
        continue;
      std::optional<unsigned> load;
      for (auto [other, access] : llvm::enumerate(nest.accesses)) {
        if (other == number || access.buffer != store.buffer)
          continue;
        if (access.isStore || access.map != store.map)
          return failure();
        load = other;
      }
      if (!load)
        return failure();
      band.kept.push_back({*load, unsigned(number)});
    }
    return success();
  }

  //===--------------------------------------------------------------------===//
  // The last tile
  //===--------------------------------------------------------------------===//

  void findPartial() {
    band.isPartial = band.dependsOnSums = false;
    for (const AffineNest::Constraint &constraint : nest.constraints) {
      bool isInner = constraint.owner >= band.numOuter + band.numSums;
      if (!isInner || isImplied(constraint))
        continue;
      band.isPartial = true;
    }
    for (unsigned loop = band.numOuter + band.numSums;
         band.isPartial && loop < nest.loops.size(); ++loop)
      band.dependsOnSums |= hasBoundOfSums(nest.loops[loop]);
    band.mayBeSpeculated = mayBeSpeculated();
    band.mayComputeAll = band.mayBeSpeculated && staysInside(true);
    band.mayComputeLanes = band.mayBeSpeculated && staysInside(false);
  }

  /// Does a bound use the variable of a loop of sums, be it implied or not?
  bool hasBoundOfSums(affine::AffineForOp loop) {
    for (AffineMap map :
         {nest.express(loop.getLowerBoundMap(), loop.getLowerBoundOperands()),
          nest.express(loop.getUpperBoundMap(), loop.getUpperBoundOperands())})
      for (unsigned i = 0; i < band.numSums; ++i)
        if (map.isFunctionOfDim(band.numOuter + i))
          return true;
    return false;
  }

  bool isImplied(const AffineNest::Constraint &constraint) const {
    std::optional<int64_t> least =
        rangeOf(getSlack(constraint), nest.ranges, {}).low;
    return least && *least >= 0;
  }

  /// What the constraint says is not less than 0.
  AffineExpr getSlack(const AffineNest::Constraint &constraint) const {
    AffineExpr slack = constraint.rest;
    for (auto [loop, coefficient] : llvm::enumerate(constraint.coefficients))
      slack = slack +
              getAffineDimExpr(loop, nest.loops[0].getContext()) * coefficient;
    return slack;
  }

  /// Is there an element that may be read for every lane, of those that do not
  /// exist, too, and of such rows?
  bool staysInside(bool inAllRows) const {
    bool hasOne = existsFirst(inAllRows);
    for (const AffineNest::Access &access : nest.accesses) {
      // What is kept is loaded even if there is nothing to add up.
      bool isLoadedEarly = band.getKept(access.op) && !band.sumsRun;
      if (unreadable.contains(access.buffer))
        return false;
      auto type = cast<MemRefType>(access.buffer.getType());
      for (auto [result, extent] :
           llvm::zip(access.map.getResults(), type.getShape())) {
        // One that exists goes there, too.
        if (hasOne && !isLoadedEarly && !isAmongMissing(result, inAllRows))
          continue;
        Interval range = rangeOf(result, nest.ranges, {});
        if (ShapedType::isDynamic(extent) || !range.low || *range.low < 0 ||
            !range.high || *range.high >= extent)
          return false;
      }
    }
    return true;
  }

  bool isAmongMissing(AffineExpr expr, bool inAllRows) const {
    return expr.isFunctionOfDim(band.getLanes()) ||
           (inAllRows && band.hasRows && expr.isFunctionOfDim(band.getRows()));
  }

  /// Does lane 0 exist, in row 0 or in each row that does, in all iterations of
  /// the loops around?
  bool existsFirst(bool inAllRows) const {
    unsigned numAround = inAllRows || !band.hasRows
                             ? band.numOuter + band.numSums
                             : band.getLanes();
    SmallVector<AffineExpr> first;
    for (unsigned i = 0; i < nest.getNumDims(); ++i)
      first.push_back(i < numAround || i >= nest.loops.size()
                          ? getAffineDimExpr(i, nest.getContext())
                          : getNumber(0));
    return llvm::all_of(
        nest.constraints, [&](const AffineNest::Constraint &constraint) {
          if (constraint.owner < numAround)
            return true;
          AffineExpr slack = simplifyAffineExpr(
              getSlack(constraint).replaceDims(first), nest.getNumDims(), 0);
          std::optional<int64_t> least = rangeOf(slack, nest.ranges, {}).low;
          return least && *least >= 0;
        });
  }

  bool mayBeSpeculated() const {
    return llvm::all_of(*nest.loops.back().getBody(), [](Operation &op) {
      return isa<affine::AffineLoadOp, affine::AffineStoreOp,
                 affine::AffineYieldOp>(op) ||
             isPureAndTotal(&op);
    });
  }

  /// Do the loops of sums have an iteration whenever control comes to them?
  void findWhetherSumsRun() {
    for (unsigned i = 0; i < band.numSums; ++i) {
      affine::AffineForOp loop = nest.loops[band.numOuter + i];
      auto getBounds = [&](AffineMap map, ValueRange operands) {
        return llvm::map_to_vector(map.getResults(), [&](AffineExpr bound) {
          return facts.express(bound, map.getNumDims(), operands);
        });
      };
      for (AffineExpr lower :
           getBounds(loop.getLowerBoundMap(), loop.getLowerBoundOperands()))
        for (AffineExpr upper :
             getBounds(loop.getUpperBoundMap(), loop.getUpperBoundOperands())) {
          bool isKnown = lower && upper;
          Conjunction runs;
          if (isKnown)
            runs.push_back({upper - lower - 1});
          band.sumsRun &=
              isKnown && facts.isImplied(Condition(runs), loop).isYes();
        }
    }
  }

  //===--------------------------------------------------------------------===//
  // Order
  //===--------------------------------------------------------------------===//

  using Times = SmallVector<AffineExpr>;

  Times getVariables(unsigned begin, unsigned end) const {
    Times times;
    for (unsigned i = begin; i < end; ++i)
      times.push_back(facts.express(nest.loops[i].getInductionVar()));
    return times;
  }
  static Times concat(Times a, ArrayRef<AffineExpr> b) {
    a.append(b.begin(), b.end());
    return a;
  }

  /// Each op for all rows and lanes before the next; what is kept, loaded
  /// before the sums and stored behind them.
  LogicalResult checkOrder() {
    unsigned begin = band.numOuter, inner = begin + band.numSums;
    outer = getVariables(0, begin);
    sums = getVariables(begin, inner);
    block = getVariables(inner, nest.loops.size());
    if (llvm::is_contained(concat(concat(outer, sums), block), AffineExpr()))
      return refuse("order", "the variables of the loops are not affine");
    const std::vector<MemoryAccess> &accesses =
        dependences.getAccesses(nest.loops.front());
    for (const MemoryAccess &first : accesses)
      for (const MemoryAccess &second : accesses)
        if (failed(checkPair(first, second)))
          return failure();
    return success();
  }

  AffineExpr getNumber(int64_t number) const {
    return getAffineConstantExpr(number, nest.loops[0].getContext());
  }
  AffineExpr getPosition(Operation *op) const {
    Block *body = nest.loops.back().getBody();
    return getNumber(op->getBlock() == body
                         ? std::distance(body->begin(), op->getIterator())
                         : 0);
  }

  LogicalResult checkPair(const MemoryAccess &first,
                          const MemoryAccess &second) {
    Operation *root = nest.loops[0];
    std::optional<unsigned> isFirstKept = band.getKept(first.op),
                            isSecondKept = band.getKept(second.op);
    ScheduledAccess one{first, root, {}, {}}, other{second, root, {}, {}};
    if (isFirstKept && isFirstKept == isSecondKept) {
      // No element belongs to two rows or lanes: whatever comes first in the
      // block would come last.
      Times reversed = outer;
      for (AffineExpr variable : block)
        reversed.push_back(-variable);
      one.before = other.before = concat(outer, block);
      one.after = other.after = reversed;
    } else if (isFirstKept || isSecondKept) {
      // They never meet while it is kept.
      one.before = concat(outer, getNumber(0));
      other.before = concat(outer, getNumber(1));
      one.after = other.before;
      other.after = one.before;
    } else {
      Times iteration = concat(concat(outer, sums), block);
      Times tile = concat(outer, sums);
      AffineExpr a = getPosition(first.op), b = getPosition(second.op);
      one.before = concat(iteration, a);
      other.before = concat(iteration, b);
      one.after = concat(concat(tile, a), block);
      other.after = concat(concat(tile, b), block);
    }
    Decision kept = dependences.keepPair(one, other);
    if (kept.isYes())
      return success();
    return refuse(kept.isUnknown() ? "not-decided" : "order",
                  "iterations of the inner loops depend on each other: " +
                      kept.witness);
  }

  VectorBand &band;
  AffineNest &nest;
  const Target &target;
  IntegerFacts &facts;
  Dependences &dependences;
  const UnreadableBuffers &unreadable;
  VectorRefusal &refusal;
  Times outer, sums, block;
};

} // namespace

static bool hasUnreadablePadding(MemRefType type) {
  const PhysicalLayout &facts = getPhysicalLayout(type);
  for (auto [step, pad] : llvm::enumerate(getLayoutToApply(type).getPads()))
    // Unknown for dynamic extents only, and such buffers are read by nobody
    // outside of their elements (`staysInside`).
    if (pad.isNone() && facts.hasPadding(step + 1) != Truth::No)
      return true;
  return false;
}

UnreadableBuffers::UnreadableBuffers(Operation *function,
                                     const BufferFlow &flow)
    : flow(flow) {
  function->walk([&](PaddingOp padding) {
    if (hasUnreadablePadding(padding.getLaidOutType()))
      insert(padding.getPhysical());
  });
}

void UnreadableBuffers::insert(Value buffer) {
  if (std::optional<SmallVector<Value>> its = flow.getOrigins(buffer))
    origins.insert_range(*its);
  else
    isAny = true;
}

bool UnreadableBuffers::contains(Value buffer) const {
  if (origins.empty() && !isAny)
    return false;
  std::optional<SmallVector<Value>> its = flow.getOrigins(buffer);
  return isAny || !its || llvm::any_of(*its, [&](Value origin) {
           return origins.contains(origin);
         });
}

std::optional<unsigned> VectorBand::getKept(Operation *op) const {
  for (const AffineNest::Access &access : nest.accesses)
    for (auto [number, its] : llvm::enumerate(kept))
      if (access.op == op && access.buffer == nest.accesses[its.store].buffer)
        return number;
  return std::nullopt;
}

const AffineNest::Access &VectorBand::getAccess(Operation *op) const {
  return *llvm::find_if(nest.accesses, [&](const AffineNest::Access &access) {
    return access.op == op;
  });
}

FailureOr<VectorBand>
layout::planVectorBand(affine::AffineForOp root, const Target &target,
                       IntegerFacts &facts, Dependences &dependences,
                       const UnreadableBuffers &unreadable,
                       VectorRefusal &refusal) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest) {
    refusal = {"loops", "expects affine.for loops of step 1 with affine bounds "
                        "and at least one iteration, and without iter_args"};
    return failure();
  }
  VectorBand band;
  band.nest = std::move(*nest);
  band.target = target;
  BandPlanner planner(band, target, facts, dependences, unreadable, refusal);
  if (failed(planner.plan()))
    return failure();
  return band;
}
