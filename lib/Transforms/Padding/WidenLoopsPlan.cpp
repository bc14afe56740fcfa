//===- WidenLoopsPlan.cpp - Plan of layout-widen-loops --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointSpeculation.h"
#include "Layout/Transforms/Padding/WidenLoops.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "LongerCopy.h"
#include "WidenableLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Guards
//===----------------------------------------------------------------------===//

/// Widens the loop, and guards its body so that only the original iterations
/// execute it.
static affine::AffineIfOp insertGuard(const WidenableLoop &widenable) {
  affine::AffineForOp loop = widenable.loop;
  Block *body = loop.getBody();
  OpBuilder builder = OpBuilder::atBlockBegin(body);
  IntegerSet isThere = IntegerSet::get(
      1, 0, {widenable.extent - 1 - builder.getAffineDimExpr(0)},
      /*eqFlags=*/false);
  auto guard = affine::AffineIfOp::create(builder, loop.getLoc(), isThere,
                                          loop.getInductionVar(),
                                          /*withElseRegion=*/false);
  guard.getThenBlock()->getOperations().splice(
      guard.getThenBlock()->begin(), body->getOperations(),
      std::next(guard->getIterator()), body->getTerminator()->getIterator());
  loop.setConstantUpperBound(widenable.wide);
  return guard;
}

/// Restores the loop.
static void removeGuard(const WidenableLoop &widenable,
                        affine::AffineIfOp guard) {
  affine::AffineForOp loop = widenable.loop;
  Block *body = loop.getBody(), *arm = guard.getThenBlock();
  body->getOperations().splice(guard->getIterator(), arm->getOperations(),
                               arm->begin(),
                               arm->getTerminator()->getIterator());
  guard.erase();
  loop.setConstantUpperBound(widenable.extent);
}

/// Returns the size of the copies in bytes.
static int64_t countBytes(ArrayRef<LongerCopy> copies) {
  int64_t bytes = 0;
  for (const LongerCopy &copy : copies) {
    Value source = copy.source;
    Operation *home = source.getParentRegion()->getParentOp();
    int64_t size = DataLayout::closest(home).getTypeSize(
        cast<MemRefType>(source.getType()).getElementType());
    int64_t added = 0;
    if (llvm::MulOverflow(copy.size, size, added) ||
        llvm::AddOverflow(bytes, added, bytes))
      return std::numeric_limits<int64_t>::max();
  }
  return bytes;
}

/// Inserts a copy of each buffer that the loop reads and that has no room for
/// the added iterations; none if they need more than `bytesLeft` bytes, which
/// is reduced by their size.
static SmallVector<LongerCopy, 1> insertCopies(const WidenableLoop &widenable,
                                               int64_t &bytesLeft) {
  SmallVector<LongerCopy, 1> copies;
  for (affine::AffineLoadOp load : widenable.shortLoads) {
    // One copy serves all loads of a buffer.
    auto *known = llvm::find_if(copies, [&](const LongerCopy &copy) {
      return copy.source == load.getMemRef();
    });
    if (known == copies.end())
      known = &copies.emplace_back(
          LongerCopy{load.getMemRef(), {}, widenable.wide, {}, {}});
    known->loads.push_back(load);
  }
  int64_t bytes = countBytes(copies);
  if (bytes > bytesLeft)
    return {};
  bytesLeft -= bytes;
  for (LongerCopy &copy : copies)
    copy.insert(widenable.getRoot());
  return copies;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {

class WideningPlanner {
public:
  WideningPlanner(FunctionOpInterface function, const AccessModes &modes,
                  SymbolTableCollection &symbols,
                  SmallVector<WidenableLoop, 0> found)
      : function(function), modes(modes), symbols(symbols),
        loops(std::move(found)),
        explains(areRemarksEnabled(function.getContext())) {}

  WideningPlan run() {
    if (loops.empty())
      return {};
    // Copies lie on the stack, all those of a function at once.
    int64_t bytesLeft = 64 * 1024;
    for (const WidenableLoop &widenable : loops) {
      guards.push_back(insertGuard(widenable));
      copies.push_back(insertCopies(widenable, bytesLeft));
    }
    prove();
    if (explains)
      explainFailures();
    WideningPlan plan = makePlan();
    for (auto [widenable, guard] : llvm::zip_equal(loops, guards))
      removeGuard(widenable, guard);
    for (SmallVector<LongerCopy, 1> &ofLoop : copies)
      for (LongerCopy &copy : ofLoop)
        copy.remove();
    return plan;
  }

private:
  static SpeculationSafety prove(JointSpeculation &joint,
                                 affine::AffineIfOp guard) {
    std::optional<Condition> holds =
        joint.getFacts().read(guard.getIntegerSet(), guard.getOperands());
    std::optional<Condition> fails = holds ? holds->negate() : std::nullopt;
    SpeculationSafety proof =
        joint.getProver().prove({guard, guard.getThenBlock(), nullptr,
                                 fails.value_or(Condition::getTrue())});
    // What is unknown stays so.
    if (proof.isYes() && joint.meetsAccepted(proof))
      proof.truth = Truth::Unknown;
    return proof;
  }

  /// `nnan` and `ninf` may be what makes a vector op fast, as for maxima.
  static Operation *findLostFloatFlag(const SpeculationSafety &proof) {
    auto *found = llvm::find_if(proof.unflagged, [](Operation *op) {
      return isa<arith::ArithFastMathInterface>(op);
    });
    return found == proof.unflagged.end() ? nullptr : *found;
  }

  /// A copy holds what its source holds only while the nest does not write it:
  /// returns an op of the nest that may, or null.
  static Operation *findWriteToSource(JointSpeculation &joint,
                                      const WidenableLoop &widenable,
                                      ArrayRef<LongerCopy> copies) {
    auto mayWriteSource = [&](Operation *op) {
      if (auto store = dyn_cast<affine::AffineStoreOp>(op))
        return llvm::any_of(copies, [&](const LongerCopy &copy) {
          return joint.getProver().mayBeSame(store.getMemRef(), copy.source);
        });
      return !isa<affine::AffineLoadOp, affine::AffineForOp,
                  affine::AffineIfOp>(op) &&
             !isMemoryEffectFree(op);
    };
    Operation *found = nullptr;
    if (!copies.empty())
      widenable.getRoot()->walk([&](Operation *op) {
        if (!found && mayWriteSource(op))
          found = op;
      });
    return found;
  }

  void prove() {
    JointSpeculation joint(function, modes, symbols, /*mayWrap=*/false,
                           explains, /*explainsFailure=*/false);
    for (auto [widenable, guard, copied] :
         llvm::zip_equal(loops, guards, copies)) {
      SpeculationSafety proof = prove(joint, guard);
      writes.push_back(findWriteToSource(joint, widenable, copied));
      // Lost nnan and ninf may cost more than masks do; and a copy would be out
      // of date after a write to its source.
      bool isFine = proof.isYes() && !findLostFloatFlag(proof) &&
                    proof.fetched.empty() && !writes.back();
      if (isFine)
        joint.accept(proof);
      else
        failed.insert(widenable.group);
      proofs.push_back(std::move(proof));
      isProven.push_back(isFine);
    }
  }

  WideningPlan makePlan() {
    WideningPlan plan;
    for (auto [widenable, proof, copied] :
         llvm::zip_equal(loops, proofs, copies)) {
      // Loops that share a buffer are widened together: nests of different
      // extents are not fused.
      if (failed.contains(widenable.group))
        continue;
      plan.loops.push_back(
          {widenable.loop, widenable.getRoot(), widenable.wide, {}});
      for (const LongerCopy &copy : copied)
        plan.loops.back().copies.push_back({copy.source, copy.loads});
      llvm::append_range(plan.unflagged, proof.unflagged);
      affine::AffineForOp loop = widenable.loop;
      if (explains)
        remarkDone(loop.getLoc(), "layout-widen-loops/widened")
            << describe(widenable) + ", so that its " + getFilled(widenable) +
                   " are full: " +
                   (proof.proven.empty() ? std::string("nothing is stored")
                                         : llvm::join(proof.proven, "; "));
    }
    return plan;
  }

  static std::string getFilled(const WidenableLoop &widenable) {
    return widenable.isOfGroups ? "groups of products" : "vectors";
  }

  static std::string describe(const WidenableLoop &widenable) {
    return "runs to " + std::to_string(widenable.wide) + " instead of " +
           std::to_string(widenable.extent);
  }

  static std::string describeKept(const WidenableLoop &widenable) {
    return "keeps its extent of " + std::to_string(widenable.extent) +
           ", which does not fill " + getFilled(widenable) + "; up to " +
           std::to_string(widenable.wide) + ", ";
  }

  /// Repeats failed queries to get the reason.
  void explainFailures() {
    if (failed.empty())
      return;
    JointSpeculation joint(function, modes, symbols, /*mayWrap=*/false,
                           /*explains=*/true, /*explainsFailure=*/true);
    for (auto [number, widenable] : llvm::enumerate(loops)) {
      if (!failed.contains(widenable.group))
        continue;
      if (isProven[number])
        explainGroup(widenable);
      else if (Operation *op = writes[number])
        remarkUnknown(op->getLoc(), "layout-widen-loops/kept")
            << describeKept(widenable) +
                   "the nest reads a buffer that has no room for these "
                   "iterations, and this op may write it, so that it is not "
                   "copied; state llvm.noalias for arguments that do not "
                   "overlap";
      else
        // For the words only.
        explain(widenable, proofs[number].isYes()
                               ? proofs[number]
                               : prove(joint, guards[number]));
    }
  }

  static void explain(const WidenableLoop &widenable,
                      const SpeculationSafety &proof) {
    affine::AffineForOp loop = widenable.loop;
    std::string name = "layout-widen-loops/kept";
    std::string text = describeKept(widenable);
    if (Operation *op = findLostFloatFlag(proof))
      remarkMissed(op->getLoc(), name)
          << text + "this op would lose its fastmath flags, which do not speak "
                    "of padding; state a pad that is a number, or remove nnan "
                    "and ninf";
    // For the kind of the remark only.
    else if (proof.truth == Truth::No)
      remarkMissed(proof.op ? proof.op->getLoc() : loop.getLoc(), name)
          << text + proof.text;
    else
      remarkUnknown(proof.op ? proof.op->getLoc() : loop.getLoc(), name)
          << text + (proof.text.empty()
                         ? std::string("the proof relies on what another loop "
                                       "overwrites")
                         : proof.text);
  }

  void explainGroup(const WidenableLoop &widenable) {
    affine::AffineForOp loop = widenable.loop;
    unsigned other = 0;
    while (loops[other].group != widenable.group || isProven[other])
      ++other;
    std::string where;
    if (auto place =
            loops[other].loop->getLoc()->findInstanceOf<FileLineColLoc>())
      where = " at " + std::to_string(place.getLine()) + ":" +
              std::to_string(place.getColumn());
    remarkMissed(loop.getLoc(), "layout-widen-loops/group")
        << "keeps its extent of " + std::to_string(widenable.extent) +
               ", as the loop" + where +
               " does, which shares a buffer with it: nests of different "
               "extents are not fused";
  }

  FunctionOpInterface function;
  const AccessModes &modes;
  SymbolTableCollection &symbols;
  SmallVector<WidenableLoop, 0> loops;
  bool explains;
  SmallVector<affine::AffineIfOp> guards;
  SmallVector<SmallVector<LongerCopy, 1>, 0> copies;
  SmallVector<SpeculationSafety, 0> proofs;
  SmallVector<bool> isProven;
  SmallVector<Operation *> writes;      ///< to what would be copied, or null
  llvm::SmallDenseSet<unsigned> failed; ///< groups
};

} // namespace

static SmallVector<WidenableLoop, 0>
collect(FunctionOpInterface function, const Target &target, WidenedLoops kind) {
  return kind == WidenedLoops::Sums ? collectWidenableSums(function, target)
                                    : collectWidenableLoops(function, target);
}

bool layout::hasWidenableLoops(FunctionOpInterface function,
                               const Target &target, WidenedLoops kind) {
  return !collect(function, target, kind).empty();
}

WideningPlan layout::planWidening(FunctionOpInterface function,
                                  const AccessModes &modes,
                                  SymbolTableCollection &symbols,
                                  const Target &target, WidenedLoops kind) {
  return WideningPlanner(function, modes, symbols,
                         collect(function, target, kind))
      .run();
}
