//===- ReflowPlan.cpp - Which type each tensor gets -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReflowPlan.h"

#include "Layout/IR/LaidOut.h"

using namespace mlir;
using namespace mlir::layout;

static BufferAttr getLayout(RankedTensorType type) {
  return cast_or_null<BufferAttr>(type.getEncoding());
}

/// `order` with pads; null for the plain one.
static BufferAttr withPads(BufferAttr order, ArrayRef<PadAttr> pads) {
  if (!order)
    return {};
  return BufferAttr::get(order.getContext(), order.getIndexMaps(),
                         order.getExtents(), pads, order.getSeparators());
}

/// The type of a tensor in `order`. A pad that is null, or that its element
/// type cannot have, is undefined: whoever makes the tensor may leave anything.
static RankedTensorType getTypeIn(RankedTensorType tensor, BufferAttr order,
                                  ArrayRef<PadAttr> pads) {
  SmallVector<PadAttr> valid(pads);
  std::string why;
  for (PadAttr &pad : valid)
    if (!pad || !pad.isValidFor(tensor.getElementType(), why))
      pad = PadAttr::get(tensor.getContext(), PadKind::Undef);
  return tensor.cloneWithEncoding(withPads(order, valid));
}

static bool holdsSomething(RankedTensorType type) {
  BufferAttr layout = getLayout(type);
  return layout && layout.holdsSomething();
}

ReflowPlan::ReflowPlan(const ConversionGraph &graph, NodeOrders chosen)
    : graph(graph), orders(std::move(chosen)) {
  findWanted();
  for (unsigned node = 0; node < graph.nodes.size(); ++node) {
    chooseConversions(node);
    chooseTypes(node);
  }
}

RankedTensorType ReflowPlan::getType(Value value) const {
  RankedTensorType type = types.lookup(value);
  return type ? type : cast<RankedTensorType>(value.getType());
}

RankedTensorType ReflowPlan::getUsedType(const TensorValue &value,
                                         const TensorUse &use) const {
  if (!use.node)
    return use.type;
  BufferAttr order = orders[*use.node];
  RankedTensorType type = getType(value.value);
  return getOrder(type) == order ? type
                                 : converted.lookup({value.value, order});
}

SmallVector<RankedTensorType>
ReflowPlan::getFixedNeeds(const TensorValue &value, BufferAttr order) const {
  SmallVector<RankedTensorType> needs;
  for (const TensorUse &use : value.uses)
    if (!use.node && getOrder(use.type) == order)
      needs.push_back(use.type);
  return needs;
}

/// From the last node to the first, as users stand behind.
void ReflowPlan::findWanted() {
  for (unsigned node = graph.nodes.size(); node-- > 0;)
    for (Value result : graph.nodes[node].op->getResults()) {
      const TensorValue &value = graph.getValue(result);
      RankedTensorType want;
      for (RankedTensorType need : getFixedNeeds(value, orders[node]))
        if (!want && holdsSomething(need))
          want = need;
      for (const TensorUse &use : value.uses)
        if (!want && use.node && orders[*use.node] == orders[node])
          want = wanted.lookup(graph.nodes[*use.node].op->getResult(0));
      if (want)
        wanted[result] = want;
    }
}

SmallVector<RankedTensorType> ReflowPlan::getOperandTypes(unsigned node) const {
  return llvm::map_to_vector(graph.nodes[node].linked, [&](OpOperand *operand) {
    const TensorValue &value = graph.getValue(graph.getRoot(operand->get()));
    return getUsedType(value, {operand, {}, node});
  });
}

SmallVector<ReflowPlan::Pads>
ReflowPlan::foldAll(unsigned node, ArrayRef<RankedTensorType> operands) const {
  SmallVector<Pads> results(graph.nodes[node].op->getNumResults());
  if (!orders[node])
    return results;
  for (size_t step = 0; step < orders[node].getNumSteps(); ++step) {
    Pads pads;
    for (RankedTensorType operand : operands)
      pads.push_back(operand ? getLayout(operand).getPads()[step] : PadAttr());
    SmallVector<PadAttr> folded = foldPads(graph.nodes[node], pads);
    for (auto [result, pad] : llvm::zip_equal(results, folded))
      result.push_back(pad);
  }
  return results;
}

/// In which pads a node takes tensors that must be converted for it: those that
/// another use of the conversion fixes. Else it is free, and keeps what it has;
/// but what is wanted behind the node comes first, if it then comes out of it.
void ReflowPlan::chooseConversions(unsigned node) {
  BufferAttr order = orders[node];
  SmallVector<const TensorValue *> open;
  for (OpOperand *operand : graph.nodes[node].linked) {
    const TensorValue &value = graph.getValue(graph.getRoot(operand->get()));
    ConvertedKey key{value.value, order};
    if (getOrder(getType(value.value)) == order || converted.contains(key))
      continue;
    SmallVector<RankedTensorType> needs = getFixedNeeds(value, order);
    if (!needs.empty()) {
      converted[key] = needs.front();
      continue;
    }
    open.push_back(&value);
    converted[key] = getPresentType(value, order);
  }
  RankedTensorType want = wanted.lookup(graph.nodes[node].op->getResult(0));
  if (open.empty() || !want)
    return;
  ArrayRef<PadAttr> pads = getLayout(want).getPads();
  auto isWanted = [&] {
    return llvm::all_of_zip(foldAll(node, getOperandTypes(node)).front(), pads,
                            isSamePad);
  };
  if (isWanted())
    return;
  DenseMap<ConvertedKey, RankedTensorType> present = converted;
  for (const TensorValue *value : open)
    converted[{value->value, order}] = getTypeIn(value->getType(), order, pads);
  if (!isWanted())
    converted = std::move(present);
}

/// The type in which a tensor is already converted for some node; else one
/// whose padding is undefined, which costs least.
RankedTensorType ReflowPlan::getPresentType(const TensorValue &value,
                                            BufferAttr order) const {
  for (const TensorUse &use : value.uses)
    if (use.node && getOrder(use.type) == order)
      return use.type;
  return getTypeIn(value.getType(), order,
                   Pads(order ? order.getNumSteps() : 0));
}

void ReflowPlan::chooseTypes(unsigned node) {
  BufferAttr order = orders[node];
  SmallVector<Pads> folded = foldAll(node, getOperandTypes(node));
  for (OpResult result : graph.nodes[node].op->getResults()) {
    const TensorValue &value = graph.getValue(result);
    ArrayRef<PadAttr> pads = folded[result.getResultNumber()];
    computed[result] = Pads(pads);
    SmallVector<RankedTensorType> needs = getFixedNeeds(value, order);
    RankedTensorType now = value.getType();
    if (!changesOrder(node) &&
        (needs.empty() || llvm::is_contained(needs, now)))
      continue;
    RankedTensorType made = getTypeIn(now, order, pads);
    // What is computed anyway is worth to be known only where it is used.
    if (needs.empty())
      types[result] = wanted.contains(result)
                          ? made
                          : getTypeIn(now, order, Pads(pads.size()));
    else
      types[result] = llvm::is_contained(needs, made) ? made : needs.front();
  }
}

SmallVector<PadObligation> ReflowPlan::getObligations(OpResult result) const {
  SmallVector<PadObligation> obligations;
  RankedTensorType type = types.lookup(result);
  auto known = computed.find(result);
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
