//===- MaskedStores.cpp - Constant masks in LLVM IR -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before:
//   call @llvm.masked.store(<4 x i8> %x, ptr %p, <1, 0, 0, 0>)
// After:
//   %0 = extractelement <4 x i8> %x, 0
//   store i8 %0, ptr %p
//
//===----------------------------------------------------------------------===//

#include "MaskedStores.h"

#include "Layout/Conversion/LoneLanes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::layout;

static bool isMaskedStore(const llvm::Instruction &op) {
  auto *call = dyn_cast<llvm::IntrinsicInst>(&op);
  return call && call->getIntrinsicID() == llvm::Intrinsic::masked_store;
}

static bool canStoreLanes(llvm::Type *type) {
  auto *vector = dyn_cast<llvm::FixedVectorType>(type);
  return vector && vector->getElementType()->isIntegerTy() &&
         areLanesAddressable(vector->getScalarSizeInBits());
}

/// Empty for a mask that is not a constant. An undefined lane may be stored or
/// not, and so it is not.
static SmallVector<bool> readLanes(llvm::Value *mask, unsigned numLanes) {
  SmallVector<bool> lanes;
  if (auto *constant = dyn_cast<llvm::Constant>(mask))
    for (unsigned lane = 0; lane < numLanes; ++lane) {
      llvm::Constant *bit = constant->getAggregateElement(lane);
      if (!bit || (!isa<llvm::UndefValue>(bit) && !isa<llvm::ConstantInt>(bit)))
        return {};
      lanes.push_back(bit->isOneValue());
    }
  return lanes;
}

static void storeLane(llvm::IRBuilder<> &builder, llvm::Value *value,
                      llvm::Value *address, unsigned lane,
                      llvm::Align alignment) {
  llvm::Value *element = builder.CreateExtractElement(value, lane);
  llvm::Value *place =
      builder.CreateConstGEP1_64(element->getType(), address, lane);
  uint64_t bytes = value->getType()->getScalarSizeInBits() / 8;
  builder.CreateAlignedStore(element, place,
                             llvm::commonAlignment(alignment, lane * bytes));
}

static void storeLoneLanes(llvm::CallBase &store) {
  llvm::Value *value = store.getArgOperand(0);
  llvm::Value *address = store.getArgOperand(1);
  if (!canStoreLanes(value->getType()))
    return;
  auto *type = cast<llvm::FixedVectorType>(value->getType());
  SmallVector<bool> lanes =
      readLanes(store.getArgOperand(2), type->getNumElements());
  SmallVector<unsigned> lone = findLoneLanes(lanes);
  if (lone.empty())
    return;
  llvm::IRBuilder<> builder(&store);
  llvm::Align alignment = store.getParamAlign(1).valueOrOne();
  for (unsigned lane : lone) {
    storeLane(builder, value, address, lane, alignment);
    lanes[lane] = false;
  }
  if (llvm::is_contained(lanes, true)) {
    SmallVector<llvm::Constant *> bits;
    for (bool lane : lanes)
      bits.push_back(builder.getInt1(lane));
    builder.CreateMaskedStore(value, address, alignment,
                              llvm::ConstantVector::get(bits));
  }
  store.eraseFromParent();
}

void layout::storeLoneLanes(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &op :
         llvm::make_early_inc_range(llvm::instructions(function)))
      if (isMaskedStore(op))
        ::storeLoneLanes(cast<llvm::CallBase>(op));
}
