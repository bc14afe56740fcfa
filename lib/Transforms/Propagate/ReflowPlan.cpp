//===- ReflowPlan.cpp - Types of tensors after reflow ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReflowPlan.h"

#include "Layout/Analysis/Values/ValueReducer.h"
#include "Layout/IR/LaidOut.h"

using namespace mlir;
using namespace mlir::layout;

static BufferAttr getLayout(RankedTensorType type) {
  return cast_or_null<BufferAttr>(type.getEncoding());
}

bool layout::isSamePad(PadAttr computed, PadAttr needed) {
  if (!computed || computed == needed)
    return computed == needed;
  return computed.getKind() == PadKind::Constant &&
         needed.getKind() == PadKind::Constant &&
         KnownValue::getConstant(computed.getValue())
             .isEqualTo(KnownValue::getConstant(needed.getValue()));
}

/// Returns true if a pad is defined for all padding, in any slot.
static bool isEverywhere(PadAttr pad) {
  return pad && (pad.isUndef() || pad.getKind() == PadKind::Constant);
}

/// Returns true if a reader that expects pad `needed` may be given pad `given`:
/// one that may hold anything may hold this, too, and one that is not accessed
/// may be anything. Not if the reader writes the buffer: it would destroy the
/// pad that others need.
static bool servesReader(PadAttr given, PadAttr needed) {
  return given == needed || needed.getKind() == PadKind::None ||
         (needed.isUndef() && given.holdsSomething());
}

/// The same of types that may differ in more.
static bool servesReader(RankedTensorType given, RankedTensorType needed) {
  BufferAttr from = getLayout(given), to = getLayout(needed);
  if (!from || !to || given.getShape() != needed.getShape() ||
      getOrder(from) != getOrder(to))
    return given == needed;
  return llvm::all_of_zip(
      from.getPads(), to.getPads(),
      [](PadAttr a, PadAttr b) { return servesReader(a, b); });
}

/// `order` with pads; null for the plain one.
static BufferAttr withPads(BufferAttr order, ArrayRef<PadAttr> pads) {
  if (!order)
    return {};
  return BufferAttr::get(order.getContext(), order.getIndexMaps(),
                         order.getExtents(), pads, order.getSeparators());
}

/// The type of a tensor in `order`. A pad that is null, or that its element
/// type cannot have, is undefined: the op that defines the tensor may leave
/// anything.
static RankedTensorType getTypeIn(RankedTensorType tensor, BufferAttr order,
                                  ArrayRef<PadAttr> pads) {
  SmallVector<PadAttr> valid(pads);
  std::string why;
  for (PadAttr &pad : valid)
    if (!pad || !pad.isValidFor(tensor.getElementType(), why))
      pad = PadAttr::get(tensor.getContext(), PadKind::Undef);
  return tensor.cloneWithEncoding(withPads(order, valid));
}

static RankedTensorType getTypeIn(RankedTensorType tensor, BufferAttr order) {
  return getTypeIn(tensor, order,
                   SmallVector<PadAttr>(order ? order.getNumSteps() : 0));
}

static bool holdsSomething(RankedTensorType type) {
  BufferAttr layout = getLayout(type);
  return layout && layout.holdsSomething();
}

ReflowPlan::ReflowPlan(const ConversionGraph &graph, NodeOrders chosen,
                       SmallVector<PadChoice> howChosen)
    : graph(graph), orders(std::move(chosen)), choices(std::move(howChosen)) {
  findWanted();
  for (unsigned node = 0; node < graph.nodes.size(); ++node)
    if (graph.nodes[node].links.isOneType)
      chooseSharedType(node);
  for (unsigned node = 0; node < graph.nodes.size(); ++node)
    if (!graph.nodes[node].links.isOneType &&
        choices[node] != PadChoice::Present) {
      chooseConversions(node);
      chooseTypes(node);
    }
}

RankedTensorType ReflowPlan::getType(Value value) const {
  RankedTensorType type = types.lookup(value);
  return type ? type : cast<RankedTensorType>(value.getType());
}

RankedTensorType ReflowPlan::getType(const TensorValue &value) const {
  // Other blocks take what they took.
  return value.isOfBlock() ? getType(value.value) : value.getType();
}

RankedTensorType ReflowPlan::getUsedType(const TensorValue &value,
                                         const TensorUse &use) const {
  if (use.node && choices[*use.node] == PadChoice::Present)
    return use.type;
  if (use.node && use.tied)
    return getType(use.tied);
  BufferAttr order = getOrderOf(use);
  RankedTensorType type = getType(value);
  if (getOrder(type) != order)
    type = converted.lookup({&value, order});
  bool isFixed =
      !use.node && !(use.onlyReads && type && servesReader(type, use.type));
  return isFixed ? use.type : type;
}

void ReflowPlan::collectNeeds(
    const TensorValue &value, BufferAttr order, Needs &needs,
    SmallPtrSetImpl<const TensorValue *> &seen) const {
  if (!seen.insert(&value).second)
    return;
  for (const TensorUse &use : value.uses) {
    if (getOrderOf(use) != order)
      continue;
    if (!use.node) {
      bool &onlyReads = needs.insert({use.type, true}).first->second;
      onlyReads &= use.onlyReads;
    } else if (use.tied) {
      // Whatever is needed of the op is needed of what it works on.
      RankedTensorType decided = types.lookup(use.tied);
      if (decided)
        needs[decided] = false;
      else
        collectNeeds(getOwnValue(use.tied), order, needs, seen);
    }
  }
}

ReflowPlan::Needs ReflowPlan::getFixedNeeds(const TensorValue &value,
                                            BufferAttr order) const {
  Needs needs;
  SmallPtrSet<const TensorValue *, 8> seen;
  collectNeeds(value, order, needs, seen);
  // Tensors that are tied have one element type, but not all one shape.
  needs.remove_if([&](const auto &need) {
    return need.first.getShape() != value.getType().getShape();
  });
  return needs;
}

/// The type that leaves the fewest conversions; among equals, the first that is
/// preferred. Few types differ, however many users there are.
RankedTensorType ReflowPlan::chooseNeed(const Needs &needs,
                                        ArrayRef<RankedTensorType> preferred) {
  SmallVector<RankedTensorType> candidates(preferred);
  llvm::append_range(candidates, llvm::make_first_range(needs));
  RankedTensorType best;
  int64_t most = -1;
  for (RankedTensorType type : candidates) {
    int64_t served = llvm::count_if(needs, [&](const auto &need) {
      return need.first == type ||
             (need.second && servesReader(type, need.first));
    });
    if (served > most)
      std::tie(best, most) = std::make_pair(type, served);
  }
  return best;
}

/// The pads that a user of a value prefers: those that are needed in its
/// results, or those with which it can work on padding.
RankedTensorType ReflowPlan::getWantOfUse(const TensorValue &value,
                                          const TensorUse &use) const {
  const TensorNode &node = graph.nodes[*use.node];
  BufferAttr order = getOrderOf(use);
  if (!order)
    return {};
  for (const LinkedValue &linked : node.links.values) {
    RankedTensorType want = wanted.lookup(linked.value);
    if (!want)
      continue;
    if (getOrder(want) == order && node.links.isElementwise())
      return getTypeIn(value.getType(), order, getLayout(want).getPads());
    ArrayRef<PadAttr> pads = getLayout(want).getPads();
    // If elements move, only a pad that is the same in all slots is still right
    // at the new ones.
    if (pads.size() == order.getNumSteps() && llvm::all_of(pads, isEverywhere))
      return getTypeIn(value.getType(), order, pads);
  }
  LayoutPropagationOpInterface op = node.op;
  if (PadAttr pad = op.getWantedPad(*use.operand))
    return getTypeIn(value.getType(), order, Pads(order.getNumSteps(), pad));
  return {};
}

RankedTensorType ReflowPlan::findWant(const TensorValue &value) const {
  BufferAttr order = getOrderOf(value);
  for (auto [need, onlyReads] : getFixedNeeds(value, order))
    if (holdsSomething(need))
      return need;
  for (const TensorUse &use : value.uses)
    if (use.node && getOrderOf(use) == order)
      if (RankedTensorType want = getWantOfUse(value, use))
        if (holdsSomething(want))
          return want;
  return {};
}

/// From the last node to the first, as users come later; twice, as values that
/// a loop carries are used by ops in it.
void ReflowPlan::findWanted() {
  for (unsigned round = 0; round < 2; ++round)
    for (auto [node, choice] :
         llvm::zip_equal(llvm::reverse(graph.nodes), llvm::reverse(choices)))
      for (const LinkedValue &linked : node.links.values) {
        if (choice != PadChoice::Wanted)
          continue;
        RankedTensorType want = findWant(getOwnValue(linked.value));
        if (!want)
          continue;
        wanted[linked.value] = want;
        if (node.links.isOneType)
          for (const LinkedValue &other : node.links.values)
            wanted[other.value] = want;
      }
}

SmallVector<RankedTensorType> ReflowPlan::getOperandTypes(unsigned node) const {
  SmallVector<RankedTensorType> result;
  for (auto [i, linked] : llvm::enumerate(graph.nodes[node].links.operands)) {
    if (!linked.isRead) {
      result.push_back({});
      continue;
    }
    const TensorValue &value = graph.getValue(*linked.operand);
    BufferAttr order = orders[node][i];
    RankedTensorType type = getType(value);
    // What a destination has to be is not decided yet, but what it is.
    result.push_back(
        getOrder(type) == order ? type : converted.lookup({&value, order}));
  }
  return result;
}

/// Returns true if the operand has padding wherever the value has padding. Not
/// if padding comes from a dimension that the operand does not have.
bool ReflowPlan::isPadOfAll(unsigned number, size_t operand) const {
  const TensorNode &node = graph.nodes[number];
  DenseSet<int64_t> known;
  for (const auto &numbers : node.getDims(operand))
    known.insert_range(numbers);
  for (auto [i, linked] : llvm::enumerate(node.links.values)) {
    BufferAttr order = orders[number][node.links.operands.size() + i];
    for (auto [d, numbers] : llvm::enumerate(linked.dims))
      if (order && !isWholeAxis(order, d) &&
          llvm::any_of(numbers, [&](int64_t n) { return !known.contains(n); }))
        return false;
  }
  return true;
}

bool ReflowPlan::converts(unsigned number) const {
  const TensorNode &node = graph.nodes[number];
  size_t first = node.links.operands.size();
  // The op then does what a conversion beside it would do, at the cost of the
  // copy that it makes anyway.
  return node.links.isDataMovement &&
         node.carry(first, orders[number][first]) != orders[number];
}

SmallVector<ReflowPlan::Pads>
ReflowPlan::foldAll(unsigned number,
                    ArrayRef<RankedTensorType> operands) const {
  const TensorNode &node = graph.nodes[number];
  size_t numOperands = operands.size();
  SmallVector<Pads> results;
  size_t numSteps = 0;
  for (size_t i = numOperands; i < node.getNumTensors(); ++i) {
    BufferAttr order = orders[number][i];
    results.emplace_back(order ? order.getNumSteps() : 0);
    numSteps = std::max(numSteps, results.back().size());
  }
  bool isElementwise = node.links.isElementwise();
  // Then padding of operands lies elsewhere.
  bool isMoved = converts(number);
  for (size_t step = 0; step < numSteps; ++step) {
    DenseMap<OpOperand *, PadAttr> padOf;
    for (auto [i, operand] : llvm::enumerate(operands)) {
      BufferAttr layout = operand ? getLayout(operand) : BufferAttr();
      PadAttr pad = layout && layout.getNumSteps() == numSteps
                        ? layout.getPads()[step]
                        : PadAttr();
      if (isElementwise ||
          (!isMoved && isEverywhere(pad) && isPadOfAll(number, i)))
        padOf[node.links.operands[i].operand] = pad;
    }
    Pads pads;
    for (const LinkedOperand &linked : node.allLinks.operands)
      pads.push_back(padOf.lookup(linked.operand));
    LayoutPropagationOpInterface op = node.op;
    SmallVector<PadAttr> folded = op.foldPads(node.allLinks, pads);
    for (auto [result, pad] : llvm::zip_equal(results, folded))
      if (step < result.size() && (isElementwise || isEverywhere(pad)))
        result[step] = pad;
  }
  return results;
}

/// In which pads a node takes tensors that must be converted for it: those that
/// another use of the conversion fixes. Else it is free, and keeps what it has;
/// but pads that later nodes need come first, if the node then computes them.
void ReflowPlan::chooseConversions(unsigned number) {
  const TensorNode &node = graph.nodes[number];
  SmallVector<std::pair<ConvertedKey, BufferAttr>> open;
  for (auto [i, linked] : llvm::enumerate(node.links.operands)) {
    if (!linked.isRead)
      continue;
    const TensorValue &value = graph.getValue(*linked.operand);
    BufferAttr order = orders[number][i];
    ConvertedKey key{&value, order};
    if (getOrder(getType(value)) == order || converted.contains(key))
      continue;
    Needs needs = getFixedNeeds(value, order);
    if (!needs.empty()) {
      converted[key] = chooseNeed(needs);
      continue;
    }
    // No other use fixes the padding; the needs of the node itself are tried
    // below.
    open.push_back({key, order});
    converted[key] = getPresentType(value, order);
  }
  RankedTensorType want = wanted.lookup(node.links.values.front().value);
  if (open.empty() || !want)
    return;
  ArrayRef<PadAttr> pads = getLayout(want).getPads();
  auto isWanted = [&] {
    return llvm::all_of_zip(foldAll(number, getOperandTypes(number)).front(),
                            pads, isSamePad);
  };
  if (isWanted())
    return;
  bool isElementwise = node.links.isElementwise();
  // Padding that is written by the conversion saves another one after the node
  // only if the node forwards it: else the choice stays.
  DenseMap<ConvertedKey, RankedTensorType> present = converted;
  for (auto [key, order] : open)
    if (order && order.getNumSteps() == pads.size() &&
        (isElementwise || llvm::all_of(pads, isEverywhere)))
      converted[key] = getTypeIn(key.first->getType(), order, pads);
  if (!isWanted())
    converted = std::move(present);
}

/// The type in which a tensor is already converted for some node; else one
/// whose padding is undefined, which costs least, unless a node wants more of
/// what is converted for it.
RankedTensorType ReflowPlan::getPresentType(const TensorValue &value,
                                            BufferAttr order) const {
  for (const TensorUse &use : value.uses)
    if (use.node && use.order == order)
      return use.type;
  for (const TensorUse &use : value.uses)
    if (use.node && getOrderOf(use) == order) {
      LayoutPropagationOpInterface op = graph.nodes[*use.node].op;
      if (PadAttr pad = op.getWantedPad(*use.operand); pad && order)
        return getTypeIn(value.getType(), order,
                         Pads(order.getNumSteps(), pad));
    }
  return getTypeIn(value.getType(), order);
}

/// The type in which all operands that a node forwards arrive, from ops that
/// cannot change it; null if it has none.
RankedTensorType ReflowPlan::getGivenType(unsigned number) const {
  const TensorNode &node = graph.nodes[number];
  RankedTensorType given;
  for (const LinkedOperand &linked : node.links.operands) {
    const TensorValue &value = graph.getValue(*linked.operand);
    RankedTensorType type = value.getType();
    if (value.node || getOrder(type) != orders[number].back() ||
        (given && type != given))
      return {};
    given = type;
  }
  return given;
}

/// The type of the first operand that a node forwards, as far as that is
/// decided; null if all have another order.
RankedTensorType ReflowPlan::getIncomingType(unsigned number) const {
  for (const LinkedOperand &linked : graph.nodes[number].links.operands) {
    RankedTensorType type = getType(graph.getValue(*linked.operand));
    if (getOrder(type) == orders[number].back())
      return type;
  }
  return {};
}

/// Returns true if all users that fix the type of the node's results accept
/// `type`.
bool ReflowPlan::servesAll(unsigned number, RankedTensorType type) const {
  return llvm::all_of(
      graph.nodes[number].links.values, [&](const LinkedValue &linked) {
        return llvm::all_of(
            getFixedNeeds(getOwnValue(linked.value), orders[number].back()),
            [&](const auto &need) {
              return need.first == type ||
                     (need.second && servesReader(type, need.first));
            });
      });
}

/// A forwarded tensor has one type everywhere: that of the operand, if all
/// users accept it; else one that some user fixes, or prefers.
void ReflowPlan::chooseSharedType(unsigned number) {
  if (!changesOrder(number))
    return;
  const TensorNode &node = graph.nodes[number];
  BufferAttr order = orders[number].back();
  Value first = node.links.values.front().value;
  RankedTensorType type;
  if (choices[number] == PadChoice::Wanted) {
    type = getGivenType(number);
    // A type that not all users accept would cause a conversion.
    if (!type || !servesAll(number, type))
      type = wanted.lookup(first);
    for (const LinkedValue &linked : node.links.values)
      if (!type)
        type = chooseNeed(getFixedNeeds(getOwnValue(linked.value), order));
    if (!type)
      type = getIncomingType(number);
  }
  if (!type)
    type = getTypeIn(cast<RankedTensorType>(first.getType()), order);
  for (const LinkedValue &linked : node.links.values)
    types[linked.value] = type;
}

void ReflowPlan::chooseTypes(unsigned number) {
  SmallVector<Pads> folded = foldAll(number, getOperandTypes(number));
  for (auto [linked, pads] :
       llvm::zip_equal(graph.nodes[number].links.values, folded)) {
    computed[linked.value] = pads;
    chooseType(number, linked.value, pads);
  }
}

void ReflowPlan::chooseType(unsigned number, Value result,
                            ArrayRef<PadAttr> pads) {
  const TensorNode &node = graph.nodes[number];
  const TensorValue &value = getOwnValue(result);
  BufferAttr order = getOrderOf(value);
  Needs needs = getFixedNeeds(value, order);
  RankedTensorType now = value.getType();
  bool isSameOrder = order == getOrder(now);
  RankedTensorType made = getTypeIn(now, order, pads);
  if (!needs.empty()) {
    SmallVector<RankedTensorType> preferred;
    if (isSameOrder)
      preferred.push_back(now);
    if (needs.contains(made))
      preferred.push_back(made);
    RankedTensorType best = chooseNeed(needs, preferred);
    if (best != now)
      types[result] = best;
    return;
  }
  if (isSameOrder)
    return;
  // What the op works on may stay what it is.
  for (auto [i, linked] : llvm::enumerate(node.links.operands)) {
    if (linked.tied != result || !linked.isRead)
      continue;
    RankedTensorType given = getType(graph.getValue(*linked.operand));
    if (getOrder(given) == order) {
      types[result] = given;
      return;
    }
  }
  // What is computed anyway is worth to be known only where it is used.
  types[result] = wanted.contains(result) ? made : getTypeIn(now, order);
}

SmallVector<PadObligation> ReflowPlan::getObligations(Value value) const {
  SmallVector<PadObligation> obligations;
  RankedTensorType type = types.lookup(value);
  auto known = computed.find(value);
  if (!type || !holdsSomething(type) || !isLaidOut(type) ||
      known == computed.end())
    return obligations;
  const PhysicalLayout &facts = getPhysicalLayout(type);
  if (!facts.getFault().empty() || !facts.getUnknown().empty())
    return obligations;
  for (auto [i, needed] : llvm::enumerate(getLayout(type).getPads()))
    if (needed.holdsSomething() && facts.hasPadding(i + 1) != Truth::No)
      obligations.push_back({unsigned(i + 1), needed, known->second[i]});
  return obligations;
}
