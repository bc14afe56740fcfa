//===- OddConversions.cpp - Conversions of odd vectors in LLVM IR ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   %0 = sext <20 x i32> %x to <20 x i64>
//   %1 = mul <20 x i64> %0, %y
// After:
//   %2 = shufflevector <20 x i32> %x, poison, <0, ..., 15>
//   %3 = sext <16 x i32> %2 to <16 x i64>
//   %4 = shufflevector <20 x i32> %x, poison, <16, ..., 19>
//   %5 = sext <4 x i32> %4 to <4 x i64>
//   %0 = ... the lanes of %3, and those of %5
//   %1 = mul <20 x i64> %0, %y
//
// Before:
//   %0 = trunc <3 x i64> %x to <3 x i8>
// After:
//   %1 = shufflevector <3 x i64> %x, poison, <0, 1, 2, poison>
//   %2 = trunc <4 x i64> %1 to <4 x i8>
//   %0 = shufflevector <4 x i8> %2, poison, <0, 1, 2>
//
//===----------------------------------------------------------------------===//

#include "OddConversions.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::layout;

/// Vectors of three lanes are extended as ones of four.
static unsigned getPart(unsigned numLanes) {
  return numLanes == 3 ? 3 : llvm::bit_floor(numLanes);
}

static bool isProduct(const llvm::User *user) {
  auto *op = dyn_cast<llvm::BinaryOperator>(user);
  return op && op->getOpcode() == llvm::Instruction::Mul;
}

static bool isOddFactor(const llvm::Instruction &op) {
  if (!isa<llvm::SExtInst, llvm::ZExtInst>(op))
    return false;
  auto *type = dyn_cast<llvm::FixedVectorType>(op.getType());
  return type && type->getScalarSizeInBits() == 64 &&
         getPart(type->getNumElements()) != type->getNumElements() &&
         llvm::any_of(op.users(), isProduct);
}

/// Returns the lanes of `vector` from `first` as lanes from `place` of a
/// vector of `numLanes`, whose other lanes are undefined.
static llvm::Value *moveLanes(llvm::IRBuilder<> &builder, llvm::Value *vector,
                              unsigned first, unsigned count, unsigned place,
                              unsigned numLanes) {
  SmallVector<int> lanes(numLanes, llvm::PoisonMaskElem);
  for (unsigned lane = 0; lane < count; ++lane)
    lanes[place + lane] = first + lane;
  return builder.CreateShuffleVector(vector, lanes);
}

static void splitExtension(llvm::CastInst &extension) {
  auto *type = cast<llvm::FixedVectorType>(extension.getType());
  unsigned numLanes = type->getNumElements();
  llvm::IRBuilder<> builder(&extension);
  llvm::Value *value = extension.getOperand(0), *whole = nullptr;
  for (unsigned begin = 0, count; begin < numLanes; begin += count) {
    count = getPart(numLanes - begin);
    llvm::Value *part = builder.CreateCast(
        extension.getOpcode(),
        moveLanes(builder, value, begin, count, 0, count),
        llvm::FixedVectorType::get(type->getElementType(), count));
    part = moveLanes(builder, part, 0, count, begin, numLanes);
    if (!whole) {
      whole = part;
      continue;
    }
    SmallVector<int> lanes;
    for (unsigned lane = 0; lane < numLanes; ++lane)
      lanes.push_back(lane < begin ? lane : numLanes + lane);
    whole = builder.CreateShuffleVector(whole, part, lanes);
  }
  extension.replaceAllUsesWith(whole);
  extension.eraseFromParent();
}

/// Returns true if it is a truncation of three lanes of i64 to i8 where
/// registers of SVE have 256 bits or more.
static bool isOddTruncation(const llvm::Instruction &op) {
  auto *type = dyn_cast<llvm::FixedVectorType>(op.getType());
  llvm::Attribute scale =
      op.getFunction()->getFnAttribute(llvm::Attribute::VScaleRange);
  return isa<llvm::TruncInst>(op) && type && type->getNumElements() == 3 &&
         type->getScalarSizeInBits() == 8 &&
         op.getOperand(0)->getType()->getScalarSizeInBits() == 64 &&
         scale.isValid() && scale.getVScaleRangeMin() > 1;
}

static void widenTruncation(llvm::Instruction &truncation) {
  auto *type = cast<llvm::FixedVectorType>(truncation.getType());
  unsigned numLanes = type->getNumElements(), whole = numLanes + 1;
  llvm::IRBuilder<> builder(&truncation);
  llvm::Value *wide =
      moveLanes(builder, truncation.getOperand(0), 0, numLanes, 0, whole);
  wide = builder.CreateTrunc(
      wide, llvm::FixedVectorType::get(type->getElementType(), whole));
  truncation.replaceAllUsesWith(
      moveLanes(builder, wide, 0, numLanes, 0, numLanes));
  truncation.eraseFromParent();
}

void layout::rewriteOddConversions(llvm::Module &module) {
  const llvm::Triple &triple = module.getTargetTriple();
  for (llvm::Function &function : module)
    for (llvm::Instruction &op :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (triple.isX86() && isOddFactor(op))
        splitExtension(cast<llvm::CastInst>(op));
      else if (triple.isAArch64() && isOddTruncation(op))
        widenTruncation(op);
}
