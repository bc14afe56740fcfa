//===- ContractionLayouts.cpp - Which layouts make what fast --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLayouts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Vectors side by side in a block: two hide the latency of a sum, and leave
/// registers for as many rows as a tile has.
constexpr int64_t kVectorsPerBlock = 2;

/// An element that is converted costs about as much as some products. Where
/// each takes part in fewer than these, the conversion is not paid back.
constexpr int64_t kFewUses = 16;

/// Reads the table for one op.
class TableReader {
public:
  TableReader(linalg::LinalgOp op, const Target &target, std::string &why)
      : op(op), why(why), context(op->getContext()) {
    Type element = getType(op->getNumOperands() - 1).getElementType();
    block = kVectorsPerBlock * target.getNumLanes(element);
  }

  std::optional<OperandLayouts> read() {
    for (Value operand : op->getOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.getType());
      if (!type || !type.hasStaticShape())
        return fail("its extents are not known");
      if (!isa<FloatType>(type.getElementType()) ||
          type.getElementType() != getType(0).getElementType())
        return fail("its elements are not all floats of one type");
    }
    if (isa<linalg::MatmulOp>(op.getOperation()))
      return readMatmul();
    if (isa<linalg::Conv2DNhwcHwcfOp>(op.getOperation()))
      return readConvolution();
    return readDepthwise();
  }

private:
  RankedTensorType getType(unsigned operand) {
    return cast<RankedTensorType>(op->getOperand(operand).getType());
  }

  std::nullopt_t fail(StringRef reason) {
    why = reason.str();
    return std::nullopt;
  }

  AffineExpr dim(unsigned d) { return getAffineDimExpr(d, context); }

  /// Padding holds 0: it adds nothing to a sum, and is what a sum of it is.
  BufferAttr get(unsigned operand, ArrayRef<AffineExpr> results) {
    RankedTensorType type = getType(operand);
    TypedAttr zero = Builder(context).getZeroAttr(type.getElementType());
    return BufferAttr::get(AffineMap::get(type.getRank(), 0, results, context),
                           PadAttr::get(zero));
  }

  std::optional<OperandLayouts> readMatmul() {
    if (op.hasUserDefinedMaps())
      return fail("a factor of it is transposed or broadcast");
    ArrayRef<int64_t> shape = getType(2).getShape();
    int64_t depth = getType(0).getShape()[1];
    if (shape[1] < block || shape[0] < kFewUses || depth < kFewUses)
      return fail("its extents are small");
    SmallVector<AffineExpr, 3> panels{dim(1).floorDiv(block), dim(0),
                                      dim(1) % block};
    return OperandLayouts{BufferAttr(), get(1, panels), get(2, panels)};
  }

  /// (n, h, w, c) in blocks of channels.
  BufferAttr getImage(unsigned operand) {
    return get(operand, {dim(0), dim(3).floorDiv(block), dim(1), dim(2),
                         dim(3) % block});
  }

  bool hasFewUses() {
    ArrayRef<int64_t> window = getType(1).getShape(),
                      result = getType(2).getShape();
    int64_t depth = window[0] * window[1];
    if (window.size() == 4)
      depth *= window[2];
    return result[0] * result[1] * result[2] < kFewUses || depth < kFewUses;
  }

  std::optional<OperandLayouts> readConvolution() {
    int64_t channels = getType(1).getShape()[2];
    int64_t results = getType(1).getShape()[3];
    if (results < block || hasFewUses())
      return fail("its extents are small");
    AffineExpr resultBlock = dim(3).floorDiv(block), lane = dim(3) % block;
    // Of few channels, such as colours, a block would mostly be padding.
    if (channels < block)
      return OperandLayouts{BufferAttr(),
                            get(1, {resultBlock, dim(0), dim(1), dim(2), lane}),
                            getImage(2)};
    return OperandLayouts{
        getImage(0),
        get(1, {resultBlock, dim(0), dim(1), dim(2).floorDiv(block),
                dim(2) % block, lane}),
        getImage(2)};
  }

  std::optional<OperandLayouts> readDepthwise() {
    ArrayRef<int64_t> result = getType(2).getShape();
    if (result[3] < block || result[0] * result[1] * result[2] < kFewUses)
      return fail("its extents are small");
    return OperandLayouts{
        getImage(0),
        get(1, {dim(2).floorDiv(block), dim(0), dim(1), dim(2) % block}),
        getImage(2)};
  }

  linalg::LinalgOp op;
  std::string &why;
  MLIRContext *context;
  int64_t block;
};

} // namespace

bool layout::isContraction(Operation *op) {
  return isa<linalg::MatmulOp, linalg::Conv2DNhwcHwcfOp,
             linalg::DepthwiseConv2DNhwcHwcOp>(op);
}

std::optional<OperandLayouts>
layout::findContractionLayouts(Operation *op, const Target &target,
                               std::string &why) {
  return TableReader(cast<linalg::LinalgOp>(op), target, why).read();
}
