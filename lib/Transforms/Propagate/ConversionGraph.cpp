//===- ConversionGraph.cpp - Graph of conversions and ops -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConversionGraph.h"

#include "Layout/IR/LaidOut.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::layout;

/// No sum of the costs of a program comes near to what is no capacity.
static constexpr int64_t kMostBits = int64_t(1) << 40;

static int64_t getBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getBits(complex.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
}

/// Returns true if the value can be made in any layout, at no cost at run time.
static bool isFree(Value value) {
  if (value.getDefiningOp<tensor::EmptyOp>())
    return true;
  auto constant = value.getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return false;
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  return isa<DenseElementsAttr, DenseResourceElementsAttr>(
             constant.getValue()) &&
         (element.isIntOrIndexOrFloat() || isa<ComplexType>(element));
}

/// Returns true if the op only reads elements. An op whose layouts are stated
/// takes those.
static bool onlyReads(OpOperand &use) {
  Operation *op = use.getOwner();
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return !op->hasAttr(LayoutDialect::kPreferAttrName) &&
         (isa<tensor::ExtractOp>(op) ||
          (structured && structured.hasPureTensorSemantics() &&
           structured.isDpsInput(&use)));
}

/// Bits of a tensor whose unknown extents are 1.
static int64_t getBits(RankedTensorType type) {
  int64_t bits = getBits(type.getElementType());
  for (int64_t extent : type.getShape()) {
    if (ShapedType::isDynamic(extent))
      continue;
    if (extent == 0)
      return 0;
    bits = bits > kMostBits / extent ? kMostBits : bits * extent;
  }
  return bits;
}

/// The numbers by which the dimensions are matched that are not known; nullopt
/// if a tensor of the group may have another number of elements there.
static std::optional<SmallVector<int64_t>>
getUnknownDims(RankedTensorType type, const MatchedDims &dims,
               const TensorLinks &links) {
  SmallVector<int64_t> unknown;
  for (auto [d, numbers] : llvm::enumerate(dims)) {
    if (!type.isDynamicDim(d))
      continue;
    if (numbers.size() != 1 || links.isWhole(numbers.front()))
      return std::nullopt;
    unknown.push_back(numbers.front());
  }
  llvm::sort(unknown);
  return unknown;
}

/// Returns true if each element of a tensor is used for several of another one.
/// Not if it is a slice without a dimension.
static bool isBroadcast(const MatchedDims &from, const MatchedDims &to,
                        const TensorLinks &links) {
  DenseSet<int64_t> numbers = getNumbers(from);
  return llvm::any_of(to, [&](const auto &matched) {
    return llvm::any_of(matched, [&](int64_t number) {
      return !numbers.contains(number) && !links.isWhole(number);
    });
  });
}

bool layout::hasConversions(ModuleOp module) {
  return module
      .walk([](ConvertOp convert) {
        return convert.isOnBuffers() ? WalkResult::advance()
                                     : WalkResult::interrupt();
      })
      .wasInterrupted();
}

ConversionGraph::ConversionGraph(ModuleOp module)
    : module(module), cache(std::make_unique<OrderCache>()) {
  // Most modules have none, and need no graph.
  if (!hasConversions(module))
    return;
  findBlocks();
  module.walk<WalkOrder::PreOrder>([&](LayoutPropagationOpInterface op) {
    for (TensorLinks &links : op.getTensorLinks())
      if (op->hasAttr(LayoutDialect::kPreferAttrName))
        addBarrier(links);
      else
        addNode(op, std::move(links));
  });
  for (Block *block : blocks) {
    for (BlockArgument argument : block->getArguments())
      if (nodeOfValue.count(argument))
        addValue(argument, block);
    for (Operation &op : *block) {
      for (OpOperand &operand : op.getOpOperands())
        if (nodeOfOperand.count(&operand))
          addValue(getRoot(operand.get()), operand.get().getParentBlock());
      for (Value result : op.getResults())
        if (nodeOfValue.count(result))
          addValue(result, block);
      if (auto convert = dyn_cast<ConvertOp>(op))
        if (!convert.isOnBuffers())
          addValue(getRoot(convert.getSource(), block), block);
    }
  }
  for (TensorValue &value : values)
    addUses(value);
  for (TensorNode &node : nodes)
    numberTensors(node);
}

/// Elsewhere, ops have no order, and may be conversions of each other.
void ConversionGraph::findBlocks() {
  DominanceInfo dominance(module);
  module.walk<WalkOrder::PreOrder>([&](Block *block) {
    if (!dominance.hasSSADominance(block) ||
        !dominance.isReachableFromEntry(block))
      return;
    blocks.push_back(block);
    isOfGraph.insert(block);
  });
}

bool ConversionGraph::isIncluded(Value value) const {
  return getTensorLayout(value.getType()) &&
         isOfGraph.contains(value.getParentBlock()) &&
         !nodeOfValue.count(value);
}

/// Leaves the operands that can take part; false if one is missing that must,
/// or a value.
bool ConversionGraph::dropUnlinked(TensorLinks &links) const {
  if (links.values.empty() ||
      !llvm::all_of(links.values, [&](const LinkedValue &linked) {
        return isIncluded(linked.value);
      }))
    return false;
  const LinkedValue &first = links.values.front();
  auto getUnknown = [&](Value tensor, const MatchedDims &dims) {
    return getUnknownDims(cast<RankedTensorType>(tensor.getType()), dims,
                          links);
  };
  // An order divides extents; one that is not known is divided alike by all
  // tensors of the op only if it is the same dimension in all of them.
  std::optional<SmallVector<int64_t>> unknown =
      getUnknown(first.value, first.dims);
  auto isComparable = [&](Value tensor, const MatchedDims &dims) {
    return getTensorLayout(tensor.getType()) &&
           getUnknown(tensor, dims) == unknown;
  };
  if (!unknown || !llvm::all_of(links.values, [&](const LinkedValue &linked) {
        return isComparable(linked.value, linked.dims);
      }))
    return false;
  bool misses = false;
  llvm::erase_if(links.operands, [&](const LinkedOperand &linked) {
    Block *block = linked.operand->getOwner()->getBlock();
    bool isLinked = isOfGraph.contains(block) &&
                    !nodeOfOperand.count(linked.operand) &&
                    isComparable(linked.operand->get(), linked.dims);
    // A bias is not worth a conversion; a constant needs none.
    if (isLinked && !linked.tied && isBroadcast(linked.dims, first.dims, links))
      isLinked = isFree(getRoot(linked.operand->get()));
    // One that is tied to a value, as an init, has the type of that value: then
    // the op cannot take part at all.
    misses |= !isLinked && linked.tied;
    return !isLinked;
  });
  return !misses;
}

void ConversionGraph::addNode(LayoutPropagationOpInterface op,
                              TensorLinks links) {
  TensorLinks allLinks = links;
  if (!dropUnlinked(links))
    return;
  TensorNode node{op, std::move(links), std::move(allLinks), {}, cache.get()};
  for (LinkedOperand &linked : node.links.operands)
    node.orders.push_back(getOrder(linked.operand->get().getType()));
  for (LinkedValue &linked : node.links.values)
    node.orders.push_back(getOrder(linked.value.getType()));
  // Who lies otherwise at present is left where it is.
  size_t reference = node.getReference();
  size_t numOperands = node.links.operands.size();
  TensorNode kept{op, node.links, node.allLinks, {}, cache.get()};
  kept.links.operands.clear();
  for (size_t tensor = 0; tensor < node.getNumTensors(); ++tensor) {
    bool fits = tensor == reference || node.fits(reference, tensor);
    bool mayStay = tensor < numOperands && !node.links.operands[tensor].tied;
    if (!fits && !mayStay)
      return;
    if (!fits)
      continue;
    if (tensor < numOperands)
      kept.links.operands.push_back(node.links.operands[tensor]);
    kept.orders.push_back(node.orders[tensor]);
  }
  unsigned number = nodes.size();
  for (auto [i, linked] : llvm::enumerate(kept.links.operands))
    nodeOfOperand[linked.operand] = {number, i};
  for (auto [i, linked] : llvm::enumerate(kept.links.values))
    nodeOfValue[linked.value] = {number, kept.links.operands.size() + i};
  nodes.push_back(std::move(kept));
}

/// An op whose layouts are stated keeps them: it is no node. All that matters
/// is what it does not read.
void ConversionGraph::addBarrier(const TensorLinks &links) {
  for (const LinkedOperand &linked : links.operands)
    if (linked.tied && !linked.isRead)
      pinnedInits[linked.operand] = linked.tied;
}

Value ConversionGraph::getRoot(Value tensor) {
  return getRoot(tensor, tensor.getParentBlock());
}

Value ConversionGraph::getRoot(Value tensor, Block *block) {
  while (auto convert = tensor.getDefiningOp<ConvertOp>()) {
    if (convert->getBlock() != block)
      break;
    tensor = convert.getSource();
  }
  return tensor;
}

const TensorValue &ConversionGraph::getValue(OpOperand &use) const {
  return getValue(getRoot(use.get()), use.get().getParentBlock());
}

BufferAttr ConversionGraph::getFixedAlike(const TensorValue &value,
                                          BufferAttr order) const {
  llvm::SmallSetVector<BufferAttr, 4> fixed;
  // Two orders may name the same storage, as after a reshape. If one of them is
  // fixed by a user, taking that one needs no conversion.
  if (!value.node)
    fixed.insert(value.order);
  for (const TensorUse &use : value.uses)
    if (!use.node)
      fixed.insert(use.order);
  if (fixed.contains(order))
    return order;
  MatchedDims dims = getOwnDims(value.getType().getRank());
  for (BufferAttr other : fixed)
    if (cache->isSameStorage(order, {value.getType(), dims}, other,
                             {value.getType(), dims}))
      return other;
  return order;
}

void ConversionGraph::numberTensors(TensorNode &node) const {
  for (const LinkedOperand &linked : node.links.operands)
    node.values.push_back(&getValue(*linked.operand) - values.data());
  for (const LinkedValue &linked : node.links.values) {
    Value value = linked.value;
    node.values.push_back(positions.lookup({value, value.getParentBlock()}));
  }
}

void ConversionGraph::addValue(Value root, Block *block) {
  if (!getTensorLayout(root.getType()) ||
      !positions.try_emplace({root, block}, values.size()).second)
    return;
  TensorValue value;
  value.value = root;
  value.block = block;
  value.type = cast<RankedTensorType>(root.getType());
  value.order = getOrder(value.type);
  auto known = nodeOfValue.find(root);
  if (known != nodeOfValue.end() && root.getParentBlock() == block)
    std::tie(value.node, value.tensor) = known->second;
  value.cost = isFree(root) ? 0 : getBits(value.getType());
  values.push_back(std::move(value));
}

void ConversionGraph::addUses(TensorValue &value) {
  SmallVector<Value> worklist{value.value};
  while (!worklist.empty()) {
    Value tensor = worklist.pop_back_val();
    bool isOfBlock = tensor.getParentBlock() == value.block;
    for (OpOperand &use : tensor.getUses()) {
      auto convert = dyn_cast<ConvertOp>(use.getOwner());
      if (convert && convert->getBlock() == value.block) {
        value.converts.push_back(convert);
        worklist.push_back(convert.getResult());
      } else if (isOfBlock) {
        addUse(value, use);
      }
    }
  }
  // Use lists have no order that a person could tell.
  auto getPosition = [&](const TensorUse &use) {
    Operation *user =
        value.block->findAncestorOpInBlock(*use.operand->getOwner());
    return user ? user : &value.block->back();
  };
  llvm::sort(value.uses, [&](const TensorUse &a, const TensorUse &b) {
    Operation *first = getPosition(a), *second = getPosition(b);
    return first == second
               ? a.operand->getOperandNumber() < b.operand->getOperandNumber()
               : first->isBeforeInBlock(second);
  });
  llvm::sort(value.converts,
             [](ConvertOp a, ConvertOp b) { return a->isBeforeInBlock(b); });
}

void ConversionGraph::addUse(TensorValue &value, OpOperand &use) {
  auto type = cast<RankedTensorType>(use.get().getType());
  TensorUse result{&use, type, getOrder(type), std::nullopt};
  // Extents are the same in every order.
  if (isa<tensor::DimOp, tensor::RankOp>(use.getOwner())) {
    value.extentUses.push_back(&use);
    return;
  }
  auto known = nodeOfOperand.find(&use);
  if (known == nodeOfOperand.end()) {
    // A user that is no node takes the order that its type states.
    result.tied = pinnedInits.lookup(&use);
    result.onlyReads = onlyReads(use);
    (result.tied ? value.unreadUses : value.uses).push_back(result);
    return;
  }
  std::tie(result.node, result.tensor) = known->second;
  const LinkedOperand &linked =
      nodes[*result.node].links.operands[result.tensor];
  result.tied = linked.tied;
  if (linked.isRead)
    value.uses.push_back(result);
  else
    value.unreadUses.push_back(result);
}

//===----------------------------------------------------------------------===//
// Components
//===----------------------------------------------------------------------===//

GraphComponents::GraphComponents(const ConversionGraph &graph) {
  for (size_t value = 0; value < graph.values.size(); ++value)
    classes.insert(value);
  for (const TensorNode &node : graph.nodes)
    for (unsigned value : node.values)
      if (graph.values[value].cost > 0)
        classes.unionSets(node.values.back(), value);
}
