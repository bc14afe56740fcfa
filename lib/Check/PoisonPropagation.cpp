//===- PoisonPropagation.cpp - Poison through one instruction -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoisonPropagation.h"

#include "Layout/Check/Program.h"
#include "PoisonShadow.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstVisitor.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace mlir::layout;
using llvm::CallInst;
using llvm::dyn_cast;
using llvm::IRBuilder;
using llvm::isa;

bool mlir::layout::isPoisonMark(const CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee && callee->getName().starts_with(RuntimeNames::kMarkPoison);
}

llvm::Value *mlir::layout::buildMarkShadow(IRBuilder<> &builder,
                                           CallInst &mark) {
  llvm::Value *isPoison = mark.getArgOperand(1),
              *number = mark.getArgOperand(2);
  return maskShadow(
      builder, isPoison,
      spreadShadow(builder, number, getShadowType(mark.getType())));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
enum class CallKind {
  Mark,
  Lanes,     ///< lane i of the result depends on lanes i and on scalars
  Reduction, ///< a scalar that depends on all lanes
  Masked,    ///< a load that has the last argument where the mask is off
  Other
};
} // namespace

static bool hasVectors(const CallInst &call) {
  return call.getType()->isVectorTy() ||
         llvm::any_of(call.args(), [](const llvm::Use &argument) {
           return argument->getType()->isVectorTy();
         });
}

static CallKind classify(const CallInst &call) {
  if (isPoisonMark(call))
    return CallKind::Mark;
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (id == llvm::Intrinsic::masked_load ||
      id == llvm::Intrinsic::masked_gather)
    return CallKind::Masked;
  if (!call.getCalledFunction() || !call.doesNotAccessMemory())
    return CallKind::Other;
  if (llvm::isTriviallyVectorizable(id) || isa<llvm::WithOverflowInst>(call))
    return CallKind::Lanes;
  bool isReduction =
      call.getCalledFunction()->getName().starts_with("llvm.vector.reduce.");
  if (isReduction)
    return CallKind::Reduction;
  bool isScalar = !hasVectors(call) && !call.getType()->isAggregateType();
  return isScalar ? CallKind::Lanes : CallKind::Other;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static unsigned getNumLanes(const llvm::Type *type) {
  auto *vector = dyn_cast<llvm::FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

/// Lanes of one side are made of whole lanes of the other.
static bool areLanesNested(const llvm::CastInst &cast) {
  unsigned from = getNumLanes(cast.getSrcTy()),
           to = getNumLanes(cast.getDestTy());
  return from % to == 0 || to % from == 0;
}

bool mlir::layout::passesPoisonOn(const llvm::Instruction &inst) {
  if (!getShadowType(inst.getType()))
    return false;
  if (auto *call = dyn_cast<CallInst>(&inst))
    return classify(*call) != CallKind::Other;
  if (auto *cast = dyn_cast<llvm::CastInst>(&inst))
    return areLanesNested(*cast);
  return isa<llvm::PHINode, llvm::SelectInst, llvm::BinaryOperator,
             llvm::UnaryOperator, llvm::CmpInst, llvm::GetElementPtrInst,
             llvm::ExtractElementInst, llvm::InsertElementInst,
             llvm::ShuffleVectorInst, llvm::ExtractValueInst,
             llvm::InsertValueInst>(inst);
}

namespace {

class Propagation : public llvm::InstVisitor<Propagation, llvm::Value *> {
public:
  Propagation(IRBuilder<> &builder,
              llvm::function_ref<llvm::Value *(llvm::Value *)> getShadow)
      : builder(builder), getShadow(getShadow) {}

  /// The default: each lane depends on the same lanes, and on scalars.
  llvm::Value *visitInstruction(llvm::Instruction &inst) {
    return uniteOperands(inst, inst.operands());
  }

  llvm::Value *visitSelectInst(llvm::SelectInst &select) {
    llvm::Value *chosen = builder.CreateSelect(
        select.getCondition(), getShadow(select.getTrueValue()),
        getShadow(select.getFalseValue()));
    return uniteShadows(builder, chosen, getShadow(select.getCondition()));
  }

  llvm::Value *visitCastInst(llvm::CastInst &cast) {
    llvm::Value *shadow = getShadow(cast.getOperand(0));
    unsigned from = getNumLanes(cast.getSrcTy()),
             to = getNumLanes(cast.getDestTy());
    return from == to ? asShape(shadow, cast.getType())
                      : regroup(shadow, from, to, cast.getType());
  }

  llvm::Value *visitExtractElementInst(llvm::ExtractElementInst &extract) {
    llvm::Value *index =
        clampIndex(extract.getIndexOperand(), extract.getVectorOperandType());
    return uniteShadows(builder,
                        builder.CreateExtractElement(
                            getShadow(extract.getVectorOperand()), index),
                        getShadow(extract.getIndexOperand()));
  }

  llvm::Value *visitInsertElementInst(llvm::InsertElementInst &insert) {
    llvm::Value *index = insert.getOperand(2);
    llvm::Value *lanes = builder.CreateInsertElement(
        getShadow(insert.getOperand(0)), getShadow(insert.getOperand(1)),
        clampIndex(index, insert.getType()));
    return uniteShadows(builder, lanes, getShadow(index));
  }

  /// A lane of which the instruction says nothing is not looked at.
  llvm::Value *visitShuffleVectorInst(llvm::ShuffleVectorInst &shuffle) {
    llvm::Value *a = getShadow(shuffle.getOperand(0));
    llvm::Value *b = getShadow(shuffle.getOperand(1));
    llvm::Value *lanes =
        builder.CreateShuffleVector(a, b, shuffle.getShuffleMask());
    llvm::SmallVector<llvm::Constant *> isKnown;
    for (int lane : shuffle.getShuffleMask())
      isKnown.push_back(builder.getInt1(lane >= 0));
    return maskShadow(builder, llvm::ConstantVector::get(isKnown), lanes);
  }

  llvm::Value *visitExtractValueInst(llvm::ExtractValueInst &extract) {
    return builder.CreateExtractValue(getShadow(extract.getAggregateOperand()),
                                      extract.getIndices());
  }

  llvm::Value *visitInsertValueInst(llvm::InsertValueInst &insert) {
    return builder.CreateInsertValue(
        getShadow(insert.getAggregateOperand()),
        getShadow(insert.getInsertedValueOperand()), insert.getIndices());
  }

  llvm::Value *visitCallInst(CallInst &call) {
    switch (classify(call)) {
    case CallKind::Mark:
      return uniteShadows(builder, getShadow(call.getArgOperand(0)),
                          buildMarkShadow(builder, call));
    case CallKind::Masked:
      return visitMasked(call);
    case CallKind::Reduction: {
      llvm::Value *any = builder.getInt32(0);
      for (llvm::Value *argument : call.args())
        any =
            uniteShadows(builder, any, anyShadow(builder, getShadow(argument)));
      return any;
    }
    default:
      return uniteOperands(call, call.args());
    }
  }

private:
  template <typename Operands>
  llvm::Value *uniteOperands(llvm::Instruction &inst, Operands &&operands) {
    llvm::Value *united = getNoShadow(inst.getType());
    for (llvm::Value *operand : operands)
      united = uniteShadows(builder, united, getShadow(operand));
    return united;
  }

  /// The mask is looked at where it is used.
  llvm::Value *visitMasked(CallInst &call) {
    llvm::Value *isOff = builder.CreateNot(call.getArgOperand(1));
    return maskShadow(builder, isOff, getShadow(call.getArgOperand(2)));
  }

  /// A scalar and a vector of one lane, cast to each other.
  llvm::Value *asShape(llvm::Value *shadow, llvm::Type *type) {
    bool isVector = isa<llvm::FixedVectorType>(shadow->getType());
    if (isVector == isa<llvm::FixedVectorType>(type))
      return shadow;
    return isVector ? anyShadow(builder, shadow)
                    : spreadShadow(builder, shadow, getShadowType(type));
  }

  /// Each of few lanes is made of several, or several of each.
  llvm::Value *regroup(llvm::Value *shadow, unsigned from, unsigned to,
                       llvm::Type *type) {
    llvm::Value *lanes =
        asShape(shadow, llvm::FixedVectorType::get(builder.getInt32Ty(), from));
    auto pick = [&](llvm::function_ref<int(int)> lane) {
      auto mask = llvm::map_to_vector(llvm::seq<int>(0, to), lane);
      return builder.CreateShuffleVector(lanes, mask);
    };
    if (to > from)
      return pick([&](int i) { return i / int(to / from); });
    llvm::Value *united = nullptr;
    for (int part = 0, parts = from / to; part < parts; ++part) {
      llvm::Value *next = pick([&](int i) { return i * parts + part; });
      united = united ? uniteShadows(builder, united, next) : next;
    }
    return asShape(united, type);
  }

  /// Within the vector: after its end, there is no shadow to be read.
  llvm::Value *clampIndex(llvm::Value *index, llvm::Type *vector) {
    llvm::Type *type = index->getType();
    unsigned count = getNumLanes(vector);
    if (!llvm::isUIntN(type->getIntegerBitWidth(), count))
      return index;
    llvm::Value *extent = llvm::ConstantInt::get(type, count);
    return builder.CreateSelect(builder.CreateICmpULT(index, extent), index,
                                llvm::ConstantInt::get(type, 0));
  }

  IRBuilder<> &builder;
  llvm::function_ref<llvm::Value *(llvm::Value *)> getShadow;
};

} // namespace

llvm::Value *mlir::layout::buildPoisonPropagation(
    IRBuilder<> &builder, llvm::Instruction &inst,
    llvm::function_ref<llvm::Value *(llvm::Value *)> getShadow) {
  return Propagation(builder, getShadow).visit(inst);
}
