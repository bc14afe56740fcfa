//===- CollapseDims.cpp - Buffers whose indices are digits of one ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LayoutAccess.h"
#include "Layout/Map/Simplify.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/HostFunctions.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCOLLAPSEDIMS
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// An element by the index of each dimension.
struct Index {
  AffineMap map;
  SmallVector<Value> operands;
};

/// A buffer that lies in memory row by row, and by how many elements a
/// neighbour in each dimension is away.
struct Rows {
  TypedValue<MemRefType> buffer;
  SmallVector<int64_t> strides;
};

} // namespace

static std::optional<Rows> getRows(Value value) {
  auto buffer = dyn_cast<TypedValue<MemRefType>>(value);
  if (!buffer || buffer.getType().getRank() < 2 ||
      !buffer.getType().getLayout().isIdentity())
    return std::nullopt;
  SmallVector<int64_t> strides{1};
  for (int64_t size : llvm::reverse(buffer.getType().getShape().drop_front())) {
    int64_t stride;
    if (size <= 0 || llvm::MulOverflow(strides.back(), size, stride))
      return std::nullopt;
    strides.push_back(stride);
  }
  return Rows{buffer, SmallVector<int64_t>(llvm::reverse(strides))};
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

static bool hasDivision(AffineExpr expr) {
  bool found = false;
  expr.walk([&](AffineExpr part) { found |= isDivision(part); });
  return found;
}

static AffineExpr simplify(AffineExpr expr, AffineMap map) {
  return simplifyAffineExpr(expr, map.getNumDims(), map.getNumSymbols());
}

/// What the op reads or writes through `memref`, if it is one element that can
/// be named by another index.
static std::optional<Index> getIndex(OpOperand &memref) {
  OperandAccess access = getAccess(memref);
  if (access.reach != OperandAccess::Reach::Elements || !access.lanes.empty() ||
      access.mayLeaveOperand ||
      getLayoutRewrite(memref) != LayoutRewrite::Indices)
    return std::nullopt;
  Index index{access.map, access.operands};
  affine::fullyComposeAffineMapAndOperands(&index.map, &index.operands);
  affine::canonicalizeMapAndOperands(&index.map, &index.operands);
  return index;
}

/// Are the results the digits of `distance`, and not indices of their own that
/// happen to lie in one row?
static bool areDigits(AffineMap map, AffineExpr distance, const Rows &rows) {
  auto sizes = rows.buffer.getType().getShape();
  for (auto [i, result] : llvm::enumerate(map.getResults())) {
    AffineExpr digit = distance.floorDiv(rows.strides[i]);
    if (i > 0)
      digit = digit % sizes[i];
    if (simplify(digit, map) != simplify(result, map))
      return false;
  }
  return true;
}

/// How far behind the first element of the buffer the element is. Digits are
/// those of what the last of them divides; upstream does not see that a sum of
/// three and more is that.
static AffineExpr getDistance(AffineMap map, const Rows &rows) {
  auto last = dyn_cast<AffineBinaryOpExpr>(map.getResults().back());
  if (last && last.getKind() == AffineExprKind::Mod &&
      areDigits(map, last.getLHS(), rows))
    return last.getLHS();
  AffineExpr sum = getAffineConstantExpr(0, map.getContext());
  for (auto [result, stride] : llvm::zip_equal(map.getResults(), rows.strides))
    sum = sum + result * stride;
  return simplify(sum, map);
}

/// Does the op leave the elements alone, touch all, or give the buffer to
/// others, who then have its other name? Views are no such ops: behind them
/// stand accesses to single elements.
static bool keepsBuffer(OpOperand &use) {
  OperandAccess::Reach reach = getAccess(use).reach;
  return reach == OperandAccess::Reach::Nothing ||
         reach == OperandAccess::Reach::Whole ||
         isa<CallOpInterface, BranchOpInterface, RegionBranchOpInterface,
             RegionBranchTerminatorOpInterface>(use.getOwner()) ||
         use.getOwner()->hasTrait<OpTrait::ReturnLike>();
}

/// Does each access name its element by digits of an index that does not
/// divide, or by no digits at all? There must be one that does.
static bool isOfOneIndex(const Rows &rows) {
  bool divides = false;
  for (OpOperand &use : rows.buffer.getUses()) {
    if (keepsBuffer(use))
      continue;
    std::optional<Index> index = getIndex(use);
    if (!index)
      return false;
    if (!llvm::any_of(index->map.getResults(), hasDivision))
      continue;
    AffineExpr distance = getDistance(index->map, rows);
    divides = true;
    if (hasDivision(distance) || !areDigits(index->map, distance, rows))
      return false;
  }
  return divides;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

static Value collapse(OpBuilder &builder, TypedValue<MemRefType> buffer) {
  builder.setInsertionPointAfterValue(buffer);
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(0, buffer.getType().getRank()));
  return memref::CollapseShapeOp::create(builder, buffer.getLoc(), buffer,
                                         ArrayRef{all});
}

static void redirect(RewriterBase &rewriter, LayoutAccessOpInterface op,
                     const Rows &rows, Value row) {
  forEachRedirected(op, [&](OpOperand &memref) {
    if (memref.get() != rows.buffer)
      return;
    Index index = *getIndex(memref);
    AffineMap distance =
        AffineMap::get(index.map.getNumDims(), index.map.getNumSymbols(),
                       getDistance(index.map, rows));
    op.redirect(rewriter, memref, {row, distance, index.operands});
  });
}

static void collapseAccesses(RewriterBase &rewriter, const Rows &rows) {
  SetVector<Operation *> accesses;
  for (OpOperand &use : rows.buffer.getUses())
    if (!keepsBuffer(use))
      accesses.insert(use.getOwner());
  remarkDone(rows.buffer.getLoc(), "layout-collapse-dims/collapsed")
      << "one dimension for " << std::to_string(rows.strides.size())
      << ": accesses divide one index by the sizes of the buffer";
  Value row = collapse(rewriter, rows.buffer);
  for (Operation *access : accesses)
    redirect(rewriter, cast<LayoutAccessOpInterface>(access), rows, row);
}

namespace {

class LayoutCollapseDimsPass
    : public layout::impl::LayoutCollapseDimsBase<LayoutCollapseDimsPass> {
public:
  using LayoutCollapseDimsBase::LayoutCollapseDimsBase;

  void runOnOperation() override {
    SmallVector<Rows> found;
    auto collect = [&](Value value) {
      if (std::optional<Rows> rows = getRows(value))
        if (isOfOneIndex(*rows))
          found.push_back(std::move(*rows));
    };
    for (Operation *function : collectHostFunctions(getOperation()))
      function->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isOnDevice(op))
          return WalkResult::skip();
        llvm::for_each(op->getResults(), collect);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            llvm::for_each(block.getArguments(), collect);
        return WalkResult::advance();
      });
    IRRewriter rewriter(&getContext());
    for (const Rows &rows : found)
      collapseAccesses(rewriter, rows);
  }
};

} // namespace
