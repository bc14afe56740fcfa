//===- SwizzleCandidates.cpp - Layouts for workgroup buffers --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer [64, 64] of f16 that is accessed by 8 elements has, among others,
//
//     swizzle<3, 3, 3>    (i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)
//     a pad of 8          (i, j) -> (i, j), extent<[?, ? + 8]>
//
//===----------------------------------------------------------------------===//

#include "SwizzleCandidates.h"

#include "Layout/Map/Banks.h"
#include "Layout/Map/Xor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::layout;

static constexpr int64_t maxBits = 5, maxShift = 8, maxBases = 4;

/// The row-major number of the row of an index.
static AffineExpr getRow(MLIRContext *context, ArrayRef<int64_t> shape) {
  AffineExpr row = getAffineConstantExpr(0, context);
  for (size_t dim = 0; dim + 1 < shape.size(); ++dim)
    row = row * shape[dim] + getAffineDimExpr(dim, context);
  return row;
}

static AffineExpr getColumn(MLIRContext *context, ArrayRef<int64_t> shape) {
  return getAffineDimExpr(shape.size() - 1, context);
}

std::string SwizzleCandidate::str() const {
  if (rowPad)
    return "a pad of " + std::to_string(rowPad) +
           (rowPad == 1 ? " element" : " elements") + " for each row";
  return "swizzle<" + std::to_string(bits) + ", " + std::to_string(base) +
         ", " + std::to_string(shift) + ">";
}

AffineExpr SwizzleCandidate::getOffset(MLIRContext *context,
                                       ArrayRef<int64_t> shape) const {
  AffineExpr offset = getRow(context, shape) * (shape.back() + rowPad) +
                      getColumn(context, shape);
  std::string why;
  return rowPad ? offset : expandSwizzle(offset, bits, base, shift, why);
}

/// Returns true if the swizzle adds bits of the row to bits of the column.
static bool keepsRows(const SwizzleCandidate &swizzle, int64_t rowLength) {
  if (!llvm::isPowerOf2_64(rowLength))
    return false;
  int64_t numBits = llvm::Log2_64(rowLength);
  return swizzle.base + swizzle.bits <= numBits &&
         swizzle.base + swizzle.shift >= numBits;
}

/// (i, j) -> (i, (j floordiv 2^base) xor (bits of i), j mod 2^base)
static AffineMap getMapOfRows(const SwizzleCandidate &swizzle,
                              MLIRContext *context, ArrayRef<int64_t> shape) {
  int64_t from =
      swizzle.base + swizzle.shift - int64_t(llvm::Log2_64(shape.back()));
  int64_t unit = int64_t(1) << swizzle.base;
  SmallVector<Interval> inside;
  for (int64_t extent : shape)
    inside.push_back({0, extent - 1});
  AffineExpr column = getColumn(context, shape);
  AffineExpr field = getRow(context, shape).floorDiv(int64_t(1) << from) %
                     (int64_t(1) << swizzle.bits);
  field = simplifyUnderRanges(field, inside, {});
  // Its bits must follow from its structure: the range of i may have decided
  // the remainder in (i floordiv 8) mod 8.
  if (field.getKind() != AffineExprKind::Mod)
    field = field % (int64_t(1) << swizzle.bits);
  std::string why;
  SmallVector<AffineExpr> results;
  for (size_t dim = 0; dim + 1 < shape.size(); ++dim)
    results.push_back(getAffineDimExpr(dim, context));
  results.push_back(expandXor({column.floorDiv(unit), field}, why));
  if (unit > 1)
    results.push_back(column % unit);
  return AffineMap::get(shape.size(), 0, results, context);
}

BufferAttr SwizzleCandidate::getLayout(MLIRContext *context,
                                       ArrayRef<int64_t> shape) const {
  auto none = PadAttr::get(context, PadKind::None);
  if (rowPad) {
    SmallVector<StatedExtent> extents(shape.size(), StatedExtent::derived());
    extents.back() = StatedExtent::derived(rowPad);
    auto map = AffineMap::getMultiDimIdentityMap(shape.size(), context);
    return BufferAttr::get(context, {IndexMapAttr::get(map)},
                           {ExtentAttr::get(context, extents)}, {none},
                           AxisSeparatorAttr());
  }
  if (keepsRows(*this, shape.back()))
    return BufferAttr::get(getMapOfRows(*this, context, shape), none);
  return BufferAttr::get(
      AffineMap::get(shape.size(), 0, getOffset(context, shape)), none);
}

std::vector<SwizzleCandidate> layout::listSwizzles(ArrayRef<int64_t> shape,
                                                   int64_t bytesPerElement,
                                                   int64_t runLength) {
  std::vector<SwizzleCandidate> candidates;
  int64_t numElements = llvm::product_of(shape, int64_t(1));
  // What moves within a word, or within a run, stays in its bank.
  int64_t unit = llvm::divideCeil(BankRules::bytesPerBank, bytesPerElement);
  int64_t least = llvm::Log2_64_Ceil(std::max(unit, runLength));
  for (int64_t bits = 1; bits <= maxBits; ++bits)
    for (int64_t base = least; base < least + maxBases; ++base)
      for (int64_t shift = bits; shift <= maxShift; ++shift) {
        int64_t period = int64_t(1) << (base + bits);
        if (int64_t(1) << (base + shift) >= numElements)
          continue; // the bits that it reads are 0
        candidates.push_back({0, bits, base, shift,
                              int64_t(llvm::alignTo(numElements, period))});
      }
  int64_t numRows = numElements / shape.back();
  int64_t wholeBanks =
      BankRules::numBanks * BankRules::bytesPerBank / bytesPerElement;
  // A longer access is served in pieces, which stay aligned.
  int64_t piece = std::max<int64_t>(BankRules::maxBytes / bytesPerElement, 1);
  int64_t step = std::min(runLength, piece);
  for (int64_t pad = step; pad <= wholeBanks && shape.size() > 1; pad += step)
    candidates.push_back({pad, 0, 0, 0, numRows * (shape.back() + pad)});
  return candidates;
}
