//===- ThreadReader.cpp - Indices in terms of threads ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadReader.h"

#include "Layout/IR/IntegerConstants.h"
#include "Layout/Map/Xor.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// The first variable, d0, is the number of the thread in its block.
ThreadReader::ThreadReader(Operation *kernel, int64_t numLanes)
    : AffineReader(kernel->getContext()), kernel(kernel), numLanes(numLanes) {
  if (auto function = dyn_cast<gpu::GPUFuncOp>(kernel)) {
    if (auto known = function.getKnownBlockSize())
      for (unsigned dim = 0; dim < 3; ++dim)
        blockSize[dim] = (*known)[dim];
  } else {
    gpu::KernelDim3 size =
        cast<gpu::LaunchOp>(kernel).getBlockSizeOperandValues();
    for (auto [dim, value] : llvm::enumerate(ArrayRef{size.x, size.y, size.z}))
      blockSize[dim] = getConstantNumber(value);
  }
  addVariable(getNumThreads());
}

std::optional<int64_t> ThreadReader::getNumThreads() const {
  int64_t number = 1;
  for (std::optional<int64_t> size : blockSize)
    if (!size || *size <= 0 || llvm::MulOverflow(number, *size, number))
      return std::nullopt;
  return number;
}

Interval ThreadReader::getRange(AffineExpr expr) const {
  SmallVector<Interval> ranges;
  for (const Variable &variable : variables)
    ranges.push_back(variable.range);
  return rangeOf(expr, ranges, {});
}

/// Adds a variable of which nothing is known but that it has the values
/// 0 .. count - 1; nullopt: any value.
AffineExpr ThreadReader::addVariable(std::optional<int64_t> count) {
  Interval range;
  if (count)
    range = {0, std::max<int64_t>(*count, 1) - 1};
  variables.push_back({count, {}, range});
  return getAffineDimExpr(variables.size() - 1, getContext());
}

/// Counts the nodes of `expr` as a tree, each name as the nodes that it stands
/// for; at most `limit`.
int64_t ThreadReader::countNodes(AffineExpr expr, int64_t limit) const {
  int64_t number = 0;
  SmallVector<AffineExpr> worklist{expr};
  while (!worklist.empty() && number < limit) {
    AffineExpr part = worklist.pop_back_val();
    auto dim = dyn_cast<AffineDimExpr>(part);
    number += dim ? variables[dim.getPosition()].numNodes : 1;
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part))
      worklist.append({binary.getLHS(), binary.getRHS()});
  }
  return std::min(number, limit);
}

/// Returns a new variable that stands for `definition`. Operations on bits have
/// long affine forms, and operations on these again would repeat them: with a
/// name for each, expressions stay short. The form that is written out in the
/// end (`expand`) is limited: null if it would have too many nodes.
AffineExpr ThreadReader::addDefinition(AffineExpr definition) {
  constexpr int64_t maxNodes = 4096;
  int64_t numNodes = countNodes(definition, maxNodes);
  if (numNodes == maxNodes)
    return {};
  variables.push_back(
      {std::nullopt, definition, getRange(definition), numNodes});
  return getAffineDimExpr(variables.size() - 1, getContext());
}

/// Reads an `affine.apply` that `AffineReader` does not, as its map is too
/// large when the operands are inserted, such as that of a swizzle: each
/// operand that is an expression gets a name first.
AffineExpr ThreadReader::readApply(affine::AffineApplyOp apply) {
  SmallVector<AffineExpr> operands;
  for (Value operand : apply.getMapOperands()) {
    AffineExpr expr = express(operand);
    if (expr && isa<AffineBinaryOpExpr>(expr))
      expr = addDefinition(expr);
    if (!expr)
      return {};
    operands.push_back(expr);
  }
  AffineMap map = apply.getAffineMap();
  ArrayRef<AffineExpr> all = operands;
  AffineExpr result = map.getResult(0).replaceDimsAndSymbols(
      all.take_front(map.getNumDims()), all.drop_front(map.getNumDims()));
  return result.isPureAffine() ? addDefinition(result) : AffineExpr();
}

AffineExpr ThreadReader::expand(AffineExpr expr) const {
  // A definition mentions only variables before it, so that from the last to
  // the first, each is replaced once.
  for (unsigned dim = variables.size(); dim-- > 0;)
    if (variables[dim].definition && expr.isFunctionOfDim(dim))
      expr = expr.replace(getAffineDimExpr(dim, getContext()),
                          variables[dim].definition);
  return expr;
}

AffineExpr ThreadReader::getBlockSize(unsigned dim) {
  return blockSize[dim] ? getConstant(*blockSize[dim]) : AffineExpr();
}

/// Returns `gpu.thread_id` in terms of d0. Threads are numbered with x fastest:
/// x = d0 mod sizeX, y = (d0 floordiv sizeX) mod sizeY. The modulus of the last
/// dimension with several threads is left out, as the quotient is in range.
AffineExpr ThreadReader::getThreadId(unsigned dim) {
  if (!getNumThreads())
    return {};
  int64_t before = 1;
  bool isLast = true;
  for (unsigned other = 0; other < 3; ++other) {
    if (other < dim)
      before *= *blockSize[other];
    isLast &= other <= dim || *blockSize[other] == 1;
  }
  AffineExpr id = getAffineDimExpr(0, getContext()).floorDiv(before);
  return isLast ? id : id % *blockSize[dim];
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns why `value` cannot be read, for a remark: the reason of an operand,
/// if that is why, as users can act on the innermost cause only.
std::string ThreadReader::explain(Value value) const {
  if (!getNumThreads())
    return "the size of a block is not known; state known_block_size";
  Operation *op = value.getDefiningOp();
  if (!op)
    return "an index is carried around a loop, or counts from a number or by "
           "steps that are not known";
  for (Value operand : op->getOperands())
    if (auto known = reasons.find(operand); known != reasons.end())
      return known->second;
  return ("an index depends on a result of '" + op->getName().getStringRef() +
          "'")
      .str();
}

std::string ThreadReader::getReason(Value value) const {
  return reasons.lookup(value);
}

AffineExpr ThreadReader::getLeaf(Value value) {
  // Values from outside of a `gpu.launch` are the same for all threads.
  if (!kernel->isAncestor(value.getParentRegion()->getParentOp()))
    return addVariable(std::nullopt);
  AffineExpr expr;
  if (auto argument = dyn_cast<BlockArgument>(value))
    expr = readArgument(argument);
  else
    expr = readOp(value.getDefiningOp());
  if (!expr)
    reasons[value] = explain(value);
  return expr;
}

static unsigned getDim(gpu::Dimension dimension) {
  return unsigned(dimension);
}

AffineExpr ThreadReader::readOp(Operation *op) {
  AffineExpr thread = getAffineDimExpr(0, getContext());
  if (auto id = dyn_cast<gpu::ThreadIdOp>(op))
    return getThreadId(getDim(id.getDimension()));
  if (auto size = dyn_cast<gpu::BlockDimOp>(op))
    return getBlockSize(getDim(size.getDimension()));
  if (auto id = dyn_cast<gpu::GlobalIdOp>(op)) {
    unsigned dim = getDim(id.getDimension());
    AffineExpr local = getThreadId(dim);
    // A global id is blockIdx * blockDim + threadIdx; the number of the block
    // is any number that the threads of a warp share.
    return local ? addVariable(std::nullopt) * *blockSize[dim] + local : local;
  }
  // Null if the size of a block is not known, which `explain` reports.
  if (isa<gpu::LaneIdOp>(op))
    return getNumThreads() ? thread % numLanes : getThreadId(0);
  if (isa<gpu::SubgroupIdOp>(op))
    return getNumThreads() ? thread.floorDiv(numLanes) : getThreadId(0);
  if (isa<gpu::BlockIdOp, gpu::GridDimOp, gpu::NumSubgroupsOp,
          gpu::SubgroupSizeOp>(op))
    return addVariable(std::nullopt);
  if (isa<arith::XOrIOp, arith::OrIOp>(op))
    return readBits(op);
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return readApply(apply);
  return {};
}

/// Reads `arith.xori` and `arith.ori` of numbers with known bits:
///
///     (tid mod 8) xor (tid floordiv 8)    the affine form of Xor.h
///     16 * row or col, col in [0, 16)     16 * row + col, as no bit is in both
AffineExpr ThreadReader::readBits(Operation *op) {
  AffineExpr operands[] = {express(op->getOperand(0)),
                           express(op->getOperand(1))};
  if (!operands[0] || !operands[1])
    return {};
  if (isa<arith::OrIOp>(op)) {
    for (int low : {0, 1}) {
      // One number is below the lowest bit that the other may have.
      Interval range = getRange(operands[low]);
      int64_t unit = operands[1 - low].getLargestKnownDivisor();
      if (range.low && range.high && *range.low >= 0 &&
          uint64_t(*range.high) < uint64_t(1) << llvm::countr_zero(
                                      uint64_t(unit)) % 63)
        return operands[0] + operands[1];
    }
    return {};
  }
  // `expandXor` needs to see in the structure of an operand how many bits it
  // has. `mod 2^k` shows it, and changes nothing, as the range is below 2^k.
  for (AffineExpr &operand : operands) {
    Interval range = getRange(operand);
    if (range.low && range.high && *range.low >= 0 &&
        *range.high < (int64_t(1) << 40) && !isa<AffineConstantExpr>(operand))
      operand = operand % int64_t(llvm::bit_ceil(uint64_t(*range.high) + 1));
  }
  std::string why;
  AffineExpr bits = expandXor(operands, why);
  return bits ? addDefinition(bits) : bits;
}

AffineExpr ThreadReader::readArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  // An argument of an inner block: threads may come from different branches
  // with different values.
  if (parent == kernel && !argument.getOwner()->isEntryBlock())
    return {};
  if (parent == kernel && isa<gpu::LaunchOp>(kernel))
    return readLaunch(argument);
  // Arguments of a `gpu.func`: the same for all threads.
  if (parent == kernel)
    return addVariable(std::nullopt);
  // Bounds that are compared as unsigned numbers are not those that are read.
  if (auto loop = dyn_cast<scf::ForOp>(parent); loop && loop.getUnsignedCmp())
    return {};
  for (const LoopCounter &counter : getLoopCounters(parent))
    if (counter.variable == argument)
      return readCounter(counter);
  return {};
}

/// Returns what an argument of the body of a `gpu.launch` is: ids and sizes are
/// passed to it as arguments.
AffineExpr ThreadReader::readLaunch(BlockArgument argument) {
  auto launch = cast<gpu::LaunchOp>(kernel);
  auto find = [&](gpu::KernelDim3 values) -> std::optional<unsigned> {
    for (auto [dim, value] :
         llvm::enumerate(ArrayRef{values.x, values.y, values.z}))
      if (value == argument)
        return dim;
    return std::nullopt;
  };
  if (std::optional<unsigned> dim = find(launch.getThreadIds()))
    return getThreadId(*dim);
  if (std::optional<unsigned> dim = find(launch.getBlockSize()))
    return getBlockSize(*dim);
  return addVariable(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Returns lower + step * k, where the new variable k is the number of the
/// iteration. `lower` may depend on the thread: threads of a warp are compared
/// in the same iteration, not at the same value.
AffineExpr ThreadReader::readCounter(const LoopCounter &counter) {
  IndexBounds lower = expressBound(counter.lower, /*isUpper=*/false);
  if (!counter.step || *counter.step <= 0 || !lower.isComplete ||
      lower.exprs.size() != 1)
    return {};
  return lower.exprs.front() + addVariable(countSteps(counter)) * *counter.step;
}

/// Returns an upper bound of the number of iterations, over all threads.
std::optional<int64_t> ThreadReader::countSteps(const LoopCounter &counter) {
  IndexBounds lower = expressBound(counter.lower, /*isUpper=*/false);
  IndexBounds upper = expressBound(counter.upper, /*isUpper=*/true);
  if (!counter.step || *counter.step <= 0)
    return std::nullopt;
  std::optional<int64_t> least;
  for (AffineExpr high : upper.exprs)
    for (AffineExpr low : lower.exprs)
      if (std::optional<int64_t> distance = getRange(high - low).high) {
        int64_t steps =
            *distance <= 0 ? 0 : int64_t(llvm::divideCeil(*distance, *counter.step));
        least = least ? std::min(*least, steps) : steps;
      }
  return least;
}

std::optional<int64_t> ThreadReader::getTripCount(Operation *loop) {
  SmallVector<LoopCounter> counters = getLoopCounters(loop);
  if (counters.empty())
    return std::nullopt;
  int64_t product = 1;
  for (const LoopCounter &counter : counters) {
    std::optional<int64_t> steps = countSteps(counter);
    if (!steps || llvm::MulOverflow(product, *steps, product))
      return std::nullopt;
  }
  return product;
}

/// Each bound must be the same in all threads, written out without names, as a
/// definition may contain d0.
bool ThreadReader::isUniform(Operation *loop) {
  SmallVector<LoopCounter> counters = getLoopCounters(loop);
  auto areUniform = [&](const CounterBound &bound, bool isUpper) {
    IndexBounds bounds = expressBound(bound, isUpper);
    return bounds.isComplete && llvm::all_of(bounds.exprs, [&](AffineExpr expr) {
             return !expand(expr).isFunctionOfDim(0);
           });
  };
  return !counters.empty() && llvm::all_of(counters, [&](LoopCounter &counter) {
    return counter.step && areUniform(counter.lower, false) &&
           areUniform(counter.upper, true);
  });
}
