//===- PoisonMarks.cpp - Marking poison in LLVM IR ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/PoisonMarks.h"

#include "Layout/Check/Program.h"
#include "PoisonConditions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

std::string PoisonSource::describe() const {
  return "the value of '" + name + "'" +
         (reason.empty() ? "" : " (" + reason + ")") + " is poison";
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

namespace {

class Marker {
public:
  Marker(ModuleOp module, SmallVectorImpl<PoisonSource> &sources)
      : module(module), sources(sources) {}

  void mark(OpResult result);

private:
  Value buildMark(ImplicitLocOpBuilder &builder, Value value, Value isPoison);
  func::FuncOp getMarkFunction(Type value, Type isPoison, Type number);

  ModuleOp module;
  SmallVectorImpl<PoisonSource> &sources;
  DenseMap<Type, func::FuncOp> functions;
};

} // namespace

func::FuncOp Marker::getMarkFunction(Type value, Type isPoison, Type number) {
  func::FuncOp &function = functions[value];
  if (function)
    return function;
  std::string name =
      (RuntimeNames::kMarkPoison + "_" + Twine(functions.size() - 1)).str();
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  function = func::FuncOp::create(
      builder, module.getLoc(), name,
      builder.getFunctionType({value, isPoison, number}, value));
  function.setPrivate();
  return function;
}

Value Marker::buildMark(ImplicitLocOpBuilder &builder, Value value,
                        Value isPoison) {
  Value number = arith::ConstantIntOp::create(builder, sources.size(), 32);
  func::FuncOp function =
      getMarkFunction(value.getType(), isPoison.getType(), number.getType());
  return func::CallOp::create(builder, function,
                              ValueRange{value, isPoison, number})
      .getResult(0);
}

void Marker::mark(OpResult result) {
  Operation *op = result.getOwner();
  ImplicitLocOpBuilder builder(op->getLoc(), op->getContext());
  builder.setInsertionPointAfter(op);
  SmallVector<OpOperand *> uses = llvm::map_to_vector(
      result.getUses(), [](OpOperand &use) { return &use; });
  auto masking = dyn_cast<vector::MaskOp>(op);
  Operation *maker = masking ? masking.getMaskableOp() : op;
  Value value = result;
  for (PoisonCondition condition : buildPoisonConditions(result, builder)) {
    sources.push_back({maker->getLoc(), maker->getName().getStringRef().str(),
                       condition.reason.str()});
    value = buildMark(builder, value, condition.isPoison);
  }
  for (OpOperand *use : uses)
    use->set(value);
}

/// A type of which each lane has a shadow.
static bool isMarkable(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    type = complex.getElementType();
  if (auto vector = dyn_cast<VectorType>(type)) {
    if (vector.isScalable())
      return false;
    type = vector.getElementType();
  }
  return type.isIntOrIndexOrFloat();
}

/// Machine code has some value there. LLVM would say which one.
static void giveValue(ub::PoisonOp poison) {
  OpBuilder builder(poison);
  TypedAttr zero = builder.getZeroAttr(poison.getType());
  if (!zero)
    return;
  auto value = arith::ConstantOp::create(builder, poison.getLoc(), zero);
  poison.replaceAllUsesWith(value.getResult());
  poison.erase();
}

void layout::markPoison(ModuleOp module,
                        SmallVectorImpl<PoisonSource> &sources) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (!isa_and_present<vector::MaskOp>(op->getParentOp()))
      ops.push_back(op);
  });
  Marker marker(module, sources);
  for (Operation *op : ops) {
    for (OpResult result : op->getResults())
      if (isMarkable(result.getType()))
        marker.mark(result);
    if (auto poison = dyn_cast<ub::PoisonOp>(op))
      giveValue(poison);
  }
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

void layout::dropFlags(ModuleOp module) {
  MLIRContext *context = module.getContext();
  auto noFastMath =
      arith::FastMathFlagsAttr::get(context, arith::FastMathFlags::none);
  auto noOverflow = arith::IntegerOverflowFlagsAttr::get(
      context, arith::IntegerOverflowFlags::none);
  module.walk([&](Operation *op) {
    if (auto flagged = dyn_cast<arith::ArithFastMathInterface>(op))
      op->setAttr(flagged.getFastMathAttrName(), noFastMath);
    if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
      op->setAttr(flagged.getIntegerOverflowAttrName(), noOverflow);
    if (auto flagged = dyn_cast<LLVM::FastmathFlagsInterface>(op))
      op->setAttr(
          flagged.getFastmathAttrName(),
          LLVM::FastmathFlagsAttr::get(context, LLVM::FastmathFlags::none));
    llvm::TypeSwitch<Operation *>(op)
        .Case<arith::DivUIOp, arith::DivSIOp, arith::ShRUIOp, arith::ShRSIOp,
              LLVM::ExactFlagInterface>(
            [](auto flagged) { flagged.setIsExact(false); })
        .Case([](LLVM::IntegerOverflowFlagsInterface flagged) {
          flagged.setOverflowFlags(LLVM::IntegerOverflowFlags::none);
        })
        .Case([](LLVM::DisjointFlagInterface flagged) {
          flagged.setIsDisjoint(false);
        })
        .Case<LLVM::CountLeadingZerosOp, LLVM::CountTrailingZerosOp>(
            [](auto count) { count.setIsZeroPoison(false); })
        .Case([](LLVM::AbsOp absolute) { absolute.setIsIntMinPoison(false); })
        .Case([](affine::AffineLinearizeIndexOp linearize) {
          linearize.setDisjoint(false);
        })
        .Case([](LLVM::NonNegFlagInterface flagged) {
          flagged.setNonNeg(false);
        });
  });
}
