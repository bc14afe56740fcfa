//===- RunAccess.cpp - Accesses to many elements by one address -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunAccess.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/AlignedRuns.h"
#include "Layout/Map/Simplify.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

static bool movesMatrix(Operation *op) {
  return isa<gpu::SubgroupMmaLoadMatrixOp, gpu::SubgroupMmaStoreMatrixOp>(op);
}

bool layout::needsUnitStride(Operation *op) {
  return isa<nvgpu::DeviceAsyncCopyOp>(op) || movesMatrix(op);
}

bool layout::movesByOneAddress(Operation *op) {
  return isa<nvgpu::LdMatrixOp>(op) || needsUnitStride(op);
}

int64_t layout::getRunLength(Operation *op) {
  if (auto copy = dyn_cast<nvgpu::DeviceAsyncCopyOp>(op))
    return copy.getDstElements().getSExtValue();
  constexpr int64_t bitsOfRow = 128;
  auto type =
      cast<MemRefType>(cast<nvgpu::LdMatrixOp>(op).getSrcMemref().getType());
  return bitsOfRow / std::max(1u, type.getElementTypeBitWidth());
}

MutableOperandRange layout::getIndicesOfRun(OpOperand &buffer) {
  return TypeSwitch<Operation *, MutableOperandRange>(buffer.getOwner())
      .Case([](nvgpu::LdMatrixOp load) { return load.getIndicesMutable(); })
      .Case<gpu::SubgroupMmaLoadMatrixOp, gpu::SubgroupMmaStoreMatrixOp>(
          [](auto access) { return access.getIndicesMutable(); })
      .Case([&](nvgpu::DeviceAsyncCopyOp copy) {
        return &buffer == &copy.getDstMutable() ? copy.getDstIndicesMutable()
                                                : copy.getSrcIndicesMutable();
      })
      .Default([](Operation *op) -> MutableOperandRange {
        llvm_unreachable("no access by one address");
      });
}

//===----------------------------------------------------------------------===//
// Rows of a matrix
//===----------------------------------------------------------------------===//

/// By how much `offset` grows from one index of this dimension to the next;
/// nullopt if not by the same everywhere, as far as folding sees.
static std::optional<int64_t> getStep(AffineExpr offset, unsigned dim) {
  AffineExpr here = getAffineDimExpr(dim, offset.getContext());
  AffineExpr step =
      simplifyAffineExpr(offset.replace(here, here + 1) - offset, dim + 2, 0);
  if (auto constant = dyn_cast<AffineConstantExpr>(step))
    return constant.getValue();
  return std::nullopt;
}

/// The distance of the rows of a matrix; nullopt, with the reason in `why`, if
/// there is not one for all, or a row is torn apart.
static std::optional<int64_t> getRowDistance(MemRefType laidOut,
                                             std::string &why) {
  const PhysicalLayout &layout = getPhysicalLayout(laidOut);
  AffineMap offset = layout.getLinearOffset();
  unsigned rank = laidOut.getRank();
  if (rank < 2 || !offset || offset.getNumResults() != 1) {
    why = "it must be one run of memory, and have rows and columns";
    return std::nullopt;
  }
  SmallVector<Interval> ranges;
  for (int64_t extent : layout.getLogicalShape())
    ranges.push_back({0, ShapedType::isDynamic(extent)
                             ? std::optional<int64_t>()
                             : std::max<int64_t>(extent, 1) - 1});
  AffineExpr folded = simplifyUnderRanges(offset.getResult(0), ranges, {});
  std::optional<int64_t> row = getStep(folded, rank - 2),
                         column = getStep(folded, rank - 1);
  if (!row || column != 1)
    why = "it is not proven that rows are contiguous, and at one distance";
  return why.empty() ? row : std::nullopt;
}

static APInt getLeadDimension(Operation *op) {
  if (auto load = dyn_cast<gpu::SubgroupMmaLoadMatrixOp>(op))
    return load.getLeadDimension();
  return cast<gpu::SubgroupMmaStoreMatrixOp>(op).getLeadDimension();
}

static LogicalResult planMatrix(Operation *op, MemRefType laidOut) {
  std::string why;
  if (!getRowDistance(laidOut, why))
    return op->emitOpError(
               "accesses a matrix by its leading dimension, and the "
               "layout leaves none: ")
           << why
           << "; use a layout that only pads rows, as extent<[?, ? + 8]>";
  int64_t lead = getLeadDimension(op).getSExtValue();
  if (lead == laidOut.getShape().back())
    return success();
  return op->emitOpError("has the leading dimension ")
         << lead << ", but the buffer has rows of " << laidOut.getShape().back()
         << " elements; expects their length, which becomes the distance of "
            "the laid-out rows, or a buffer without a layout";
}

/// Rows of the physical buffer have this distance.
static void setLeadDimension(Operation *op, int64_t distance) {
  auto attribute = IntegerAttr::get(IndexType::get(op->getContext()), distance);
  if (auto load = dyn_cast<gpu::SubgroupMmaLoadMatrixOp>(op))
    load.setLeadDimensionAttr(attribute);
  else
    cast<gpu::SubgroupMmaStoreMatrixOp>(op).setLeadDimensionAttr(attribute);
}

//===----------------------------------------------------------------------===//
// Plan and apply
//===----------------------------------------------------------------------===//

LogicalResult layout::planRunAccess(OpOperand &buffer, MemRefType laidOut) {
  Operation *op = buffer.getOwner();
  if (movesMatrix(op))
    return planMatrix(op, laidOut);
  int64_t length = getRunLength(op);
  Decision decision = keepsAlignedRuns(getPhysicalLayout(laidOut), length);
  if (decision.isYes())
    return success();
  return op->emitOpError("moves ")
         << length << " elements by one address, and the layout "
         << (decision.isNo() ? "does not keep them together: "
                             : "is not proven to keep them together: ")
         << decision.witness
         << "; use a layout whose innermost physical dimension holds whole "
            "runs of "
         << length;
}

static void accessPhysical(RewriterBase &rewriter, OpOperand &buffer) {
  Operation *op = buffer.getOwner();
  auto type = cast<MemRefType>(buffer.get().getType());
  rewriter.setInsertionPoint(op);
  Value physical = AsPhysicalOp::create(rewriter, op->getLoc(),
                                        getPhysicalType(type), buffer.get());
  MutableOperandRange indices = getIndicesOfRun(buffer);
  SmallVector<Value> logical = llvm::map_to_vector(
      indices, [](OpOperand &index) { return index.get(); });
  AffineMap map = getPhysicalLayout(type).getMap();
  redirectIndices(rewriter, buffer, indices,
                  {physical, map, logical, /*isSameAddress=*/true});
  std::string why;
  if (movesMatrix(op))
    setLeadDimension(op, *getRowDistance(type, why));
}

void layout::accessPhysical(RewriterBase &rewriter, Operation *op) {
  // Operands move when the number of indices before them changes.
  auto findLaidOut = [&] {
    auto operands = op->getOpOperands();
    auto *found = llvm::find_if(operands, [](OpOperand &operand) {
      return isLaidOut(operand.get().getType());
    });
    return found == operands.end() ? nullptr : found;
  };
  while (OpOperand *buffer = findLaidOut())
    ::accessPhysical(rewriter, *buffer);
}
