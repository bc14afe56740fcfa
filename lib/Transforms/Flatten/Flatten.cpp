//===- Flatten.cpp - Joining separated axes -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattening is one more index map: from the axes to the row-major offsets of
// their groups. So buffers of static shape get that map as a layout for a
// moment, and accesses are rewritten by what rewrites accesses everywhere.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Flatten/Flatten.h"

#include "FlatForm.h"
#include "FlattenDynamic.h"
#include "FlattenTexels.h"
#include "FlattenVectors.h"
#include "JoinAccesses.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/NamedTypes.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/SizedAllocation.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Apply/RewriteAccesses.h"
#include "Transforms/Lowering/LowerToAccesses.h"
#include "WholeAccess.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFLATTEN
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Ops that forward buffers, or use them as a whole, without addressing an
/// element. Forwarded buffers keep their shape.
static bool isCarrier(Operation *op) {
  return isa<CallOpInterface, TracedCall, AsTextureOp,
             memref::AssumeAlignmentOp, memref::CastOp,
             memref::DistinctObjectsOp, memref::MemorySpaceCastOp,
             RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
             BranchOpInterface, SelectLikeOpInterface>(op) ||
         hasLayoutRewrite(op, LayoutRewrite::PhysicalType) ||
         op->hasTrait<OpTrait::ReturnLike>();
}

/// The separated buffer of which `op` accesses a vector; null if none.
static MemRefType getAccessedByVector(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (isSeparated(type) && accessesLanesOf(op, cast<MemRefType>(type)))
      return cast<MemRefType>(type);
  return {};
}

namespace {

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

class FlattenPlanner {
public:
  FlattenPlanner(ModuleOp module, const FlattenOptions &options)
      : module(module), options(options), storage(module) {}

  FailureOr<FlattenPlan> run() {
    if (failed(verifyNothingRequested(module, "layout-flatten")))
      return failure();
    WalkResult result = module.walk<WalkOrder::PreOrder>(
        [&](Operation *op) -> WalkResult { return visit(op); });
    if (result.wasInterrupted())
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult visit(Operation *op) {
    SmallVector<Type> types = getNamedAndBlockTypes(op);
    bool touches = llvm::any_of(types, isSeparated);
    if (isa<PaddingOp, AssumePaddingOp>(op)) {
      if (touches)
        plan.facts.push_back(op);
      return success();
    }
    for (Type type : types)
      if (failed(checkType(op, type)))
        return failure();
    return touches ? visitSeparated(op) : success();
  }

  /// Why this texture cannot be flattened; empty if it can.
  static StringRef describeTextureFault(MemRefType separated) {
    int64_t innermost =
        separated.getShape().empty() ? 0 : separated.getShape().back();
    if (!isa<VectorType>(separated.getElementType()) &&
        (separated.getRank() < 3 || (innermost != 1 && innermost != 4)))
      return "but a texture has rows, columns, and an innermost axis of 1 or 4 "
             "channels";
    if (!separated.hasStaticShape() &&
        getFlatType(separated).getRank() != separated.getRank())
      return "a texture of dynamic shape; an image does not keep the extents "
             "of axes that were joined";
    return "";
  }

  LogicalResult checkType(Operation *op, Type type) {
    if (isLaidOut(type))
      return op->emitOpError("has a value of type ")
             << type << ", whose layout is not applied; run layout-apply first";
    if (hasSeparatedTypeInside(type))
      return op->emitOpError("has a buffer with axis separators inside of ")
             << type << ", where it cannot be flattened";
    auto memref = dyn_cast<MemRefType>(type);
    if (isSeparated(type) && isInTextureMemory(type))
      if (StringRef fault = describeTextureFault(memref); !fault.empty())
        return op->emitOpError("has a value of type ") << type << ", " << fault;
    if (!memref || !options.maxRank || !isAddressedBy(op))
      return success();
    unsigned rank =
        isSeparated(type) ? getFlatType(memref).getRank() : memref.getRank();
    if (rank > *options.maxRank)
      return op->emitOpError("addresses ")
             << type << ", of rank " << rank
             << " when flattened, which fewer axis separators would lower; the "
                "target has rank "
             << *options.maxRank << " at most";
    return success();
  }

  /// Ops that only forward a buffer, name it or view it do not address its
  /// elements.
  static bool isAddressedBy(Operation *op) {
    return !isCarrier(op) &&
           !hasLayoutRewrite(op, LayoutRewrite::LogicalShape) &&
           !isa<FunctionOpInterface, gpu::LaunchOp, memref::GlobalOp,
                memref::GetGlobalOp, ViewLikeOpInterface>(op);
  }

  LogicalResult visitSeparated(Operation *op) {
    plan.isEmpty = false;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addValues(block.getArguments());
    addValues(op->getResults());
    if (isTexelAccess(op)) {
      plan.texels.push_back(op);
      return success();
    }
    if (MemRefType accessed = getAccessedByVector(op)) {
      plan.vectors.push_back(op);
      return planFlattenVector(op, accessed, storage);
    }
    if (isCompoundAccess(op)) {
      plan.compound.push_back(op);
      return planLowerToAccesses(op, storage);
    }
    assert((!isa<AsPhysicalOp, AsLogicalOp>(op)) &&
           "one side of as_physical or as_logical has a layout that is not "
           "applied");
    if (auto function = dyn_cast<TracedFunction>(op)) {
      plan.functions.push_back(function);
      return success();
    }
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      plan.globals.push_back(global);
      return success();
    }
    if (isa<memref::CastOp, memref::MemorySpaceCastOp>(op))
      return planCast(op->getOperand(0).getType(), op->getResult(0).getType(),
                      op);
    if (isCarrier(op) ||
        isa<SizedAllocation, gpu::LaunchOp, memref::GetGlobalOp>(op))
      return success();
    auto isDynamic = [](Type type) {
      return isSeparated(type) && !cast<MemRefType>(type).hasStaticShape();
    };
    if (llvm::any_of(op->getOperandTypes(), isDynamic))
      return planFlattenDynamic(op);
    return areRewritten(op, isSeparated,
                        {LayoutRewrite::Indices, LayoutRewrite::LogicalShape})
               ? success()
               : refuse(op);
  }

  /// Both sides keep their shape, if they have one.
  LogicalResult planCast(Type from, Type to, Operation *op) {
    if (!isSeparated(from) || !isSeparated(to))
      return refuse(op);
    if (isInTextureMemory(from) != isInTextureMemory(to))
      return op->emitOpError(
          "casts between a texture and other memory, where a "
          "buffer has another shape when flattened; copy from one to the "
          "other");
    return success();
  }

  LogicalResult refuse(Operation *op) {
    return op->emitOpError(
        "cannot be rewritten for the flat form of a buffer with axis "
        "separators; use memref.load and memref.store");
  }

  void addValues(ValueRange values) {
    for (Value value : values)
      if (isSeparated(value.getType()))
        plan.buffers.push_back(value);
  }

  ModuleOp module;
  const FlattenOptions &options;
  StorageAliases storage;
  FlattenPlan plan;
};

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

class Flattener {
public:
  explicit Flattener(MLIRContext *context) : rewriter(context) {}

  void run(ModuleOp module, const FlattenPlan &plan) {
    for (Operation *fact : plan.facts)
      rewriter.eraseOp(fact);
    for (Operation *op : plan.compound)
      lowerToAccesses(rewriter, op);
    for (Operation *op : plan.vectors)
      splitVector(rewriter, op, getAccessedByVector(op));
    // What crosses an interface keeps its shape.
    for (memref::GlobalOp global : plan.globals)
      global.setType(getShapedType(global.getType()));
    for (TracedFunction function : plan.functions)
      removeSeparators(function);
    for (Value buffer : llvm::reverse(plan.buffers))
      flatten(buffer);
    for (Operation *op : plan.texels)
      flattenTexelAccess(rewriter, op);
    rewriteAccesses(rewriter, module, AppliedTypes());
    joinAccesses(rewriter, module, flatBuffers);
  }

private:
  void removeSeparators(TracedFunction function) {
    FunctionType type = function.getFunctionType();
    function.setType(FunctionType::get(
        rewriter.getContext(),
        llvm::map_to_vector(type.getInputs(), withoutSeparators),
        llvm::map_to_vector(type.getResults(), withoutSeparators)));
  }

  void flatten(Value buffer) {
    remarkDone(buffer.getLoc(), "layout-flatten/flattened")
        << "the axes between separators are one each";
    Operation *op = buffer.getDefiningOp();
    if (auto allocation = dyn_cast_or_null<SizedAllocation>(op))
      return flattenAllocation(allocation);
    flattenHandedOn(buffer);
  }

  /// Allocations have physical extents, so flat ones (RFC 0042).
  void flattenAllocation(SizedAllocation op) {
    SmallVector<OpOperand *> uses = getUses(op.getMemref());
    FlatBuffer buffer;
    buffer.separated = op.getMemref().getType();
    buffer.sizes = getMixedValues(buffer.separated.getShape(),
                                  op.getDynamicSizes(), rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> extents =
        buildFlatExtents(rewriter, op.getLoc(), buffer.separated, buffer.sizes);
    op.getDynamicSizesMutable().assign(extents);
    op.getMemref().setType(getFlatType(buffer.separated));
    buffer.flat = op.getMemref();
    flatBuffers.insert(buffer.flat);
    rewriter.setInsertionPointAfter(op);
    Value linearised = buildLinearised(op.getLoc(), buffer);
    for (OpOperand *use : uses) {
      Operation *user = use->getOwner();
      if (isDeallocation(*use))
        continue;
      rewriter.setInsertionPoint(user);
      if (isCarrier(user))
        use->set(buildShapedView(rewriter, user->getLoc(), buffer.flat,
                                 buffer.separated, buffer.sizes));
      else
        redirect(*use, buffer, linearised);
    }
  }

  /// A buffer that comes from elsewhere keeps its shape; who addresses it does
  /// so through a flat view.
  void flattenHandedOn(Value value) {
    SmallVector<OpOperand *> uses = getUses(value);
    llvm::erase_if(uses,
                   [](OpOperand *use) { return isCarrier(use->getOwner()); });
    FlatBuffer buffer;
    buffer.separated = cast<MemRefType>(value.getType());
    value.setType(getShapedType(buffer.separated));
    if (uses.empty())
      return;
    rewriter.setInsertionPointAfterValue(value);
    Location loc = value.getLoc();
    buffer.flat = buildFlatView(rewriter, loc, value, buffer.separated);
    flatBuffers.insert(buffer.flat);
    if (!buffer.separated.hasStaticShape())
      buffer.sizes = memref::getMixedSizes(rewriter, loc, value);
    Value linearised = buildLinearised(loc, buffer);
    for (OpOperand *use : uses)
      redirect(*use, buffer, linearised);
  }

  /// Before anything is built: views are users, too.
  static SmallVector<OpOperand *> getUses(Value value) {
    return llvm::map_to_vector(value.getUses(),
                               [](OpOperand &use) { return &use; });
  }

  /// The flat buffer under its former indices; null if no map says how.
  Value buildLinearised(Location loc, const FlatBuffer &buffer) {
    if (!buffer.separated.hasStaticShape())
      return {};
    return AsLogicalOp::create(rewriter, loc,
                               getLinearisedType(buffer.separated), buffer.flat,
                               /*sizes=*/ValueRange());
  }

  void redirect(OpOperand &use, const FlatBuffer &buffer, Value linearised) {
    // Of a texture of dynamic shape no axes are joined.
    if (!linearised && hasChannelAxis(buffer.separated) &&
        isWholeAccess(use.getOwner(), buffer.separated))
      return use.set(buffer.flat);
    if (accessesLanesOf(use.getOwner(), buffer.separated))
      flattenVector(rewriter, use.getOwner(), buffer);
    else if (linearised)
      use.set(linearised);
    else
      flattenDynamic(rewriter, use.getOwner(), buffer);
  }

  IRRewriter rewriter;
  DenseSet<Value> flatBuffers; ///< or views of buffers that keep their shape
};

class LayoutFlattenPass
    : public layout::impl::LayoutFlattenBase<LayoutFlattenPass> {
public:
  using LayoutFlattenBase::LayoutFlattenBase;

  void runOnOperation() override {
    FlattenOptions options;
    if (maxRank > 0)
      options.maxRank = maxRank;
    FailureOr<FlattenPlan> plan = planFlatten(getOperation(), options);
    if (failed(plan))
      return signalPassFailure();
    if (plan->isEmpty)
      return markAllAnalysesPreserved();
    applyFlatten(getOperation(), *plan);
  }
};

} // namespace

FailureOr<FlattenPlan> layout::planFlatten(ModuleOp module,
                                           const FlattenOptions &options) {
  return FlattenPlanner(module, options).run();
}

void layout::applyFlatten(ModuleOp module, const FlattenPlan &plan) {
  Flattener(module.getContext()).run(module, plan);
}
