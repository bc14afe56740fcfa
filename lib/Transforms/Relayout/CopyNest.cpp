//===- CopyNest.cpp - Loops that copy a buffer ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyNest.h"

#include "Transforms/Nests/BufferRows.h"
#include "Transforms/Nests/VectorBody.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

bool CopyNode::storesAlways() const {
  if (kind == Kind::Branch)
    return then->storesAlways() && otherwise->storesAlways();
  return kind != Kind::Nothing;
}

/// Rows of elements without gaps, of which lanes of a vector lie as they do.
static bool hasLanes(MemRefType type) {
  return type.getRank() > 0 && type.getLayout().isIdentity() &&
         isLaneType(type.getElementType());
}

static bool isMarked(Operation *op) {
  return !op->getDiscardableAttrDictionary().empty();
}

namespace {

class CopyReader {
public:
  explicit CopyReader(CopyNest &copy) : copy(copy), nest(copy.nest) {}

  LogicalResult read() {
    for (affine::AffineForOp loop : nest.loops)
      if (isMarked(loop))
        return failure();
    affine::AffineForOp innermost = nest.loops.back();
    SmallVector<AffineExpr> none;
    if (failed(readBlock(innermost.getBody(), copy.root, none)) ||
        !copy.source || !nest.isLinear())
      return failure();
    return success(hasLanes(cast<MemRefType>(copy.source.getType())) &&
                   hasLanes(cast<MemRefType>(copy.dest.getType())));
  }

private:
  /// `path`: the conditions around the block; null if one of them is negated.
  LogicalResult readBlock(Block *block, CopyNode &node,
                          std::optional<SmallVector<AffineExpr>> path) {
    auto ops =
        llvm::to_vector(llvm::make_pointer_range(block->without_terminator()));
    if (ops.empty())
      return success();
    if (ops.size() == 1) {
      if (auto branch = dyn_cast<affine::AffineIfOp>(ops[0]))
        return readBranch(branch, node, std::move(path));
      auto store = dyn_cast<affine::AffineStoreOp>(ops[0]);
      return store ? readConstant(store, node) : failure();
    }
    auto load = dyn_cast<affine::AffineLoadOp>(ops[0]);
    auto store = dyn_cast<affine::AffineStoreOp>(ops[1]);
    if (ops.size() != 2 || !load || !store || !path)
      return failure();
    return readData(load, store, node, std::move(*path));
  }

  LogicalResult readData(affine::AffineLoadOp load, affine::AffineStoreOp store,
                         CopyNode &node, SmallVector<AffineExpr> path) {
    if (store.getValueToStore() != load.getResult() || isMarked(load) ||
        copy.source || failed(readStore(store)))
      return failure();
    copy.source = load.getMemRef();
    copy.sourceMap = nest.express(load.getAffineMap(), load.getMapOperands());
    copy.dataConditions = std::move(path);
    node.kind = CopyNode::Kind::Data;
    return success();
  }

  LogicalResult readConstant(affine::AffineStoreOp store, CopyNode &node) {
    node.kind = CopyNode::Kind::Constant;
    node.constant = store.getValueToStore();
    Region *inside = &nest.loops.front().getRegion();
    return success(!inside->isAncestor(node.constant.getParentRegion()) &&
                   succeeded(readStore(store)));
  }

  LogicalResult readStore(affine::AffineStoreOp store) {
    AffineMap map = nest.express(store.getAffineMap(), store.getMapOperands());
    bool isFirst = !copy.dest;
    if (isFirst) {
      copy.dest = store.getMemRef();
      copy.destMap = map;
    }
    return success(!isMarked(store) && copy.dest == store.getMemRef() &&
                   copy.destMap.getResults() == map.getResults());
  }

  LogicalResult readBranch(affine::AffineIfOp branch, CopyNode &node,
                           std::optional<SmallVector<AffineExpr>> path) {
    if (branch.getNumResults() || isMarked(branch))
      return failure();
    IntegerSet set = branch.getIntegerSet();
    AffineMap map =
        nest.express(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                    set.getConstraints(), set.getContext()),
                     branch.getOperands());
    node.kind = CopyNode::Kind::Branch;
    for (auto [slack, isEqual] :
         llvm::zip(map.getResults(), set.getEqFlags())) {
      if (!getLoopTerms(slack, nest.loops.size()))
        return failure();
      node.conditions.push_back(slack);
      if (isEqual)
        node.conditions.push_back(-slack);
    }
    node.then = std::make_unique<CopyNode>();
    node.otherwise = std::make_unique<CopyNode>();
    if (branch.hasElse() &&
        failed(readBlock(branch.getElseBlock(), *node.otherwise, std::nullopt)))
      return failure();
    if (path)
      llvm::append_range(*path, node.conditions);
    return readBlock(branch.getThenBlock(), *node.then, std::move(path));
  }

  CopyNest &copy;
  AffineNest &nest;
};

} // namespace

std::optional<CopyNest> CopyNest::read(affine::AffineForOp root) {
  std::optional<AffineNest> nest = AffineNest::read(root);
  if (!nest)
    return std::nullopt;
  CopyNest copy;
  copy.nest = std::move(*nest);
  if (failed(CopyReader(copy).read()) || copy.nest.hasInnerSymbol())
    return std::nullopt;
  // Some were made before others added dimensions.
  for (AffineMap *map : {&copy.sourceMap, &copy.destMap})
    *map = AffineMap::get(copy.nest.getNumDims(), 0, map->getResults(),
                          map->getContext());
  return copy;
}

/// Returns `type` with the extent `assumed` where none is known.
static MemRefType assumeExtents(MemRefType type, int64_t assumed) {
  SmallVector<int64_t> shape(type.getShape());
  llvm::replace(shape, ShapedType::kDynamic, assumed);
  return type.getLayout().isIdentity()
             ? MemRefType(MemRefType::Builder(type).setShape(shape))
             : type;
}

bool CopyNest::exceeds(int64_t bytes, std::optional<int64_t> unknown) const {
  int64_t total = 0;
  for (Value buffer : {source, dest}) {
    auto type = cast<MemRefType>(buffer.getType());
    std::optional<int64_t> size =
        getBytes(unknown ? assumeExtents(type, *unknown) : type);
    if (!size)
      return false;
    if (llvm::AddOverflow(total, *size, total))
      return true;
  }
  return total > bytes;
}
