//===- DotProducts.cpp - Dot products of bytes as instructions ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = layout.dot %sums, %a, %b : vector<16xi32>, vector<64xi8>
// becomes, on a processor with AVX512-VNNI,
//   %r = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%sums, %a, %b)
//
//===----------------------------------------------------------------------===//

#include "DotProducts.h"

#include "Layout/Analysis/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kFeaturesName("target_features");

/// Sums in the shortest register with such an instruction.
static constexpr int64_t kLeastLanes = 128 / 32;

/// The features that `vpdpbusd` on registers of so many bits needs.
static SmallVector<StringRef> getFeatures(unsigned vectorBits) {
  if (vectorBits >= 512)
    return {"+avx512vnni", "+avx512vl"};
  return {"+avxvnni"};
}

/// LLVM has no such instruction for a function that does not name them, unless
/// it is told so otherwise.
static void addFeatures(func::FuncOp function, unsigned vectorBits) {
  SmallVector<StringRef> features;
  auto stated =
      function->getAttrOfType<LLVM::TargetFeaturesAttr>(kFeaturesName);
  if (stated)
    for (StringAttr feature : stated.getFeatures())
      features.push_back(feature);
  for (StringRef feature : getFeatures(vectorBits))
    if (!llvm::is_contained(features, feature))
      features.push_back(feature);
  function->setAttr(kFeaturesName, LLVM::TargetFeaturesAttr::get(
                                       function.getContext(), features));
}

static Value slice(ImplicitLocOpBuilder &builder, Value vector, int64_t first,
                   int64_t number) {
  return vector::ExtractStridedSliceOp::create(
      builder, vector, ArrayRef(first), ArrayRef(number), ArrayRef<int64_t>(1));
}

static Value buildInstruction(ImplicitLocOpBuilder &builder, Value sums,
                              Value left, Value right) {
  auto type = cast<VectorType>(sums.getType());
  std::string name = "llvm.x86.avx512.vpdpbusd." +
                     std::to_string(type.getNumElements() * 32);
  return LLVM::CallIntrinsicOp::create(builder, type,
                                       builder.getStringAttr(name),
                                       ValueRange{sums, left, right})
      .getResult(0);
}

/// By registers of the target, and by shorter ones at the end.
static Value buildInstructions(ImplicitLocOpBuilder &builder, DotOp op,
                               unsigned vectorBits) {
  int64_t number = op.getSums().getType().getNumElements(),
          size = vectorBits / 32;
  Value result = op.getSums();
  for (int64_t first = 0; first < number; first += size) {
    while (size > number - first)
      size /= 2;
    Value part = buildInstruction(
        builder, slice(builder, op.getSums(), first, size),
        slice(builder, op.getUnsignedBytes(), first * DotOp::kGroupSize,
              size * DotOp::kGroupSize),
        slice(builder, op.getSignedBytes(), first * DotOp::kGroupSize,
              size * DotOp::kGroupSize));
    result = vector::InsertStridedSliceOp::create(
        builder, part, result, ArrayRef(first), ArrayRef<int64_t>(1));
  }
  return result;
}

static Value buildArithmetic(ImplicitLocOpBuilder &builder, DotOp op) {
  VectorType sums = op.getSums().getType();
  VectorType products = VectorType::get(
      {sums.getNumElements() * DotOp::kGroupSize}, sums.getElementType());
  Value left = arith::ExtUIOp::create(builder, products, op.getUnsignedBytes()),
        right = arith::ExtSIOp::create(builder, products, op.getSignedBytes()),
        product = arith::MulIOp::create(builder, left, right);
  Value result = op.getSums();
  for (int64_t step = 0; step < DotOp::kGroupSize; ++step) {
    SmallVector<int64_t> places;
    for (int64_t i = 0; i < sums.getNumElements(); ++i)
      places.push_back(i * DotOp::kGroupSize + step);
    Value part =
        vector::ShuffleOp::create(builder, product, product, places);
    result = arith::AddIOp::create(builder, result, part);
  }
  return result;
}

void layout::expandDot(RewriterBase &rewriter, DotOp op,
                       bool mayBeInstruction) {
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  auto target = getTarget(op);
  auto function = op->getParentOfType<func::FuncOp>();
  bool fillsRegister =
      op.getSums().getType().getNumElements() % kLeastLanes == 0;
  if (!mayBeInstruction || failed(target) || !target->hasMixedDotProducts ||
      !function || !fillsRegister) {
    rewriter.replaceOp(op, buildArithmetic(builder, op));
    return;
  }
  unsigned vectorBits = std::clamp(target->vectorBits, 128u, 512u);
  addFeatures(function, vectorBits);
  rewriter.replaceOp(op, buildInstructions(builder, op, vectorBits));
}
