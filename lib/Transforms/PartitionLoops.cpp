//===- PartitionLoops.cpp - Loops without boundary conditions -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/PartitionLoops.h"

#include "Layout/Analysis/Breakpoints.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Remarks.h"
#include "Layout/Transforms/Simplify.h"
#include "LoopRange.h"
#include "WholeBody.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTPARTITIONLOOPS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// The condition of a branch or of a select by one boolean; nullopt for others.
static std::optional<Condition> readCondition(IntegerFacts &facts,
                                              Operation *op) {
  if (auto branch = dyn_cast<affine::AffineIfOp>(op))
    return facts.read(branch.getIntegerSet(), branch.getOperands());
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return facts.read(branch.getCondition());
  auto select = dyn_cast<arith::SelectOp>(op);
  if (select && select.getCondition().getType().isInteger(1))
    return facts.read(select.getCondition());
  return std::nullopt;
}

static bool isConditional(Operation *op) {
  return isa<affine::AffineIfOp, scf::IfOp, arith::SelectOp>(op);
}

/// The outermost loops below `op`.
static SmallVector<Operation *> getLoopsIn(Operation *op) {
  SmallVector<Operation *> loops;
  for (Region &region : op->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (!isa<LoopLikeOpInterface>(inner))
        return WalkResult::advance();
      loops.push_back(inner);
      return WalkResult::skip();
    });
  return loops;
}

static unsigned countConditions(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *inner) { count += isConditional(inner); });
  return count;
}

/// `op` and the loops in it.
static unsigned countLoops(Operation *op) {
  unsigned count = 0;
  op->walk([&](LoopLikeOpInterface) { ++count; });
  return count;
}

static void explainLeft(Operation *function);

namespace {

class LoopPartitioner {
public:
  LoopPartitioner(Operation *function, const PartitionLoopsOptions &options)
      : function(function), options(options) {}

  /// Until nothing changes: what is decided in a piece may leave conditions for
  /// which it is split, or shrunk, again.
  void run() {
    SmallVector<Part> parts;
    for (Operation *loop : getLoopsIn(function))
      parts.push_back({loop, unsigned(parts.size()), /*isInterior=*/true});
    numPieces.assign(parts.size(), 0);
    for (unsigned round = 0; round < maxRounds && !parts.empty(); ++round) {
      visitAll(parts);
      if (isFirst)
        countAll(parts);
      SmallVector<Part> changed;
      for (const Part &part : parts)
        for (const Piece &piece : part.pieces)
          if (isChanged[part.number] && countConditions(piece.loop) != 0)
            changed.push_back({piece.loop, part.nest, /*isInterior=*/true});
      parts = std::move(changed);
    }
  }

private:
  /// Bounds the growth of one nest.
  static constexpr unsigned maxPiecesOfNest = 64;
  static constexpr unsigned maxRounds = 8;
  /// Beyond these a piece is not split again: code would grow by more than it
  /// gets simpler.
  static constexpr unsigned maxConditions = 4, maxPiecesAgain = 16;

  struct Piece {
    Operation *loop;
    unsigned numConditions; ///< of what it was cut from
  };
  /// A loop that is to be looked at, or what has become of it.
  struct Part {
    Operation *loop; ///< may be gone once pieces are settled
    unsigned nest;
    bool isInterior;
    unsigned number = 0; ///< of the outermost loop around it, in this round
    bool canNarrow = false;
    SmallVector<Piece> pieces = {};
    bool goesOn = true; ///< may be split again
  };

  /// From the second round on copies of inner loops count too.
  void countAll(ArrayRef<Part> parts) {
    isFirst = false;
    llvm::fill(numPieces, 0);
    for (const Part &part : parts)
      for (const Piece &piece : part.pieces)
        numPieces[part.nest] += countLoops(piece.loop);
  }

  /// Outer loops before inner ones, all of one depth together: what decides
  /// conditions looks at the function once per depth, not once per loop.
  void visitAll(SmallVectorImpl<Part> &outermost) {
    isChanged.assign(outermost.size(), false);
    for (auto [number, part] : llvm::enumerate(outermost))
      part.number = number;
    SmallVector<Part> parts = visit(outermost);
    while (!parts.empty())
      parts = visit(parts);
  }

  /// Returns the loops inside.
  SmallVector<Part> visit(SmallVectorImpl<Part> &parts) {
    for (Part &part : parts) {
      part.canNarrow = LoopRange::canNarrow(part.loop);
      // Most loops have no condition.
      if (part.canNarrow && countConditions(part.loop) != 0)
        isChanged[part.number] |= shrink(part.loop);
      if (!part.canNarrow || countConditions(part.loop) != 0)
        part.pieces.push_back({part.loop, countConditions(part.loop)});
    }
    splitAll(parts);
    shrinkPieces(parts);
    SmallVector<Part> inside;
    for (Part &part : parts) {
      if (!part.canNarrow) {
        for (Operation *inner : getLoopsIn(part.loop))
          inside.push_back({inner, part.nest, part.isInterior, part.number});
        continue;
      }
      Operation *interior =
          part.isInterior ? getInterior(part.pieces) : nullptr;
      for (const Piece &piece : part.pieces)
        for (Operation *inner : getLoopsIn(piece.loop))
          inside.push_back(
              {inner, part.nest, piece.loop == interior, part.number});
    }
    return inside;
  }

  /// Conditions in loops that are decided there go away.
  static void decide(ArrayRef<Operation *> loops) {
    if (loops.empty())
      return;
    FailureOr<SimplifyPlan> plan = planSimplify(
        loops, {SimplifyRemarks::None, SimplifyLoads::OfBranches});
    if (succeeded(plan))
      applySimplify(loops.front(), *plan);
  }

  /// The piece in which most is decided, of several the first.
  static Operation *getInterior(ArrayRef<Piece> pieces) {
    Operation *best = nullptr;
    unsigned fewest = 0;
    for (const Piece &piece : pieces) {
      unsigned count = countConditions(piece.loop);
      if (!best || count < fewest) {
        best = piece.loop;
        fewest = count;
      }
    }
    return best;
  }

  //===--------------------------------------------------------------------===//
  // Shrinking
  //===--------------------------------------------------------------------===//

  /// Leaves out iterations that do nothing: constraints on the loop's variable
  /// that guard all that the loop does become bounds.
  bool shrink(Operation *loop) {
    if (loop->getNumResults() != 0)
      return false;
    IntegerFacts facts(function, /*explains=*/false);
    LoopRange range(loop);
    Breakpoints breakpoints(facts, loop, range.getVariable());
    SmallVector<std::pair<LoopBound, bool>> bounds;
    Operation *first = &range.getBody()->front();
    for (const IndexConstraint &guard : collectGuards(facts, range.getBody())) {
      std::optional<LinearBound> bound = breakpoints.getBound(guard);
      AffineExpr end = bound ? bound->getFirst() : AffineExpr();
      if (end && bound->isLower())
        end = align(facts, range, end);
      if (!end || facts.isImplied(Condition(Conjunction{guard}), first).isYes())
        continue;
      if (std::optional<LoopBound> planned = range.planBound(facts, end))
        bounds.push_back({*planned, bound->isLower()});
    }
    for (const auto &[end, isLower] : bounds) {
      if (isLower)
        range.narrowLower(facts, end);
      else
        range.narrowUpper(facts, end);
    }
    if (!bounds.empty())
      remarkDone(loop->getLoc(), "layout-partition-loops/shrunk")
          << "iterations that its conditions let do nothing are left out";
    return !bounds.empty();
  }

  /// In a piece, a condition may guard all that is left.
  void shrinkPieces(MutableArrayRef<Part> parts) {
    SmallVector<Operation *> changed;
    for (Part &part : parts)
      for (const Piece &piece : part.pieces)
        if (part.pieces.size() > 1 && countConditions(piece.loop) != 0 &&
            shrink(piece.loop)) {
          changed.push_back(piece.loop);
          isChanged[part.number] = true;
        }
    decide(changed);
    for (Part &part : parts)
      if (part.canNarrow)
        settle(part);
  }

  /// Constraints all of which hold wherever the block does something.
  static SmallVector<IndexConstraint> collectGuards(IntegerFacts &facts,
                                                    Block *block) {
    SmallVector<IndexConstraint> guards;
    while (Operation *op = getWholeBody(block)) {
      if (isBranch(op) && isEmpty(getArm(op, /*isThen=*/false))) {
        std::optional<Condition> condition = readCondition(facts, op);
        if (condition && condition->getAlternatives().size() == 1)
          llvm::append_range(guards, condition->getAlternatives().front());
      } else if (!isa<LoopLikeOpInterface>(op) || op->getNumResults() != 0 ||
                 op->getNumRegions() != 1) {
        break;
      }
      block = &op->getRegion(0).front();
    }
    return guards;
  }

  //===--------------------------------------------------------------------===//
  // Splitting
  //===--------------------------------------------------------------------===//

  /// Splits loops. Of the interior, pieces in which few conditions are left are
  /// split again as long as that decides something: one point that is not
  /// constant comes at a time. A prologue, an interior with a single point in
  /// it, and an epilogue take three rounds.
  void splitAll(MutableArrayRef<Part> parts) {
    constexpr unsigned maxSplits = 3;
    for (unsigned round = 0; round < maxSplits; ++round) {
      SmallVector<Operation *> changed;
      for (Part &part : parts)
        if (part.canNarrow &&
            (round == 0 || (part.isInterior && part.goesOn)))
          splitPieces(part, /*isAgain=*/round > 0, changed);
      if (changed.empty())
        return;
      decide(changed);
      for (Part &part : parts)
        if (part.canNarrow)
          settle(part);
    }
  }

  void splitPieces(Part &part, bool isAgain,
                   SmallVectorImpl<Operation *> &changed) {
    SmallVector<Piece> next;
    for (auto [i, piece] : llvm::enumerate(part.pieces)) {
      unsigned numConditions = countConditions(piece.loop);
      bool isDone =
          isAgain && (numConditions == 0 || numConditions > maxConditions ||
                      numPieces[part.nest] >= maxPiecesAgain);
      size_t numOthers = next.size() + part.pieces.size() - i - 1;
      SmallVector<Operation *> loops{piece.loop};
      if (!isDone)
        loops = split(piece.loop, part, numOthers);
      isChanged[part.number] |= loops.size() > 1;
      if (!isAgain || loops.size() > 1)
        llvm::append_range(changed, loops);
      for (Operation *loop : loops)
        next.push_back({loop, numConditions});
    }
    part.pieces = std::move(next);
  }

  /// Erases pieces that do nothing, and sees whether anything was decided. In a
  /// single iteration everything is: of `i mod 2 = 0` that goes on for ever.
  static void settle(Part &part) {
    part.goesOn = false;
    llvm::erase_if(part.pieces, [&](const Piece &piece) {
      bool isDead = isOpTriviallyDead(piece.loop);
      std::optional<uint64_t> count = LoopRange(piece.loop).getNumIterations();
      bool isDecided =
          isDead || countConditions(piece.loop) < piece.numConditions;
      part.goesOn |= isDecided && (!count || *count > 1);
      if (isDead)
        piece.loop->erase();
      return isDead;
    });
  }

  /// `numOthers` pieces of the same part are there already.
  SmallVector<Operation *> split(Operation *loop, const Part &part,
                                 size_t numOthers) {
    SmallVector<Operation *> pieces{loop};
    IntegerFacts facts(function, /*explains=*/false);
    LoopRange range(loop);
    SmallVector<LoopBound> points = findPoints(facts, loop, part.isInterior);
    if (points.empty())
      return pieces;
    size_t bound = std::min<size_t>(
        options.maxPieces,
        numOthers + maxPiecesOfNest -
            std::min(maxPiecesOfNest, numPieces[part.nest]));
    size_t numThen = numOthers + points.size() + 1;
    size_t numCopies = points.size() * countLoops(loop);
    if (!isFirst && numPieces[part.nest] + numCopies > maxPiecesOfNest) {
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-pieces")
          << "the nest would become " +
                 std::to_string(numPieces[part.nest] + numCopies) +
                 " loops; the bound is " + std::to_string(maxPiecesOfNest);
      return pieces;
    }
    if (numThen > bound) {
      remarkUnknown(loop->getLoc(), "layout-partition-loops/too-many-pieces")
          << "would become " + std::to_string(numThen) +
                 " loops; the bound is " + std::to_string(bound);
      return pieces;
    }
    for (const LoopBound &point : points)
      LoopRange(loop).moveOut(facts, point.expr);
    // From the back: each point cuts the last piece off.
    for (const LoopBound &point : llvm::reverse(points)) {
      OpBuilder builder(loop->getContext());
      builder.setInsertionPointAfter(loop);
      Operation *rest = builder.clone(*loop);
      LoopRange(loop).narrowUpper(facts, point);
      LoopRange(rest).narrowLower(facts, point);
      chain(loop, rest);
      pieces.insert(pieces.begin() + 1, rest);
      numPieces[part.nest] += isFirst ? 1 : countLoops(rest);
    }
    remarkDone(loop->getLoc(), "layout-partition-loops/split")
        << "split into " + std::to_string(pieces.size()) +
               " loops where its conditions change";
    return pieces;
  }

  /// `rest` goes on with what `loop` has carried so far.
  static void chain(Operation *loop, Operation *rest) {
    if (loop->getNumResults() == 0)
      return;
    loop->replaceAllUsesWith(rest->getResults());
    auto inits = cast<LoopLikeOpInterface>(rest).getInitsMutable();
    for (auto [init, result] : llvm::zip_equal(inits, loop->getResults()))
      init.set(result);
  }

  /// Points inside the loop's range where a condition changes, in order: the
  /// constant ones first, then one that depends on other values, since their
  /// order is not known.
  SmallVector<LoopBound> findPoints(IntegerFacts &facts, Operation *loop,
                                    bool isInterior) {
    LoopRange range(loop);
    Breakpoints breakpoints(facts, loop, range.getVariable());
    llvm::SmallPtrSet<Operation *, 4> shrinkable;
    collectShrinkable(range.getBody(), shrinkable);
    llvm::MapVector<AffineExpr, LoopBound> found;
    loop->walk([&](Operation *op) {
      if (!isConditional(op) || (!isInterior && shrinkable.contains(op)))
        return;
      if (std::optional<Condition> condition = readCondition(facts, op))
        for (AffineExpr point : breakpoints.find(*condition, op))
          if (AffineExpr aligned = align(facts, range, point);
              aligned && !found.contains(aligned))
            if (auto bound = range.planBound(facts, aligned);
                bound && isInside(facts, range, aligned))
              found.insert({aligned, *bound});
    });
    SmallVector<int64_t> constants;
    for (const auto &[point, bound] : found)
      if (auto constant = Breakpoints::getConstant(point))
        constants.push_back(*constant);
    if (constants.empty())
      return found.empty() ? SmallVector<LoopBound>()
                           : SmallVector<LoopBound>{found.front().second};
    llvm::sort(constants);
    return llvm::map_to_vector(constants, [&](int64_t constant) {
      return LoopBound{getAffineConstantExpr(constant, loop->getContext())};
    });
  }

  /// Branches that `shrink` turns into bounds of inner loops.
  static void collectShrinkable(Block *block,
                                llvm::SmallPtrSetImpl<Operation *> &found) {
    while (Operation *op = getWholeBody(block)) {
      if (isBranch(op) && isEmpty(getArm(op, /*isThen=*/false)))
        found.insert(op);
      else if (!isa<LoopLikeOpInterface>(op) || op->getNumRegions() != 1)
        return;
      block = &op->getRegion(0).front();
    }
  }

  /// The first value that the variable takes from `point` on.
  static AffineExpr align(IntegerFacts &facts, const LoopRange &range,
                          AffineExpr point) {
    std::optional<int64_t> step = range.getStep();
    if (step == 1)
      return point;
    AffineExpr lower = range.getLower(facts);
    if (!step || *step < 1 || !lower)
      return {};
    return lower + (point - lower).ceilDiv(*step) * *step;
  }

  /// Does the variable take values on both sides?
  static bool isInside(IntegerFacts &facts, const LoopRange &range,
                       AffineExpr point) {
    AffineExpr variable = facts.express(range.getVariable());
    Operation *first = &range.getBody()->front();
    auto isAlways = [&](AffineExpr nonNegative) {
      return facts.isImplied(Condition(Conjunction{{nonNegative}}), first)
          .isYes();
    };
    return !isAlways(variable - point) && !isAlways(point - 1 - variable);
  }

  Operation *function;
  const PartitionLoopsOptions &options;
  SmallVector<unsigned> numPieces; ///< by nest
  bool isFirst = true;         ///< round
  SmallVector<bool> isChanged; ///< by outermost loop, in this round
};

class LayoutPartitionLoopsPass
    : public layout::impl::LayoutPartitionLoopsBase<LayoutPartitionLoopsPass> {
public:
  using LayoutPartitionLoopsBase::LayoutPartitionLoopsBase;

  void runOnOperation() override {
    PartitionLoopsOptions options;
    options.maxPieces = maxPieces;
    if (always && failed(tryOnCopy(options)))
      return signalPassFailure();
    for (Operation *function : getFunctions(getOperation())) {
      partitionLoops(function, options);
      if (areRemarksEnabled(&getContext()))
        explainLeft(function);
    }
  }

private:
  /// Also those of nested modules.
  static SmallVector<Operation *> getFunctions(ModuleOp module) {
    SmallVector<Operation *> functions;
    module.walk(
        [&](FunctionOpInterface function) { functions.push_back(function); });
    return functions;
  }

  /// Fails, with an error, if a condition would be left.
  LogicalResult tryOnCopy(const PartitionLoopsOptions &options) {
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    for (Operation *function : getFunctions(*copy)) {
      partitionLoops(function, options);
      if (Operation *left = findUndecidedCondition(function))
        return mlir::emitError(left->getLoc())
               << "a condition on a loop variable is left by "
                  "layout-partition-loops, which was told to remove all of "
                  "them (always)";
    }
    return success();
  }
};

} // namespace

void layout::partitionLoops(Operation *function,
                            const PartitionLoopsOptions &options) {
  LoopPartitioner(function, options).run();
}

/// A loop variable, or computed in a loop, but not read from memory.
static bool belongsToLoop(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && !isPure(op))
    return false;
  Operation *loop = value.getParentRegion()->getParentOp();
  while (loop && !isa<LoopLikeOpInterface>(loop))
    loop = loop->getParentOp();
  return loop != nullptr;
}

/// Is the condition of `op` one on a loop's variable?
static bool isOnLoopVariable(Operation *op, IntegerFacts &facts) {
  std::optional<Condition> condition =
      isConditional(op) ? readCondition(facts, op) : std::nullopt;
  if (!condition)
    return false;
  bool found = false;
  for (const Conjunction &conjunction : condition->getAlternatives())
    for (const IndexConstraint &constraint : conjunction)
      constraint.expr.walk([&](AffineExpr part) {
        auto dim = dyn_cast<AffineDimExpr>(part);
        found |= dim && belongsToLoop(facts.getVariable(dim.getPosition()));
      });
  return found;
}

Operation *layout::findUndecidedCondition(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  Operation *found = nullptr;
  function->walk([&](Operation *op) {
    found = isOnLoopVariable(op, facts) ? op : nullptr;
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

static void explainLeft(Operation *function) {
  IntegerFacts facts(function, /*explains=*/false);
  function->walk([&](Operation *op) {
    if (!isConditional(op) || !op->getParentOfType<LoopLikeOpInterface>())
      return;
    remarkMissed(op->getLoc(), "layout-partition-loops/left")
        << (isOnLoopVariable(op, facts)
                ? "the condition still changes in the loop: where, cannot be "
                  "said by a bound in front of the loop that fits 64 bits, or "
                  "the loop is a piece that is not split again"
                : "no loop around it has a variable that the condition is on");
  });
}
