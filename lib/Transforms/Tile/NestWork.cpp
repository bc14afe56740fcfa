//===- NestWork.cpp - How much a loop has to do ---------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestWork.h"

#include "Layout/IR/ControlFlow.h"
#include "Layout/IR/LoopCounters.h"
#include "Transforms/Support/Approximations.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Registers of the machine; indices are free, as they are for the cost model.
static double countRegisters(Type type, const Target &target) {
  if (isa<IndexType>(type))
    return 0;
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || !vector.getElementType().isIntOrFloat())
    return 1;
  double bits =
      double(vector.getNumElements()) * vector.getElementTypeBitWidth();
  return std::max(1.0, std::ceil(bits / target.vectorBits));
}

/// What a function without an instruction of its own takes: about 40 for the
/// number of an element, and 20 for the arithmetic of an approximation.
static double countOfFunction(Operation &op, const Target &target) {
  constexpr double ofCall = 40, ofApproximation = 20;
  Type type = op.getResult(0).getType();
  if (mayBeApproximated(&op))
    return ofApproximation * countRegisters(type, target);
  auto vector = dyn_cast<VectorType>(type);
  return ofCall * (vector ? double(vector.getNumElements()) : 1);
}

/// What an op without regions takes, or one on whole buffers.
static double countInstructions(Operation &op, const Target &target) {
  if (op.hasTrait<OpTrait::ConstantLike>() ||
      op.hasTrait<OpTrait::IsTerminator>())
    return 0;
  if (isLibraryFunction(&op))
    return countOfFunction(op, target);
  double most = 0;
  for (Type type : op.getResultTypes())
    most = std::max(most, countRegisters(type, target));
  bool isStore = op.getNumResults() == 0;
  if (isStore)
    for (Type type : op.getOperandTypes())
      most = std::max(most, countRegisters(type, target));
  return most;
}

NestWork::NestWork(affine::AffineForOp root, const Target &target)
    : root(root), target(target) {
  TripEstimates estimates;
  addLoop(root, {1, {}}, estimates);
}

void NestWork::add(const Term &each, double instructions) {
  if (instructions == 0)
    return;
  for (Term &term : terms)
    if (term.loops == each.loops) {
      term.instructions += each.instructions * instructions;
      return;
    }
  terms.push_back({each.instructions * instructions, each.loops});
}

void NestWork::addBlock(Block &block, const Term &each,
                        TripEstimates &estimates) {
  for (Operation &op : block)
    addOp(op, each, estimates);
}

void NestWork::addOp(Operation &op, const Term &each,
                     TripEstimates &estimates) {
  if (auto loop = dyn_cast<affine::AffineForOp>(op))
    return addLoop(loop, each, estimates);
  if (op.getNumRegions() == 0)
    return add(each, countInstructions(op, target));
  if (getControlFlow(&op) == ControlFlow::Branch)
    return addBranches(op, each, estimates);
  // Of other loops one iteration is known.
  for (Region &region : op.getRegions())
    for (Block &block : region)
      addBlock(block, each, estimates);
}

void NestWork::addBranches(Operation &op, const Term &each,
                           TripEstimates &estimates) {
  std::vector<Term> before = std::move(terms);
  std::optional<std::vector<Term>> least;
  for (Region &region : op.getRegions()) {
    // An arm that does nothing counts no more than one that is absent.
    if (region.empty() || (op.getNumResults() == 0 &&
                           region.front().without_terminator().empty()))
      continue;
    terms.clear();
    addBlock(region.front(), {1, each.loops}, estimates);
    if (!least || getKnown() < sumUp(*least))
      least = std::move(terms);
  }
  terms = std::move(before);
  if (!least)
    return;
  for (const Term &term : *least)
    add({each.instructions, term.loops}, term.instructions);
}

void NestWork::addLoop(affine::AffineForOp loop, Term each,
                       TripEstimates &estimates) {
  if (std::optional<double> trips = estimates.get(loop)) {
    each.instructions *= *trips;
    if (loop == root)
      iterations = std::ceil(*trips);
  } else {
    each.loops.push_back(loop);
  }
  addBlock(*loop.getBody(), each, estimates);
}

double NestWork::sumUp(ArrayRef<Term> terms) {
  double sum = 0;
  for (const Term &term : terms)
    sum += term.instructions;
  return sum;
}

bool NestWork::isOpen() const {
  return llvm::any_of(terms, [](const Term &term) {
    return !term.loops.empty() && term.instructions > 0;
  });
}

//===----------------------------------------------------------------------===//
// Counting at run time
//===----------------------------------------------------------------------===//

namespace {

/// Builds numbers about the loops of a nest before the nest.
class Emitter {
public:
  Emitter(OpBuilder &builder, affine::AffineForOp root)
      : builder(builder), root(root), loc(root.getLoc()) {}

  /// At least 0; null if it depends on what the nest computes.
  Value emitTrips(affine::AffineForOp loop) {
    auto [low, high] = emitBounds(loop);
    if (!low || !high)
      return nullptr;
    Value span = arith::SubIOp::create(builder, loc, high, low);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    span = arith::MaxSIOp::create(builder, loc, span, zero);
    if (loop.getStepAsInt() == 1)
      return span;
    Value step =
        arith::ConstantIndexOp::create(builder, loc, loop.getStepAsInt());
    return arith::CeilDivSIOp::create(builder, loc, span, step);
  }

private:
  std::pair<Value, Value> emitBounds(affine::AffineForOp loop) {
    LoopCounter counter = getLoopCounters(loop).front();
    return {emitBound(counter.lower, /*isLower=*/true),
            emitBound(counter.upper, /*isLower=*/false)};
  }

  /// The values around the nest stand for themselves; a variable of a loop in
  /// it is in its middle.
  Value emitOperand(Value value) {
    if (!root->isAncestor(value.getParentRegion()->getParentOp()))
      return value;
    affine::AffineForOp loop = affine::getForInductionVarOwner(value);
    if (!loop)
      return nullptr;
    auto known = middles.find(loop);
    if (known != middles.end())
      return known->second;
    auto [low, high] = emitBounds(loop);
    Value middle;
    if (low && high) {
      Value two = arith::ConstantIndexOp::create(builder, loc, 2);
      Value sum = arith::AddIOp::create(builder, loc, low, high);
      middle = arith::DivSIOp::create(builder, loc, sum, two);
    }
    return middles[loop] = middle;
  }

  Value emitBound(const CounterBound &its, bool isLower) {
    // Before the nest a divisor may be 0 though no iteration divides by it.
    auto isPure = [](AffineExpr result) { return result.isPureAffine(); };
    AffineMap map = its.map;
    SmallVector<Value> values(its.operands);
    affine::fullyComposeAffineMapAndOperands(&map, &values);
    if (!llvm::all_of(map.getResults(), isPure))
      return nullptr;
    for (Value &value : values)
      if (!(value = emitOperand(value)))
        return nullptr;
    auto results = buildArithmetic(builder, loc, map, values);
    if (!results)
      return nullptr;
    Value bound = results->front();
    for (Value value : ArrayRef(*results).drop_front())
      bound = isLower
                  ? Value(arith::MaxSIOp::create(builder, loc, bound, value))
                  : Value(arith::MinSIOp::create(builder, loc, bound, value));
    return bound;
  }

  OpBuilder &builder;
  affine::AffineForOp root;
  Location loc;
  /// The middle of the range of loops whose variable was needed: the bounds of
  /// many loops may depend on one.
  llvm::DenseMap<Operation *, Value> middles;
};

} // namespace

Value NestWork::emit(OpBuilder &builder) const {
  Location loc = affine::AffineForOp(root).getLoc();
  Emitter emitter(builder, root);
  Type f64 = builder.getF64Type(), i64 = builder.getI64Type();
  auto getConstant = [&](double number) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(number));
  };
  Value sum = getConstant(0);
  llvm::DenseMap<Operation *, Value> tripsOf;
  for (const Term &term : terms) {
    Value product = getConstant(term.instructions);
    for (affine::AffineForOp loop : term.loops) {
      auto [it, isNew] = tripsOf.try_emplace(loop);
      if (isNew)
        if (Value trips = emitter.emitTrips(loop))
          it->second = arith::SIToFPOp::create(
              builder, loc, f64,
              arith::IndexCastOp::create(builder, loc, i64, trips));
      if (Value trips = it->second)
        product = arith::MulFOp::create(builder, loc, product, trips);
    }
    sum = arith::AddFOp::create(builder, loc, sum, product);
  }
  return sum;
}
