//===- OpPatterns.cpp - Conversion patterns to SPIR-V ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpPatterns.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The size of any buffer whose type tells it.
class KnownSizePattern : public OpConversionPattern<memref::DimOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(memref::DimOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = dyn_cast<MemRefType>(op.getSource().getType());
    std::optional<int64_t> axis = op.getConstantIndex();
    if (!type || !axis || *axis < 0 || *axis >= type.getRank() ||
        type.isDynamicDim(*axis))
      return failure();
    auto index = IntegerType::get(rewriter.getContext(), 32);
    rewriter.replaceOpWithNewOp<spirv::ConstantOp>(
        op, index, rewriter.getI32IntegerAttr(type.getDimSize(*axis)));
    return success();
  }
};

/// Upstream's orders accesses to the workgroup's memory only; what other
/// threads wrote into buffers and images before the barrier must be seen too.
class BarrierPattern : public OpConversionPattern<gpu::BarrierOp> {
public:
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    using spirv::MemorySemantics;
    auto semantics =
        MemorySemantics::AcquireRelease | MemorySemantics::WorkgroupMemory |
        MemorySemantics::UniformMemory | MemorySemantics::ImageMemory;
    rewriter.replaceOpWithNewOp<spirv::ControlBarrierOp>(
        op, spirv::Scope::Workgroup, spirv::Scope::Workgroup, semantics);
    return success();
  }
};

} // namespace

void layout::populateOpPatterns(const SPIRVTypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<KnownSizePattern, BarrierPattern>(
      converter, patterns.getContext(), PatternBenefit(kOwnBenefit + 1));
}
