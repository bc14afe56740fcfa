//===- VectorBody.cpp - What lanes can execute ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorBody.h"

#include "BufferRows.h"
#include "Layout/IR/LaidOut.h"
#include "Transforms/Support/Approximations.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::layout;

bool layout::isLaneType(Type type) {
  if (!type.isSignlessIntOrFloat())
    return false;
  // LLVM has 8-bit floats as integers; of 16 bits and more, these are all.
  unsigned width = type.getIntOrFloatBitWidth();
  return width == 8 || width == 16 || width == 32 || width == 64;
}

bool layout::areLanesOfSum(int64_t numLanes, unsigned elementBits) {
  constexpr int64_t minBits = 64;
  return llvm::isPowerOf2_64(numLanes) && numLanes >= 2 &&
         numLanes <= kMaxLanes && numLanes * elementBits >= minBits;
}

static bool hasPlainRows(MemRefType type) {
  return hasContiguousRows(type) && isLaneType(type.getElementType());
}

/// Calls of a library are of one number each, and powers have a scalar
/// exponent.
static bool hasNoVectorForm(Operation *op) {
  return !mayBeApproximated(op) &&
         isa<math::AsinhOp, math::AcoshOp, math::AtanhOp, math::ErfOp,
             math::ErfcOp, math::CbrtOp, math::FPowIOp, math::IPowIOp>(op);
}

static bool isElementwise(Operation *op) {
  auto isScalar = [](Type type) { return type.isSignlessIntOrFloat(); };
  return OpTrait::hasElementwiseMappableTraits(op) && isPure(op) &&
         !hasNoVectorForm(op) &&
         llvm::all_of(op->getOperandTypes(), isScalar) &&
         llvm::all_of(op->getResultTypes(), isScalar);
}

Operation *layout::findUnvectorizable(Block *body) {
  for (Operation &op : body->without_terminator()) {
    bool isFine;
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      isFine = hasPlainRows(load.getMemRefType());
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      isFine = hasPlainRows(store.getMemRefType());
    else
      isFine = op.getNumRegions() == 0 &&
               (matchPattern(&op, m_Constant()) || isElementwise(&op));
    if (!isFine)
      return &op;
  }
  return nullptr;
}

/// Of an access by index, why it is none of lanes.
static std::string describeAccess(MemRefType type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (!isLaneType(type.getElementType()))
    stream << "elements of type '" << type.getElementType()
           << "' are not vectorized; use integers or floats of 8, 16, 32 or 64 "
              "bits";
  else if (type.getRank() == 0)
    stream << "each iteration accesses the one element of '" << type
           << "'; a sum into it is vectorized where its terms may be added up "
              "in any order: as integers, by fastmath<reassoc> or by "
              "reassociate";
  else if (isLaidOut(type))
    stream << "the layout of '" << type
           << "' is not applied; run layout-apply first";
  else if (isa<BufferAttr>(type.getLayout()))
    stream << "'" << type << "' has axis separators; run layout-flatten first";
  else
    stream << "rows of '" << type
           << "' are not known to be contiguous; copy it to a buffer of rank 1 "
              "or more with the identity layout, or one whose last stride is 1";
  return text;
}

std::string layout::describeUnvectorizable(Operation *op) {
  std::string text = "'" + op->getName().getStringRef().str() + "' ";
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return text + "has no vector form: " + describeAccess(load.getMemRefType());
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return text +
           "has no vector form: " + describeAccess(store.getMemRefType());
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return text + "is no affine access; layout-raise-loops makes one of it, or "
                  "says why not";
  if (isa<affine::AffineApplyOp>(op) &&
      llvm::any_of(op->getUsers(),
                   llvm::IsaPred<arith::IndexCastOp, arith::IndexCastUIOp>))
    return text + "computes an index that is used as a number, which has no "
                  "vector form; move it to a loop of its own";
  if (isa<affine::AffineApplyOp>(op))
    return text + "computes an index; layout-raise-loops makes it part of an "
                  "affine access, or says why not";
  if (isa<LoopLikeOpInterface>(op))
    return text + "is a loop with another step than 1, that carries values, or "
                  "beside other ops; run affine-loop-normalize or "
                  "layout-distribute-loops";
  if (isa<RegionBranchOpInterface>(op))
    return text + "is a branch, which has no vector form; compute both sides "
                  "and choose with arith.select, or move it out of the loop";
  return text + "has no known vector form: expects elementwise ops on integers "
                "and floats; move it to a loop of its own";
}

bool layout::containsLoop(Operation *op) {
  return op->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}
