//===- Cache.cpp - Local copies with layouts of their own -----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A marked loop works on a local copy of a marked buffer:
//
//     affine.for %j {                       %c = memref.alloc()
//       affine.load %a[%i, %j]        ->    copy %a to %c
//     } {layout.cache}                      affine.for %j {
//                                             affine.load %c[%i, %j]
//                                           }
//                                           memref.dealloc %c
//
// The copy requests the layout that `layout.cache` of the buffer states. It is
// written back if the loop stores to it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Transforms/Reorder/Cache.h"

#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/Asynchrony.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Buffers/ParallelScopes.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/ScalarAccess.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "Transforms/Support/BoxLoops.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTCACHE
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

static constexpr StringLiteral kCache = LayoutDialect::kCacheAttrName;
static constexpr StringLiteral kSequential = LayoutDialect::kSequentialAttrName;

/// The buffer in memory that a copy of `buffer` is: same logical shape.
static MemRefType getCopyType(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return MemRefType::get(type.getShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

namespace {

/// Plans the copies of all marked buffers. Marks are requests of users: those
/// that cannot be fulfilled are errors, not remarks.
class CachePlanner {
public:
  explicit CachePlanner(ModuleOp module)
      : module(module), flow(module), modes(module, symbols, flow),
        parallel(module, flow, symbols), tasks(module, flow, symbols) {}

  LogicalResult run() {
    if (failed(verifyNoStrayAttributes(module)) || failed(checkPlaces()))
      return failure();
    WalkResult result = module.walk([&](func::FuncOp function) {
      return WalkResult(planFunction(function));
    });
    return failure(result.wasInterrupted());
  }

  SmallVector<CachePlan> plans;

private:
  /// Refuses marks on ops that the pass does not look at.
  LogicalResult checkPlaces() {
    WalkResult result = module.walk([&](Operation *op) {
      if (!makesRequest(op, kCache) || isa<func::FuncOp>(op) ||
          op->getParentOfType<func::FuncOp>())
        return WalkResult::advance();
      op->emitError("layout-cache: '")
          << kCache << "' is supported in the bodies of func.func only";
      return WalkResult::interrupt();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult planFunction(func::FuncOp function) {
    if (function.isExternal()) {
      if (!makesRequest(function, kCache))
        return success();
      return function.emitError("layout-cache: an argument is marked to be "
                                "cached, but the function has no body");
    }
    SmallVector<std::pair<Value, BufferAttr>> buffers;
    SmallVector<Operation *> loops;
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (auto layout = function.getArgAttrOfType<BufferAttr>(i, kCache))
        buffers.push_back({function.getArgument(i), layout});
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto layout = op->getAttrOfType<BufferAttr>(kCache))
        buffers.push_back({op->getResult(0), layout});
      else if (op->hasAttr(kCache))
        loops.push_back(op);
    });
    if (!loops.empty() && buffers.empty())
      return loops.front()->emitError(
          "layout-cache: the loop is marked, but no buffer is; mark one by "
          "'layout.cache' with a layout");
    // Otherwise a copy would be made of a copy.
    for (Operation *loop : loops)
      for (Operation *other : loops)
        if (other->isProperAncestor(loop))
          return loop->emitError("layout-cache: the loop is inside of another "
                                 "marked loop; mark one of them");
    for (auto [buffer, layout] : buffers) {
      if (loops.empty() && !isa<BlockArgument>(buffer))
        return buffer.getDefiningOp()->emitError(
            "layout-cache: the buffer is marked, but no loop is; mark one by "
            "'layout.cache'");
      // Without a marked loop, an argument is cached in its whole function.
      SmallVector<Operation *> scopes(loops);
      if (scopes.empty())
        scopes.push_back(function);
      for (Operation *scope : scopes)
        if (failed(planScope(buffer, layout, scope)))
          return failure();
    }
    return success();
  }

  LogicalResult planScope(Value buffer, BufferAttr layout, Operation *scope) {
    CachePlan plan{buffer, layout, scope, false, false};
    LogicalResult result = success();
    if (buffer.getDefiningOp() && failed(checkNames(buffer)))
      return failure();
    // A buffer that is allocated in the loop does not exist before it, where
    // the copy would be filled.
    Operation *maker = buffer.getDefiningOp();
    bool isMadeAnew =
        maker && !isa<func::FuncOp>(scope) && scope->isAncestor(maker);
    flow.forEachUser(buffer, [&](OpOperand &use, bool isSure) {
      if (succeeded(result) && !isMadeAnew && scope->isAncestor(use.getOwner()))
        result = planUse(plan, use, isSure);
    });
    if (failed(result))
      return failure();
    // A copy that is written back must hold all elements of the buffer, also
    // those that the loop does not write. It need not be filled only if the
    // function is known to write every element before it reads it.
    auto function = dyn_cast<func::FuncOp>(scope);
    bool isFilled =
        function &&
        modes.getMode(function, cast<BlockArgument>(buffer).getArgNumber()) ==
            AccessMode::Write;
    plan.isRead = (plan.isRead || plan.isWritten) && !isFilled;
    if (plan.isRead && plan.isWritten && failed(checkIsAlone(plan)))
      return failure();
    if (!plan.isRead && !plan.isWritten) {
      remarkMissed(scope->getLoc(), "layout-cache/not-used")
          << (isMadeAnew ? "not cached: the buffer is allocated anew in each "
                           "iteration; mark a loop inside of its scope"
              : function ? "not cached: the function does not use the argument"
                         : "not cached: the loop does not use the buffer; mark "
                           "one that does");
      return success();
    }
    if (Operation *running = tasks.find(plan.buffer))
      return running->emitError(
          "layout-cache: the op may still be running where the copy of the "
          "buffer that it uses is filled, written back or freed; make it "
          "synchronous");
    plans.push_back(plan);
    return success();
  }

  /// Refuses a copy that is filled and written back where other iterations or
  /// threads write the buffer at the same time: the copy, which is written back
  /// as a whole, would undo their stores.
  LogicalResult checkIsAlone(const CachePlan &plan) {
    auto function = dyn_cast<func::FuncOp>(plan.scope);
    Block *block =
        function ? &function.getBody().front() : plan.scope->getBlock();
    std::optional<ParallelScopes::Scope> shared =
        parallel.find(block, plan.buffer);
    if (!shared)
      return success();
    Operation *at = shared->call ? shared->call : plan.scope;
    StringRef all = shared->isOfKernel() ? "threads of a kernel"
                                         : "iterations of a parallel loop";
    InFlightDiagnostic diagnostic =
        at->emitError("layout-cache: all ")
        << all
        << " would work on copies of one buffer here, which overwrite each "
           "other when written back; mark a loop around all of them";
    diagnostic.attachNote(shared->by->getLoc())
        << (shared->isOfKernel() ? "the kernel" : "the parallel loop");
    return diagnostic;
  }

  /// Refuses a local buffer of which aliases exist that are not followed:
  /// accesses through them would miss the copy. Of an argument, the contract of
  /// layouts excludes such aliases.
  LogicalResult checkNames(Value buffer) {
    LogicalResult result = success();
    flow.forEachUser(buffer, [&](OpOperand &use, bool) {
      Operation *op = use.getOwner();
      bool mayReturn =
          llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
      bool isStored = getScalarAccess(op) && getOperandEffect(use).escapes;
      if (succeeded(result) &&
          (isStored || (mayReturn && getOperandEffect(use).escapes)))
        result = op->emitError(
            "layout-cache: the cached buffer may get another name here, whose "
            "uses are not rewritten; use the buffer itself");
    });
    return result;
  }

  LogicalResult planUse(CachePlan &plan, OpOperand &use, bool isSure) {
    Operation *op = use.getOwner();
    auto refuse = [&](const Twine &why) {
      bool isLoop = !isa<FunctionOpInterface>(plan.scope);
      return op->emitError("layout-cache: '")
             << op->getName() << "' op uses " << why
             << ", and cannot use the copy in its place; expects loads and "
                "stores of the buffer itself there: put 'layout.cache' on a "
             << (isLoop ? "loop without this op"
                        : "loop with these, beside that on the buffer");
    };
    // A select of this buffer and another one cannot name the copy.
    if (!isSure)
      return refuse("a buffer that may be the cached one");
    // Views that are made inside of the scope become views of the copy; one
    // that is made before it stays a view of the buffer.
    for (Value name = use.get(); name != plan.buffer;) {
      Operation *maker = name.getDefiningOp();
      Value source = getViewSource(name);
      if (!source || !plan.scope->isAncestor(maker))
        return refuse("another name of the cached buffer");
      name = source;
    }
    OperandEffect effect = getOperandEffect(use);
    if (effect.escapes || isDeallocation(use))
      return refuse("the cached buffer");
    // The copy has no layout yet, so ops that need one of the same type cannot
    // use it.
    if (plan.buffer.getType() != getCopyType(plan.buffer) && !mayBePlain(use))
      return refuse("the cached buffer, whose type has a layout");
    plan.isRead |= effect.mayRead;
    plan.isWritten |= effect.mayWrite;
    return success();
  }

  /// Returns true if the op accepts a buffer of the same shape without a
  /// layout.
  static bool mayBePlain(OpOperand &use) {
    LayoutRewrite rewrite = getLayoutRewrite(use);
    return rewrite == LayoutRewrite::Indices ||
           rewrite == LayoutRewrite::Accesses ||
           rewrite == LayoutRewrite::LogicalShape;
  }

  ModuleOp module;
  SymbolTableCollection symbols;
  BufferFlow flow;
  AccessModes modes;
  ParallelScopes parallel;
  AsynchronousUses tasks;
};

/// Allocates, fills, writes back and frees one copy.
class CacheBuilder {
public:
  explicit CacheBuilder(const CachePlan &plan)
      : plan(plan), loc(plan.buffer.getLoc()),
        builder(plan.buffer.getContext()) {}

  void build() {
    auto function = dyn_cast<func::FuncOp>(plan.scope);
    if (function)
      builder.setInsertionPointToStart(&function.getBody().front());
    else
      builder.setInsertionPoint(plan.scope);
    extents = getExtents();
    auto alloc = memref::AllocOp::create(builder, loc, getCopyType(plan.buffer),
                                         extents);
    alloc->setAttr(LayoutDialect::kTransformAttrName, plan.layout);
    if (isMarkedSequential())
      alloc->setAttr(kSequential, builder.getUnitAttr());
    copy = alloc;
    // Now, as the loops that fill the copy and write it back use the buffer
    // itself. memref.dim may stay: extents are the same of both.
    Value buffer = plan.buffer;
    buffer.replaceUsesWithIf(copy, [&](OpOperand &use) {
      return plan.scope->isAncestor(use.getOwner()) &&
             !isa_and_nonnull<memref::DimOp>(use.getOwner()) &&
             use.getOwner() != copy.getDefiningOp();
    });
    if (plan.isRead)
      buildCopy(plan.buffer, copy);
    if (!function) {
      builder.setInsertionPointAfter(plan.scope);
      leave();
      return;
    }
    // Each return leaves the scope.
    for (Block &block : function.getBody())
      if (isa<func::ReturnOp>(block.getTerminator())) {
        builder.setInsertionPoint(block.getTerminator());
        leave();
      }
  }

private:
  SmallVector<Value> getExtents() {
    SmallVector<Value> values;
    auto type = cast<MemRefType>(plan.buffer.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        values.push_back(memref::DimOp::create(builder, loc, plan.buffer, dim));
    return values;
  }

  bool isMarkedSequential() const {
    if (Operation *op = plan.buffer.getDefiningOp())
      return op->hasAttr(kSequential);
    auto argument = cast<BlockArgument>(plan.buffer);
    auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function.getArgAttr(argument.getArgNumber(), kSequential) != nullptr;
  }

  void leave() {
    if (plan.isWritten)
      buildCopy(copy, plan.buffer);
    memref::DeallocOp::create(builder, loc, copy);
  }

  void buildCopy(Value from, Value to) {
    Box box = Box::ofShape(getCopyType(from).getShape(), builder.getContext());
    AffineMap here = builder.getMultiDimIdentityMap(box.getRank());
    buildBoxLoops(builder, loc, box, extents,
                  [&](OpBuilder &nested, ValueRange index) {
                    Value value = buildLoad(nested, loc, from, here, index);
                    buildStore(nested, loc, value, to, here, index);
                  });
  }

  const CachePlan &plan;
  Location loc;
  OpBuilder builder;
  SmallVector<Value> extents;
  Value copy;
};

} // namespace

/// Removes the mark for `layout-sequential-access`: the accesses that it asks
/// to reorder are those of the copy now, which has the mark.
static void removeSequentialMark(Value buffer) {
  if (Operation *op = buffer.getDefiningOp()) {
    op->removeAttr(kSequential);
    return;
  }
  auto argument = cast<BlockArgument>(buffer);
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  function.removeArgAttr(argument.getArgNumber(), kSequential);
}

static void removeCacheMarks(Operation *op) {
  op->removeAttr(kCache);
  if (auto function = dyn_cast<func::FuncOp>(op))
    for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
      function.removeArgAttr(i, StringRef(kCache));
}

namespace {

class LayoutCachePass : public layout::impl::LayoutCacheBase<LayoutCachePass> {
public:
  void runOnOperation() override {
    FailureOr<SmallVector<CachePlan>> plans = planCaches(getOperation());
    if (failed(plans))
      return signalPassFailure();
    applyCaches(getOperation(), *plans);
  }
};

} // namespace

FailureOr<SmallVector<CachePlan>> layout::planCaches(ModuleOp module) {
  CachePlanner planner(module);
  if (failed(planner.run()))
    return failure();
  return std::move(planner.plans);
}

void layout::applyCaches(ModuleOp module, ArrayRef<CachePlan> plans) {
  for (const CachePlan &plan : plans) {
    std::string text = "works on a local copy";
    text += !plan.isRead      ? ", written back at the end"
            : !plan.isWritten ? ", filled at the start"
                              : ", filled at the start and written back at "
                                "the end";
    remarkDone(plan.scope->getLoc(), "layout-cache/cached") << text;
    CacheBuilder(plan).build();
  }
  for (const CachePlan &plan : plans)
    removeSequentialMark(plan.buffer);
  module.walk(removeCacheMarks);
}
