//===- Apply.cpp - Applying layouts to buffers ----------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref with a layout becomes the physical one:
//
//     affine.store %x, %a[%i] : memref<14xf32, #rows_of_4>
// ->  affine.store %x, %a[%i floordiv 4, %i mod 4] : memref<4x4xf32>
//
// and pad stages write the padding where the contract needs it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Apply/Apply.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/UnusedSymbols.h"
#include "Layout/Transforms/Passes.h"
#include "RewriteAccesses.h"
#include "Transforms/Lowering/LowerToAccesses.h"
#include "Transforms/Storage/LogicalExtents.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTAPPLY
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static void setInsertionPoint(OpBuilder &builder, const PadPoint &point) {
  // In a vector.mask there is room for one op only.
  Block *block = point.op ? point.op->getBlock() : point.block;
  Operation *parent = block->getParentOp();
  if (isa<vector::MaskOp>(parent)) {
    if (point.op && point.after)
      builder.setInsertionPointAfter(parent);
    else
      builder.setInsertionPoint(parent);
  } else if (!point.op)
    builder.setInsertionPointToStart(point.block);
  else if (point.after)
    builder.setInsertionPointAfter(point.op);
  else
    builder.setInsertionPoint(point.op);
}

/// Returns true if the host cannot access the memory.
static bool isDeviceMemory(Value root) {
  auto alloc = root.getDefiningOp<gpu::AllocOp>();
  return alloc && !alloc.getHostShared();
}

/// One thread writes what the host cannot.
static void enterDevice(OpBuilder &builder, Location loc) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  auto launch =
      gpu::LaunchOp::create(builder, loc, one, one, one, one, one, one);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  builder.setInsertionPoint(gpu::TerminatorOp::create(builder, loc));
}

/// What is built next is executed unless `physical` is one of the constants:
///
///     %p = memref.extract_aligned_pointer_as_index %physical
///     %q = memref.extract_aligned_pointer_as_index (memref.get_global @w)
///     scf.if (arith.cmpi ne, %p, %q)
static void enterUnlessConstant(OpBuilder &builder, Location loc,
                                Value physical, const ApplyPlan::Stage &stage) {
  auto getAddress = [&](Value buffer) -> Value {
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
  };
  Value address = getAddress(physical), isOther;
  for (memref::GetGlobalOp constant : stage.constants) {
    auto type = cast<MemRefType>(constant.getType());
    Value global =
        memref::GetGlobalOp::create(builder, loc, type, constant.getNameAttr());
    Value differs = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ne, address,
        getAddress(
            AsPhysicalOp::create(builder, loc, getPhysicalType(type), global)));
    isOther = isOther ? arith::AndIOp::create(builder, loc, isOther, differs)
                      : differs;
  }
  auto branch = scf::IfOp::create(builder, loc, isOther, /*withElse=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
}

static void insertStages(OpBuilder &builder, const ApplyPlan &plan) {
  for (const ApplyPlan::Stage &stage : plan.stages) {
    setInsertionPoint(builder, stage.point);
    Location loc = stage.root.getLoc();
    Operation *parent = builder.getInsertionBlock()->getParentOp();
    if (isDeviceMemory(stage.root) && !isa<gpu::LaunchOp>(parent) &&
        !parent->getParentOfType<gpu::LaunchOp>())
      enterDevice(builder, loc);
    Value physical = AsPhysicalOp::create(
        builder, loc, getPhysicalType(stage.type), stage.root);
    SmallVector<Value> extents = buildExtents(builder, loc, stage.root);
    if (!stage.constants.empty())
      enterUnlessConstant(builder, loc, physical, stage);
    buildPadStage(builder, loc, physical, stage.type, extents, stage.group);
  }
}

/// Returns true if the storage of the root has another name whose users may
/// need what a fact would leave undefined.
static bool isUndefByView(Value root, MemRefType type) {
  return root.getDefiningOp<AsLogicalOp>() &&
         llvm::any_of(getLayoutToApply(type).getPads(),
                      [](PadAttr pad) { return pad.isUndef(); });
}

/// Inserts a statement after each root which of its slots are padding, and,
/// where the contract guarantees it, that these hold their pads.
static void insertFacts(OpBuilder &builder, const ApplyPlan &plan) {
  for (const ApplyPlan::Root &root : llvm::reverse(plan.roots)) {
    if (getPhysicalLayout(root.type).isBijective())
      continue;
    builder.setInsertionPointAfterValue(root.value);
    Location loc = root.value.getLoc();
    Value physical = AsPhysicalOp::create(
        builder, loc, getPhysicalType(root.type), root.value);
    SmallVector<Value> extents = buildExtents(builder, loc, root.value);
    TypeAttr type = TypeAttr::get(root.type);
    if (!isUndefByView(root.value, root.type))
      PaddingOp::create(builder, loc, physical, extents, type);
    if (root.padIsAssumed && holdsSomething(root.type))
      AssumePaddingOp::create(builder, loc, physical, extents, type);
  }
}

/// States after calls that the padding holds what the callee owes.
static void insertOwedPads(OpBuilder &builder, const ApplyPlan &plan) {
  for (const ApplyPlan::OwedPad &owed : llvm::reverse(plan.owedPads)) {
    builder.setInsertionPointAfter(owed.call);
    Location loc = owed.call->getLoc();
    Value physical = AsPhysicalOp::create(
        builder, loc, getPhysicalType(owed.type), owed.root);
    SmallVector<Value> extents = buildExtents(builder, loc, owed.root);
    AssumePaddingOp::create(builder, loc, physical, extents,
                            TypeAttr::get(owed.type));
  }
}

static void annotateArguments(OpBuilder &builder, const ApplyPlan &plan) {
  for (const ApplyPlan::Argument &argument : plan.arguments) {
    TracedFunction function = argument.function;
    function.setArgAttr(
        argument.index, LayoutDialect::kAccessAttrName,
        builder.getStringAttr(stringifyAccessMode(argument.mode)));
    function.setArgAttr(argument.index, LLVM::LLVMDialect::getNoAliasAttrName(),
                        builder.getUnitAttr());
  }
}

namespace {

class LayoutApplyPass : public layout::impl::LayoutApplyBase<LayoutApplyPass> {
public:
  using LayoutApplyBase::LayoutApplyBase;

  void runOnOperation() override {
    ApplyOptions options;
    options.padPlacement = padPlacement;
    FailureOr<ApplyPlan> plan = planApply(getOperation(), options);
    if (failed(plan))
      return signalPassFailure();
    if (plan->isEmpty)
      return markAllAnalysesPreserved();
    applyLayouts(getOperation(), *plan);
  }
};

} // namespace

void layout::applyLayouts(ModuleOp module, const ApplyPlan &plan) {
  IRRewriter rewriter(module.getContext());
  dropUnusedSymbolOperands(module);
  // First, so that nothing below takes the map of a view for a layout.
  if (plan.types.hasStridedViews())
    spellStridedViews(module);
  insertStages(rewriter, plan);
  insertOwedPads(rewriter, plan);
  insertFacts(rewriter, plan); // directly after the roots, before their stages
  for (Operation *op : plan.compound)
    lowerToAccesses(rewriter, op);
  annotateArguments(rewriter, plan);
  passLogicalExtents(rewriter, module, plan.types);
  rewriteAccesses(rewriter, module, plan.types);
}
