//===- SpeculatedAccesses.cpp - May an access run where it did not? -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Accesses/OutsideImages.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
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

std::string
SpeculationQuery::describe(Operation *op, const Elements &elements,
                           StringRef what,
                           function_ref<bool(const Elements &)> isWrong) {
  doubt.clear();
  if (!prover.explainsFailure)
    return {};
  std::string text = isElementStore(op) ? "writing " : "reading ";
  text += nameOf(elements.buffer);
  DenseMap<AffineExpr, AffineExpr> values;
  Elements first = elements;
  std::string when;
  if (!findFirst(op, first, isWrong, values, when) || !isWrong(first))
    doubt = "it is not known for which index it is wrong";
  else if (facts.getUnfollowed())
    doubt = facts.describeUnfollowed();
  SmallVector<int64_t> place;
  for (AffineExpr index : elements.index)
    if (auto value = dyn_cast<AffineConstantExpr>(index.replace(values)))
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

bool SpeculationQuery::findFirst(Operation *op, Elements &elements,
                                 function_ref<bool(const Elements &)> isWrong,
                                 DenseMap<AffineExpr, AffineExpr> &values,
                                 std::string &text) {
  for (AffineExpr variable : getLoopVariables(op)) {
    Interval range = facts.getRange(variable);
    if (!range.low || !range.high)
      return true;
    int64_t low = *range.low, high = *range.high;
    auto restrict = [&](IndexConstraint constraint) -> std::optional<Elements> {
      std::optional<Condition> both =
          elements.where.conjoin(Condition(Conjunction{constraint}));
      if (!both)
        return std::nullopt;
      Elements some = elements;
      some.where = std::move(*both);
      return some;
    };
    while (low < high) {
      int64_t middle = low + (high - low) / 2;
      std::optional<Elements> upTo = restrict({middle - variable});
      if (upTo && isWrong(*upTo))
        high = middle;
      else
        low = middle + 1;
    }
    std::optional<Elements> chosen = restrict({variable - low, /*isEq=*/true});
    // For the words only.
    if (!chosen)
      return false;
    elements = std::move(*chosen);
    values[variable] = getAffineConstantExpr(low, variable.getContext());
    Value loop = facts.getVariable(cast<AffineDimExpr>(variable).getPosition());
    if (prover.explains)
      text += (text.empty() ? "" : ", ") + prover.names->getNumber(loop) +
              " = " + std::to_string(low);
  }
  return true;
}

SmallVector<AffineExpr> SpeculationQuery::getLoopVariables(Operation *op) {
  SmallVector<AffineExpr> variables;
  for (; op != prover.function; op = op->getParentOp()) {
    SmallVector<Value> counters = getLoopCounters(op->getParentOp());
    for (Value variable : llvm::reverse(counters))
      if (auto dim = dyn_cast_or_null<AffineDimExpr>(facts.express(variable)))
        variables.push_back(dim);
  }
  std::reverse(variables.begin(), variables.end());
  return variables;
}

bool SpeculationQuery::refuse(Operation *op, const Decision &decision,
                              StringRef reason, const Twine &text) {
  if (decision.isUnknown())
    return fail(op, reason, decision.witness, Truth::Unknown);
  if (!doubt.empty())
    return fail(op, reason, doubt, Truth::Unknown);
  return fail(op, reason, text);
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
    return "it is not known which execution does harm";
  std::optional<Condition> both =
      elements.where.conjoin(Condition(std::move(here)));
  if (!both)
    return "the condition has too many parts";
  Decision possible = facts.isPossible(*both, point);
  // For the words only.
  if (possible.isYes())
    return facts.getUnfollowed() ? facts.describeUnfollowed() : std::string();
  // For the words only.
  return possible.isUnknown() ? possible.witness
                              : "it is not known which execution does harm";
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool SpeculationQuery::checkAccess(Operation *op) {
  bool writes = isElementStore(op);
  std::optional<Elements> elements = contents.getElements(op);
  std::optional<SmallVector<Elements>> names =
      getElementsOfViews(op->getOpOperand(writes), facts, contents.getFlow());
  if (!elements || !names)
    return fail(op, "unknown-access",
                "it is not known which element is accessed", Truth::Unknown);
  elements->where = getPremise(op);
  if (!checkViews(op, *names, elements->where) || !checkBounds(op, *elements) ||
      !checkLife(op, elements->buffer))
    return false;
  PaddingAnswer padding =
      contents.touchesPadding(*elements, PadKind::None, point);
  if (!padding.decision.isNo())
    return refuse(op, padding.decision,
                  writes ? "writes-none-padding" : "reads-none-padding",
                  describe(op, *elements, "which is padding of kind none",
                           [&](const Elements &some) {
                             // For the words only.
                             return contents
                                 .touchesPadding(some, PadKind::None, point)
                                 .decision.isYes();
                           }));
  if (!checkRaces(op, *elements, writes))
    return false;
  if (writes)
    stores.push_back({op, std::move(*elements)});
  return true;
}

bool SpeculationQuery::checkRaces(Operation *op, const Elements &elements,
                                  bool writes) {
  for (Operation *loop : parallelLoops)
    if (!cannotRace(loop, elements, writes, contents))
      return fail(op, "race",
                  "another iteration of the parallel loop may access the "
                  "same element of " +
                      nameOf(elements.buffer));
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
  Decision inBounds = contents.isInBounds(elements, point);
  if (inBounds.isYes() || fetch(op, elements) ||
      (prover.mayWrap && wrap(op, elements)))
    return true;
  return refuseBounds(op, inBounds, elements);
}

bool SpeculationQuery::checkViews(Operation *op,
                                  MutableArrayRef<Elements> names,
                                  const Condition &where) {
  for (Elements &name : names) {
    name.where = where;
    Decision inBounds = contents.isInBounds(name, point);
    if (!inBounds.isYes())
      return refuseBounds(op, inBounds, name);
  }
  return true;
}

bool SpeculationQuery::refuseBounds(Operation *op, const Decision &inBounds,
                                    const Elements &elements) {
  return refuse(op, inBounds, "out-of-bounds",
                describe(op, elements, "which is out of bounds",
                         [&](const Elements &some) {
                           // For the words only.
                           return contents.isInBounds(some, point).isNo();
                         }) +
                    describeMissingPromise(op));
}

bool SpeculationQuery::fetch(Operation *op, const Elements &elements) {
  if (!canFetchZeros(op, elements.buffer) ||
      !isImplied(elements.where, Condition(getCoordinateBounds(elements.index)))
           .isYes())
    return false;
  result.fetched.insert(op);
  fetches.push_back({op, elements});
  prove("outside of ", elements.buffer,
        " zeros are read, as `outside = zero` of its memory space promises");
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
                "it is not known whether the coordinates are numbers of 32 "
                "bits",
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

bool SpeculationQuery::canWrap(Operation *op, unsigned d, AffineExpr index,
                               const Condition &where) {
  return isa<affine::AffineLoadOp, affine::AffineStoreOp>(op) ||
         isImplied(where, Condition(Conjunction{{index}})).isYes();
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
    Operation *user = use.getOwner();
    isFreed |= isa<memref::DeallocOp, memref::ReallocOp>(user) &&
               !isSurelyLater(user, root);
  });
  return !isFreed ||
         fail(op, "may-be-freed", "the buffer may have been freed by then");
}

bool SpeculationQuery::isSurelyLater(Operation *op, Value root) {
  Block *home = root.getParentBlock();
  Operation *here = home->findAncestorOpInBlock(*point);
  Operation *there = home->findAncestorOpInBlock(*op);
  return here && there && here != there && here->isBeforeInBlock(there);
}
