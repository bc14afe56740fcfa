//===- Lower.cpp - Checked programs to LLVM -------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Lower.h"

#include "Layout/Check/Bounds.h"
#include "Layout/Check/GpuToLoops.h"
#include "Layout/Check/PoisonMarks.h"
#include "Layout/Conversion/ArithmeticExpansion.h"
#include "Layout/Conversion/ForallToFor.h"
#include "Layout/Conversion/Legalize.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/ControlFlow.h"
#include "Layout/Transforms/Bufferize/LowerPacks.h"
#include "Layout/Transforms/Bufferize/MissedAliases.h"
#include "Layout/Transforms/Bufferize/NestedBranches.h"
#include "Layout/Transforms/Bufferize/SimplifySlices.h"
#include "Layout/Transforms/Bufferize/TensorGathers.h"
#include "Layout/Transforms/Passes.h"
#include "LowerVectors.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool hasTensors(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto isTensor = [](Type type) { return isa<TensorType>(type); };
        bool hasTensor = llvm::any_of(op->getOperandTypes(), isTensor) ||
                         llvm::any_of(op->getResultTypes(), isTensor);
        if (auto function = dyn_cast<FunctionOpInterface>(op))
          hasTensor |= llvm::any_of(function.getArgumentTypes(), isTensor) ||
                       llvm::any_of(function.getResultTypes(), isTensor);
        return hasTensor ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Upstream has no buffer form of one, and lowers neither.
static void decomposeTensorOps(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](Operation *op) {
    FailureOr<SmallVector<Value>> parts = failure();
    rewriter.setInsertionPoint(op);
    if (auto concat = dyn_cast<tensor::ConcatOp>(op))
      parts = concat.decomposeOperation(rewriter);
    else if (auto aggregate = dyn_cast<linalg::AggregatedOpInterface>(op))
      if (op->getNumResults() > 0)
        parts = aggregate.decomposeOperation(rewriter);
    if (succeeded(parts))
      rewriter.replaceOp(op, *parts);
  });
}

/// Upstream's pass does this by patterns, and so drops accesses without uses:
/// those out of bounds, too.
static void allocateEmpties(ModuleOp module) {
  module.getContext()->loadDialect<bufferization::BufferizationDialect>();
  IRRewriter rewriter(module.getContext());
  module.walk([&](tensor::EmptyOp empty) {
    rewriter.setInsertionPoint(empty);
    rewriter.replaceOpWithNewOp<bufferization::AllocTensorOp>(
        empty, empty.getType(), empty.getDynamicSizes());
  });
}

static unsigned getLoopDepth(Operation *op) {
  unsigned depth = 0;
  while ((op = op->getParentOfType<LoopLikeOpInterface>()))
    ++depth;
  return depth;
}

/// Copies what each fourth loop of a nest takes:
///
///     %t = bufferization.alloc_tensor() copy(%a) {memory_space = 0} : T
///     %s = scf.for .. iter_args(%b = %t)
///
/// Upstream computes the type of a buffer that loops pass to each other from
/// those of all loops around: of 14 loops that exchange two tensors for 16 s.
static void copyIntoDeepLoops(ModuleOp module) {
  constexpr unsigned period = 4;
  module.walk([](LoopLikeOpInterface loop) {
    unsigned depth = getLoopDepth(loop);
    if (depth == 0 || depth % period != 0)
      return;
    OpBuilder builder(loop);
    for (OpOperand &init : loop.getInitsMutable())
      if (auto type = dyn_cast<RankedTensorType>(init.get().getType()))
        init.set(bufferization::AllocTensorOp::create(
            builder, loop.getLoc(), type, ValueRange(), init.get(),
            builder.getI64IntegerAttr(0)));
  });
}

LogicalResult layout::bufferizeTensors(ModuleOp module) {
  if (!hasTensors(module))
    return success();
  decomposeTensorOps(module);
  if (failed(lowerPacks(module)))
    return failure();
  lowerTensorGathers(module);
  simplifySlices(module);
  allocateEmpties(module);
  // It folds, and so makes constants of what was computed.
  PassManager elementwise(module.getContext());
  elementwise.addPass(
      createLegalizeOnly({Legalization::Elementwise, Legalization::Carried}));
  elementwise.addPass(createConvertElementwiseToLinalgPass());
  if (failed(elementwise.run(module)))
    return failure();
  // Upstream's analysis has no time for them. Its option copy-before-write
  // reads memory that is not its own.
  buildNestedBranches(module);
  copyMissedAliases(module);
  copyIntoDeepLoops(module);
  bufferization::OneShotBufferizePassOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  PassManager manager(module.getContext());
  manager.addPass(bufferization::createOneShotBufferizePass(options));
  return manager.run(module);
}

//===----------------------------------------------------------------------===//
// What upstream passes leave to others
//===----------------------------------------------------------------------===//

/// Upstream's lowering of a strided copy calls a library that is not here.
static void turnCopiesIntoLoops(ModuleOp module) {
  module.walk([](memref::CopyOp copy) {
    auto isRanked = [](Value value) {
      return isa<MemRefType>(value.getType());
    };
    if (!isRanked(copy.getSource()) || !isRanked(copy.getTarget()))
      return;
    OpBuilder builder(copy);
    linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    copy.erase();
  });
}

/// Runs are sequential, and upstream's lowering of these leaves casts.
static void turnAtomicsIntoAccesses(ModuleOp module) {
  // LLVM has no update by a product, and no floats of 8 bits.
  module.walk([](memref::AtomicRMWOp atomic) {
    arith::AtomicRMWKind kind = atomic.getKind();
    auto number = dyn_cast<FloatType>(atomic.getValue().getType());
    bool isSmall = number && number.getWidth() <= 8;
    if (kind != arith::AtomicRMWKind::mulf &&
        kind != arith::AtomicRMWKind::muli &&
        (!isSmall || kind == arith::AtomicRMWKind::assign))
      return;
    IRRewriter builder(atomic);
    Location loc = atomic.getLoc();
    Value former = memref::LoadOp::create(builder, loc, atomic.getMemref(),
                                          atomic.getIndices());
    Value updated =
        arith::getReductionOp(kind, builder, loc, former, atomic.getValue());
    memref::StoreOp::create(builder, loc, updated, atomic.getMemref(),
                            atomic.getIndices());
    builder.replaceOp(atomic, former);
  });
  module.walk([](memref::GenericAtomicRMWOp atomic) {
    IRRewriter builder(atomic);
    Location loc = atomic.getLoc();
    Value former = memref::LoadOp::create(builder, loc, atomic.getMemref(),
                                          atomic.getIndices());
    auto yield = cast<memref::AtomicYieldOp>(atomic.getBody()->getTerminator());
    builder.inlineBlockBefore(atomic.getBody(), atomic, former);
    builder.setInsertionPoint(yield);
    memref::StoreOp::create(builder, loc, yield.getResult(), atomic.getMemref(),
                            atomic.getIndices());
    builder.eraseOp(yield);
    builder.replaceOp(atomic, former);
  });
}

/// A buffer that leaves its block by the terminator is not freed at all: the
/// run is short.
static void moveStackToHeap(ModuleOp module) {
  module.walk([](memref::AllocaOp stack) {
    OpBuilder builder(stack);
    auto heap = memref::AllocOp::create(
        builder, stack.getLoc(), stack.getType(), stack.getDynamicSizes(),
        stack.getSymbolOperands(), stack.getAlignmentAttr());
    Operation *last = &stack->getBlock()->back();
    bool mayLeave =
        !last->hasTrait<OpTrait::IsTerminator>() ||
        last->getNumSuccessors() != 0 || last->getNumRegions() != 0 ||
        llvm::any_of(last->getOperandTypes(),
                     [](Type type) { return isa<BaseMemRefType>(type); });
    stack.replaceAllUsesWith(heap.getResult());
    stack.erase();
    if (mayLeave)
      return;
    builder.setInsertionPoint(last);
    memref::DeallocOp::create(builder, heap.getLoc(), heap);
  });
}

/// Upstream's lowering of such a scope forgets the types of what leaves it. As
/// nothing is on the stack, it bounds no life.
static void openScopes(ModuleOp module) {
  module.walk([](memref::AllocaScopeOp scope) {
    OpBuilder builder(scope);
    auto open = scf::ExecuteRegionOp::create(builder, scope.getLoc(),
                                             scope.getResultTypes());
    open.getRegion().takeBody(scope.getBodyRegion());
    for (Block &block : open.getRegion())
      if (auto leave =
              dyn_cast<memref::AllocaScopeReturnOp>(block.getTerminator())) {
        builder.setInsertionPoint(leave);
        scf::YieldOp::create(builder, leave.getLoc(), leave.getResults());
        leave.erase();
      }
    scope.replaceAllUsesWith(open.getResults());
    scope.erase();
  });
}

static bool isFullMask(Value mask) {
  DenseElementsAttr lanes;
  if (matchPattern(mask, m_Constant(&lanes)))
    return llvm::all_of(lanes.getValues<bool>(),
                        [](bool lane) { return lane; });
  auto lengths = mask.getDefiningOp<vector::ConstantMaskOp>();
  return lengths && lengths.isAllOnesMask();
}

/// Upstream's conversions fold a mask of which all lanes are set, or that holds
/// nothing, without end.
static void unwrapIdleMasks(ModuleOp module) {
  module.walk([](vector::MaskOp mask) {
    if (!mask.isEmpty() && !isFullMask(mask.getMask()))
      return;
    Operation *yield = mask.getMaskBlock()->getTerminator();
    if (Operation *masked = mask.getMaskableOp())
      masked->moveBefore(mask);
    mask.replaceAllUsesWith(yield->getOperands());
    mask.erase();
  });
}

//===----------------------------------------------------------------------===//
// The order of parallel loops
//===----------------------------------------------------------------------===//

/// Returns low + last - value, where `last` is the last value of a loop from
/// `low` to `high`: as many steps from the end as `value` is from the
/// beginning.
static Value mirror(OpBuilder &builder, Location loc, Value value, Value low,
                    Value high, Value step) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value span = arith::SubIOp::create(builder, loc, high, low);
  span = arith::SubIOp::create(builder, loc, span, one);
  Value steps = arith::DivSIOp::create(builder, loc, span, step);
  Value reach = arith::MulIOp::create(builder, loc, steps, step);
  Value last = arith::AddIOp::create(builder, loc, low, reach);
  Value sum = arith::AddIOp::create(builder, loc, low, last);
  return arith::SubIOp::create(builder, loc, sum, value);
}

static void reverse(LoopLikeOpInterface loop) {
  OpBuilder builder = OpBuilder::atBlockBegin(&loop->getRegion(0).front());
  auto get = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loop.getLoc(), number);
  };
  for (auto [variable, low, high, step] :
       llvm::zip_equal(*loop.getLoopInductionVars(), *loop.getLoopLowerBounds(),
                       *loop.getLoopUpperBounds(), *loop.getLoopSteps())) {
    Value mirrored = mirror(builder, loop.getLoc(), variable, get(low),
                            get(high), get(step));
    Operation *own = mirrored.getDefiningOp();
    variable.replaceUsesWithIf(
        mirrored, [&](OpOperand &use) { return use.getOwner() != own; });
  }
}

/// Parallel loops take their last iteration first, and so on. A program that
/// may run its iterations at once does the same then; one in which an iteration
/// needs the result of an earlier one, most likely not. Loops with reductions
/// keep their order, as these guarantee less about it. Affine loops are lowered
/// before.
static void reverseParallelLoops(ModuleOp module) {
  module.walk([](LoopLikeOpInterface loop) {
    if (isParallelLoop(loop) && loop->getNumResults() == 0)
      reverse(loop);
  });
}

//===----------------------------------------------------------------------===//
// The pipeline
//===----------------------------------------------------------------------===//

/// Where poison is traced, upstream must not put vectors on the stack: which
/// lanes of them are poison is not known of memory.
static void addLoweringToLoops(PassManager &manager, bool tracesPoison) {
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  addForallToFor(manager);
  manager.addNestedPass<func::FuncOp>(vector::createLowerVectorMaskPass());
  manager.addPass(createLegalizeOnly(Legalization::Vectors));
  manager.addNestedPass<func::FuncOp>(
      vector::createLowerVectorMultiReductionPass());
  VectorTransferToSCFOptions transfers;
  if (tracesPoison)
    manager.addPass(createConvertVectorToSCFPass(
        VectorTransferToSCFOptions().enableFullUnroll()));
  manager.addPass(createConvertVectorToSCFPass(transfers));
}

static void addLoweringToBlocks(PassManager &manager) {
  addArithmeticExpansion(manager);
  manager.addPass(memref::createExpandOpsPass());
  manager.addPass(createLegalizeOnly(Legalization::Views));
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
}

/// The host may lack the library that converts to bf16 and back.
static void addEmulation(PassManager &manager) {
  arith::ArithEmulateUnsupportedFloatsOptions bf16;
  bf16.sourceTypeStrs = {"bf16"};
  manager.addPass(arith::createArithEmulateUnsupportedFloats(bf16));
  manager.addPass(createLegalizeOnly(Legalization::BF16));
}

static void addConversionsToLLVM(PassManager &manager) {
  manager.addPass(createLegalizeOnly(Legalization::Masks));
  manager.addPass(createConvertComplexToStandardPass());
  manager.addPass(createLegalizeOnly(Legalization::Library));
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addNestedPass<func::FuncOp>(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createLegalizeOnly(Legalization::Resources));
  FinalizeMemRefToLLVMConversionPassOptions memory;
  memory.useGenericFunctions = true;
  memory.useAlignedAlloc = true;
  manager.addPass(createFinalizeMemRefToLLVMConversionPass(memory));
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createLegalizeOnly(Legalization::MaskedAccesses));
}

/// A float that LLVM has no type for. Small ones become integers, which is as
/// good as long as nothing is computed with them.
static Type findForeignFloat(Operation *op, LLVMTypeConverter &converter) {
  Type found;
  auto look = [&](Type type) {
    type.walk([&](FloatType part) {
      Type converted = converter.convertType(part);
      if (!converted || !LLVM::isCompatibleType(converted))
        found = part;
    });
  };
  llvm::for_each(op->getResultTypes(), look);
  llvm::for_each(op->getOperandTypes(), look);
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    look(function.getFunctionType());
  return found;
}

static LogicalResult checkTypes(ModuleOp module) {
  module.getContext()->loadDialect<LLVM::LLVMDialect>();
  LLVMTypeConverter converter(module.getContext());
  WalkResult result = module.walk([&](Operation *op) {
    Type foreign = findForeignFloat(op, converter);
    if (!foreign)
      return WalkResult::advance();
    return WalkResult(op->emitError("cannot be run: LLVM has no type for ")
                      << foreign);
  });
  return failure(result.wasInterrupted());
}

LogicalResult layout::lowerToLLVM(ModuleOp module, StringRef entry,
                                  RunChecks &checks) {
  module.getContext()->loadDialect<linalg::LinalgDialect, scf::SCFDialect>();
  if (failed(checkTypes(module)))
    return failure();
  if (failed(lowerKernelsToLoops(module)))
    return failure();
  auto function = module.lookupSymbol<func::FuncOp>(entry);
  // Before a pass takes what a constant holds for known.
  if (checks.constants)
    watchConstants(module, function, checks.watched);
  for (auto other : module.getOps<func::FuncOp>())
    other.setVisibility(other == function ? SymbolTable::Visibility::Public
                                          : SymbolTable::Visibility::Private);
  function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                    UnitAttr::get(module.getContext()));
  moveStackToHeap(module);
  openScopes(module);
  unwrapIdleMasks(module);
  // A mark has no place in the body of an atomic operation.
  turnAtomicsIntoAccesses(module);
  // Before a pass makes use of a flag, or folds what would be poison.
  if (checks.poison)
    markPoison(module, checks.poisonSources);
  dropFlags(module);
  PassManager first(module.getContext());
  // Before a pass folds index maps by the ranges of their operands: upstream
  // takes `((i - j) mod 6) floordiv 4` with i, j in [0, 3) for 1.
  first.addPass(createLowerAffinePass());
  first.addPass(
      createLegalizeOnly({Legalization::Slices, Legalization::Clones,
                          Legalization::Names}));
  first.addPass(createConvertBufferizationToMemRefPass()); // clones to copies
  first.addPass(memref::createExpandReallocPass());        // copies, too
  if (failed(first.run(module)))
    return failure();
  if (checks.reversesParallel)
    reverseParallelLoops(module);
  // Before a pass drops loads without uses, and adds others.
  if (checks.bounds)
    addBoundsChecks(module, checks.accesses);
  turnCopiesIntoLoops(module);
  prepareVectors(module);
  PassManager loops(module.getContext());
  // Copies of softmax, too, which has no loops.
  loops.addPass(
      createLegalizeOnly({Legalization::Lanes, Legalization::Copies}));
  addLoweringToLoops(loops, !checks.poisonSources.empty());
  if (failed(loops.run(module)))
    return failure();
  if (checks.bounds)
    addBoundsChecks(module, checks.accesses);
  PassManager manager(module.getContext());
  addLoweringToBlocks(manager);
  addEmulation(manager);
  if (failed(manager.run(module)))
    return failure();
  turnAtomicsIntoAccesses(module);
  turnScalarTransfersIntoAccesses(module);
  dropFlags(module);
  PassManager conversions(module.getContext());
  addConversionsToLLVM(conversions);
  conversions.addPass(createLegalizeOnly(Legalization::Names));
  return conversions.run(module);
}
