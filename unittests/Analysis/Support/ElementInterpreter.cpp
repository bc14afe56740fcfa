//===- ElementInterpreter.cpp - Which elements a run touches --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementInterpreter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::layout::test;

void layout::test::forEach(
    ArrayRef<int64_t> shape,
    llvm::function_ref<void(const std::vector<int64_t> &)> visit) {
  std::vector<int64_t> index(shape.size(), 0);
  if (llvm::is_contained(shape, 0))
    return;
  while (true) {
    visit(index);
    size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

bool ElementInterpreter::run(func::FuncOp function, ArrayRef<int64_t> scalars) {
  numbers.clear();
  views.clear();
  written.clear();
  lastWriter.clear();
  ghosts.clear();
  needed.clear();
  neededGhosts.clear();
  readTooEarly = outside = false;
  BlockArgument buffer = function.getArgument(0);
  shape = Index(cast<MemRefType>(buffer.getType()).getShape());
  views[buffer.getAsOpaquePointer()] = {shape,
                                        [](const Index &i) { return i; }};
  for (BlockArgument argument : function.getArguments())
    if (argument.getType().isInteger(1) || argument.getType().isIndex()) {
      numbers[argument.getAsOpaquePointer()] = scalars.front();
      scalars = scalars.drop_front();
    }
  execute(function.getBody().front());
  forEach(shape, [&](const Index &index) { trace(index, /*isWrite=*/false); });
  return !outside;
}

bool ElementInterpreter::isComplete() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return static_cast<int64_t>(written.size()) == count;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

int64_t ElementInterpreter::get(Value value) {
  if (auto constant = getConstantIntValue(value))
    return *constant;
  auto known = numbers.find(value.getAsOpaquePointer());
  EXPECT_NE(known, numbers.end());
  return known == numbers.end() ? 0 : known->second;
}

int64_t ElementInterpreter::get(OpFoldResult value) {
  if (auto dynamic = dyn_cast<Value>(value))
    return get(dynamic);
  return *getConstantIntValue(value);
}

ElementInterpreter::Index ElementInterpreter::get(ValueRange values) {
  Index result;
  for (Value value : values)
    result.push_back(get(value));
  return result;
}

ElementInterpreter::Index ElementInterpreter::evaluate(AffineMap map,
                                                       ValueRange operands) {
  SmallVector<Attribute> constants, results;
  Builder builder(map.getContext());
  for (int64_t value : get(operands))
    constants.push_back(builder.getIndexAttr(value));
  EXPECT_TRUE(succeeded(map.constantFold(constants, results)));
  Index values;
  for (Attribute result : results)
    values.push_back(cast<IntegerAttr>(result).getInt());
  return values;
}

bool ElementInterpreter::executeArithmetic(Operation *op) {
  auto set = [&](int64_t value) {
    numbers[op->getResult(0).getAsOpaquePointer()] = value;
    return true;
  };
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    return set(evaluate(apply.getAffineMap(), apply.getMapOperands())[0]);
  if (auto min = dyn_cast<affine::AffineMinOp>(op)) {
    Index values = evaluate(min.getMap(), min.getOperands());
    return set(*std::min_element(values.begin(), values.end()));
  }
  if (isa<arith::ConstantOp>(op))
    return true;
  if (op->getNumOperands() != 2 || !op->getOperand(0).getType().isIntOrIndex())
    return false;
  int64_t a = get(op->getOperand(0)), b = get(op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return set(a + b);
  if (isa<arith::SubIOp>(op))
    return set(a - b);
  if (isa<arith::MulIOp>(op))
    return set(a * b);
  if (isa<arith::FloorDivSIOp>(op))
    return set(llvm::divideFloorSigned(a, b));
  if (isa<arith::DivSIOp>(op))
    return set(a / b);
  if (isa<arith::RemSIOp>(op))
    return set(a % b);
  if (isa<arith::MinSIOp>(op))
    return set(std::min(a, b));
  if (isa<arith::AndIOp>(op))
    return set(a & b);
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return false;
  return set(arith::applyCmpPredicate(compare.getPredicate(),
                                      APInt(64, a, true), APInt(64, b, true)));
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void ElementInterpreter::execute(Block &block) {
  for (Operation &op : block)
    if (!outside)
      execute(&op);
}

void ElementInterpreter::execute(Operation *op) {
  current = op;
  if (op->hasTrait<OpTrait::IsTerminator>() || executeControl(op) ||
      executeArithmetic(op) || executeAccess(op) || executeWhole(op))
    return;
  ADD_FAILURE() << "not interpreted: " << op->getName().getStringRef().str();
}

void ElementInterpreter::executeParallel(ArrayRef<Index> values,
                                         ValueRange variables, Block &body) {
  std::vector<int64_t> shape;
  for (const Index &range : values)
    shape.push_back(range.size());
  std::vector<Index> iterations;
  forEach(shape, [&](const Index &index) { iterations.push_back(index); });
  std::shuffle(iterations.begin(), iterations.end(), rng);
  for (const Index &iteration : iterations) {
    for (size_t d = 0; d < shape.size(); ++d)
      numbers[variables[d].getAsOpaquePointer()] = values[d][iteration[d]];
    execute(body);
  }
}

static std::vector<int64_t> getRange(int64_t low, int64_t high, int64_t step) {
  std::vector<int64_t> range;
  for (int64_t value = low; value < high; value += step)
    range.push_back(value);
  return range;
}

bool ElementInterpreter::holds(IntegerSet set, ValueRange operands) {
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  bool result = true;
  for (auto [value, isEq] :
       llvm::zip_equal(evaluate(map, operands), set.getEqFlags()))
    result &= isEq ? value == 0 : value >= 0;
  return result;
}

bool ElementInterpreter::executeControl(Operation *op) {
  auto loopOver = [&](Value variable, ArrayRef<int64_t> values, Block &body) {
    for (int64_t value : values) {
      numbers[variable.getAsOpaquePointer()] = value;
      execute(body);
    }
    return true;
  };
  if (auto loop = dyn_cast<affine::AffineForOp>(op)) {
    Index low = evaluate(loop.getLowerBoundMap(), loop.getLowerBoundOperands());
    Index high =
        evaluate(loop.getUpperBoundMap(), loop.getUpperBoundOperands());
    return loopOver(loop.getInductionVar(),
                    getRange(*std::max_element(low.begin(), low.end()),
                             *std::min_element(high.begin(), high.end()),
                             loop.getStepAsInt()),
                    *loop.getBody());
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loopOver(loop.getInductionVar(),
                    getRange(get(loop.getLowerBound()),
                             get(loop.getUpperBound()), get(loop.getStep())),
                    *loop.getBody());
  std::vector<Index> ranges;
  if (auto loop = dyn_cast<affine::AffineParallelOp>(op)) {
    for (unsigned d = 0; d < loop.getNumDims(); ++d)
      ranges.push_back(getRange(
          evaluate(loop.getLowerBoundMap(d), loop.getLowerBoundsOperands())[0],
          evaluate(loop.getUpperBoundMap(d), loop.getUpperBoundsOperands())[0],
          loop.getSteps()[d]));
    executeParallel(ranges, loop.getIVs(), *loop.getBody());
    return true;
  }
  if (auto loop = dyn_cast<scf::ParallelOp>(op)) {
    for (auto [low, high, step] : llvm::zip_equal(
             loop.getLowerBound(), loop.getUpperBound(), loop.getStep()))
      ranges.push_back(getRange(get(low), get(high), get(step)));
    executeParallel(ranges, loop.getInductionVars(), *loop.getBody());
    return true;
  }
  if (auto loop = dyn_cast<scf::ForallOp>(op)) {
    for (auto [low, high, step] :
         llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(),
                         loop.getMixedStep()))
      ranges.push_back(getRange(get(low), get(high), get(step)));
    executeParallel(ranges, loop.getInductionVars(), *loop.getBody());
    return true;
  }
  if (!isa<affine::AffineIfOp, scf::IfOp>(op))
    return false;
  bool isTaken;
  if (auto branch = dyn_cast<affine::AffineIfOp>(op)) {
    isTaken = holds(branch.getIntegerSet(), branch.getOperands());
  } else {
    isTaken = get(cast<scf::IfOp>(op).getCondition());
  }
  if (op == ghostGuard && !isTaken) {
    isGhost = true;
    execute(op->getRegion(0).front());
    isGhost = false;
    return true;
  }
  Region &arm = op->getRegion(isTaken ? 0 : 1);
  if (!arm.empty())
    execute(arm.front());
  return true;
}

void ElementInterpreter::executeCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  for (auto [argument, operand] :
       llvm::zip_equal(callee.getArguments(), call.getOperands())) {
    void *key = argument.getAsOpaquePointer();
    if (!isa<MemRefType>(operand.getType()))
      continue;
    if (const View *view = viewOf(operand))
      views[key] = *view;
    else
      views.erase(key);
  }
  execute(callee.getBody().front());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

const ElementInterpreter::View *ElementInterpreter::viewOf(Value buffer) const {
  auto view = views.find(buffer.getAsOpaquePointer());
  return view == views.end() ? nullptr : &view->second;
}

void ElementInterpreter::touch(Value buffer, const Index &index, bool isWrite) {
  const View *view = viewOf(buffer);
  if (!view)
    return;
  Index element = view->toRoot(index);
  bool wasOutside = outside;
  for (size_t d = 0; d < shape.size(); ++d)
    outside |= element[d] < 0 || element[d] >= shape[d];
  for (size_t d = 0; d < index.size(); ++d)
    outside |= index[d] < 0 || index[d] >= view->shape[d];
  if (isGhost) {
    if (outside)
      outside = wasOutside;
    else if (isWrite)
      ghosts[element].insert(current);
    return;
  }
  if (outside)
    return;
  trace(element, isWrite);
  if (isWrite)
    written.insert(element);
  else
    readTooEarly |= !written.count(element);
}

void ElementInterpreter::trace(const Index &element, bool isWrite) {
  if (isWrite) {
    bool isIgnored = current == watched && holds(ignored, ignoredOperands);
    lastWriter[element] = isIgnored ? nullptr : current;
    ghosts.erase(element);
    return;
  }
  if (auto writer = lastWriter.find(element); writer != lastWriter.end())
    needed.insert(writer->second);
  if (auto ghost = ghosts.find(element); ghost != ghosts.end())
    neededGhosts.insert(ghost->second.begin(), ghost->second.end());
}

void ElementInterpreter::touchAll(Value buffer, bool isWrite) {
  if (const View *view = viewOf(buffer))
    forEach(Index(view->shape),
            [&](const Index &index) { touch(buffer, index, isWrite); });
}

bool ElementInterpreter::executeAccess(Operation *op) {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    touch(load.getMemRef(),
          evaluate(load.getAffineMap(), load.getMapOperands()), false);
  else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    touch(store.getMemRef(),
          evaluate(store.getAffineMap(), store.getMapOperands()), true);
  else if (auto load = dyn_cast<memref::LoadOp>(op))
    touch(load.getMemRef(), get(load.getIndices()), false);
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    touch(store.getMemRef(), get(store.getIndices()), true);
  else if (isa<vector::TransferReadOp, vector::TransferWriteOp>(op))
    executeTransfer(op);
  else
    return false;
  return true;
}

void ElementInterpreter::executeTransfer(Operation *op) {
  auto transfer = cast<VectorTransferOpInterface>(op);
  Index base = get(transfer.getIndices());
  forEach(transfer.getVectorType().getShape(), [&](const Index &lane) {
    Index index = base;
    bool isInside = true;
    for (auto [d, result] :
         llvm::enumerate(transfer.getPermutationMap().getResults())) {
      unsigned position = cast<AffineDimExpr>(result).getPosition();
      index[position] += lane[d];
      int64_t extent = transfer.getShapedType().getDimSize(position);
      isInside &= transfer.isDimInBounds(d) || index[position] < extent;
    }
    if (isInside)
      touch(transfer.getBase(), index, isa<vector::TransferWriteOp>(op));
  });
}

bool ElementInterpreter::executeWhole(Operation *op) {
  if (isa<linalg::LinalgOp>(op)) {
    executeStructured(op);
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    touchAll(copy.getSource(), false);
    touchAll(copy.getTarget(), true);
  } else if (auto call = dyn_cast<func::CallOp>(op)) {
    executeCall(call);
  } else if (isa<memref::SubViewOp>(op)) {
    executeSlice(op);
  } else {
    return isa<vector::BroadcastOp>(op); // data is of no interest
  }
  return true;
}

void ElementInterpreter::executeSlice(Operation *op) {
  auto slice = cast<memref::SubViewOp>(op);
  const View *source = viewOf(slice.getSource());
  if (!source)
    return;
  Index offsets, strides, sizes;
  for (OpFoldResult offset : slice.getMixedOffsets())
    offsets.push_back(get(offset));
  for (OpFoldResult stride : slice.getMixedStrides())
    strides.push_back(get(stride));
  for (OpFoldResult size : slice.getMixedSizes())
    sizes.push_back(get(size));
  auto toSource = source->toRoot;
  views[slice.getResult().getAsOpaquePointer()] = {
      sizes, [=](const Index &index) {
        Index result;
        for (size_t d = 0; d < offsets.size(); ++d)
          result.push_back(offsets[d] + strides[d] * index[d]);
        return toSource(result);
      }};
}

void ElementInterpreter::executeStructured(Operation *op) {
  auto structured = cast<linalg::LinalgOp>(op);
  // Loop extents from the buffers, which may be slices.
  SmallVector<int64_t> ranges(structured.getNumLoops(), 0);
  for (OpOperand &operand : op->getOpOperands())
    for (auto [d, expr] : llvm::enumerate(
             structured.getMatchingIndexingMap(&operand).getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
        const View *view = viewOf(operand.get());
        auto type = cast<MemRefType>(operand.get().getType());
        int64_t size = view ? view->shape[d] : type.getDimSize(d);
        ranges[dim.getPosition()] = size;
      }
  forEach(ranges, [&](const Index &point) {
    for (bool isWrite : {false, true})
      for (OpOperand &operand : op->getOpOperands()) {
        if (isWrite ? !structured.isDpsInit(&operand)
                    : !structured.payloadUsesValueFromOperand(&operand))
          continue;
        SmallVector<int64_t> index =
            structured.getMatchingIndexingMap(&operand).compose(point);
        touch(operand.get(), Index(index.begin(), index.end()), isWrite);
      }
  });
}
