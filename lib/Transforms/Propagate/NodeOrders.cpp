//===- NodeOrders.cpp - Element orders of least cost ----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeOrders.h"

#include "ExecutionCounts.h"
#include "MinCut.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace mlir::layout;

static BufferAttr getOrderOf(const TensorValue &value,
                             const NodeOrders &orders) {
  return value.node ? orders[*value.node][value.tensor] : value.order;
}

static BufferAttr getOrderOf(const TensorUse &use, const NodeOrders &orders) {
  return use.node ? orders[*use.node][use.tensor] : use.order;
}

/// Among conversions of as many bits, those come first that data movement ops
/// can absorb; then those from or to tensors of fixed type: they are at
/// interfaces, where a caller, or another op, may have the same.
enum Place { AtMove = 0, AtBorder = 1, Elsewhere = 2 };

/// What one bit counts; a place counts less.
static constexpr int64_t kBit = 8;

static int64_t getCost(const TensorValue &value, Place place) {
  return value.cost * kBit + place;
}

static Place getPlace(const ConversionGraph &graph, const TensorValue &value,
                      const TensorUse &use) {
  auto isDataMovement = [&](std::optional<unsigned> node) {
    return node && graph.nodes[*node].links.isDataMovement;
  };
  if (isDataMovement(value.node) || isDataMovement(use.node))
    return AtMove;
  return use.node && value.node ? Elsewhere : AtBorder;
}

namespace {
struct ConversionCost {
  int64_t bits = 0;
  int64_t compared = 0; ///< in parts of a bit, see `getCost`
};
} // namespace

/// Bits that conversions of a tensor move: one for each other order in which it
/// is used. Padding is not counted: another order has more or less of it,
/// wherever the conversion is.
static ConversionCost getConversionCost(const ConversionGraph &graph,
                                        const TensorValue &value,
                                        const NodeOrders &orders) {
  if (value.cost == 0)
    return {};
  llvm::SmallMapVector<Attribute, Place, 4> places;
  for (const TensorUse &use : value.uses) {
    Place place = getPlace(graph, value, use);
    auto [known, isNew] = places.insert({getOrderOf(use, orders), place});
    // One conversion serves all uses in one order, at the best of their places.
    known->second = std::min(known->second, place);
  }
  places.erase(getOrderOf(value, orders));
  ConversionCost sum;
  for (auto [order, place] : places) {
    sum.bits += value.cost;
    sum.compared += getCost(value, place);
  }
  return sum;
}

/// Orders of some nodes, by their numbers, first to last.
using SomeOrders = std::map<unsigned, SmallVector<BufferAttr>>;

/// The tensors of some nodes that cost something, first to last.
static SmallVector<unsigned> getValuesAround(const ConversionGraph &graph,
                                             const SomeOrders &nodes) {
  SmallVector<unsigned> numbers;
  for (const auto &[node, orders] : nodes)
    llvm::append_range(numbers, graph.nodes[node].values);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  llvm::erase_if(
      numbers, [&](unsigned number) { return graph.values[number].cost == 0; });
  return numbers;
}

namespace {

/// The orders of all nodes to which one order propagates.
class OrderFamily {
public:
  OrderFamily(const ConversionGraph &graph, bool entersBlocks)
      : graph(graph), entersBlocks(entersBlocks) {}

  void carry(unsigned value, BufferAttr order) {
    add(value, order);
    while (!worklist.empty()) {
      auto [number, carried] = worklist.pop_back_val();
      const TensorValue &next = graph.values[number];
      if (next.node)
        visit(*next.node, next.tensor, carried);
      for (const TensorUse &use : next.uses)
        if (use.node)
          visit(*use.node, use.tensor, carried);
    }
  }

  SomeOrders orders;
  DenseMap<unsigned, BufferAttr> orderOf; ///< by number of the value

private:
  void add(unsigned value, BufferAttr order) {
    if (orderOf.try_emplace(value, order).second)
      worklist.push_back({value, order});
  }

  void visit(unsigned number, unsigned tensor, BufferAttr order) {
    const TensorNode &node = graph.nodes[number];
    if (orders.count(number) || (node.links.isOneType && !entersBlocks))
      return;
    std::optional<SmallVector<BufferAttr>> carried = node.carry(tensor, order);
    if (!carried)
      return;
    if (node.isRelabeling())
      takeFixed(node, tensor, *carried);
    for (auto [value, other] : llvm::zip_equal(node.values, *carried))
      // What is made anew for each user says nothing of another.
      if (graph.values[value].cost > 0)
        add(value, other);
    orders[number] = std::move(*carried);
  }

  /// One storage has several layouts: the one that needs no conversion is taken
  /// where the op gives elements other indices anyway.
  void takeFixed(const TensorNode &node, size_t from,
                 MutableArrayRef<BufferAttr> carried) const {
    for (size_t other = 0; other < node.getNumTensors(); ++other)
      if (other != from && !node.isTied(other))
        carried[other] =
            graph.getFixedAlike(*graph.findValue(node, other), carried[other]);
    for (auto [i, linked] : llvm::enumerate(node.links.operands))
      if (linked.tied)
        carried[i] = carried.back();
  }

  const ConversionGraph &graph;
  bool entersBlocks;
  SmallVector<std::pair<unsigned, BufferAttr>> worklist;
};

/// The nodes that should go over to the orders of a family. In the cut they are
/// on the side of the source; those that keep theirs on that of the sink. Cost:
/// that of a cut of what is around the nodes of the family.
class ExpansionMove {
public:
  ExpansionMove(const ConversionGraph &graph, const NodeOrders &orders,
                SomeOrders family)
      : graph(graph), orders(orders), targets(std::move(family)) {
    for (auto it = targets.begin(); it != targets.end();)
      it = it->second == orders[it->first] ? targets.erase(it) : std::next(it);
    for (const auto &[node, target] : targets)
      vertices[node] = cut.addVertex();
    for (unsigned value : getValuesAround(graph, targets))
      addCosts(graph.values[value]);
  }

  /// The nodes that move, with their new orders.
  SomeOrders find() {
    if (targets.empty())
      return {};
    llvm::BitVector moves = cut.solve();
    SomeOrders result;
    for (auto &[node, target] : targets)
      if (moves.test(vertices.lookup(node)))
        result[node] = target;
    return result;
  }

private:
  struct Users {
    SmallVector<MinCut::Vertex, 4> staying, moving;
    bool always = false;
    Place place = Elsewhere;
  };

  template <typename T>
  std::pair<BufferAttr, BufferAttr> getChoice(const T &tensor) const {
    BufferAttr now = getOrderOf(tensor, orders);
    if (!tensor.node)
      return {now, now};
    auto target = targets.find(*tensor.node);
    return {now, target == targets.end() ? now : target->second[tensor.tensor]};
  }

  /// Of what makes a tensor in one of two orders.
  MinCut::Vertex getMaker(const TensorValue &value) const {
    return vertices.lookup(*value.node);
  }

  /// A conversion to an order costs the bits that it moves if the tensor has a
  /// use in it and is made in another. If tensors change to one order from
  /// several, or to different ones, a cut cannot always express that: then the
  /// cost here is an over-estimate.
  void addCosts(const TensorValue &value) {
    llvm::MapVector<Attribute, Users> users;
    bool hasChoice = false;
    for (const TensorUse &use : value.uses) {
      auto [now, then] = getChoice(use);
      hasChoice |= now != then;
      for (BufferAttr order : {now, then})
        users[order].place =
            std::min(users[order].place, getPlace(graph, value, use));
      if (now == then) {
        users[now].always = true;
        continue;
      }
      users[now].staying.push_back(vertices.lookup(*use.node));
      users[then].moving.push_back(vertices.lookup(*use.node));
    }
    auto [now, then] = getChoice(value);
    if (!hasChoice && now == then)
      return;
    // One conversion serves all users of an order: an edge for each order, with
    // a vertex of its own, and not one for each user.
    for (auto &[order, group] : users) {
      int64_t cost = getCost(value, group.place) * getWeight(value.block);
      bool isNow = order == Attribute(now), isThen = order == Attribute(then);
      // In the order in which the tensor is made, whatever is decided.
      if (isNow && isThen)
        continue;
      if (!group.moving.empty() || (group.always && isThen))
        addMoving(group, isThen ? getMaker(value) : cut.getSink(), cost);
      else
        addStaying(group, isNow ? getMaker(value) : cut.getSource(), cost);
      if (!group.moving.empty() && !group.staying.empty())
        addStaying({group.staying, {}, false, group.place},
                   isNow ? getMaker(value) : cut.getSource(), cost);
    }
  }

  /// `maker` is on the side of the source if the tensor is in the order.
  void addMoving(const Users &group, MinCut::Vertex maker, int64_t cost) {
    MinCut::Vertex any = cut.addVertex();
    for (MinCut::Vertex user : group.moving)
      cut.addEdge(user, any, MinCut::kInfinite);
    if (group.always)
      cut.addEdge(cut.getSource(), any, MinCut::kInfinite);
    cut.addEdge(any, maker, cost);
  }

  /// `maker` is on the side of the sink if the tensor is in the order.
  void addStaying(const Users &group, MinCut::Vertex maker, int64_t cost) {
    MinCut::Vertex any = cut.addVertex();
    for (MinCut::Vertex user : group.staying)
      cut.addEdge(any, user, MinCut::kInfinite);
    if (group.always)
      cut.addEdge(any, cut.getSink(), MinCut::kInfinite);
    cut.addEdge(maker, any, cost);
  }

  const ConversionGraph &graph;
  const NodeOrders &orders;
  SomeOrders targets; ///< of those for which it is not what they have
  MinCut cut;
  DenseMap<unsigned, MinCut::Vertex> vertices; ///< by the node
};

/// Takes the moves that gain, each for what nodes connect. What is not
/// connected does not matter to each other: where nothing has changed, nothing
/// is tried once more.
class OrderChooser {
public:
  explicit OrderChooser(const ConversionGraph &graph)
      : graph(graph), counts(graph.module), components(graph) {
    for (const TensorNode &node : graph.nodes)
      orders.push_back(node.orders);
    for (size_t value = 0; value < graph.values.size(); ++value)
      active.insert(components.get(value));
  }

  NodeOrders choose() {
    while (!active.empty()) {
      DenseSet<unsigned> changed;
      for (bool entersBlocks : {true, false})
        tryAll(entersBlocks, changed);
      active = std::move(changed);
    }
    return orders;
  }

private:
  using Seed = std::pair<unsigned, Attribute>;
  /// What a part of the graph would pay more, or less, for nodes that move.
  struct Change {
    int64_t weighted = 0;
    BitsPerBlock bits;
  };

  llvm::SmallSetVector<Seed, 16> getSeeds() const {
    llvm::SmallSetVector<Seed, 16> seeds;
    for (auto [number, value] : llvm::enumerate(graph.values)) {
      if (value.cost == 0 || !active.contains(components.get(number)))
        continue;
      seeds.insert({number, getOrderOf(value, orders)});
      for (const TensorUse &use : value.uses)
        seeds.insert({number, getOrderOf(use, orders)});
    }
    return seeds;
  }

  void tryAll(bool entersBlocks, DenseSet<unsigned> &changed) {
    llvm::DenseSet<Seed> covered;
    for (auto [value, order] : getSeeds()) {
      if (covered.contains({value, order}))
        continue;
      OrderFamily family(graph, entersBlocks);
      family.carry(value, cast_or_null<BufferAttr>(order));
      for (auto [other, carried] : family.orderOf)
        covered.insert({other, carried});
      accept(ExpansionMove(graph, orders, std::move(family.orders)).find(),
             changed);
    }
  }

  void exchange(SomeOrders &moved) {
    for (auto &[node, others] : moved)
      std::swap(orders[node], others);
  }

  llvm::MapVector<unsigned, Change> getChanges(SomeOrders &moved) {
    SmallVector<unsigned> values = getValuesAround(graph, moved);
    SmallVector<ConversionCost> before;
    for (unsigned value : values)
      before.push_back(getConversionCost(graph, graph.values[value], orders));
    exchange(moved);
    llvm::MapVector<unsigned, Change> changes;
    for (auto [number, now] : llvm::zip_equal(values, before)) {
      const TensorValue &value = graph.values[number];
      ConversionCost then = getConversionCost(graph, value, orders);
      if (now.compared == then.compared)
        continue;
      Change &sum = changes[components.get(number)];
      sum.weighted += (then.compared - now.compared) * getWeight(value.block);
      sum.bits[value.block] += then.bits - now.bits;
    }
    exchange(moved);
    return changes;
  }

  /// Part by part: what gains in one part of the graph must not be left out for
  /// what would lose in another. Weights are estimates, so that no
  /// execution may convert more than it does.
  void accept(SomeOrders moved, DenseSet<unsigned> &changed) {
    DenseSet<unsigned> gaining;
    for (auto &[component, change] : getChanges(moved))
      if (change.weighted < 0 && counts.isNeverMore(change.bits))
        gaining.insert(component);
    for (auto &[node, target] : moved) {
      unsigned component = components.get(graph.nodes[node]);
      if (!gaining.contains(component))
        continue;
      orders[node] = target;
      changed.insert(component);
    }
  }

  const ConversionGraph &graph;
  ExecutionCounts counts;
  NodeOrders orders;
  GraphComponents components;
  DenseSet<unsigned> active; ///< components
};

} // namespace

NodeOrders layout::chooseNodeOrders(const ConversionGraph &graph) {
  return OrderChooser(graph).choose();
}
