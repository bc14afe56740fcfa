//===- LayoutGains.cpp - Gains of layouts over conversions ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutGains.h"

#include "ExecutionCounts.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutPropagation.h"
#include "Layout/Transforms/Propagate/Reflow.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "TensorNode.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What programs are made for.
struct Machine {
  Target target;
  unsigned threads;

  double getTime(const ContractionWork &work, ContractionForm form) const {
    return shareAmong(threads, estimate(work, form));
  }
  /// Of so many elements of such a tensor.
  double getConversionTime(ShapedType type, double elements,
                           BufferAttr layout) const {
    return shareAmong(
        threads, estimateConversion(elements,
                                    estimateElementBytes(type.getElementType()),
                                    layout, type.getRank(), target));
  }
};

/// Nanoseconds with layouts, conversions included, and without.
struct Comparison {
  double laidOut = 0, conversions = 0, plain = 0;
  unsigned numContractions = 0;

  bool gains() const { return isWorthIt(laidOut, conversions, plain); }
};

/// One contraction of the plan.
struct Candidate {
  unsigned entry;         ///< of the plan
  double laidOut, plain;  ///< without conversions, as often as it is executed
  bool isCertain = false; ///< gains even if nothing moves
  std::optional<Comparison> compared = {};
};

} // namespace

/// What is made in any layout, or fills one, is no conversion.
static bool isMade(Value value) {
  return isa_and_nonnull<tensor::EmptyOp, linalg::FillOp, arith::ConstantOp>(
      value.getDefiningOp());
}

/// Of the conversions around one op, which does `work`, if none of them moves.
static double estimateConversions(const ChosenLayouts &chosen,
                                  const ContractionWork &work,
                                  const Machine &machine) {
  double time = 0;
  auto add = [&](unsigned operand, double bytes) {
    auto type = cast<ShapedType>(chosen.op->getOperand(operand).getType());
    if (BufferAttr layout = chosen.layouts[operand])
      time += machine.getConversionTime(
          type, bytes / estimateElementBytes(type.getElementType()), layout);
  };
  auto isConverted = [&](unsigned operand) {
    return !llvm::is_contained(chosen.constants, operand) &&
           !isMade(chosen.op->getOperand(operand));
  };
  if (isConverted(work.data))
    add(work.data, work.dataBytes);
  if (isConverted(work.weights))
    add(work.weights, work.weightBytes);
  if (isConverted(work.result))
    add(work.result, work.resultBytes);
  // The result is converted back in any case.
  add(work.result, work.resultBytes);
  return time;
}

static Comparison compareAlone(const ChosenLayouts &chosen,
                               const Machine &machine, double rows) {
  ContractionWork work = chosen.work->withRows(rows);
  double conversions = estimateConversions(chosen, work, machine);
  return {machine.getTime(work, ContractionForm::LaidOut) + conversions,
          conversions, machine.getTime(work, ContractionForm::Plain), 1};
}

/// As many rows decide whether there are enough of them. Of far more, buffers
/// are fresh at each call; that is no case to plan for.
static constexpr int64_t kManyRows = 1024;

/// From how many rows on a contraction gains by itself; nullopt if many rows do
/// not.
static std::optional<int64_t> findLeastRows(const ChosenLayouts &chosen,
                                            const Machine &machine) {
  auto gains = [&](int64_t rows) {
    return compareAlone(chosen, machine, rows).gains();
  };
  if (!gains(kManyRows))
    return std::nullopt;
  int64_t most = kManyRows, least = 0;
  while (most - least > 1) {
    int64_t middle = least + (most - least) / 2;
    (gains(middle) ? most : least) = middle;
  }
  return most;
}

static std::string describeTime(double nanoseconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3g us", nanoseconds / 1000);
  return text;
}

static std::string describe(const Comparison &compared) {
  return (compared.numContractions == 1
              ? std::string("it takes")
              : "the " + std::to_string(compared.numContractions) +
                    " contractions that share layouts take") +
         " about " + describeTime(compared.laidOut) +
         " with layouts, conversions included, and " +
         describeTime(compared.plain) + " without, by estimate";
}

namespace {

using StatedOps = DenseSet<Operation *>;

/// A copy of a module in which conversions have moved.
class Trial {
public:
  /// With the layouts of all but contractions, and of `candidates`.
  Trial(ModuleOp module, ArrayRef<ChosenLayouts> plan,
        ArrayRef<Candidate> candidates, const Machine &machine,
        const StatedOps &stated);

  /// The parts that layouts connect, by an arbitrary number, in order.
  const llvm::MapVector<unsigned, Comparison> &getParts() const {
    return parts;
  }
  unsigned getPart(unsigned candidate) const { return partOf[candidate]; }
  /// Nanoseconds of the conversions directly before and after it.
  double getConversionsOf(unsigned candidate) const {
    return around[candidate];
  }

private:
  void apply(const IRMapping &map, ArrayRef<ChosenLayouts> plan,
             ArrayRef<Candidate> candidates);
  void connect(ModuleOp copy);
  void connect(Operation *op);
  void addConversion(ConvertOp convert, const Machine &machine);
  bool isStated(ConvertOp convert) const;
  unsigned getNumber(Value value) {
    return numbers.try_emplace(value, numbers.size()).first->second;
  }

  DenseMap<Value, unsigned> numbers;
  llvm::EquivalenceClasses<unsigned> classes;
  SmallVector<Operation *> copies; ///< of candidates
  DenseMap<Operation *, unsigned> candidateOf;
  StatedOps stated; ///< of the copy
  llvm::MapVector<unsigned, Comparison> parts;
  SmallVector<unsigned> partOf;
  SmallVector<double> around;
};

} // namespace

Trial::Trial(ModuleOp module, ArrayRef<ChosenLayouts> plan,
             ArrayRef<Candidate> candidates, const Machine &machine,
             const StatedOps &statedOps)
    : around(candidates.size()) {
  SilentRemarks silent;
  IRMapping map;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(map));
  for (Operation *op : statedOps)
    stated.insert(map.lookup(op));
  apply(map, plan, candidates);
  reflowConversions(*copy);
  connect(*copy);
  for (auto [number, candidate] : llvm::enumerate(candidates)) {
    unsigned part =
        classes.getLeaderValue(getNumber(copies[number]->getResult(0)));
    partOf.push_back(part);
    candidateOf[copies[number]] = number;
    Comparison &compared = parts[part];
    compared.laidOut += candidate.laidOut;
    compared.plain += candidate.plain;
    ++compared.numContractions;
  }
  copy->walk([&](ConvertOp convert) { addConversion(convert, machine); });
}

void Trial::apply(const IRMapping &map, ArrayRef<ChosenLayouts> plan,
                  ArrayRef<Candidate> candidates) {
  DenseMap<unsigned, unsigned> candidateOfEntry;
  for (auto [number, candidate] : llvm::enumerate(candidates))
    candidateOfEntry[candidate.entry] = number;
  copies.resize(candidates.size());
  for (auto [entry, chosen] : llvm::enumerate(plan)) {
    // Ops that are no candidates have been dropped; layouts that a program
    // states are applied in any case.
    auto found = candidateOfEntry.find(entry);
    if (chosen.work && found == candidateOfEntry.end())
      continue;
    ChosenLayouts copied = chosen;
    copied.op = map.lookup(chosen.op);
    IRRewriter rewriter(copied.op->getContext());
    Operation *op = applyChosen(rewriter, copied);
    if (found != candidateOfEntry.end())
      copies[found->second] = op;
  }
}

void Trial::connect(ModuleOp copy) {
  copy.walk([&](Operation *op) { connect(op); });
}

/// Laid-out tensors of an op, of its regions and of what leaves them. Coarser
/// parts than there are only make the comparison one of more together.
void Trial::connect(Operation *op) {
  std::optional<unsigned> first;
  auto add = [&](Value value) {
    if (!getTensorEncoding(value.getType()))
      return;
    unsigned number = getNumber(value);
    classes.insert(number);
    if (first)
      classes.unionSets(*first, number);
    first = number;
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
  if (op->getNumResults() > 0)
    classes.insert(getNumber(op->getResult(0)));
  if (isa<FunctionOpInterface>(op))
    return;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      llvm::for_each(block.getArguments(), add);
      if (!block.empty())
        llvm::for_each(block.back().getOperands(), add);
    }
}

/// A conversion of what has a stated layout takes the place of one that there
/// is without any choice.
bool Trial::isStated(ConvertOp convert) const {
  Value source = convert.getSource();
  if (Operation *op = source.getDefiningOp())
    if (stated.contains(op))
      return true;
  if (isa<BlockArgument>(source) && getTensorEncoding(source.getType()) &&
      isa<FunctionOpInterface>(source.getParentBlock()->getParentOp()))
    return true;
  return llvm::any_of(convert->getUsers(),
                      [&](Operation *user) { return stated.contains(user); });
}

void Trial::addConversion(ConvertOp convert, const Machine &machine) {
  if (convert.isOnBuffers() || isStated(convert))
    return;
  Value source = convert.getSource(), result = convert.getResult();
  BufferAttr to = getTensorEncoding(result.getType());
  BufferAttr layout = to ? to : getTensorEncoding(source.getType());
  auto type = cast<RankedTensorType>(result.getType());
  double time = getWeight(convert->getBlock()) *
                machine.getConversionTime(
                    type, estimateElements(type, kUnknownExtent), layout);
  auto part =
      parts.find(classes.getLeaderValue(getNumber(to ? result : source)));
  if (part == parts.end())
    return;
  part->second.laidOut += time;
  part->second.conversions += time;
  auto addTo = [&](Operation *op) {
    if (auto found = candidateOf.find(op); found != candidateOf.end())
      around[found->second] += time;
  };
  if (Operation *op = source.getDefiningOp())
    addTo(op);
  for (Operation *user : result.getUsers())
    addTo(user);
}

/// Ops whose layouts this pass does not choose.
static StatedOps findStatedOps(ModuleOp module, ArrayRef<ChosenLayouts> plan) {
  StatedOps ops;
  auto isLaidOut = [](Type type) { return bool(getTensorEncoding(type)); };
  module.walk([&](Operation *op) {
    if (!isa<ConvertOp>(op) &&
        (llvm::any_of(op->getOperandTypes(), isLaidOut) ||
         llvm::any_of(op->getResultTypes(), isLaidOut)))
      ops.insert(op);
  });
  for (const ChosenLayouts &chosen : plan)
    if (!chosen.work)
      ops.insert(chosen.op);
  return ops;
}

namespace {

class GainSearch {
public:
  GainSearch(ModuleOp module, std::vector<ChosenLayouts> &plan, Machine machine)
      : module(module), plan(plan), machine(machine), isDropped(plan.size()),
        stated(findStatedOps(module, plan)) {}

  void run() {
    for (auto [entry, chosen] : llvm::enumerate(plan))
      if (chosen.work)
        compare(entry);
    if (!llvm::all_of(candidates, [](const Candidate &candidate) {
          return candidate.isCertain;
        }))
      search();
    for (const Candidate &candidate : candidates)
      remarkKept(candidate);
    unsigned entry = 0;
    llvm::erase_if(plan,
                   [&](const ChosenLayouts &) { return isDropped[entry++]; });
  }

private:
  /// How often a part may lose its worst contraction.
  static constexpr unsigned kMostRounds = 8;

  void compare(unsigned entry);
  void search();
  bool improve(bool isLast);
  void drop(unsigned entry, const Comparison &compared);
  void remarkKept(const Candidate &candidate) const;

  ModuleOp module;
  std::vector<ChosenLayouts> &plan;
  Machine machine;
  SmallVector<bool> isDropped; ///< by the entry of the plan
  SmallVector<Candidate> candidates;
  StatedOps stated;
};

} // namespace

void GainSearch::drop(unsigned entry, const Comparison &compared) {
  isDropped[entry] = true;
  remarkMissed(plan[entry].op->getLoc(), "layout-choose/left")
      << "no layouts are chosen: " + describe(compared) +
             "; layout.prefer states them for an op";
}

/// Returns true if weights are packed in each call, for an unknown number of
/// rows. In a loop they may be packed before it, which a branch would prevent.
static bool dependsOnRows(const ChosenLayouts &chosen) {
  return !chosen.unknownRows.empty() && chosen.constants.empty() &&
         getWeight(chosen.op->getBlock()) == 1;
}

static void remarkRows(const ChosenLayouts &chosen,
                       const Comparison &compared) {
  if (auto remark = remarkDone(chosen.op->getLoc(), "layout-choose/compared"))
    remark << "layouts are chosen from " + std::to_string(chosen.leastRows) +
                  " rows on; with " + std::to_string(kUnknownExtent) +
                  " for each extent that is not known, " + describe(compared);
}

/// What gains in any case, or from so many rows on, is known without a
/// trial.
void GainSearch::compare(unsigned entry) {
  ChosenLayouts &chosen = plan[entry];
  double rows = std::pow(double(kUnknownExtent), chosen.unknownRows.size());
  Comparison alone = compareAlone(chosen, machine, rows);
  if (dependsOnRows(chosen)) {
    std::optional<int64_t> least = findLeastRows(chosen, machine);
    if (!least)
      return drop(entry, alone);
    chosen.leastRows = *least;
    if (*least > 1)
      return remarkRows(chosen, alone);
    chosen.leastRows = 0;
  }
  ContractionWork work = chosen.work->withRows(rows);
  double weight = getWeight(chosen.op->getBlock());
  Candidate candidate{entry,
                      weight * machine.getTime(work, ContractionForm::LaidOut),
                      weight * machine.getTime(work, ContractionForm::Plain)};
  candidate.isCertain = alone.gains();
  candidate.compared = alone;
  candidates.push_back(candidate);
}

void GainSearch::search() {
  for (unsigned round = 0; round < kMostRounds; ++round)
    if (candidates.empty() || !improve(/*isLast=*/false))
      return;
  improve(/*isLast=*/true);
}

/// Drops the worst contraction of each part that does not gain, or all of them
/// if this `isLast`. True if another trial may show more.
bool GainSearch::improve(bool isLast) {
  Trial trial(module, plan, candidates, machine, stated);
  for (auto [number, candidate] : llvm::enumerate(candidates))
    candidate.compared = trial.getParts().lookup(trial.getPart(number));
  llvm::MapVector<unsigned, unsigned> worstOf; ///< by the part
  auto getLoss = [&](unsigned number) {
    const Candidate &candidate = candidates[number];
    return trial.getConversionsOf(number) -
           (candidate.plain - candidate.laidOut);
  };
  SmallVector<unsigned> dropped;
  bool leavesOthers = false;
  for (auto [number, candidate] : llvm::enumerate(candidates)) {
    if (candidate.isCertain || candidate.compared->gains())
      continue;
    leavesOthers |= candidate.compared->numContractions > 1;
    if (isLast) {
      dropped.push_back(number);
      continue;
    }
    auto [worst, isNew] = worstOf.try_emplace(trial.getPart(number), number);
    if (!isNew && getLoss(number) > getLoss(worst->second))
      worst->second = number;
  }
  for (auto [part, number] : worstOf)
    dropped.push_back(number);
  // From the last one on, so that positions of the others stay.
  llvm::sort(dropped);
  for (unsigned number : llvm::reverse(dropped)) {
    drop(candidates[number].entry, *candidates[number].compared);
    candidates.erase(candidates.begin() + number);
  }
  return leavesOthers;
}

void GainSearch::remarkKept(const Candidate &candidate) const {
  if (auto remark = remarkDone(plan[candidate.entry].op->getLoc(),
                               "layout-choose/compared"))
    remark << "layouts are chosen: " + describe(*candidate.compared);
}

void layout::keepGains(ModuleOp module, std::vector<ChosenLayouts> &plan,
                       unsigned threads) {
  auto chosen = llvm::find_if(
      plan, [](const ChosenLayouts &chosen) { return bool(chosen.work); });
  if (chosen == plan.end())
    return;
  // It was read once already, for that op.
  FailureOr<Target> target = getTarget(chosen->op);
  if (succeeded(target))
    GainSearch(module, plan, {*target, threads}).run();
}
