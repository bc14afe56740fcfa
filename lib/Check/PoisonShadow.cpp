//===- PoisonShadow.cpp - Shadow values of poison -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoisonShadow.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::layout;
using llvm::dyn_cast;
using llvm::IRBuilder;
using llvm::isa;

static bool isAggregate(llvm::Type *type) { return type->isAggregateType(); }

static unsigned getNumParts(llvm::Type *type) {
  return isa<llvm::StructType>(type) ? type->getStructNumElements()
                                     : type->getArrayNumElements();
}

llvm::Type *mlir::layout::getShadowType(llvm::Type *type) {
  llvm::Type *number = llvm::Type::getInt32Ty(type->getContext());
  if (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy())
    return number;
  if (auto *vector = dyn_cast<llvm::FixedVectorType>(type))
    return llvm::FixedVectorType::get(number, vector->getNumElements());
  if (auto *array = dyn_cast<llvm::ArrayType>(type)) {
    llvm::Type *element = getShadowType(array->getElementType());
    return element ? llvm::ArrayType::get(element, array->getNumElements())
                   : nullptr;
  }
  auto *aggregate = dyn_cast<llvm::StructType>(type);
  if (!aggregate || aggregate->isOpaque())
    return nullptr;
  llvm::SmallVector<llvm::Type *> parts;
  for (llvm::Type *part : aggregate->elements()) {
    parts.push_back(getShadowType(part));
    if (!parts.back())
      return nullptr;
  }
  return llvm::StructType::get(type->getContext(), parts);
}

llvm::Constant *mlir::layout::getNoShadow(llvm::Type *type) {
  return llvm::Constant::getNullValue(getShadowType(type));
}

/// Puts an aggregate together from what `make` says for each of its parts.
static llvm::Value *mapParts(IRBuilder<> &builder, llvm::Type *type,
                             llvm::function_ref<llvm::Value *(unsigned)> make) {
  llvm::Value *whole = llvm::PoisonValue::get(type);
  for (unsigned i = 0, e = getNumParts(type); i < e; ++i)
    whole = builder.CreateInsertValue(whole, make(i), i);
  return whole;
}

llvm::Value *mlir::layout::spreadShadow(IRBuilder<> &builder,
                                        llvm::Value *scalar, llvm::Type *to) {
  if (auto *vector = dyn_cast<llvm::FixedVectorType>(to))
    return builder.CreateVectorSplat(vector->getNumElements(), scalar);
  if (!isAggregate(to))
    return scalar;
  return mapParts(builder, to, [&](unsigned i) {
    return spreadShadow(builder, scalar,
                        llvm::ExtractValueInst::getIndexedType(to, i));
  });
}

llvm::Value *mlir::layout::uniteShadows(IRBuilder<> &builder, llvm::Value *a,
                                        llvm::Value *b) {
  auto isNone = [](llvm::Value *shadow) {
    auto *constant = dyn_cast<llvm::Constant>(shadow);
    return constant && constant->isNullValue();
  };
  if (a->getType() != b->getType()) {
    if (a->getType()->isIntegerTy())
      std::swap(a, b);
    b = spreadShadow(builder, b, a->getType());
  }
  if (isNone(a) || isNone(b))
    return isNone(a) ? b : a;
  if (!isAggregate(a->getType()))
    return builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
  return mapParts(builder, a->getType(), [&](unsigned i) {
    return uniteShadows(builder, builder.CreateExtractValue(a, i),
                        builder.CreateExtractValue(b, i));
  });
}

llvm::Value *mlir::layout::anyShadow(IRBuilder<> &builder,
                                     llvm::Value *shadow) {
  if (isa<llvm::FixedVectorType>(shadow->getType()))
    return builder.CreateIntMaxReduce(shadow, /*IsSigned=*/false);
  if (!isAggregate(shadow->getType()))
    return shadow;
  llvm::Value *any = builder.getInt32(0);
  for (unsigned i = 0, e = getNumParts(shadow->getType()); i < e; ++i)
    any =
        uniteShadows(builder, any,
                     anyShadow(builder, builder.CreateExtractValue(shadow, i)));
  return any;
}

llvm::Value *mlir::layout::maskShadow(IRBuilder<> &builder,
                                      llvm::Value *condition,
                                      llvm::Value *shadow) {
  llvm::Type *type = shadow->getType();
  bool isForAll = condition->getType()->isIntegerTy();
  if (!isAggregate(type) || isForAll)
    return builder.CreateSelect(condition, shadow,
                                llvm::Constant::getNullValue(type));
  return mapParts(builder, type, [&](unsigned i) {
    return maskShadow(builder, builder.CreateExtractValue(condition, i),
                      builder.CreateExtractValue(shadow, i));
  });
}

/// The bits in each part of `width` that has 64 of them.
static llvm::Value *repeatBits(IRBuilder<> &builder, llvm::Value *bits,
                               unsigned width) {
  llvm::Value *wide = builder.CreateZExtOrTrunc(bits, builder.getIntNTy(width));
  if (width <= 64)
    return wide;
  llvm::APInt ones(width, 0);
  for (unsigned i = 0; i < width; i += 64)
    ones.setBit(i);
  return builder.CreateMul(wide, builder.getInt(ones));
}

llvm::Value *mlir::layout::changeWherePoison(IRBuilder<> &builder,
                                             llvm::Value *value,
                                             llvm::Value *shadow,
                                             llvm::Value *bits) {
  llvm::Type *type = value->getType();
  if (isAggregate(type))
    return mapParts(builder, type, [&](unsigned i) {
      return changeWherePoison(builder, builder.CreateExtractValue(value, i),
                               builder.CreateExtractValue(shadow, i), bits);
    });
  unsigned width = type->getScalarSizeInBits();
  llvm::Value *change = repeatBits(builder, bits, width);
  llvm::Type *integer = change->getType();
  if (auto *vector = dyn_cast<llvm::FixedVectorType>(type)) {
    change = builder.CreateVectorSplat(vector->getNumElements(), change);
    integer = change->getType();
  }
  llvm::Value *isPoison = builder.CreateICmpNE(
      shadow, llvm::Constant::getNullValue(shadow->getType()));
  change = builder.CreateSelect(isPoison, change,
                                llvm::Constant::getNullValue(integer));
  llvm::Value *changed =
      builder.CreateXor(builder.CreateBitCast(value, integer), change);
  return builder.CreateBitCast(changed, type);
}
