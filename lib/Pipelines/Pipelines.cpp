//===- Pipelines.cpp - Passes in the order that works ---------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Pipelines/Pipelines.h"

#include "Layout/Analysis/Target/Target.h"
#include "Layout/Conversion/ArithmeticExpansion.h"
#include "Layout/Conversion/ForallToFor.h"
#include "Layout/Conversion/Legalize.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/Transforms/Passes.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

/// Upstream's canonicalization, but for patterns that change results: an index
/// that is cast to fewer bits and back would keep the others. `others` are left
/// out, too.
static std::unique_ptr<Pass>
createCanonicalizer(ArrayRef<StringRef> others = {}) {
  SmallVector<StringRef> disabled{"IndexCastOfIndexCast",
                                  "IndexCastUIOfIndexCastUI"};
  llvm::append_range(disabled, others);
  GreedyRewriteConfig config; // what the pass has by itself
  config.setUseTopDownTraversal(true);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal);
  return createCanonicalizerPass(config, layout::spellLocalPatterns(disabled));
}

/// Adds `layout-legalize` with these parts.
static void addLegalization(OpPassManager &manager,
                            ArrayRef<layout::Legalization> only) {
  manager.addPass(layout::createLegalizeOnly(only));
}

/// Canonicalization of programs whose buffers may have layouts or axis
/// separators. Masked accesses of them are legal, accesses without a mask are
/// not: these want a stride that such a buffer does not have. Hence an access
/// whose mask is all true keeps it until the layout is gone.
///
/// Only functions of the host: each thread of a kernel computes its indices
/// once, and upstream takes the digits of a swizzle apart, e mod 2 as e - 2 *
/// (e floordiv 2), which doubles them. `layout-lower-indices` makes bits of
/// them.
static void addCanonicalizerUnderLayouts(OpPassManager &manager) {
  addLegalization(manager, {layout::Legalization::EmptyLoops,
                            layout::Legalization::Remainders});
  manager.addNestedPass<func::FuncOp>(
      createCanonicalizer({"MaskedLoadFolder", "MaskedStoreFolder",
                           "ExpandLoadFolder", "CompressStoreFolder"}));
}

/// The order of RFC 0077: loops as the buffers lie, so that conditions say what
/// is padding; conditions away where padding allows it; then stores that are
/// not needed are removed. The remaining conditions become bounds of loops.
static void addPaddingPasses(OpPassManager &manager,
                             const layout::OptimizeOptions &options) {
  layout::LayoutSequentialAccessOptions walk;
  walk.reorderOnly = !options.walkInOrder;
  walk.reassociate = options.reassociate;
  manager.addPass(layout::createLayoutSequentialAccess(walk));
  manager.addPass(layout::createLayoutMergeLoops());
  manager.addPass(layout::createLayoutSimplify());
  manager.addPass(layout::createLayoutOvercompute());
  manager.addPass(layout::createLayoutRemoveNoOp());
  manager.addPass(layout::createLayoutHoistConditions());
  manager.addPass(layout::createLayoutPartitionLoops());
}

/// `layout-tile-loops` says what is wrong with other values.
static bool stopsAfterPlan(StringRef stopAfter) { return !stopAfter.empty(); }

static std::unique_ptr<Pass>
createTileLoops(const layout::OptimizeOptions &options) {
  layout::LayoutTileLoopsOptions tiles;
  tiles.reassociate = options.reassociate;
  tiles.stopAfter = options.stopAfter;
  tiles.threads = options.threads;
  tiles.tuned = options.tuned;
  return layout::createLayoutTileLoops(tiles);
}

/// Loops over the digits of the layouts, the innermost as vector code. All that
/// is affine says so first. Pure ops between loops would hide that they are a
/// nest.
static void addLoopPasses(OpPassManager &manager,
                          const layout::OptimizeOptions &options) {
  addLegalization(manager, layout::Legalization::EmptyLoops);
  layout::LayoutRaiseLoopsOptions raise;
  raise.keepParallel = options.threads != 1;
  raise.linalg = options.linalg;
  manager.addPass(layout::createLayoutRaiseLoops(raise));
  addCanonicalizerUnderLayouts(manager);
  // Before anything counts vectors; for nests that are fused later, alike.
  manager.addPass(layout::createLayoutWidenLoops());
  manager.addPass(layout::createLayoutCollapseDims());
  // Before copies get an order of their own.
  layout::LayoutFuseEpiloguesOptions epilogues;
  epilogues.reassociate = options.reassociate;
  epilogues.ownTiles = options.threads != 1;
  manager.addPass(layout::createLayoutFuseEpilogues(epilogues));
  manager.addPass(layout::createLayoutVectorizeCopies());
  // Padding is written where it is, without a test in other iterations.
  if (!options.padding) {
    layout::LayoutPartitionLoopsOptions fills;
    fills.onlyFills = true;
    manager.addPass(layout::createLayoutPartitionLoops(fills));
  }
  manager.addPass(createTileLoops(options));
  if (!stopsAfterPlan(options.stopAfter))
    manager.addPass(layout::createLayoutVectorizeLoops());
}

void layout::buildOptimizePipeline(OpPassManager &manager,
                                   const OptimizeOptions &options) {
  // A request would get lost on the way; a layout in a type would not.
  LayoutRequirePhysicalOptions requests;
  requests.requestsOnly = true;
  manager.addPass(createLayoutRequirePhysical(requests));
  // Upstream's canonicalization cannot tell what some slices drop.
  addLegalization(manager, Legalization::Slices);
  if (options.padding || options.walkInOrder)
    addPaddingPasses(manager, options);
  addLoopPasses(manager, options);
  if (stopsAfterPlan(options.stopAfter))
    return;
  // Accesses close to each other have equal index computations: CSE shares
  // them.
  addCanonicalizerUnderLayouts(manager);
  manager.addPass(createCSEPass());
  // Comes after the passes on nests. It joins adjacent loops.
  LayoutParallelizeLoopsOptions parallel;
  parallel.threads = options.threads;
  if (options.threads != 1)
    manager.addPass(createLayoutParallelizeLoops(parallel));
  // An index that does not depend on a loop is computed before it.
  manager.addPass(createLayoutHoistInvariants());
}

/// Contractions and scans as plain arithmetic. Goes before upstream's passes
/// that fold, as some of them do not end on masks of nothing.
static void addVectorArithmetic(OpPassManager &manager) {
  addLegalization(manager, layout::Legalization::Contractions);
}

/// Whole-buffer ops, loops and views to branches and plain accesses.
static void addLoopLowering(OpPassManager &manager, unsigned threads = 1) {
  // Before passes that fold the bounds of loops.
  addLegalization(manager, {layout::Legalization::EmptyLoops,
                            layout::Legalization::Remainders});
  addVectorArithmetic(manager);
  // A buffer that grows is a branch, a new one and a copy.
  manager.addPass(memref::createExpandReallocPass());
  addLegalization(manager, layout::Legalization::Copies);
  // Whole-buffer ops become loops, loops become branches.
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  layout::addForallToFor(manager);
  manager.addPass(layout::createLayoutOutlineNests());
  // Before upstream's conversion of functions drops it.
  manager.addPass(layout::createLayoutRecordNoAlias());
  addLegalization(manager, layout::Legalization::Vectors);
  manager.addNestedPass<func::FuncOp>(
      vector::createLowerVectorMultiReductionPass());
  manager.addPass(createConvertVectorToSCFPass());
  // While loops tell the ranges of numbers of lanes: most need no bound.
  addLegalization(manager, layout::Legalization::Masks);
  layout::addArithmeticExpansion(manager);
  manager.addPass(layout::createLayoutLowerIndices());
  manager.addPass(createLowerAffinePass());
  layout::LayoutParallelToOpenMPOptions parallel;
  parallel.threads = threads;
  if (threads != 1)
    manager.addPass(layout::createLayoutParallelToOpenMP(parallel));
  manager.addPass(createSCFToControlFlowPass());
  // Views become offsets and strides, which brings affine.apply back.
  manager.addPass(memref::createExpandOpsPass());
  addLegalization(manager, layout::Legalization::Views);
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  addLegalization(manager, layout::Legalization::Division);
  manager.addPass(createCanonicalizer());
  manager.addPass(createCSEPass());
}

/// Dialect by dialect into LLVM.
static void addLLVMConversion(OpPassManager &manager, unsigned threads = 1) {
  // Constants have left the regions that they were defined in: atomics.
  addLegalization(manager,
                  {layout::Legalization::Names, layout::Legalization::Atomics,
                   layout::Legalization::Functions});
  // Before vectors, as some functions are called for each lane; after complex
  // numbers, whose functions are made of such functions, and of maxima.
  manager.addPass(createConvertComplexToStandardPass());
  addLegalization(
      manager, {layout::Legalization::Floats, layout::Legalization::Library});
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertIndexToLLVMPass());
  // The body of a memref.generic_atomic_rmw goes into a block of its own, and
  // must be arithmetic of LLVM by then.
  addLegalization(manager, layout::Legalization::Resources);
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createUBToLLVMConversionPass());
  if (threads != 1)
    manager.addPass(createConvertOpenMPToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(layout::createLayoutRestoreNoAlias());
  // Last, when transfers, masks and vectors all are masked stores.
  addLegalization(manager, {layout::Legalization::Names,
                            layout::Legalization::MaskedAccesses});
}

void layout::addUpstreamLowering(OpPassManager &manager, unsigned threads) {
  addLoopLowering(manager, threads);
  addLLVMConversion(manager, threads);
}

void layout::buildToLLVMPipeline(OpPassManager &manager,
                                 const ToLLVMOptions &options) {
  // Upstream's canonicalization fails on bounds of loops that are never
  // entered, and on some slices.
  addLegalization(manager, {Legalization::EmptyLoops, Legalization::Slices});
  manager.addPass(createLayoutFinalize());
  manager.addPass(createLayoutFlatten());
  addLegalization(manager, Legalization::Lanes);
  manager.addPass(createLayoutRequirePhysical());
  addUpstreamLowering(manager, options.threads);
  manager.addPass(createLayoutRequireLLVM());
}

// Only memory whose end is known is given back, or taken from the caller's.
bool layout::freesBuffers(const CompileOptions &options) {
  return options.deallocate || options.workspace == WorkspaceChoice::Argument;
}

/// Frees each buffer at the end of its block; `layout-plan-memory` frees it
/// after its last use, so that memory follows the live buffers and not the
/// number of ops.
static void addDeallocation(OpPassManager &manager) {
  addLegalization(manager, {layout::Legalization::EmptyLoops,
                            layout::Legalization::Remainders});
  // As in upstream's buffer-deallocation-pipeline.
  memref::ExpandReallocPassOptions reallocs;
  reallocs.emitDeallocs = false;
  manager.addPass(memref::createExpandReallocPass(reallocs));
  manager.addPass(createCanonicalizer());
  manager.addPass(layout::createLayoutDropDeallocs());
  manager.addPass(bufferization::createOwnershipBasedBufferDeallocationPass());
  manager.addPass(createCanonicalizer());
  manager.addPass(bufferization::createBufferDeallocationSimplificationPass());
  manager.addPass(bufferization::createLowerDeallocationsPass());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizer());
  // Copies of what is returned, or freed by another owner, too.
  addLegalization(manager, layout::Legalization::Clones);
  manager.addPass(createConvertBufferizationToMemRefPass());
}

/// Adds `layout-set-target`.
static void addTarget(OpPassManager &manager, StringRef name) {
  layout::LayoutSetTargetOptions target;
  target.target = name.str();
  manager.addPass(layout::createLayoutSetTarget(target));
}

/// Tensors and requests to physical buffers, and what their vectors compute.
static void addLayoutPasses(OpPassManager &manager,
                            const layout::CompileOptions &options) {
  // Of programs on tensors; others have no conversions of them.
  addLegalization(manager, {layout::Legalization::Elementwise,
                            layout::Legalization::Carried});
  manager.addPass(createConvertElementwiseToLinalgPass());
  manager.addPass(layout::createLayoutFromPack());
  // Before passes that need extents, and the bytes of weights.
  manager.addPass(layout::createLayoutInferExtents());
  if (options.wideAccumulate)
    manager.addPass(layout::createLayoutWideAccumulate());
  manager.addPass(layout::createLayoutFuseProducers());
  layout::LayoutChooseOptions choose;
  choose.reassociate = options.reassociate;
  choose.layouts = options.layouts;
  choose.threads = options.threads;
  manager.addPass(layout::createLayoutChoose(choose));
  manager.addPass(layout::createLayoutReflow());
  if (options.specialize) {
    manager.addPass(layout::createLayoutSpecialize());
    manager.addPass(layout::createLayoutReflow());
  }
  layout::LayoutBufferizeOptions bufferize;
  bufferize.keepArguments = options.keepArguments;
  bufferize.returnsCopies = freesBuffers(options);
  manager.addPass(layout::createLayoutBufferize(bufferize));
  addLegalization(manager, layout::Legalization::Slices);
  layout::LayoutAssignOptions assign;
  assign.changeInterface = options.changeInterface;
  manager.addPass(layout::createLayoutAssign(assign));
  manager.addPass(layout::createLayoutApply());
  addVectorArithmetic(manager);
  if (freesBuffers(options))
    addDeallocation(manager);
}

LogicalResult layout::buildCompilePipeline(
    OpPassManager &manager, const CompileOptions &options,
    function_ref<LogicalResult(const Twine &)> emitError) {
  if (failed(verifyThreads(options.threads, "layout-compile", emitError)))
    return failure();
  if (options.target.hasValue() && options.target.empty())
    return emitError("layout-compile expects the name of a target, found "
                     "target=; leave it out for what the module states");
  if (!options.target.empty())
    addTarget(manager, options.target);
  addLayoutPasses(manager, options);
  // Before the passes that make vectors, which must know; and after them, for
  // the ops that upstream's vectorisation makes without the flags of those
  // before.
  if (options.contract || options.approximate) {
    LayoutSetFastMathOptions flags;
    flags.contract = options.contract;
    flags.approximate = options.approximate;
    manager.addPass(createLayoutSetFastMath(flags));
  }
  OptimizeOptions optimize;
  optimize.reassociate = options.reassociate;
  optimize.threads = options.threads;
  optimize.linalg = true;
  optimize.stopAfter = options.stopAfter;
  optimize.tuned = options.tuned;
  buildOptimizePipeline(manager, optimize);
  if (stopsAfterPlan(options.stopAfter))
    return success();
  if (options.contract) {
    LayoutSetFastMathOptions flags;
    flags.contract = true;
    manager.addPass(createLayoutSetFastMath(flags));
  }
  if (freesBuffers(options) || !options.toLLVM) {
    LayoutFinalizeOptions finalize;
    finalize.keepDots = freesBuffers(options);
    manager.addPass(createLayoutFinalize(finalize));
  }
  // After the loop passes: parts of one allocation are harder to distinguish
  // than allocations.
  if (freesBuffers(options))
    manager.addPass(
        createLayoutPlanMemory(LayoutPlanMemoryOptions{options.workspace}));
  ToLLVMOptions lowering;
  lowering.threads = options.threads;
  if (options.toLLVM)
    buildToLLVMPipeline(manager, lowering);
  else if (freesBuffers(options))
    manager.addPass(createLayoutFinalize());
  // Later passes lower the program, for the target that it is made for.
  if (!options.toLLVM)
    return success();
  bool namesProcessor = !options.target.empty() &&
                        options.target != "default" && options.target != "none";
  LayoutAttachTargetOptions attach;
  attach.target = namesProcessor ? options.target.getValue() : "stated";
  manager.addPass(createLayoutAttachTarget(attach));
  // Later tools may not know the dialect of the target attribute.
  addTarget(manager, "none");
  return success();
}

/// As `PassPipelineRegistration` does it, for options that may be refused.
static void registerCompilePipeline() {
  registerPassPipeline(
      "layout-compile",
      "Compile a program with layout requests, or with layouts, to the LLVM "
      "dialect",
      [](OpPassManager &manager, StringRef text,
         function_ref<LogicalResult(const Twine &)> emitError) {
        layout::CompileOptions options;
        if (failed(options.parseFromString(text)))
          return failure();
        return layout::buildCompilePipeline(manager, options, emitError);
      },
      [](function_ref<void(const detail::PassOptions &)> handleOptions) {
        handleOptions(layout::CompileOptions());
      });
}

/// What SPIR-V does not have, as what it has.
static void addKernelLowering(OpPassManager &manager) {
  manager.nest<gpu::GPUModuleOp>().addPass(createConvertVectorToSCFPass());
  // What it leaves accesses contiguous elements.
  manager.addPass(layout::createLayoutScalarizeAccesses());
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(memref::createFoldMemRefAliasOpsPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createCanonicalizer());
  kernels.addPass(createCSEPass());
}

void layout::buildToSPIRVPipeline(OpPassManager &manager,
                                  const ToSPIRVOptions &options) {
  addLegalization(manager, {Legalization::EmptyLoops, Legalization::Remainders,
                            Legalization::Slices});
  manager.addPass(createLayoutFinalize());
  // Kernels in place become functions; constants go with them.
  manager.addPass(createGpuLaunchSinkIndexComputationsPass());
  manager.addPass(createGpuKernelOutliningPass());
  // Only kernels see textures; the host packs and unpacks memory.
  manager.addPass(createLayoutHostTextures());
  // Two axes, and texels as elements. Stores to one texel are known by equal
  // indices.
  manager.addPass(createLayoutFlatten());
  manager.addPass(createLayoutUnrollChannels());
  manager.addNestedPass<gpu::GPUModuleOp>(createCanonicalizer());
  manager.addNestedPass<gpu::GPUModuleOp>(createCSEPass());
  manager.addPass(createLayoutVectorizeElements());
  // Removes guards of reads outside of images where the target guarantees
  // zeros. Here buffers are images already, and indices still affine.
  manager.addPass(createLayoutOvercompute());
  addKernelLowering(manager);
  // A buffer on the device is an address; extents that vary go along with it.
  manager.addPass(createLayoutKernelExtents());
  ConvertLayoutToSPIRVOptions images;
  images.maxExtent = options.maxExtent;
  images.sampledImages = options.sampledImages;
  manager.addPass(createConvertLayoutToSPIRV(images));
  // Arguments become variables; the module declares the capabilities that it
  // uses.
  OpPassManager &modules =
      manager.nest<gpu::GPUModuleOp>().nest<spirv::ModuleOp>();
  modules.addPass(spirv::createSPIRVLowerABIAttributesPass());
  modules.addPass(spirv::createSPIRVUpdateVCEPass());
}

void layout::buildToVulkanPipeline(OpPassManager &manager,
                                   const ToSPIRVOptions &options) {
  buildToSPIRVPipeline(manager, options);
  // Launches get their buffers where the device sees them.
  manager.addPass(createLayoutStageLaunches());
  manager.addPass(createGpuModuleToBinaryPass());
  addLegalization(manager, Legalization::Lanes);
  manager.addPass(createLayoutRequirePhysical());
  manager.addPass(createConvertLayoutImagesToLLVM());
  // Upstream leaves allocations and copies alone that are not asynchronous.
  manager.addNestedPass<func::FuncOp>(createGpuAsyncRegionPass());
  addLoopLowering(manager);
  GpuToLLVMConversionPassOptions launches;
  launches.kernelBarePtrCallConv = true; // one pointer per buffer
  manager.addPass(createGpuToLLVMConversionPass(launches));
  addLLVMConversion(manager);
  manager.addPass(createLayoutRequireLLVM());
}

void layout::buildToGPUPipeline(OpPassManager &manager) {
  addLegalization(manager, {Legalization::EmptyLoops, Legalization::Remainders,
                            Legalization::Slices});
  manager.addPass(createLayoutAssign());
  manager.addPass(createLayoutApply());
  manager.addPass(createLayoutFinalize());
  manager.addPass(createLayoutFlatten());
  manager.addPass(createLayoutRequirePhysical());
  // Without canonicalization before, which takes the bits of a swizzle apart.
  manager.addPass(createLayoutLowerIndices());
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createLowerAffinePass());
  // Registers have 32 bits; an index has more where its range needs more. What
  // is below 2^32 but not below 2^31 gets 32 bits, too: upstream then leaves
  // signed comparisons of it signed.
  kernels.addPass(arith::createArithUnsignedWhenEquivalentPass());
  arith::ArithIntRangeNarrowingOptions narrow;
  narrow.bitwidthsSupported = {32};
  kernels.addPass(arith::createArithIntRangeNarrowing(narrow));
  // What accesses have in common, once.
  kernels.addPass(createCSEPass());
}

namespace {
/// Of a pipeline that has none. Upstream's `EmptyPipelineOptions` refuses an
/// option without a word.
struct NoOptions : public PassPipelineOptions<NoOptions> {};
} // namespace

void layout::registerLayoutPipelines() {
  PassPipelineRegistration<OptimizeOptions>(
      "layout-optimize",
      "Improve a program whose layouts are applied, padding facts in hand",
      buildOptimizePipeline);
  PassPipelineRegistration<ToLLVMOptions>(
      "layout-to-llvm",
      "Lower a module whose layouts are applied to the LLVM dialect",
      buildToLLVMPipeline);
  registerCompilePipeline();
  PassPipelineRegistration<NoOptions>(
      "layout-to-gpu",
      "Make the buffers of kernels physical, and their indices short, for "
      "upstream's lowering to NVVM or ROCDL",
      [](OpPassManager &manager, const NoOptions &) {
        buildToGPUPipeline(manager);
      });
  PassPipelineRegistration<ToSPIRVOptions>(
      "layout-to-spirv",
      "Lower kernels whose layouts are applied to SPIR-V, textures to images",
      buildToSPIRVPipeline);
  PassPipelineRegistration<ToSPIRVOptions>(
      "layout-to-vulkan",
      "Lower kernels to SPIR-V, and what launches them to the LLVM dialect",
      buildToVulkanPipeline);
}
