//===- SpeculationQueryAccesses.cpp - Speculated accesses -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/OutsideImages.h"
#include "Analysis/Integers/Execution.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/IR/Texture.h"
#include "SpeculatedRaces.h"
#include "SpeculationQuery.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

bool SpeculationQuery::fail(Operation *op, StringRef reason, const Twine &text,
                            Truth truth) {
  result.truth = truth;
  result.op = op;
  result.reason = reason.str();
  result.text = text.str();
  return false;
}

void SpeculationQuery::prove(StringRef before, Value buffer, StringRef after) {
  if (!prover.explains)
    return;
  std::string sentence = before.str();
  if (buffer)
    sentence += nameOf(buffer) + after.str();
  if (!llvm::is_contained(result.proven, sentence))
    result.proven.push_back(std::move(sentence));
}

std::string SpeculationQuery::nameOf(Value value) {
  return prover.explains ? prover.names->get(value) : std::string();
}

bool SpeculationQuery::refuse(Operation *op, StringRef reason,
                              Elements elements, StringRef what,
                              function_ref<Decision(const Elements &)> find,
                              const Twine &advice) {
  if (!prover.explainsFailure)
    return fail(op, reason, "");
  // All loops around take part, so that the witness has their iteration.
  for (AffineExpr variable : getLoopVariables(op)) {
    auto known = facts.getFactsOf(cast<AffineDimExpr>(variable).getPosition());
    std::optional<Condition> both =
        known.empty() ? std::nullopt : elements.where.conjoin(known.front());
    if (both)
      elements.where = std::move(*both);
  }
  Decision found = find(elements);
  if (found.isUnknown())
    return fail(op, reason,
                (isElementStore(op) ? "cannot exclude writing an element of "
                                    : "cannot exclude reading an element of ") +
                    nameOf(elements.buffer) + " " + what + ": " + found.witness,
                Truth::Unknown);
  IntegerFacts::Counterexample example = facts.getCounterexample();
  if (Operation *load = example.isCertain() ? nullptr : findKnownLoad(elements))
    return fail(op, reason,
                "the proof does not use what is known of the result of '" +
                    load->getName().getStringRef() + "'",
                Truth::Unknown);
  SmallVector<std::string> place;
  for (AffineExpr index : elements.index)
    if (std::optional<int64_t> value = example.evaluate(index))
      place.push_back(std::to_string(*value));
  std::string text = isElementStore(op) ? "writing " : "reading ";
  text += nameOf(elements.buffer);
  if (place.size() == elements.index.size())
    text += "[" + llvm::join(place, ", ") + "]";
  text += ", " + what.str();
  if (!example.text.empty())
    text += ", when " + example.text;
  if (!example.isCertain())
    return fail(op, reason, "possible: " + text + advice, Truth::Unknown);
  return fail(op, reason, text + advice);
}

Operation *SpeculationQuery::findKnownLoad(const Elements &elements) {
  llvm::SetVector<unsigned> variables;
  for (AffineExpr index : elements.index)
    collectVariables(index, variables);
  for (unsigned variable : variables) {
    Value value = facts.getVariable(variable);
    Operation *load = value ? value.getDefiningOp() : nullptr;
    // For the words only.
    if (load && isElementLoad(load) && contents.getContents(load).isKnown())
      return load;
  }
  return nullptr;
}

SmallVector<AffineExpr> SpeculationQuery::getLoopVariables(Operation *op) {
  SmallVector<AffineExpr> variables;
  for (; op != prover.function; op = op->getParentOp()) {
    SmallVector<Value> counters = layout::getLoopVariables(op->getParentOp());
    for (Value variable : llvm::reverse(counters))
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(variable)))
        variables.push_back(dim);
  }
  std::reverse(variables.begin(), variables.end());
  return variables;
}

std::string
SpeculationQuery::findDoubt(Operation *store, const Elements &elements,
                            ArrayRef<std::pair<Value, int64_t>> iteration) {
  Conjunction here;
  SmallVector<AffineExpr> told;
  for (auto [variable, value] : iteration)
    if (AffineExpr expr = facts.express(variable)) {
      here.push_back({expr - value, /*isEq=*/true});
      told.push_back(expr);
    }
  // An element is named; of loops around its root, no iteration is.
  auto isUntold = [&](AffineExpr variable) {
    return !llvm::is_contained(told, variable) &&
           llvm::any_of(elements.index, [&](AffineExpr index) {
             return index.isFunctionOfDim(
                 cast<AffineDimExpr>(variable).getPosition());
           });
  };
  if (prover.dead && llvm::any_of(getLoopVariables(store), isUntold))
    return "the iteration that it is needed in cannot be determined";
  std::optional<Condition> both =
      elements.where.conjoin(Condition(std::move(here)));
  if (!both)
    return "the condition has too many parts";
  Decision possible = facts.isPossible(*both, point);
  // For the words only.
  if (possible.isYes())
    return facts.getCounterexample().isCertain()
               ? std::string()
               : "possible: " + whyNeeded.decision.witness + ", if " +
                     facts.getCounterexample().assumed;
  // For the words only.
  return possible.isUnknown()
             ? possible.witness
             : "the iteration that it is needed in cannot be determined";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool SpeculationQuery::checkReads(Operation *op) {
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
    return !isa<BaseMemRefType>(operand.get().getType()) ||
           getAccess(operand).reach == OperandAccess::Reach::Nothing ||
           checkAccess(operand, /*writes=*/false);
  });
}

bool SpeculationQuery::checkAccess(OpOperand &operand, bool writes) {
  Operation *op = operand.getOwner();
  std::optional<Elements> elements = contents.getElements(operand);
  // The bounds of each view on the way count, and not only those of the root:
  // an index may stay in the buffer and leave the view of it.
  std::optional<SmallVector<Elements>> names =
      getElementsOfViews(operand, facts, contents.getFlow());
  if (!elements || !names)
    return fail(op, "unknown-access",
                "cannot determine which element is accessed: the index is not "
                "affine, or the view is not supported; make the index affine, "
                "and access the buffer itself",
                Truth::Unknown);
  // Only the added executions count: in all others the program accesses the
  // element already, so that it may.
  elements->where = getPremise(op);
  if (!checkViews(op, *names, elements->where) || !checkBounds(op, *elements) ||
      !checkLife(op, elements->buffer))
    return false;
  auto touchesNone = [&](const Elements &some) {
    return contents.touchesPadding(some, PadKind::None, point).decision;
  };
  if (!touchesNone(*elements).isNo())
    return refuse(
        op, writes ? "writes-none-padding" : "reads-none-padding", *elements,
        "which is padding of kind none (state pad<undef>, or what it holds)",
        touchesNone);
  if (!checkRaces(op, *elements, writes))
    return false;
  // Whether a store changes anything is decided once all accesses are known:
  // loads that it is compared with may be after it.
  if (writes)
    stores.push_back({op, std::move(*elements)});
  return true;
}

bool SpeculationQuery::checkRaces(Operation *op, const Elements &elements,
                                  bool writes) {
  for (Operation *loop : parallelLoops)
    if (!cannotRace(loop, elements, writes, contents))
      return fail(op, "race",
                  "without the condition, iterations of the parallel loop may "
                  "race for an element of " +
                      nameOf(elements.buffer) +
                      "; make the loop sequential, or give iterations elements "
                      "of their own");
  return true;
}

bool SpeculationQuery::isObviouslyInBounds(const Elements &elements) {
  auto type = cast<MemRefType>(elements.buffer.getType());
  return elements.extents.empty() &&
         llvm::all_of(llvm::enumerate(elements.index), [&](auto at) {
           Interval range = facts.getRange(at.value());
           return !type.isDynamicDim(at.index()) && range.low &&
                  *range.low >= 0 && range.high &&
                  *range.high < type.getDimSize(at.index());
         });
}

bool SpeculationQuery::checkBounds(Operation *op, Elements &elements) {
  if (isObviouslyInBounds(elements))
    return true;
  // From the cheapest remedy to the dearest: nothing to change, a load that
  // yields zeros outside of an image, a remainder for each index.
  return contents.isInBounds(elements, point).isYes() || fetch(op, elements) ||
         (prover.mayWrap && wrap(op, elements)) || refuseBounds(op, elements);
}

bool SpeculationQuery::checkViews(Operation *op,
                                  MutableArrayRef<Elements> names,
                                  const Condition &where) {
  for (Elements &name : names) {
    name.where = where;
    if (!contents.isInBounds(name, point).isYes())
      return refuseBounds(op, name);
  }
  return true;
}

static bool hasDynamicExtent(const Elements &elements) {
  auto type = dyn_cast<MemRefType>(elements.buffer.getType());
  return type && !type.hasStaticShape();
}

/// Why the indices of `op` cannot be taken modulo the extents; empty if they
/// can.
static StringRef explainNotWrapped(Operation *op, const Elements &elements,
                                   const BufferFlow &flow) {
  OpOperand *buffer = getScalarAccess(op);
  if (!buffer)
    return "wrap-indices applies to loads and stores of one element by "
           "'affine' and 'memref' ops";
  if (buffer->get() != flow.getRoot(elements.buffer))
    return "wrap-indices applies to accesses of the buffer itself, and this is "
           "one of a view";
  auto type = cast<MemRefType>(elements.buffer.getType());
  if (!type.hasStaticShape())
    return "wrap-indices needs constant extents";
  if (type.getNumElements() == 0)
    return "a buffer without elements has no index to wrap to";
  return "";
}

bool SpeculationQuery::refuseBounds(Operation *op, const Elements &elements) {
  bool isDynamic = hasDynamicExtent(elements);
  std::string advice = describeMissingGuarantee(op);
  if (advice.empty())
    advice = isDynamic ? "; state by layout.assume how extents are related"
                       : "; give the buffer padding there, by a layout or an "
                         "extent";
  if (prover.mayWrap)
    advice += "; not wrapped: " +
              explainNotWrapped(op, elements, contents.getFlow()).str();
  return refuse(
      op, "out-of-bounds", elements,
      isDynamic ? "which is out of bounds for some extents"
                : "which is out of bounds",
      [&](const Elements &some) { return contents.isInBounds(some, point); },
      advice);
}

bool SpeculationQuery::fetch(Operation *op, const Elements &elements) {
  if (!canFetchZeros(op, elements.buffer) ||
      !isImplied(elements.where, Condition(getCoordinateBounds(elements.index)))
           .isYes())
    return false;
  result.fetched.insert(op);
  fetches.push_back({op, elements});
  prove("outside of ", elements.buffer,
        " zeros are read, as `outside = zero` of its memory space states");
  return true;
}

bool SpeculationQuery::checkFetch(FetchOp fetch) {
  Elements place;
  place.buffer = contents.getFlow().getRoot(fetch.getTexture());
  for (Value index : fetch.getIndices())
    place.index.push_back(facts.express(index));
  place.where = getPremise(fetch);
  if (llvm::is_contained(place.index, AffineExpr()) ||
      !isImplied(place.where, Condition(getCoordinateBounds(place.index)))
           .isYes())
    return fail(fetch, "unknown-access",
                "cannot prove that the coordinates fit 32 bits",
                Truth::Unknown);
  // The nearest texel is another one than that of the index.
  if (getTextureOutside(place.buffer.getType()) == TextureOutside::Zero)
    fetches.push_back({fetch, place});
  else
    place.index.assign(place.index.size(), AffineExpr());
  return checkLife(fetch, place.buffer) &&
         checkRaces(fetch, place, /*writes=*/false);
}

bool SpeculationQuery::wrap(Operation *op, Elements &elements) {
  if (!explainNotWrapped(op, elements, contents.getFlow()).empty())
    return false;
  auto type = cast<MemRefType>(elements.buffer.getType());
  // Another element is read or written then, which the later checks take into
  // account: they see the index with the remainder.
  for (auto [d, index] : llvm::enumerate(elements.index)) {
    int64_t extent = type.getDimSize(d);
    auto holds = [&](Conjunction bounds) {
      return isImplied(elements.where, Condition(std::move(bounds))).isYes();
    };
    // In bounds in the added executions, too: no remainder is needed.
    if (holds({{index}, {extent - 1 - index}}))
      continue;
    result.wrapped.push_back(
        {op, unsigned(d), extent, /*mayBeNegative=*/!holds({{index}})});
    index = index % extent;
  }
  prove("indices out of bounds are wrapped");
  return true;
}

void SpeculationQuery::adjust(Operation *op, Elements &elements) const {
  for (const WrappedIndex &wrapped : result.wrapped)
    if (wrapped.access == op)
      elements.index[wrapped.dim] =
          elements.index[wrapped.dim] % wrapped.extent;
}

bool SpeculationQuery::checkLife(Operation *op, Value root) {
  bool isFreed = false;
  contents.getFlow().forEachUser(root, [&](OpOperand &use, bool) {
    isFreed |= frees(use) && !isSurelyLater(use.getOwner(), root);
  });
  return !isFreed ||
         fail(op, "may-be-freed",
              "the buffer may be freed before this access in executions that "
              "the condition excludes; free it after the branch");
}

bool SpeculationQuery::isSurelyLater(Operation *op, Value root) {
  // By the ops of the block of the allocation: where one loop of that block is
  // around both, the deallocation comes before the branch of the next
  // iteration.
  Block *home = root.getParentBlock();
  Operation *here = home->findAncestorOpInBlock(*point);
  Operation *there = home->findAncestorOpInBlock(*op);
  return here && there && here != there && here->isBeforeInBlock(there);
}
