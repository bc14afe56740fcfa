//===- NodeOrders.cpp - In which order ops work, at least cost ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeOrders.h"

#include "ExecutionCounts.h"
#include "MinCut.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::layout;

static BufferAttr getOrderOf(const TensorValue &value,
                             const NodeOrders &orders) {
  return value.node ? orders[*value.node][value.tensor]
                    : getOrder(value.getType());
}

static BufferAttr getOrderOf(const TensorUse &use, const NodeOrders &orders) {
  return use.node ? orders[*use.node][use.tensor] : getOrder(use.type);
}

/// Among conversions of as many bits, those come first that ops which move
/// elements may do themselves; then those of what has a fixed type, or for it:
/// they stand at borders, where a caller, or another op, may have the same.
enum Place { AtMove = 0, AtBorder = 1, Elsewhere = 2 };

/// What one bit counts; a place counts less.
static constexpr int64_t kBit = 8;

static int64_t getCost(const TensorValue &value, Place place) {
  return value.cost * kBit + place;
}

static Place getPlace(const ConversionGraph &graph, const TensorValue &value,
                      const TensorUse &use) {
  auto onlyMoves = [&](std::optional<unsigned> node) {
    return node && graph.nodes[*node].links.onlyMoves;
  };
  if (onlyMoves(value.node) || onlyMoves(use.node))
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
/// is used. Padding is left out: of that, another order has more or less
/// whoever converts.
static ConversionCost getConversionCost(const ConversionGraph &graph,
                                        const TensorValue &value,
                                        const NodeOrders &orders) {
  if (value.cost == 0)
    return {};
  llvm::SmallMapVector<Attribute, Place, 4> places;
  for (const TensorUse &use : value.uses) {
    Place place = getPlace(graph, value, use);
    auto [known, isNew] = places.insert({getOrderOf(use, orders), place});
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

namespace {

/// The orders of all nodes to which one order can be carried over; empty for
/// others.
class OrderFamily {
public:
  OrderFamily(const ConversionGraph &graph, bool entersBlocks)
      : orders(graph.nodes.size()), graph(graph), entersBlocks(entersBlocks) {}

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

  NodeOrders orders;
  DenseMap<unsigned, BufferAttr> orderOf; ///< by number of the value

private:
  void add(unsigned value, BufferAttr order) {
    if (orderOf.try_emplace(value, order).second)
      worklist.push_back({value, order});
  }

  void visit(unsigned number, unsigned tensor, BufferAttr order) {
    const TensorNode &node = graph.nodes[number];
    if (!orders[number].empty() || (node.links.isOneType && !entersBlocks))
      return;
    std::optional<SmallVector<BufferAttr>> carried = node.carry(tensor, order);
    if (!carried)
      return;
    orders[number] = std::move(*carried);
    if (node.isRelabeling())
      takeFixed(node, tensor, orders[number]);
    for (size_t other = 0; other < node.getNumTensors(); ++other) {
      const TensorValue *value = graph.findValue(node, other);
      // What is made anew for each user says nothing of another.
      if (value->cost > 0)
        add(value - graph.values.data(), orders[number][other]);
    }
  }

  /// One storage has several layouts: the one that needs no conversion is taken
  /// where the op gives elements other indices anyway.
  void takeFixed(const TensorNode &node, size_t from,
                 MutableArrayRef<BufferAttr> carried) const {
    for (size_t other = 0; other < node.getNumTensors(); ++other)
      if (other != from && !node.isTied(other))
        carried[other] = ConversionGraph::getFixedAlike(
            *graph.findValue(node, other), carried[other]);
    for (auto [i, linked] : llvm::enumerate(node.links.operands))
      if (linked.tied)
        carried[i] = carried.back();
  }

  const ConversionGraph &graph;
  bool entersBlocks;
  SmallVector<std::pair<unsigned, BufferAttr>> worklist;
};

/// The nodes that should go over to the orders of a family. In the cut they are
/// on the side of the source; those that keep theirs on that of the sink.
class ExpansionMove {
public:
  ExpansionMove(const ConversionGraph &graph, const NodeOrders &orders,
                const OrderFamily &family)
      : graph(graph), orders(orders), targets(family.orders) {
    for (auto [order, target] : llvm::zip_equal(orders, targets)) {
      if (target.empty())
        target = order;
      vertices.push_back(target == order ? cut.getSink() : cut.addVertex());
    }
    for (const TensorValue &value : graph.values)
      if (value.cost > 0)
        addCosts(value);
  }

  NodeOrders find() {
    llvm::BitVector moves = cut.solve();
    NodeOrders result = orders;
    for (size_t node = 0; node < result.size(); ++node)
      if (moves.test(vertices[node]))
        result[node] = targets[node];
    return result;
  }

private:
  struct Users {
    SmallVector<MinCut::Vertex, 4> staying, moving;
    bool always = false;
    Place place = Elsewhere;
  };

  template <typename T>
  std::pair<BufferAttr, BufferAttr> getChoice(T &tensor) {
    return {getOrderOf(tensor, orders), getOrderOf(tensor, targets)};
  }

  /// A conversion to an order costs what it moves if somebody uses the tensor
  /// in it and it is made in another. Where tensors go over to one order from
  /// several, or differ in what they would go over to, that cannot always be
  /// said by a cut: then it costs more here than it does.
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
      users[now].staying.push_back(vertices[*use.node]);
      users[then].moving.push_back(vertices[*use.node]);
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
        addMoving(group, isThen ? vertices[*value.node] : cut.getSink(), cost);
      else
        addStaying(group,
                   isNow && value.node ? vertices[*value.node]
                                       : cut.getSource(),
                   cost);
      if (!group.moving.empty() && !group.staying.empty())
        addStaying({group.staying, {}, false, group.place},
                   isNow && value.node ? vertices[*value.node]
                                       : cut.getSource(),
                   cost);
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
  NodeOrders targets;
  MinCut cut;
  SmallVector<MinCut::Vertex> vertices; ///< of nodes
};

/// Takes the moves that gain, each for what nodes connect.
class OrderChooser {
public:
  explicit OrderChooser(const ConversionGraph &graph)
      : graph(graph), counts(graph.module) {
    for (size_t value = 0; value < graph.values.size(); ++value)
      components.insert(value);
    for (const TensorNode &node : graph.nodes) {
      orders.push_back(node.orders);
      unsigned first = getNumber(node, node.getNumTensors() - 1);
      for (size_t tensor = 0; tensor < node.getNumTensors(); ++tensor)
        if (graph.values[getNumber(node, tensor)].cost > 0)
          components.unionSets(first, getNumber(node, tensor));
    }
  }

  NodeOrders choose() {
    for (bool hasChanged = true; hasChanged;) {
      hasChanged = false;
      for (bool entersBlocks : {true, false})
        hasChanged |= tryAll(entersBlocks);
    }
    return orders;
  }

private:
  using Seed = std::pair<unsigned, Attribute>;

  unsigned getNumber(const TensorNode &node, size_t tensor) const {
    return graph.findValue(node, tensor) - graph.values.data();
  }

  unsigned getComponent(unsigned value) const {
    return components.getLeaderValue(value);
  }

  bool tryAll(bool entersBlocks) {
    llvm::SmallSetVector<Seed, 16> seeds;
    for (auto [number, value] : llvm::enumerate(graph.values)) {
      if (value.cost == 0)
        continue;
      seeds.insert({number, getOrderOf(value, orders)});
      for (const TensorUse &use : value.uses)
        seeds.insert({number, getOrderOf(use, orders)});
    }
    llvm::DenseSet<Seed> covered;
    bool hasChanged = false;
    for (auto [value, order] : seeds) {
      if (covered.contains({value, order}))
        continue;
      OrderFamily family(graph, entersBlocks);
      family.carry(value, cast_or_null<BufferAttr>(order));
      for (auto [other, carried] : family.orderOf)
        covered.insert({other, carried});
      hasChanged |= accept(ExpansionMove(graph, orders, family).find());
    }
    return hasChanged;
  }

  /// Part by part: what gains in one part of the graph must not be left out for
  /// what would lose in another. Weights are estimates, so that no
  /// execution may convert more than it does.
  bool accept(const NodeOrders &moved) {
    if (moved == orders)
      return false;
    struct Change {
      int64_t weighted = 0;
      BitsPerBlock bits;
    };
    llvm::MapVector<unsigned, Change> changes;
    for (auto [number, value] : llvm::enumerate(graph.values)) {
      ConversionCost now = getConversionCost(graph, value, orders),
                     then = getConversionCost(graph, value, moved);
      if (now.compared == then.compared)
        continue;
      Change &sum = changes[getComponent(number)];
      sum.weighted += (then.compared - now.compared) * getWeight(value.block);
      sum.bits[value.block] += then.bits - now.bits;
    }
    bool hasChanged = false;
    for (auto &[component, change] : changes) {
      if (change.weighted >= 0 || !counts.isNeverMore(change.bits))
        continue;
      hasChanged = true;
      for (auto [number, node] : llvm::enumerate(graph.nodes))
        if (getComponent(getNumber(node, node.getNumTensors() - 1)) ==
            component)
          orders[number] = moved[number];
    }
    return hasChanged;
  }

  const ConversionGraph &graph;
  ExecutionCounts counts;
  NodeOrders orders;
  llvm::EquivalenceClasses<unsigned> components; ///< of values
};

} // namespace

NodeOrders layout::chooseNodeOrders(const ConversionGraph &graph) {
  return OrderChooser(graph).choose();
}
