//===- RegisterIntrinsics.cpp - LLVM's intrinsics on registers ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegisterIntrinsics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kFeaturesName("target_features");

std::optional<RegisterElement> layout::findRegisterElement(Value scalar) {
  auto extract = scalar.getDefiningOp<vector::ExtractOp>();
  if (!extract || extract.hasDynamicPosition() ||
      !scalar.getType().isIntOrFloat())
    return std::nullopt;
  VectorType type = extract.getSourceVectorType();
  bool isRegister =
      type.getRank() == 1 && !type.isScalable() &&
      type.getNumElements() * type.getElementTypeBitWidth() == kUnitBitsOfSVE;
  if (!isRegister)
    return std::nullopt;
  return RegisterElement{extract.getSource(),
                         extract.getStaticPosition().front()};
}

void layout::addFeatures(func::FuncOp function, StringRef needed) {
  SmallVector<StringRef> features, names;
  needed.split(names, ',');
  auto stated =
      function->getAttrOfType<LLVM::TargetFeaturesAttr>(kFeaturesName);
  if (stated)
    for (StringAttr feature : stated.getFeatures())
      features.push_back(feature);
  for (StringRef feature : names)
    if (!llvm::is_contained(features, feature))
      features.push_back(feature);
  function->setAttr(kFeaturesName, LLVM::TargetFeaturesAttr::get(
                                       function.getContext(), features));
}

Value layout::buildIntrinsic(ImplicitLocOpBuilder &builder, Type type,
                             const Twine &name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(builder, type,
                                       builder.getStringAttr(name), operands)
      .getResult(0);
}

Value layout::buildNumber(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIntOp::create(builder, builder.getI64Type(), number);
}

Value layout::sliceLanes(ImplicitLocOpBuilder &builder, Value vector,
                         int64_t first, int64_t number) {
  return vector::ExtractStridedSliceOp::create(
      builder, vector, ArrayRef(first), ArrayRef(number), ArrayRef<int64_t>(1));
}

Value layout::buildWhole(ImplicitLocOpBuilder &builder, Value operand,
                         int64_t unitBits) {
  Type element = cast<VectorType>(operand.getType()).getElementType();
  auto type = VectorType::get({unitBits / element.getIntOrFloatBitWidth()},
                              element, ArrayRef{true});
  Value any = LLVM::PoisonOp::create(builder, type);
  return vector::ScalableInsertOp::create(builder, operand, any, 0);
}

/// LLVM has no vectors of bf16 of a known length in registers of SVE: it would
/// bring them there by the stack. They become pairs before.
Value layout::buildWholeOfSVE(ImplicitLocOpBuilder &builder, Value operand) {
  auto type = cast<VectorType>(operand.getType());
  Type element = type.getElementType();
  if (!element.isBF16())
    return buildWhole(builder, operand, kUnitBitsOfSVE);
  auto pairs =
      VectorType::get({type.getNumElements() / 2}, builder.getI32Type());
  Value whole =
      buildWhole(builder, vector::BitCastOp::create(builder, pairs, operand),
                 kUnitBitsOfSVE);
  return vector::BitCastOp::create(
      builder,
      VectorType::get({kUnitBitsOfSVE / element.getIntOrFloatBitWidth()},
                      element, ArrayRef{true}),
      whole);
}

int64_t layout::countUnits(int64_t numLanes, unsigned vectorBits) {
  return llvm::PowerOf2Ceil(llvm::divideCeil(32 * numLanes, vectorBits));
}

/// Returns how LLVM names `type` after a name of an intrinsic: nxv4f32.
static std::string getSuffix(VectorType type) {
  Type element = type.getElementType();
  return ("nxv" + Twine(type.getNumElements()) +
          (element.isInteger() ? "i" : "f") +
          Twine(element.getIntOrFloatBitWidth()))
      .str();
}

Value layout::buildByElement(ImplicitLocOpBuilder &builder, const Twine &name,
                             ValueRange operands,
                             const RegisterElement &element) {
  SmallVector<Value> whole;
  for (Value operand : operands)
    whole.push_back(buildWholeOfSVE(builder, operand));
  Value elements = buildWholeOfSVE(builder, element.elements),
        first = arith::ConstantIntOp::create(builder, builder.getI64Type(), 0),
        position = arith::ConstantIntOp::create(builder, builder.getI32Type(),
                                                element.position);
  auto type = cast<VectorType>(elements.getType());
  elements = buildIntrinsic(
      builder, type, "llvm.aarch64.sve.dupq.lane." + Twine(getSuffix(type)),
      {elements, first});
  if (Type ofFactor = whole.back().getType(); ofFactor != type)
    elements = vector::BitCastOp::create(builder, ofFactor, elements);
  llvm::append_values(whole, elements, position);
  Value result = buildIntrinsic(builder, whole[0].getType(), name, whole);
  return vector::ScalableExtractOp::create(builder, operands[0].getType(),
                                           result, 0);
}

Value layout::buildParts(ImplicitLocOpBuilder &builder, Value sums,
                         int64_t longest,
                         function_ref<Value(Value, int64_t, int64_t)> build) {
  Value result = sums;
  int64_t number = cast<VectorType>(sums.getType()).getNumElements(),
          size = longest;
  for (int64_t first = 0; first < number; first += size) {
    while (size > number - first)
      size /= 2;
    Value part = build(sliceLanes(builder, sums, first, size), first, size);
    result = vector::InsertStridedSliceOp::create(
        builder, part, result, ArrayRef(first), ArrayRef<int64_t>(1));
  }
  return result;
}
