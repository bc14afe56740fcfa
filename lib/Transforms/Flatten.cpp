//===- Flatten.cpp - Axes between separators become one -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattening is one more index map: from the axes to the row-major offsets of
// their groups. So buffers get that map as a layout for a moment, and accesses
// are rewritten by what rewrites accesses everywhere.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Flatten.h"

#include "Layout/IR/LaidOut.h"
#include "Layout/Transforms/Passes.h"
#include "LowerToAccesses.h"
#include "RewriteAccesses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTFLATTEN
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The layout of a physical buffer with separators; null for other types.
static BufferAttr getSeparated(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  auto layout =
      memref ? dyn_cast<BufferAttr>(memref.getLayout()) : BufferAttr();
  return layout && layout.isPhysical() ? layout : BufferAttr();
}

static MemRefType withoutLayout(MemRefType type) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// The flat memref.
static MemRefType getFlatType(MemRefType type) {
  const PhysicalLayout &facts =
      getSeparated(type).getPhysicalLayout(type.getShape());
  return MemRefType::get(facts.getFlattenedShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// The same buffer with the way to its flat form as a layout to apply.
static MemRefType getLinearisedType(MemRefType type) {
  const PhysicalLayout &facts =
      getSeparated(type).getPhysicalLayout(type.getShape());
  return MemRefType::get(type.getShape(), type.getElementType(),
                         BufferAttr::getOfMap(facts.getLinearOffset()),
                         type.getMemorySpace());
}

static SmallVector<ReassociationIndices> getGroups(MemRefType type) {
  SmallVector<ReassociationIndices> groups(1);
  ArrayRef<int64_t> separators =
      getSeparated(type).getSeparators().getSeparators();
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    if (llvm::is_contained(separators, axis))
      groups.emplace_back();
    groups.back().push_back(axis);
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {

class FlattenPlanner {
public:
  FlattenPlanner(ModuleOp module, const FlattenOptions &options)
      : module(module), options(options) {}

  FailureOr<FlattenPlan> run() {
    WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
      return failed(visit(op)) ? WalkResult::interrupt()
                               : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    return std::move(plan);
  }

private:
  LogicalResult visit(Operation *op) {
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      llvm::append_range(types, function.getArgumentTypes());
      llvm::append_range(types, function.getResultTypes());
    } else {
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::append_range(types, block.getArgumentTypes());
    }
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      types.push_back(global.getType());
    bool isSeparated = llvm::any_of(
        types, [](Type type) { return static_cast<bool>(getSeparated(type)); });
    if (isa<PaddingOp, AssumePaddingOp>(op)) {
      if (isSeparated)
        plan.facts.push_back(op);
      return success();
    }
    for (Type type : types)
      if (failed(checkType(op, type)))
        return failure();
    return isSeparated ? visitSeparated(op) : success();
  }

  LogicalResult checkType(Operation *op, Type type) {
    if (isLaidOut(type))
      return op->emitOpError("touches ")
             << type << ", whose layout is not applied; run layout-apply "
             << "before layout-flatten";
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref)
      return success();
    unsigned rank =
        getSeparated(type) ? getGroups(memref).size() : memref.getRank();
    bool addresses = !isa<func::FuncOp, func::CallOp, func::ReturnOp,
                          memref::GlobalOp, memref::GetGlobalOp>(op);
    if (options.maxRank && rank > *options.maxRank && addresses)
      return op->emitOpError("addresses ")
             << type << ", of rank " << rank
             << " when flattened; the target has rank " << *options.maxRank
             << " at most";
    return success();
  }

  LogicalResult visitSeparated(Operation *op) {
    plan.isEmpty = false;
    if (op->getParentWithTrait<OpTrait::SymbolTable>() != module)
      return op->emitOpError(
          "touches a buffer with axis separators in a nested "
          "module, which is not supported; run the pass on "
          "it alone");
    for (Type type :
         llvm::concat<const Type>(SmallVector<Type>(op->getOperandTypes()),
                                  SmallVector<Type>(op->getResultTypes())))
      if (getSeparated(type) && !cast<MemRefType>(type).hasStaticShape())
        return op->emitOpError("has a buffer with axis separators of dynamic "
                               "shape, which is not supported yet");
    if (isCompoundAccess(op)) {
      plan.compound.push_back(op);
      return planLowerToAccesses(op);
    }
    if (isa<AsPhysicalOp, AsLogicalOp>(op))
      return op->emitOpError("is a bridge of layouts; run layout-apply before "
                             "layout-flatten");
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      plan.allocations.push_back(op);
    else if (isa<memref::GlobalOp, memref::GetGlobalOp>(op))
      plan.globals.push_back(op);
    else if (auto function = dyn_cast<func::FuncOp>(op))
      plan.functions.push_back(function);
    else if (auto call = dyn_cast<func::CallOp>(op))
      plan.calls.push_back(call);
    else if (auto ret = dyn_cast<func::ReturnOp>(op))
      plan.returns.push_back(ret);
    else
      return planRewriteAccess(op);
    return success();
  }

  ModuleOp module;
  const FlattenOptions &options;
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
    for (Operation *allocation : plan.allocations) {
      Value result = allocation->getResult(0);
      result.setType(linearise(cast<MemRefType>(result.getType())));
    }
    for (Operation *global : plan.globals)
      changeGlobal(global);
    // What a function takes and yields keeps its shape.
    for (func::FuncOp function : plan.functions)
      changeFunction(function);
    for (func::CallOp call : plan.calls) {
      viewOperands(call);
      rewriter.setInsertionPointAfter(call);
      for (Value result : call.getResults())
        viewValue(result);
    }
    for (func::ReturnOp ret : plan.returns)
      viewOperands(ret);
    for (Operation *op : plan.compound)
      lowerToAccesses(rewriter, op);
    rewriteAccesses(rewriter, module, AppliedTypes());
  }

private:
  MemRefType linearise(MemRefType type) {
    MemRefType linearised = getLinearisedType(type);
    separatedTypes.try_emplace(linearised, type);
    return linearised;
  }

  void changeGlobal(Operation *op) {
    if (auto global = dyn_cast<memref::GlobalOp>(op)) {
      global.setType(withoutLayout(global.getType()));
      return;
    }
    rewriter.setInsertionPointAfter(op);
    viewValue(op->getResult(0));
  }

  void changeFunction(func::FuncOp function) {
    FunctionType type = function.getFunctionType();
    auto strip = [](TypeRange types) {
      return llvm::map_to_vector(types, [](Type type) -> Type {
        return getSeparated(type) ? withoutLayout(cast<MemRefType>(type))
                                  : type;
      });
    };
    function.setFunctionType(FunctionType::get(rewriter.getContext(),
                                               strip(type.getInputs()),
                                               strip(type.getResults())));
    if (function.isExternal())
      return;
    for (BlockArgument argument : llvm::reverse(function.getArguments())) {
      rewriter.setInsertionPointToStart(&function.front());
      viewValue(argument);
    }
  }

  /// `value` becomes a buffer without layout; its users see it flat, through a
  /// view that stands at the insertion point.
  void viewValue(Value value) {
    auto type = dyn_cast<MemRefType>(value.getType());
    if (!type || !getSeparated(type))
      return;
    value.setType(withoutLayout(type));
    Value flat = value;
    if (getFlatType(type) != withoutLayout(type))
      flat = memref::CollapseShapeOp::create(
          rewriter, value.getLoc(), getFlatType(type), value, getGroups(type));
    Value seen =
        AsLogicalOp::create(rewriter, value.getLoc(), linearise(type), flat,
                            /*sizes=*/ValueRange());
    Operation *first =
        flat == value ? seen.getDefiningOp() : flat.getDefiningOp();
    rewriter.replaceAllUsesExcept(
        value, seen, SmallPtrSet<Operation *, 2>{first, seen.getDefiningOp()});
  }

  /// Operands that cross an interface get their shape back.
  void viewOperands(Operation *op) {
    rewriter.setInsertionPoint(op);
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<MemRefType>(operand.get().getType());
      if (!type || !isLaidOut(type))
        continue;
      MemRefType separated = separatedTypes.lookup(type);
      MemRefType plain = withoutLayout(type), flatType = getFlatType(separated);
      Value view =
          AsPhysicalOp::create(rewriter, op->getLoc(), flatType, operand.get());
      if (flatType != plain)
        view = memref::ExpandShapeOp::create(rewriter, op->getLoc(), plain,
                                             view, getGroups(separated));
      operand.set(view);
    }
  }

  IRRewriter rewriter;
  /// A type with separators for each linearised one: the groups that make the
  /// one from the other, of which any will do.
  DenseMap<Type, MemRefType> separatedTypes;
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
