//===- ContractionLayouts.cpp - Which layouts make what fast --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionLayouts.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Matchers.h"

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
    lanes = target.getNumLanes(element);
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
    if (auto matmul = dyn_cast<linalg::MatmulOp>(op.getOperation()))
      return readMatmul(matmul.hasUserDefinedMaps());
    if (auto matmul = dyn_cast<linalg::BatchMatmulOp>(op.getOperation()))
      return readMatmul(matmul.hasUserDefinedMaps());
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

  BufferAttr get(unsigned operand, ArrayRef<AffineExpr> results, PadAttr pad) {
    return BufferAttr::get(
        AffineMap::get(getType(operand).getRank(), 0, results, context), pad);
  }

  /// No loop runs over the padding of data: it may hold anything, and whole
  /// vectors of it are stored.
  BufferAttr getData(unsigned operand, ArrayRef<AffineExpr> results) {
    return get(operand, results, PadAttr::get(context, PadKind::Undef));
  }

  /// Padding of weights is written once, and read with each vector: 0 makes
  /// neither exceptions nor slow numbers.
  BufferAttr getWeights(ArrayRef<AffineExpr> results) {
    Type element = getType(1).getElementType();
    return get(1, results, PadAttr::get(Builder(context).getZeroAttr(element)));
  }

  /// Whatever has as many channels or columns lies in the same blocks, so that
  /// what one op makes another one takes as it is.
  int64_t getBlock(int64_t extent) {
    return extent < kVectorsPerBlock * lanes ? lanes : kVectorsPerBlock * lanes;
  }
  bool isNarrow(int64_t extent) { return extent < lanes; }
  AffineExpr getBlockOf(unsigned d, int64_t extent) {
    return dim(d).floorDiv(getBlock(extent));
  }
  AffineExpr getLaneOf(unsigned d, int64_t extent) {
    return dim(d) % getBlock(extent);
  }

  /// (.., row, column) in panels of columns. A single row lies as an image of
  /// one place, of which it may be the average.
  SmallVector<AffineExpr> getPanels(unsigned operand) {
    ArrayRef<int64_t> shape = getType(operand).getShape();
    unsigned column = shape.size() - 1, row = column - 1;
    AffineExpr panel = getBlockOf(column, shape[column]);
    SmallVector<AffineExpr> panels;
    for (unsigned d = 0; d < row; ++d)
      panels.push_back(dim(d));
    if (shape[row] == 1)
      panels.append({dim(row), panel});
    else
      panels.append({panel, dim(row)});
    panels.push_back(getLaneOf(column, shape[column]));
    return panels;
  }

  bool isConstant(unsigned operand) {
    return matchPattern(op->getOperand(operand), m_Constant());
  }

  std::optional<OperandLayouts> readMatmul(bool hasUserDefinedMaps) {
    if (hasUserDefinedMaps)
      return fail("a factor of it is transposed or broadcast");
    ArrayRef<int64_t> left = getType(0).getShape(),
                      right = getType(1).getShape();
    int64_t rows = left[left.size() - 2], depth = left.back();
    if (isNarrow(right.back()) || depth < kFewUses ||
        (rows < kFewUses && !isConstant(1)))
      return fail("its extents are small");
    BufferAttr data = isNarrow(depth) ? BufferAttr() : getData(0, getPanels(0));
    return OperandLayouts{data, getWeights(getPanels(1)),
                          getData(2, getPanels(2))};
  }

  /// (n, h, w, c) in blocks of channels.
  BufferAttr getImage(unsigned operand) {
    int64_t channels = getType(operand).getShape()[3];
    return getData(operand, {dim(0), getBlockOf(3, channels), dim(1), dim(2),
                             getLaneOf(3, channels)});
  }

  bool hasFewUses() {
    ArrayRef<int64_t> window = getType(1).getShape(),
                      result = getType(2).getShape();
    int64_t depth = window[0] * window[1];
    if (window.size() == 4)
      depth *= window[2];
    int64_t places = result[0] * result[1] * result[2];
    return (places < kFewUses && !isConstant(1)) || depth < kFewUses;
  }

  std::optional<OperandLayouts> readConvolution() {
    int64_t channels = getType(1).getShape()[2];
    int64_t results = getType(1).getShape()[3];
    if (isNarrow(results) || hasFewUses())
      return fail("its extents are small");
    AffineExpr block = getBlockOf(3, results), lane = getLaneOf(3, results);
    // Of few channels, such as colours, a block would mostly be padding.
    if (isNarrow(channels))
      return OperandLayouts{BufferAttr(),
                            getWeights({block, dim(0), dim(1), dim(2), lane}),
                            getImage(2)};
    return OperandLayouts{
        getImage(0),
        getWeights({block, dim(0), dim(1), getBlockOf(2, channels),
                    getLaneOf(2, channels), lane}),
        getImage(2)};
  }

  std::optional<OperandLayouts> readDepthwise() {
    ArrayRef<int64_t> result = getType(2).getShape();
    if (isNarrow(result[3]) ||
        (result[0] * result[1] * result[2] < kFewUses && !isConstant(1)))
      return fail("its extents are small");
    return OperandLayouts{getImage(0),
                          getWeights({getBlockOf(2, result[3]), dim(0), dim(1),
                                      getLaneOf(2, result[3])}),
                          getImage(2)};
  }

  linalg::LinalgOp op;
  std::string &why;
  MLIRContext *context;
  int64_t lanes;
};

} // namespace

bool layout::isContraction(Operation *op) {
  return isa<linalg::MatmulOp, linalg::BatchMatmulOp, linalg::Conv2DNhwcHwcfOp,
             linalg::DepthwiseConv2DNhwcHwcOp>(op);
}

std::string layout::explainOtherContraction(Operation *op) {
  auto linalg = dyn_cast<linalg::LinalgOp>(op);
  StringRef name = op->getName().getStringRef();
  // Those that pool have the same interface.
  bool convolves =
      isa<linalg::ConvolutionOpInterface>(op) && name.contains("conv");
  if (!linalg || isContraction(op) ||
      !(convolves || linalg::isaContractionOpInterface(linalg)))
    return "";
  bool isNamed = !isa<linalg::GenericOp>(op);
  return "layouts are known for linalg.matmul, linalg.batch_matmul, "
         "linalg.conv_2d_nhwc_hwcf and linalg.depthwise_conv_2d_nhwc_hwc, and "
         "this is '" +
         name.str() + "'" +
         (isNamed ? "" : ", of which linalg-specialize-generic-ops makes one");
}

std::optional<OperandLayouts>
layout::findContractionLayouts(Operation *op, const Target &target,
                               std::string &why) {
  return TableReader(cast<linalg::LinalgOp>(op), target, why).read();
}
