//===- GroupOps.cpp - Ops on groups of sums -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GroupOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::layout;

static int64_t getLength(Value vector) {
  return cast<VectorType>(vector.getType()).getNumElements();
}

static Value buildBitcast(OpBuilder &builder, Location loc, Value value,
                          Type element) {
  return vector::BitCastOp::create(
      builder, loc, VectorType::get({getLength(value)}, element), value);
}

/// Returns true for f16 and bf16: LLVM has no shuffles of these, and would move
/// their elements one by one. They are shuffled as integers.
static bool isShortFloat(Type element) {
  return isa<FloatType>(element) && element.isIntOrFloat() &&
         element.getIntOrFloatBitWidth() == 16;
}

/// Returns one of each two short floats, `step`, by shifting and truncating
/// numbers of 32 bits: if bf16 is extended to f32 afterwards, LLVM makes a
/// shift or a mask of all this.
static Value buildStepOfPairs(OpBuilder &builder, Location loc, Value wide,
                              int64_t step) {
  Type element = cast<VectorType>(wide.getType()).getElementType();
  auto pairs = VectorType::get({getLength(wide) / 2}, builder.getI32Type());
  Value part = vector::BitCastOp::create(builder, loc, pairs, wide);
  if (step == 1)
    part = arith::ShRUIOp::create(
        builder, loc, part,
        arith::ConstantOp::create(
            builder, loc,
            DenseElementsAttr::get(pairs, builder.getI32IntegerAttr(16))));
  part = arith::TruncIOp::create(builder, loc,
                                 pairs.clone(builder.getI16Type()), part);
  return buildBitcast(builder, loc, part, element);
}

Value layout::buildStep(OpBuilder &builder, Location loc, Value wide,
                        int64_t size, int64_t step) {
  Type element = cast<VectorType>(wide.getType()).getElementType();
  if (size == 2 && isShortFloat(element))
    return buildStepOfPairs(builder, loc, wide, step);
  SmallVector<int64_t> places;
  for (int64_t place = step; place < getLength(wide); place += size)
    places.push_back(place);
  if (isShortFloat(element))
    wide = buildBitcast(builder, loc, wide, builder.getI16Type());
  Value part = vector::ShuffleOp::create(builder, loc, wide, wide, places);
  return isShortFloat(element) ? buildBitcast(builder, loc, part, element)
                               : part;
}

/// Returns the elements of two vectors in turns: e0 o0 e1 o1 ..
static Value interleave(OpBuilder &builder, Location loc, Value even,
                        Value odd) {
  SmallVector<int64_t> places;
  for (int64_t place = 0; place < getLength(even); ++place)
    llvm::append_values(places, place, getLength(even) + place);
  return vector::ShuffleOp::create(builder, loc, even, odd, places);
}

Value layout::buildInterleaved(OpBuilder &builder, Location loc,
                               ArrayRef<Value> steps) {
  Type element = cast<VectorType>(steps.front().getType()).getElementType();
  SmallVector<Value> parts(steps);
  if (isShortFloat(element))
    for (Value &part : parts)
      part = buildBitcast(builder, loc, part, builder.getI16Type());
  // Of four steps, 0 with 2 and 1 with 3 first: then the results in turns are
  // 0 1 2 3. Each shuffle is of two registers.
  while (parts.size() > 1) {
    size_t half = parts.size() / 2;
    for (size_t i = 0; i < half; ++i)
      parts[i] = interleave(builder, loc, parts[i], parts[half + i]);
    parts.truncate(half);
  }
  return isShortFloat(element)
             ? buildBitcast(builder, loc, parts.front(), element)
             : parts.front();
}

Value layout::buildRepeated(OpBuilder &builder, Location loc, Value group,
                            int64_t numLanes) {
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < numLanes * getLength(group); ++i)
    places.push_back(i % getLength(group));
  return vector::ShuffleOp::create(builder, loc, group, group, places);
}

Value layout::buildBroadcast(OpBuilder &builder, Location loc, Value groups,
                             int64_t numLanes, int64_t numGroups,
                             int64_t position) {
  Type number = builder.getI32Type();
  Value group = vector::ExtractOp::create(
      builder, loc,
      vector::BitCastOp::create(builder, loc,
                                VectorType::get({numGroups}, number), groups),
      position);
  Value repeated = vector::BroadcastOp::create(
      builder, loc, VectorType::get({numLanes}, number), group);
  Type element = cast<VectorType>(groups.getType()).getElementType();
  int64_t length = numLanes * getLength(groups) / numGroups;
  return vector::BitCastOp::create(
      builder, loc, VectorType::get({length}, element), repeated);
}

Value layout::buildFlipped(OpBuilder &builder, Location loc, Value bytes) {
  APInt highest = APInt::getSignMask(8);
  Value bits = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(cast<VectorType>(bytes.getType()), highest));
  return arith::XOrIOp::create(builder, loc, bytes, bits);
}

static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isSigned, Type element) {
  if (getElementTypeOrSelf(value.getType()) == element)
    return value;
  auto type = VectorType::get({getLength(value)}, element);
  return isSigned ? Value(arith::ExtSIOp::create(builder, loc, type, value))
                  : Value(arith::ExtUIOp::create(builder, loc, type, value));
}

/// Signed numbers less a zero point of -128 or below are not negative. Where
/// LLVM finds that out, it extends the differences without their sign, no
/// longer knows that they fit 16 bits with one, and multiplies 32 bits. It does
/// know so of bytes without sign, which they are with the highest bit flipped.
static WideFactor flipIfNeverNegative(OpBuilder &builder, Location loc,
                                      const WideFactor &factor) {
  constexpr int64_t least = -128;
  auto type = cast<VectorType>(factor.elements.getType());
  if (!factor.isSigned || !type.getElementType().isInteger(8) ||
      factor.zeroPoint > least)
    return factor;
  return {buildFlipped(builder, loc, factor.elements), /*isSigned=*/false,
          factor.zeroPoint - least};
}

/// Returns the elements of `given` less its zero point, in 32 bits. The
/// difference is computed in 16 bits, which hold it (`fitsShort`), though
/// perhaps not both of its operands: the subtraction may wrap around, and is
/// still right.
static Value buildExtended(OpBuilder &builder, Location loc,
                           const WideFactor &given) {
  WideFactor factor = flipIfNeverNegative(builder, loc, given);
  Type whole = builder.getI32Type(), half = builder.getI16Type();
  if (factor.zeroPoint == 0)
    return extend(builder, loc, factor.elements, factor.isSigned, whole);
  Value shorts = extend(builder, loc, factor.elements, factor.isSigned, half);
  APInt number(16, factor.zeroPoint, /*isSigned=*/true, /*implicitTrunc=*/true);
  Value zeroPoint = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(cast<VectorType>(shorts.getType()), number));
  Value difference = arith::SubIOp::create(builder, loc, shorts, zeroPoint);
  return extend(builder, loc, difference, /*isSigned=*/true, whole);
}

Value layout::buildPairProducts(OpBuilder &builder, Location loc, Value sums,
                                const WideFactor &left,
                                const WideFactor &right) {
  Value products =
      arith::MulIOp::create(builder, loc, buildExtended(builder, loc, left),
                            buildExtended(builder, loc, right));
  Value pairs = arith::AddIOp::create(builder, loc,
                                      buildStep(builder, loc, products, 2, 0),
                                      buildStep(builder, loc, products, 2, 1));
  return arith::AddIOp::create(builder, loc, sums, pairs);
}

Value layout::splitSums(OpBuilder &builder, Location loc, Value sums,
                        int64_t numPairs) {
  if (numPairs == 1)
    return sums;
  // The sum goes to the first part of each lane, so that the parts add up to
  // it.
  Value zeros = arith::ConstantOp::create(builder, loc,
                                          builder.getZeroAttr(sums.getType()));
  int64_t numLanes = getLength(sums);
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < numLanes * numPairs; ++i)
    places.push_back(i % numPairs ? numLanes : i / numPairs);
  return vector::ShuffleOp::create(builder, loc, sums, zeros, places);
}

Value layout::joinSums(OpBuilder &builder, Location loc, Value parts,
                       int64_t numPairs) {
  if (numPairs == 1)
    return parts;
  Value sums = buildStep(builder, loc, parts, numPairs, 0);
  for (int64_t i = 1; i < numPairs; ++i)
    sums = arith::AddIOp::create(builder, loc, sums,
                                 buildStep(builder, loc, parts, numPairs, i));
  return sums;
}
