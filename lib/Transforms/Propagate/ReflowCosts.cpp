//===- ReflowCosts.cpp - Costs of conversion plans ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReflowCosts.h"

#include "ExecutionCounts.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// What a plan changes for one part of the graph.
struct Change {
  BitsPerBlock bits;
  int64_t weighted = 0;      ///< where blocks in loops count more
  bool rewritesPads = false; ///< by conversions that keep the order
};

using Changes = llvm::MapVector<unsigned, Change>;

} // namespace

/// How many conversions a tensor of type `own` needs for users that take it in
/// `types`: one for each other type.
static int64_t countConversions(RankedTensorType own,
                                ArrayRef<RankedTensorType> types) {
  SmallPtrSet<Type, 4> others;
  for (RankedTensorType type : types)
    if (type != own)
      others.insert(type);
  return others.size();
}

static Changes getChanges(const ConversionGraph &graph,
                          const GraphComponents &components,
                          const ReflowPlan &plan) {
  Changes changes;
  for (auto [number, value] : llvm::enumerate(graph.values)) {
    if (value.cost == 0)
      continue;
    SmallVector<RankedTensorType> before, then;
    for (const TensorUse &use : value.uses) {
      before.push_back(use.type);
      then.push_back(plan.getUsedType(value, use));
    }
    RankedTensorType own = plan.getType(value);
    Change &change = changes[components.get(number)];
    // Orders never convert more; a conversion that only writes another pad may
    // be in a loop where there was none.
    change.rewritesPads |= llvm::any_of(then, [&](RankedTensorType type) {
      return type != own && getOrder(type) == getOrder(own);
    });
    int64_t more =
        countConversions(own, then) - countConversions(value.getType(), before);
    change.bits[value.block] += more * value.cost;
    change.weighted += more * value.cost * getWeight(value.block);
  }
  return changes;
}

namespace {

class PlanChooser {
public:
  PlanChooser(const ConversionGraph &graph, NodeOrders orders)
      : graph(graph), orders(std::move(orders)), components(graph),
        choices(graph.nodes.size(), PadChoice::Wanted) {}

  ReflowPlan choose() {
    ReflowPlan plan(graph, orders, choices);
    Changes changes = getChanges(graph, components, plan);
    changes.remove_if([](const auto &entry) {
      return !entry.second.rewritesPads && entry.second.weighted <= 0;
    });
    if (changes.empty())
      return plan;
    // Such a component is planned once more, with pads that may be anything
    // unless a user fixes them.
    for (const auto &[component, change] : changes)
      choiceOf[component] = PadChoice::Undefined;
    setChoices();
    Changes others =
        getChanges(graph, components, ReflowPlan(graph, orders, choices));
    ExecutionCounts counts(graph.module);
    for (auto &[component, change] : changes)
      choiceOf[component] = choose(change, others[component], counts);
    setChoices();
    return ReflowPlan(graph, orders, choices);
  }

private:
  static PadChoice choose(const Change &wanted, const Change &undefined,
                          ExecutionCounts &counts) {
    bool isCheaper = undefined.weighted < wanted.weighted;
    if (!isCheaper && counts.isNeverMore(wanted.bits))
      return PadChoice::Wanted;
    if (counts.isNeverMore(undefined.bits))
      return PadChoice::Undefined;
    return isCheaper && counts.isNeverMore(wanted.bits) ? PadChoice::Wanted
                                                        : PadChoice::Present;
  }

  void setChoices() {
    for (auto [number, node] : llvm::enumerate(graph.nodes)) {
      auto choice = choiceOf.find(components.get(node));
      choices[number] =
          choice == choiceOf.end() ? PadChoice::Wanted : choice->second;
      if (choices[number] == PadChoice::Present)
        orders[number] = node.orders;
    }
  }

  const ConversionGraph &graph;
  NodeOrders orders;
  GraphComponents components;
  DenseMap<unsigned, PadChoice> choiceOf; ///< where it is not `Wanted`
  SmallVector<PadChoice> choices;
};

} // namespace

ReflowPlan layout::planReflow(const ConversionGraph &graph, NodeOrders orders) {
  return PlanChooser(graph, std::move(orders)).choose();
}
