//===- PrepareKernels.cpp - Rewrites for upstream's conversion ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrepareKernels.h"

#include "Layout/IR/LoopCounters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

/// Upstream keeps the results of a loop in variables that only the body sets:
/// those of a loop without iterations would be undefined. Such a loop is not
/// entered, and its initial values are the results.
static void guard(scf::ForOp loop) {
  if (loop.getNumResults() == 0 || isSurelyEntered(loop))
    return;
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value runs =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(builder, loc, loop.getResultTypes(), runs,
                                  /*withElseRegion=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, loop.getInitArgs());
  loop->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  builder.setInsertionPointAfter(loop);
  scf::YieldOp::create(builder, loc, loop.getResults());
}

/// Before version 1.4, SPIR-V chooses between vectors number by number.
static void widen(arith::SelectOp select) {
  auto type = dyn_cast<VectorType>(select.getType());
  if (!type || !select.getCondition().getType().isInteger(1))
    return;
  OpBuilder builder(select);
  select.getConditionMutable().assign(vector::BroadcastOp::create(
      builder, select.getLoc(),
      VectorType::get(type.getShape(), builder.getI1Type()),
      select.getCondition()));
}

/// OpIsFinite is of OpenCL, and upstream has no way for math.isinf. Infinity is
/// the least magnitude that is not finite, and no order holds of a NaN.
static void expandClass(Operation *op, arith::CmpFPredicate ofInfinity) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value operand = op->getOperand(0);
  Type type = operand.getType();
  auto number = cast<FloatType>(getElementTypeOrSelf(type));
  APFloat bound = APFloat::getInf(number.getFloatSemantics());
  TypedAttr infinity = builder.getFloatAttr(number, bound);
  if (auto vector = dyn_cast<VectorType>(type))
    infinity = DenseElementsAttr::get(vector, ArrayRef<APFloat>(bound));
  Value magnitude = math::AbsFOp::create(builder, loc, operand);
  Value limit = arith::ConstantOp::create(builder, loc, infinity);
  op->getResult(0).replaceAllUsesWith(
      arith::CmpFOp::create(builder, loc, ofInfinity, magnitude, limit)
          .getResult());
  op->erase();
}

static Value negate(OpBuilder &builder, Location loc, Value number) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(number.getType()));
  return arith::SubIOp::create(builder, loc, zero, number);
}

static Value isNegative(OpBuilder &builder, Location loc, Value number) {
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(number.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, number,
                               zero);
}

/// Without sign; so the least number has one too.
static Value getMagnitude(OpBuilder &builder, Location loc, Value number) {
  APInt known;
  if (matchPattern(number, m_ConstantInt(&known)) && known.isNonNegative())
    return number;
  return arith::SelectOp::create(builder, loc, isNegative(builder, loc, number),
                                 negate(builder, loc, number), number);
}

/// OpSRem and OpSMod leave open what they yield for negative numbers, and
/// upstream takes the least number for a positive one, as it is its own
/// magnitude.
static void expandRemainder(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value number = op->getOperand(0);
  Value magnitude =
      arith::RemUIOp::create(builder, loc, getMagnitude(builder, loc, number),
                             getMagnitude(builder, loc, op->getOperand(1)));
  Value remainder =
      arith::SelectOp::create(builder, loc, isNegative(builder, loc, number),
                              negate(builder, loc, magnitude), magnitude);
  op->getResult(0).replaceAllUsesWith(remainder);
  op->erase();
}

/// Upstream's forms of it divide another number, or overflow on the way.
template <typename ArithOp>
static void useArith(Operation *op) {
  OpBuilder builder(op);
  op->getResult(0).replaceAllUsesWith(ArithOp::create(builder, op->getLoc(),
                                                      op->getOperand(0),
                                                      op->getOperand(1))
                                          .getResult());
  op->erase();
}

/// Builds the cases from `number` on, and returns their results. Regions move,
/// so the ops in them are met by the walk as before.
static ValueRange askForCases(OpBuilder &builder, scf::IndexSwitchOp choice,
                              unsigned number) {
  Location loc = choice.getLoc();
  if (number == choice.getNumCases()) {
    Block &body = choice.getDefaultBlock();
    Operation *yield = body.getTerminator();
    builder.getInsertionBlock()->getOperations().splice(
        builder.getInsertionPoint(), body.getOperations(), body.begin(),
        yield->getIterator());
    return yield->getOperands();
  }
  Value ofCase =
      arith::ConstantIndexOp::create(builder, loc, choice.getCases()[number]);
  Value isCase = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                       choice.getArg(), ofCase);
  auto branch = scf::IfOp::create(builder, loc, choice.getResultTypes(), isCase,
                                  /*withElseRegion=*/true);
  branch.thenBlock()->clear();
  branch.elseBlock()->clear();
  branch.thenBlock()->getOperations().splice(
      branch.thenBlock()->end(), choice.getCaseBlock(number).getOperations());
  auto otherwise = OpBuilder::atBlockEnd(branch.elseBlock());
  ValueRange others = askForCases(otherwise, choice, number + 1);
  scf::YieldOp::create(otherwise, loc, others);
  return branch.getResults();
}

/// Upstream has no way to SPIR-V for a switch.
static void chain(scf::IndexSwitchOp choice) {
  OpBuilder builder(choice);
  choice.replaceAllUsesWith(askForCases(builder, choice, 0));
  choice.erase();
}

/// An access to one element that is a vector.
static void simplify(vector::LoadOp load) {
  if (load.getType() != load.getMemRefType().getElementType())
    return;
  OpBuilder builder(load);
  load.replaceAllUsesWith(memref::LoadOp::create(builder, load.getLoc(),
                                                 load.getBase(),
                                                 load.getIndices())
                              .getResult());
  load.erase();
}

static void simplify(vector::StoreOp store) {
  if (store.getVectorType() != store.getMemRefType().getElementType())
    return;
  OpBuilder builder(store);
  memref::StoreOp::create(builder, store.getLoc(), store.getValueToStore(),
                          store.getBase(), store.getIndices());
  store.erase();
}

static void place(memref::AllocaOp alloca) {
  MemRefType type = alloca.getType();
  if (type.getMemorySpace() ||
      !llvm::all_of(alloca->getUsers(),
                    llvm::IsaPred<memref::LoadOp, memref::StoreOp>))
    return;
  auto space = spirv::StorageClassAttr::get(alloca.getContext(),
                                            spirv::StorageClass::Function);
  alloca.getResult().setType(MemRefType::get(
      type.getShape(), type.getElementType(), type.getLayout(), space));
}

/// SPIR-V has them as variables of the module, which upstream makes of these
/// allocations.
static void allocateAttributions(gpu::GPUFuncOp kernel) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  for (BlockArgument attribution : kernel.getWorkgroupAttributions())
    attribution.replaceAllUsesWith(
        memref::AllocOp::create(builder, attribution.getLoc(),
                                cast<MemRefType>(attribution.getType()))
            .getResult());
  kernel.getBody().front().eraseArguments(kernel.getNumArguments(),
                                          kernel.getNumWorkgroupAttributions());
  kernel->removeAttr(kernel.getNumWorkgroupAttributionsAttrName());
  kernel.removeWorkgroupAttribAttrsAttr();
}

void layout::prepareKernels(gpu::GPUModuleOp copy) {
  copy.walk([](gpu::GPUFuncOp kernel) { allocateAttributions(kernel); });
  SmallVector<Operation *> ops;
  copy.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case([](scf::ForOp loop) { guard(loop); })
        .Case([](scf::IndexSwitchOp choice) { chain(choice); })
        .Case([](arith::SelectOp select) { widen(select); })
        .Case([](math::IsFiniteOp isFinite) {
          expandClass(isFinite, arith::CmpFPredicate::OLT);
        })
        .Case([](math::IsInfOp isInfinite) {
          expandClass(isInfinite, arith::CmpFPredicate::OEQ);
        })
        .Case<arith::RemSIOp, index::RemSOp>(
            [](Operation *remainder) { expandRemainder(remainder); })
        .Case([](index::FloorDivSOp quotient) {
          useArith<arith::FloorDivSIOp>(quotient);
        })
        .Case([](index::CeilDivSOp quotient) {
          useArith<arith::CeilDivSIOp>(quotient);
        })
        .Case([](vector::LoadOp load) { simplify(load); })
        .Case([](vector::StoreOp store) { simplify(store); });
  // Once all accesses to one are of one kind.
  copy.walk([](memref::AllocaOp alloca) { place(alloca); });
}
