//===- Coverage.cpp - Which elements were surely written ------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Coverage.h"

#include "Layout/Map/ConstraintSystem.h"
#include "Layout/Map/IndexMap.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Describing an access
//===----------------------------------------------------------------------===//

namespace {

std::optional<BufferAccess::Loop> getConstantLoop(Operation *op) {
  auto count = [](int64_t lower, int64_t upper, int64_t step) {
    return BufferAccess::Loop{lower, step,
                              upper <= lower ? 0 : (upper - lower - 1) / step + 1};
  };
  constexpr int64_t limit = int64_t(1) << 40; // keeps all arithmetic in range
  auto isSmall = [](int64_t value) { return value > -limit && value < limit; };
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    if (!loop.hasConstantBounds() || !isSmall(loop.getConstantLowerBound()) ||
        !isSmall(loop.getConstantUpperBound()) || !isSmall(loop.getStepAsInt()))
      return std::nullopt;
    return count(loop.getConstantLowerBound(), loop.getConstantUpperBound(),
                 loop.getStepAsInt());
  }
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto lower = getConstantIntValue(loop.getLowerBound());
    auto upper = getConstantIntValue(loop.getUpperBound());
    auto step = getConstantIntValue(loop.getStep());
    if (!lower || !upper || !step || *step <= 0 || loop.getUnsignedCmp() ||
        !loop.getInductionVar().getType().isIndex() || !isSmall(*lower) ||
        !isSmall(*upper) || !isSmall(*step))
      return std::nullopt;
    return count(*lower, *upper, *step);
  }
  return std::nullopt;
}

Value getLoopVariable(Operation *loop) {
  if (auto affineFor = dyn_cast<affine::AffineForOp>(loop))
    return affineFor.getInductionVar();
  return cast<scf::ForOp>(loop).getInductionVar();
}

class AccessDescriber {
public:
  AccessDescriber(OpOperand &operand, Value root)
      : operand(operand), root(root), context(root.getContext()) {
    access.op = operand.getOwner();
  }

  BufferAccess run(bool wholeBuffer) {
    describeSurroundings();
    access.touchesAll = wholeBuffer;
    if (!wholeBuffer && operand.get() == root)
      access.index = describeIndex();
    return std::move(access);
  }

private:
  void describeSurroundings() {
    Block *home = root.getParentBlock();
    SmallVector<std::pair<Operation *, unsigned>> chain;
    Operation *op = access.op;
    while (op->getBlock() != home) {
      Operation *parent = op->getParentOp();
      if (!op->getParentRegion()->hasOneBlock())
        access.onUnknownPath = true;
      if (!parent || parent == home->getParentOp())
        break; // another block of the same region
      chain.push_back({parent, op->getParentRegion()->getRegionNumber()});
      op = parent;
    }
    for (auto [parent, region] : llvm::reverse(chain))
      enclose(parent, region);
  }

  void enclose(Operation *op, unsigned region) {
    BufferAccess::Enclosing around{op, region, false, false};
    if (auto loop = getConstantLoop(op)) {
      around.isLoop = true;
      AffineExpr t = getAffineDimExpr(access.loops.size(), context);
      variables[getLoopVariable(op)] = t * loop->step + loop->lower;
      access.loops.push_back(*loop);
    } else if (auto branch = dyn_cast<affine::AffineIfOp>(op)) {
      around.isGuard = addGuard(branch, /*isElse=*/region == 1);
    }
    access.around.push_back(around);
  }

  /// False if the condition is not affine in the loops, or is the negation of
  /// more than one inequality.
  bool addGuard(affine::AffineIfOp branch, bool isElse) {
    IntegerSet set = branch.getIntegerSet();
    if (isElse && (set.getNumConstraints() != 1 || set.isEq(0)))
      return false;
    SmallVector<AffineExpr> operands;
    for (Value value : branch.getOperands()) {
      AffineExpr expr = describeValue(value);
      if (!expr)
        return false;
      operands.push_back(expr);
    }
    ArrayRef<AffineExpr> all = operands;
    for (unsigned i = 0, e = set.getNumConstraints(); i < e; ++i) {
      AffineExpr guard = set.getConstraint(i).replaceDimsAndSymbols(
          all.take_front(set.getNumDims()), all.drop_front(set.getNumDims()));
      access.guards.push_back(isElse ? -guard - 1 : guard);
      access.guardIsEq.push_back(set.isEq(i));
    }
    return true;
  }

  /// An index value as an affine expression of the loops; null if it is none.
  AffineExpr describeValue(Value value, unsigned depth = 0) {
    auto known = variables.find(value);
    if (known != variables.end())
      return known->second;
    if (auto constant = getConstantIntValue(value))
      return getAffineConstantExpr(*constant, context);
    constexpr unsigned maxDepth = 16; // chains of arithmetic in real programs
    Operation *op = value.getDefiningOp();
    if (!op || depth > maxDepth || !value.getType().isIndex())
      return {};
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
      return describeMap(apply.getAffineMap(), apply.getMapOperands(), depth + 1,
                         0);
    if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
      return {};
    AffineExpr lhs = describeValue(op->getOperand(0), depth + 1);
    AffineExpr rhs = describeValue(op->getOperand(1), depth + 1);
    if (!lhs || !rhs)
      return {};
    if (isa<arith::AddIOp>(op))
      return lhs + rhs;
    if (isa<arith::SubIOp>(op))
      return lhs - rhs;
    return lhs.isSymbolicOrConstant() || rhs.isSymbolicOrConstant() ? lhs * rhs
                                                                    : AffineExpr();
  }

  AffineExpr describeMap(AffineMap map, ValueRange operands, unsigned depth,
                         unsigned result) {
    SmallVector<AffineExpr> exprs;
    for (Value operand : operands) {
      AffineExpr expr = describeValue(operand, depth);
      if (!expr)
        return {};
      exprs.push_back(expr);
    }
    ArrayRef<AffineExpr> all = exprs;
    return map.getResult(result).replaceDimsAndSymbols(
        all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  }

  AffineMap describeIndex() {
    SmallVector<AffineExpr> index;
    if (auto load = dyn_cast<affine::AffineReadOpInterface>(access.op))
      return describeAffine(load.getAffineMap(), load.getMapOperands(),
                            load.getValue().getType());
    if (auto store = dyn_cast<affine::AffineWriteOpInterface>(access.op))
      return describeAffine(store.getAffineMap(), store.getMapOperands(),
                            store.getValueToStore().getType());
    if (auto load = dyn_cast<memref::LoadOp>(access.op))
      return describeValues(load.getIndices());
    if (auto store = dyn_cast<memref::StoreOp>(access.op))
      return describeValues(store.getIndices());
    if (auto load = dyn_cast<vector::LoadOp>(access.op))
      return withLanes(describeValues(load.getIndices()), load.getVectorType());
    if (auto store = dyn_cast<vector::StoreOp>(access.op))
      return withLanes(describeValues(store.getIndices()),
                       store.getVectorType());
    if (auto transfer = dyn_cast<VectorTransferOpInterface>(access.op))
      return describeTransfer(transfer);
    return {};
  }

  AffineMap describeAffine(AffineMap map, ValueRange operands, Type type) {
    SmallVector<AffineExpr> index;
    for (unsigned i = 0, e = map.getNumResults(); i < e; ++i) {
      index.push_back(describeMap(map, operands, 0, i));
      if (!index.back())
        return {};
    }
    AffineMap result = AffineMap::get(access.loops.size(), 0, index, context);
    auto vector = dyn_cast<VectorType>(type);
    bool isElement = type == cast<MemRefType>(root.getType()).getElementType();
    return vector && !isElement ? withLanes(result, vector) : result;
  }

  AffineMap describeValues(ValueRange values) {
    SmallVector<AffineExpr> index;
    for (Value value : values) {
      index.push_back(describeValue(value));
      if (!index.back())
        return {};
    }
    return AffineMap::get(access.loops.size(), 0, index, context);
  }

  /// Each dimension of a vector is one more loop, along the last dimensions.
  AffineMap withLanes(AffineMap base, VectorType vector) {
    auto memref = cast<MemRefType>(root.getType());
    if (!base || vector.isScalable() || isa<VectorType>(memref.getElementType()))
      return {};
    return addLanes(base, vector,
                    AffineMap::getMinorIdentityMap(memref.getRank(),
                                                   vector.getRank(), context));
  }

  AffineMap addLanes(AffineMap base, VectorType vector, AffineMap permutation) {
    SmallVector<AffineExpr> index(base.getResults());
    for (auto [dim, along] : llvm::enumerate(permutation.getResults())) {
      AffineExpr lane = getAffineDimExpr(access.loops.size(), context);
      access.loops.push_back({0, 1, vector.getDimSize(dim)});
      if (auto position = dyn_cast<AffineDimExpr>(along))
        index[position.getPosition()] = index[position.getPosition()] + lane;
    }
    return AffineMap::get(access.loops.size(), 0, index, context);
  }

  AffineMap describeTransfer(VectorTransferOpInterface transfer) {
    AffineMap base = describeValues(transfer.getIndices());
    if (!base || transfer.getMask() || transfer.getVectorType().isScalable() ||
        isa<VectorType>(transfer.getShapedType().getElementType()))
      return {};
    return addLanes(base, transfer.getVectorType(),
                    transfer.getPermutationMap());
  }

  OpOperand &operand;
  Value root;
  MLIRContext *context;
  BufferAccess access;
  DenseMap<Value, AffineExpr> variables;
};

} // namespace

BufferAccess BufferAccess::describe(OpOperand &operand, Value root,
                                    bool wholeBuffer) {
  return AccessDescriber(operand, root).run(wholeBuffer);
}

//===----------------------------------------------------------------------===//
// Coverage
//===----------------------------------------------------------------------===//

namespace {

/// A sure write, for fixed values of the loops that it shares with a read: the
/// condition, over those loops and an index, that the index was written.
struct WrittenSet {
  unsigned numShared = 0;
  bool isAll = false;
  /// Over dims (shared loops, then index): each >= 0, or == 0.
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEq;
};

/// Number of ops around both, and of loops among them.
std::pair<unsigned, unsigned> getShared(const BufferAccess &a,
                                        const BufferAccess &b) {
  unsigned ops = 0, loops = 0;
  while (ops < a.around.size() && ops < b.around.size() &&
         a.around[ops].op == b.around[ops].op &&
         a.around[ops].region == b.around[ops].region) {
    loops += a.around[ops].isLoop;
    ++ops;
  }
  return {ops, loops};
}

class WrittenSetBuilder {
public:
  WrittenSetBuilder(const BufferAccess &write, ArrayRef<int64_t> shape,
                    unsigned numSharedOps, unsigned numShared)
      : write(write), shape(shape), numSharedOps(numSharedOps),
        numShared(numShared), context(nullptr) {}

  /// Nullopt: nothing is known to be written.
  std::optional<WrittenSet> build(MLIRContext *ctx) {
    context = ctx;
    for (const auto &around :
         ArrayRef(write.around).drop_front(numSharedOps))
      if (around.isUnknown())
        return std::nullopt;
    for (const auto &loop : ArrayRef(write.loops).drop_front(numShared))
      if (loop.trips == 0)
        return std::nullopt;
    WrittenSet set;
    set.numShared = numShared;
    bool hasOwnGuard = hasGuardBeyondShared();
    if (write.touchesAll && !hasOwnGuard) {
      set.isAll = true;
      return set;
    }
    if (!write.index)
      return std::nullopt;
    if (!hasOwnGuard && isWholeNest()) {
      set.isAll = true;
      return set;
    }
    if (!invert(set))
      return std::nullopt;
    return set;
  }

private:
  bool hasGuardBeyondShared() const {
    for (const auto &around : ArrayRef(write.around).drop_front(numSharedOps))
      if (around.isGuard)
        return true;
    return false;
  }

  /// The common case, without a query: every dimension is walked whole by one
  /// loop of its own.
  bool isWholeNest() const {
    llvm::SmallDenseSet<unsigned> used;
    for (auto [expr, extent] : llvm::zip_equal(write.index.getResults(), shape)) {
      auto constant = dyn_cast<AffineConstantExpr>(expr);
      if (constant && constant.getValue() == 0 && extent == 1)
        continue;
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim || dim.getPosition() < numShared ||
          write.loops[dim.getPosition()].trips != extent ||
          !used.insert(dim.getPosition()).second)
        return false;
    }
    return true;
  }

  /// Own loops that neither index nor guards use only repeat the write. Over
  /// the others the access is inverted, which makes the set free of "there is
  /// an iteration such that".
  bool invert(WrittenSet &set) {
    SmallVector<AffineExpr> toKept(write.loops.size());
    SmallVector<unsigned> kept;
    for (unsigned i = 0, e = write.loops.size(); i < e; ++i) {
      bool isUsed = i < numShared || write.index.isFunctionOfDim(i) ||
                    llvm::any_of(write.guards, [&](AffineExpr guard) {
                      return guard.isFunctionOfDim(i);
                    });
      toKept[i] = isUsed ? getAffineDimExpr(kept.size(), context)
                         : getAffineConstantExpr(0, context);
      if (isUsed)
        kept.push_back(i);
    }
    // (shared, own) -> (shared, index)
    SmallVector<AffineExpr> results;
    for (unsigned i = 0; i < numShared; ++i)
      results.push_back(getAffineDimExpr(i, context));
    for (AffineExpr expr : write.index.getResults())
      results.push_back(expr.replaceDims(toKept));
    AffineMap forward = AffineMap::get(kept.size(), 0, results, context);
    SmallVector<int64_t> trips = llvm::map_to_vector(
        kept, [&](unsigned i) { return write.loops[i].trips; });
    FailureOr<AffineMap> inverse =
        IndexMap(forward).inverse(Box::ofShape(trips, context));
    if (failed(inverse))
      return false;

    ArrayRef<AffineExpr> own = inverse->getResults();
    auto add = [&](AffineExpr expr, bool isEq) {
      set.constraints.push_back(expr);
      set.isEq.push_back(isEq);
    };
    for (unsigned i = numShared, e = kept.size(); i < e; ++i) {
      add(own[i], false);
      add(-own[i] + (trips[i] - 1), false);
    }
    for (auto [i, result] : llvm::enumerate(results))
      add(result.replaceDims(own) - getAffineDimExpr(i, context), true);
    for (auto [guard, isEq] : llvm::zip_equal(write.guards, write.guardIsEq))
      add(guard.replaceDims(toKept).replaceDims(own), isEq);
    return true;
  }

  const BufferAccess &write;
  ArrayRef<int64_t> shape;
  unsigned numSharedOps, numShared;
  MLIRContext *context;
};

/// Is there an index that is read and in none of the written sets?
class UncoveredSearch {
public:
  UncoveredSearch(ArrayRef<LinearForm> sharedLoops, ArrayRef<LinearForm> index,
                  ArrayRef<WrittenSet> sets)
      : sharedLoops(sharedLoops), index(index), sets(sets) {}

  /// Every choice of one violated constraint per written set; a choice that is
  /// already impossible is not continued. True only if all are impossible.
  bool isImpossible(const ConstraintSystem &system, size_t set = 0) {
    Truth empty = system.isEmpty();
    if (empty != Truth::No || set == sets.size())
      return empty == Truth::Yes;
    constexpr unsigned maxQueries = 512;
    const WrittenSet &written = sets[set];
    SmallVector<LinearForm> operands(
        sharedLoops.take_front(written.numShared));
    operands.append(index.begin(), index.end());
    for (auto [constraint, isEq] :
         llvm::zip_equal(written.constraints, written.isEq)) {
      // not (e >= 0) is -e - 1 >= 0; an equality also fails upwards.
      for (bool below : {true, false}) {
        if (!below && !isEq)
          continue;
        if (++numQueries > maxQueries)
          return false;
        ConstraintSystem violated = system;
        LinearForm form = violated.express(constraint, operands, {});
        violated.addNonNegative((below ? -form : form) + -1);
        if (!isImpossible(violated, set + 1))
          return false;
      }
    }
    return true;
  }

private:
  ArrayRef<LinearForm> sharedLoops, index;
  ArrayRef<WrittenSet> sets;
  unsigned numQueries = 0;
};

} // namespace

bool Coverage::covers(const BufferAccess &read) const {
  SmallVector<WrittenSet> sets;
  for (const BufferAccess &write : writes) {
    auto [ops, loops] = getShared(write, read);
    std::optional<WrittenSet> set =
        WrittenSetBuilder(write, shape, ops, loops).build(context);
    if (!set)
      continue;
    if (set->isAll)
      return true;
    sets.push_back(std::move(*set));
  }
  if (llvm::any_of(shape, ShapedType::isDynamic))
    return false;

  bool anyElement = read.touchesAll || !read.index;
  unsigned numLoops = read.loops.size();
  ConstraintSystem system(numLoops + (anyElement ? shape.size() : 0), 0);
  SmallVector<LinearForm> loops, index;
  for (unsigned i = 0; i < numLoops; ++i) {
    loops.push_back(system.getColumn(i));
    system.addNonNegative(loops.back());
    system.addNonNegative(-loops.back() + (read.loops[i].trips - 1));
  }
  for (auto [guard, isEq] : llvm::zip_equal(read.guards, read.guardIsEq)) {
    LinearForm form = system.express(guard, loops, {});
    isEq ? system.addZero(form) : system.addNonNegative(form);
  }
  if (anyElement) {
    for (unsigned i = 0; i < shape.size(); ++i)
      index.push_back(system.getColumn(numLoops + i));
  } else {
    index = system.express(read.index, loops, {});
  }
  // What lies outside is no element.
  system.addInside(Box::ofShape(shape, context), index);
  return UncoveredSearch(loops, index, sets).isImpossible(system);
}

bool Coverage::coversAll() const {
  BufferAccess everything;
  everything.touchesAll = true;
  return covers(everything);
}
