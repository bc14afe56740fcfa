//===- AddedExecutions.cpp - May a body run where it did not? -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/AddedExecutions.h"

#include "AddedRaces.h"
#include "Layout/Analysis/Aliases.h"
#include "Layout/Analysis/DistinctBuffers.h"
#include "Layout/IR/Layout.h"
#include "LeafValues.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

namespace mlir::layout {

/// One question. The checks return false once they have said what is wrong.
class AddedExecutionsQuery {
public:
  AddedExecutionsQuery(AddedExecutionsProver &prover,
                       const AddedExecutions &added)
      : prover(prover), contents(prover.contents),
        facts(prover.contents.getFacts()), added(added), point(added.branch) {}

  Harmlessness run() {
    (void)(checkSurroundings() && checkBlock(*added.arm) &&
           matchReplacedArm() && checkResults() && checkStores() &&
           checkRelied());
    return std::move(result);
  }

private:
  //===--------------------------------------------------------------------===//
  // Words
  //===--------------------------------------------------------------------===//

  bool fail(Operation *op, StringRef reason, const Twine &text,
            Truth truth = Truth::No) {
    result.truth = truth;
    result.op = op;
    result.reason = reason.str();
    result.text = text.str();
    return false;
  }

  void prove(StringRef before, Value buffer = {}, StringRef after = "") {
    if (!prover.explains)
      return;
    std::string sentence = before.str();
    if (buffer)
      sentence += nameOf(buffer) + after.str();
    if (!llvm::is_contained(result.proven, sentence))
      result.proven.push_back(std::move(sentence));
  }

  std::string nameOf(Value value) { return prover.getName(value); }

  /// "reading %A[3, 2], which is ..., when %i = 3, %j = 2", for the first
  /// values of the loop variables for which `isWrong` is possible.
  std::string describe(Operation *op, const Elements &elements, StringRef what,
                       function_ref<bool(const Elements &)> isWrong) {
    if (!prover.explainsFailure)
      return {};
    std::string text = isElementStore(op) ? "writing " : "reading ";
    text += nameOf(elements.buffer);
    DenseMap<AffineExpr, AffineExpr> values;
    std::string when = findFirst(op, elements, isWrong, values);
    SmallVector<int64_t> place;
    for (AffineExpr index : elements.index)
      if (auto value = dyn_cast<AffineConstantExpr>(
              simplifyAffineExpr(index.replace(values), 0, 0)))
        place.push_back(value.getValue());
    if (place.size() == elements.index.size()) {
      text += "[";
      llvm::raw_string_ostream os(text);
      llvm::interleaveComma(place, os);
      text += "]";
    }
    text += ", " + what.str();
    return when.empty() ? text : text + ", when " + when;
  }

  /// Values of the loop variables around `op`, the first ones, outer loops
  /// first. Cost: per variable about log2 of its range questions.
  std::string findFirst(Operation *op, Elements elements,
                        function_ref<bool(const Elements &)> isWrong,
                        DenseMap<AffineExpr, AffineExpr> &values) {
    std::string text;
    for (AffineExpr variable : getLoopVariables(op)) {
      Interval range = facts.getRange(variable);
      if (!range.low || !range.high)
        return text;
      int64_t low = *range.low, high = *range.high;
      auto restrict = [&](IndexConstraint constraint) {
        Elements some = elements;
        if (auto both = some.where.conjoin(Condition(Conjunction{constraint})))
          some.where = *both;
        return some;
      };
      while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (isWrong(restrict({middle - variable})))
          high = middle;
        else
          low = middle + 1;
      }
      elements = restrict({variable - low, /*isEq=*/true});
      values[variable] = getAffineConstantExpr(low, variable.getContext());
      Value loop =
          facts.getVariable(cast<AffineDimExpr>(variable).getPosition());
      text += (text.empty() ? "" : ", ") + nameOf(loop) + " = " +
              std::to_string(low);
    }
    return text;
  }

  SmallVector<AffineExpr> getLoopVariables(Operation *op) {
    SmallVector<AffineExpr> variables;
    for (; op != prover.function; op = op->getParentOp())
      for (Value variable : llvm::reverse(getLoopCounters(op->getParentOp())))
        if (auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(variable)))
          variables.push_back(dim);
    std::reverse(variables.begin(), variables.end());
    return variables;
  }

  /// An answer that is no proof, with what it would have had to prove.
  bool refuse(Operation *op, const Decision &decision, StringRef reason,
              const Twine &text) {
    if (decision.isUnknown())
      return fail(op, reason, decision.witness, Truth::Unknown);
    return fail(op, reason, text);
  }

  //===--------------------------------------------------------------------===//
  // When an op in the arm is executed
  //===--------------------------------------------------------------------===//

  /// What holds in the added executions of `op`. Conditions that cannot be
  /// read are left out: that makes it hold more often.
  Condition getPremise(Operation *op) {
    Condition premise = added.where;
    for (Block *block = op->getBlock(); block != added.arm;
         block = block->getParentOp()->getBlock()) {
      std::optional<Condition> entry = facts.getEntryCondition(block);
      std::optional<Condition> both =
          entry ? premise.conjoin(*entry) : std::nullopt;
      if (both)
        premise = std::move(*both);
    }
    return premise;
  }

  Decision isImplied(const Condition &premise, const Condition &goal) {
    std::optional<Condition> otherwise = premise.negate();
    std::optional<Condition> implication =
        otherwise ? otherwise->disjoin(goal) : std::nullopt;
    if (!implication)
      return Decision::unknown("the condition has too many parts");
    return facts.isImplied(*implication, point);
  }

  /// Only ops that execute their regions as often as their conditions and
  /// bounds say may be around.
  bool checkSurroundings() {
    for (Operation *op = point->getParentOp(); op != prover.function;
         op = op->getParentOp()) {
      if (isa<affine::AffineParallelOp, scf::ParallelOp, scf::ForallOp>(op))
        parallelLoops.push_back(op);
      else if (!isa<affine::AffineForOp, affine::AffineIfOp, scf::ForOp,
                    scf::IfOp, scf::WhileOp, scf::IndexSwitchOp,
                    scf::ExecuteRegionOp, memref::AllocaScopeOp>(op))
        return fail(point, "unknown-region",
                    "it is not known how often and by whom the body of " +
                        op->getName().getStringRef() + " is executed");
    }
    return true;
  }

  //===--------------------------------------------------------------------===//
  // All that the arm does
  //===--------------------------------------------------------------------===//

  bool checkBlock(Block &block) {
    return llvm::all_of(block.without_terminator(),
                        [&](Operation &op) { return checkOp(&op); });
  }

  bool checkRegions(Operation *op) {
    return llvm::all_of(op->getRegions(), [&](Region &region) {
      return llvm::all_of(region,
                          [&](Block &block) { return checkBlock(block); });
    });
  }

  bool checkOp(Operation *op) {
    if (isElementLoad(op) || isElementStore(op))
      return checkWrapFlags(op) && checkAccess(op);
    if (isa<affine::AffineForOp, affine::AffineIfOp, scf::IfOp>(op))
      return checkWrapFlags(op) && checkRegions(op);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (getConstantIntValue(loop.getStep()).value_or(0) <= 0)
        return fail(op, "may-not-end", "the step of this loop is not known");
      return checkWrapFlags(op) && checkRegions(op);
    }
    if (isa<UndefOp>(op))
      return true;
    if (isa<AssumeOp, AssumePaddingOp, PaddingOp>(op))
      return fail(op, "would-promise",
                  "what is stated here holds where the body is executed now, "
                  "and perhaps nowhere else");
    if (op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return fail(op, "side-effect",
                  op->getName().getStringRef() +
                      " may do more than read and write elements");
    return isSpeculatable(op) || checkDivision(op);
  }

  /// The divisor is not 0; nor is it -1, by which not all may be divided.
  bool checkDivision(Operation *op) {
    if (!isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op))
      return fail(op, "may-trap", "this op may not be executed at will");
    AffineExpr divisor = facts.express(op->getOperand(1));
    if (divisor &&
        isImplied(getPremise(op), Condition(Conjunction{{divisor - 1}}))
            .isYes())
      return true;
    return fail(op, "may-trap", "the divisor may be 0");
  }

  /// Indices, bounds and conditions must not come from integers of a fixed
  /// width that promise not to wrap around: here they may, and be poison.
  bool checkWrapFlags(Operation *op) {
    SmallVector<Value> worklist;
    for (Value operand : op->getOperands())
      if (operand.getType().isIndex() || operand.getType().isInteger(1) ||
          (op->getNumRegions() != 0 && operand.getType().isInteger()))
        worklist.push_back(operand);
    llvm::SmallPtrSet<Operation *, 8> seen;
    while (!worklist.empty()) {
      Operation *source = worklist.pop_back_val().getDefiningOp();
      if (!source || !point->isProperAncestor(source) ||
          !seen.insert(source).second)
        continue;
      if (!checkWrapFlag(source))
        return false;
      if (!isElementLoad(source))
        llvm::append_range(worklist, source->getOperands());
    }
    return true;
  }

  bool checkWrapFlag(Operation *op) {
    auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    Type type = op->getResult(0).getType();
    if (!flags || type.isIndex() ||
        !(flags.hasNoSignedWrap() || flags.hasNoUnsignedWrap()))
      return true;
    AffineExpr expr = facts.express(op->getResult(0));
    unsigned width = type.isInteger() ? type.getIntOrFloatBitWidth() : 0;
    if (expr && width > 1 && width <= 32) {
      int64_t most = (int64_t(1) << (width - 1)) - 1;
      int64_t least = flags.hasNoUnsignedWrap() ? 0 : -most - 1;
      if (isImplied(getPremise(op),
                    Condition(Conjunction{{expr - least}, {-expr + most}}))
              .isYes())
        return true;
    }
    return fail(op, "may-overflow",
                "this op promises not to wrap around, and may where the body "
                "is not executed now");
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  bool checkAccess(Operation *op) {
    bool writes = isElementStore(op);
    std::optional<Elements> elements = contents.getElements(op);
    if (!elements)
      return fail(op, "unknown-access",
                  "it is not known which element is accessed", Truth::Unknown);
    elements->where = getPremise(op);
    if (!checkBounds(op, *elements) || !checkLife(op, elements->buffer))
      return false;
    PaddingAnswer padding =
        contents.touchesPadding(*elements, PadKind::None, point);
    if (!padding.decision.isNo())
      return refuse(op, padding.decision,
                    writes ? "writes-none-padding" : "reads-none-padding",
                    describe(op, *elements, "which is padding of kind none",
                             [&](const Elements &some) {
                               return contents
                                   .touchesPadding(some, PadKind::None, point)
                                   .decision.isYes();
                             }));
    for (Operation *loop : parallelLoops)
      if (!cannotRace(loop, *elements, writes, contents))
        return fail(op, "race",
                    "another iteration of the parallel loop may access the "
                    "same element of " +
                        nameOf(elements->buffer));
    if (writes)
      stores.push_back({op, std::move(*elements)});
    return true;
  }

  /// Ranges decide most cases, and cost no query.
  bool isObviouslyInBounds(const Elements &elements) {
    auto type = cast<MemRefType>(elements.buffer.getType());
    return elements.extents.empty() &&
           llvm::all_of(llvm::enumerate(elements.index), [&](auto at) {
             Interval range = facts.getRange(at.value());
             return !type.isDynamicDim(at.index()) && range.low &&
                    *range.low >= 0 && range.high &&
                    *range.high < type.getDimSize(at.index());
           });
  }

  bool checkBounds(Operation *op, Elements &elements) {
    if (isObviouslyInBounds(elements))
      return true;
    Decision inBounds = contents.isInBounds(elements, point);
    if (inBounds.isYes() || (prover.mayWrap && wrap(op, elements)))
      return true;
    return refuse(op, inBounds, "out-of-bounds",
                  describe(op, elements, "which is out of bounds",
                           [&](const Elements &some) {
                             return contents.isInBounds(some, point).isNo();
                           }));
  }

  /// Takes indices that may be out of bounds modulo the extent.
  bool wrap(Operation *op, Elements &elements) {
    bool isStore = isElementStore(op);
    Value buffer = op->getOperand(isStore);
    auto type = dyn_cast<MemRefType>(buffer.getType());
    if (!isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
             memref::StoreOp>(op) ||
        buffer != elements.buffer || !type.hasStaticShape())
      return false;
    for (auto [d, index] : llvm::enumerate(elements.index)) {
      int64_t extent = type.getDimSize(d);
      if (extent == 0)
        return false;
      if (isImplied(elements.where,
                    Condition(Conjunction{{index}, {extent - 1 - index}}))
              .isYes())
        continue;
      if (!canWrap(op, d, index, elements.where))
        return false;
      index = index % extent;
      result.wrapped.push_back({op, unsigned(d), extent});
    }
    prove("indices out of bounds are wrapped");
    return true;
  }

  /// Outside of the affine dialect the remainder of a negative number is
  /// another one.
  bool canWrap(Operation *op, unsigned d, AffineExpr index,
               const Condition &where) {
    return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) ||
           isImplied(where, Condition(Conjunction{{index}})).isYes();
  }

  void adjust(Operation *op, Elements &elements) const {
    for (const WrappedIndex &wrapped : result.wrapped)
      if (wrapped.access == op)
        elements.index[wrapped.dim] =
            elements.index[wrapped.dim] % wrapped.extent;
  }

  /// The memory must be there: nothing in front of the branch frees it.
  bool checkLife(Operation *op, Value root) {
    bool isFreed = false;
    contents.getFlow().forEachUser(root, [&](OpOperand &use, bool) {
      Operation *user = use.getOwner();
      isFreed |= isa<memref::DeallocOp, memref::ReallocOp>(user) &&
                 !isSurelyLater(user, root);
    });
    return !isFreed ||
           fail(op, "may-be-freed", "the buffer may have been freed by then");
  }

  /// In the block that the buffer is born in, is `op` behind the branch?
  bool isSurelyLater(Operation *op, Value root) {
    Block *home = root.getParentBlock();
    Operation *here = home->findAncestorOpInBlock(*point);
    Operation *there = home->findAncestorOpInBlock(*op);
    return here && there && here != there && here->isBeforeInBlock(there);
  }

  //===--------------------------------------------------------------------===//
  // Stores
  //===--------------------------------------------------------------------===//

  struct AddedStore {
    Operation *op;
    Elements elements;
    bool isMatched = false; ///< does what the other arm did
  };

  bool checkStores() {
    for (AddedStore &store : stores)
      if (!store.isMatched && !checkStore(store))
        return false;
    return true;
  }

  /// Case by case.
  bool checkStore(AddedStore &store) {
    for (const Conjunction &alternative :
         store.elements.where.getAlternatives()) {
      Elements elements = store.elements;
      elements.where = Condition(alternative);
      if (!leavesWhatIsThere(store.op, elements) &&
          !contents.isUndef(elements, point).isYes())
        return isNeededByNobody(store) || explain(store, elements);
      prove("stores to ", elements.buffer,
            " leave what is there or fall on undefined elements");
    }
    return true;
  }

  LeafValues getLeaves(const Condition &where, Value destination) {
    LeafValues leaves(contents, point, where);
    leaves.setArm(point);
    leaves.setDestination(destination);
    return leaves;
  }

  bool leavesWhatIsThere(Operation *store, const Elements &elements) {
    LeafValues leaves = getLeaves(elements.where, elements.buffer);
    auto adjustLoad = [&](Operation *op, Elements &read) { adjust(op, read); };
    leaves.setWrapped(adjustLoad);
    KnownValue value =
        ValueReducer(leaves.getLeaf()).reduce(store->getOperand(0));
    if (!isThere(value, elements))
      return false;
    result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
    return true;
  }

  bool isThere(const KnownValue &value, const Elements &elements) {
    if (value.constant &&
        contents.holds(elements, point, value.constant).isYes())
      return true;
    Operation *source = value.same ? value.same.getDefiningOp() : nullptr;
    if (source && point->isProperAncestor(source))
      return isElementLoad(source) && readsSame(source, elements);
    auto buffer = cast<MemRefType>(elements.buffer.getType());
    if (!value.same || value.same.getType() != buffer.getElementType())
      return false;
    return contents.holds(elements, point, value.same).isYes();
  }

  /// Does `load`, in the arm, read just these elements?
  bool readsSame(Operation *load, const Elements &elements) {
    std::optional<Elements> read = contents.getElements(load);
    if (!read || read->buffer != elements.buffer ||
        read->extents != elements.extents)
      return false;
    adjust(load, *read);
    Conjunction equal;
    for (auto [one, other] : llvm::zip_equal(read->index, elements.index))
      if (one != other)
        equal.push_back({one - other, true});
    return equal.empty() ||
           isImplied(elements.where, Condition(std::move(equal))).isYes();
  }

  bool isNeededByNobody(AddedStore &store) {
    // Of an index that is wrapped nobody else knows.
    for (const WrappedIndex &wrapped : result.wrapped)
      if (wrapped.access == store.op)
        return false;
    whyNeeded = prover.dead.isDeadUnguarded(store.op, point);
    if (!whyNeeded.isYes())
      return false;
    result.overwritten.insert(store.elements.buffer);
    prove("what is stored to ", store.elements.buffer, " is needed by nobody");
    return true;
  }

  /// Would a flag have sufficed?
  bool explain(const AddedStore &store, const Elements &elements) {
    if (!prover.explainsFailure)
      return fail(store.op, "changes-data", "");
    LeafValues leaves = getLeaves(elements.where, elements.buffer);
    for (Operation &op : *store.op->getBlock()) {
      if (&op == store.op)
        break;
      if (!isElementLoad(&op) || !readsSame(&op, elements))
        continue;
      EqualityAnswer reduction =
          decideEqual(store.op->getOperand(0), KnownValue(op.getResult(0)),
                      leaves.getLeaf());
      if (reduction.op)
        return fail(reduction.op, "needs-flag",
                    "fastmath<" +
                        arith::stringifyFastMathFlags(reduction.flags) +
                        "> on this op would make what is stored to " +
                        nameOf(elements.buffer) + " what is there already");
    }
    if (whyNeeded.decision.isUnknown())
      return fail(store.op, "changes-data", whyNeeded.decision.witness,
                  Truth::Unknown);
    return fail(store.op, "changes-data",
                "the store may change an element that is needed: " +
                    whyNeeded.decision.witness);
  }

  //===--------------------------------------------------------------------===//
  // The arm that is executed now
  //===--------------------------------------------------------------------===//

  /// Each store of the replaced arm must be done by one of this arm, or leave
  /// anything.
  bool matchReplacedArm() {
    if (!added.replaced)
      return true;
    for (Operation &op : added.replaced->without_terminator()) {
      if (isElementStore(&op)) {
        if (!matchStore(&op))
          return fail(&op, "other-arm",
                      "the other arm stores what this one does not");
      } else if (!isElementLoad(&op) && !isa<UndefOp>(op) &&
                 (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))) {
        return fail(&op, "other-arm", "the other arm does more than store");
      }
    }
    return true;
  }

  bool matchStore(Operation *replaced) {
    std::optional<Elements> elements = contents.getElements(replaced);
    if (!elements)
      return false;
    elements->where = added.where;
    LeafValues leaves(contents, point, added.where);
    leaves.setArm(point);
    KnownValue now =
        ValueReducer(leaves.getLeaf()).reduce(replaced->getOperand(0));
    bool isAnything = now.isUndef();
    auto found = llvm::find_if(stores, [&](const AddedStore &store) {
      return !store.isMatched && store.op->getBlock() == added.arm &&
             store.elements.buffer == elements->buffer &&
             readsSameAs(store, *elements);
    });
    if (found == stores.end())
      return isAnything;
    // Others must not come between.
    for (const AddedStore &other : stores)
      if (&other != &*found &&
          prover.mayBeSame(other.elements.buffer, elements->buffer))
        return false;
    KnownValue then =
        ValueReducer(leaves.getLeaf()).reduce(found->op->getOperand(0));
    if (!isAnything && !now.isEqualTo(then))
      return false;
    found->isMatched = true;
    written.insert(elements->buffer);
    result.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
    prove("both arms store the same to ", elements->buffer);
    return true;
  }

  bool readsSameAs(const AddedStore &store, const Elements &elements) {
    if (store.elements.extents != elements.extents)
      return false;
    Conjunction equal;
    for (auto [one, other] :
         llvm::zip_equal(store.elements.index, elements.index))
      if (one != other)
        equal.push_back({one - other, true});
    return equal.empty() ||
           isImplied(added.where, Condition(std::move(equal))).isYes();
  }

  /// What the branch yields.
  bool checkResults() {
    if (point->getNumResults() == 0)
      return true;
    if (!added.replaced)
      return fail(point, "other-arm", "there is no other arm");
    Operation *then = added.arm->getTerminator();
    Operation *now = added.replaced->getTerminator();
    for (auto [one, other] :
         llvm::zip_equal(then->getOperands(), now->getOperands())) {
      LeafValues leaves(contents, point, added.where);
      leaves.setArm(point);
      ValueReducer reducer(leaves.getLeaf());
      KnownValue wanted = reducer.reduce(other);
      if (wanted.isUndef())
        continue;
      if (!reducer.reduce(one).isEqualTo(wanted))
        return explainResult(one, wanted, leaves);
      result.relied.insert(leaves.getRelied().begin(),
                           leaves.getRelied().end());
    }
    prove("both arms yield the same");
    return true;
  }

  bool explainResult(Value value, const KnownValue &wanted,
                     LeafValues &leaves) {
    if (!prover.explainsFailure)
      return fail(point, "other-arm", "");
    EqualityAnswer reduction = decideEqual(value, wanted, leaves.getLeaf());
    if (reduction.op)
      return fail(reduction.op, "needs-flag",
                  "fastmath<" + arith::stringifyFastMathFlags(reduction.flags) +
                      "> on this op would make both arms yield the same");
    return fail(point, "other-arm", "the arms do not yield the same");
  }

  /// Contents that a proof relies on are of other buffers than those that are
  /// written in between.
  bool checkRelied() {
    for (Value relied : result.relied)
      for (const auto *changed : {&result.overwritten, &written})
        for (Value buffer : *changed)
          if (prover.mayBeSame(relied, buffer))
            return fail(point, "changes-data",
                        "the body reads what it overwrites of " +
                            nameOf(buffer));
    return true;
  }

  AddedExecutionsProver &prover;
  KnownContents &contents;
  IntegerFacts &facts;
  const AddedExecutions &added;
  Operation *point;
  SmallVector<Operation *> parallelLoops;
  SmallVector<AddedStore> stores;
  llvm::SmallSetVector<Value, 4> written; ///< as the other arm does
  DeadStore whyNeeded;
  Harmlessness result;
};

} // namespace mlir::layout

AddedExecutionsProver::AddedExecutionsProver(func::FuncOp function,
                                             KnownContents &contents,
                                             DeadStores &dead, bool mayWrap,
                                             bool explains,
                                             bool explainsFailure)
    : function(function), contents(contents), dead(dead), mayWrap(mayWrap),
      explains(explains), explainsFailure(explainsFailure) {}

AddedExecutionsProver::~AddedExecutionsProver() = default;

std::string AddedExecutionsProver::getName(Value value) {
  if (!explains)
    return {};
  if (!names)
    names = std::make_unique<AsmState>(function);
  std::string name;
  llvm::raw_string_ostream os(name);
  value.printAsOperand(os, *names);
  return name;
}

Harmlessness AddedExecutionsProver::prove(const AddedExecutions &added) {
  return AddedExecutionsQuery(*this, added).run();
}

EqualityAnswer AddedExecutionsProver::isEqual(Value value, Value other,
                                              const Condition &where,
                                              Operation *op,
                                              Harmlessness &harm) {
  LeafValues leaves(contents, op, where);
  KnownValue wanted = ValueReducer(leaves.getLeaf()).reduce(other);
  EqualityAnswer result{Truth::Yes};
  if (!wanted.isUndef())
    result = decideEqual(value, wanted, leaves.getLeaf());
  harm.relied.insert(leaves.getRelied().begin(), leaves.getRelied().end());
  return result;
}

bool AddedExecutionsProver::mayBeSame(Value root, Value other) const {
  return root == other || !areDistinctBuffers(root, other, contents.getFlow());
}
