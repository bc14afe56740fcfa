//===- Pipelines.h - Passes in the order that works -------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_PIPELINES_PIPELINES_H
#define LAYOUT_PIPELINES_PIPELINES_H

#include "Layout/Transforms/LayoutChoice.h"
#include "Layout/Transforms/WorkspaceChoice.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Support/LLVM.h"

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mlir::layout {

struct OptimizeOptions : public PassPipelineOptions<OptimizeOptions> {
  PassOptions::Option<bool> padding{
      *this, "padding",
      llvm::cl::desc("Walk marked buffers in physical order, and remove what "
                     "padding makes unnecessary"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> walkInOrder{
      *this, "walk-in-order",
      llvm::cl::desc("As padding, and give nests the loops of the layout, too, "
                     "that already visit their buffer in order"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc(
          "Sums and products of floating-point numbers may be computed in "
          "another order"),
      llvm::cl::init(false)};
  PassOptions::Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("For how many threads loops become parallel loops"),
      llvm::cl::init(1)};
  PassOptions::Option<bool> linalg{
      *this, "linalg",
      llvm::cl::desc(
          "Make loops of linalg ops on buffers without layouts, too"),
      llvm::cl::init(false)};
  PassOptions::Option<std::string> tuned{
      *this, "tuned",
      llvm::cl::desc("A file of layout-tune: nests that it has measured take "
                     "their plans from there")};
  PassOptions::Option<std::string> stopAfter{
      *this, "stop-after",
      llvm::cl::desc("With plan, stop at layout-tile-loops and write its plans "
                     "of nests as layout.loops")};
};

/// `layout-optimize`: the passes between `layout-apply` and `layout-finalize`.
/// Changes no result and no contract.
///
/// With `padding`, the passes of RFC 0077. They change loops where that brings
/// accesses nearer together, and nowhere else: a nest that already visits its
/// buffer in order keeps its loops, unless `walk-in-order`. Whether tiles are
/// large against what is computed in vain on their padding the program's author
/// knows, and where code may grow: hence an option.
void buildOptimizePipeline(OpPassManager &manager,
                           const OptimizeOptions &options);

struct ToLLVMOptions : public PassPipelineOptions<ToLLVMOptions> {
  PassOptions::Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("How many threads share the iterations of outermost "
                     "parallel loops; with 1, no runtime is needed"),
      llvm::cl::init(1)};
};

/// `layout-to-llvm`: from a module whose layouts are applied to the LLVM
/// dialect. Fails by name where a layout is left. Keeps `llvm.noalias`.
/// Parallel loops are executed in order, but with several `threads` by OpenMP.
void buildToLLVMPipeline(OpPassManager &manager, const ToLLVMOptions &options);

struct CompileOptions : public PassPipelineOptions<CompileOptions> {
  PassOptions::Option<std::string> target{
      *this, "target",
      llvm::cl::desc("What the program will run on, as layout-set-target takes "
                     "it; if empty, what the module says")};
  PassOptions::Option<bool> changeInterface{
      *this, "change-interface",
      llvm::cl::desc("Change the types of public functions and globals instead "
                     "of converting at their borders"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> contract{
      *this, "contract",
      llvm::cl::desc("Fuse multiplications and additions of floating-point "
                     "numbers, as -ffp-contract=fast"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> approximate{
      *this, "approximate",
      llvm::cl::desc("Compute functions of f32, such as exp and erf, by "
                     "polynomials, some units in the last place away"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> reassociate{
      *this, "reassociate",
      llvm::cl::desc("Compute sums and products of floating-point numbers in "
                     "another order where that is quicker"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> wideAccumulate{
      *this, "wide-accumulate",
      llvm::cl::desc("Add up numbers of bf16 and f16 in f32, and round once"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> deallocate{
      *this, "deallocate",
      llvm::cl::desc(
          "Free each buffer of the program after its last use; for "
          "programs that have no loops of 'cf', and free only results of "
          "their allocations and calls"),
      llvm::cl::init(false)};
  PassOptions::Option<WorkspaceChoice> workspace{
      *this, "workspace",
      llvm::cl::desc("Where buffers have their memory from; argument does what "
                     "deallocate does, too"),
      llvm::cl::init(WorkspaceChoice::None),
      llvm::cl::values(
          clEnumValN(WorkspaceChoice::None, "none", "they are allocated"),
          clEnumValN(WorkspaceChoice::Argument, "argument",
                     "public functions get it from their callers"))};
  PassOptions::Option<bool> keepArguments{
      *this, "keep-arguments",
      llvm::cl::desc("Public functions on tensors neither write nor return "
                     "their arguments: what they return is new"),
      llvm::cl::init(false)};
  PassOptions::Option<LayoutChoice> layouts{
      *this, "layouts",
      llvm::cl::desc("Which contractions on tensors get layouts, as "
                     "layout-choose takes it"),
      llvm::cl::init(LayoutChoice::Auto),
      llvm::cl::values(
          clEnumValN(LayoutChoice::Auto, "auto",
                     "those that are estimated to gain, conversions included"),
          clEnumValN(LayoutChoice::Always, "always",
                     "all for which layouts are known"),
          clEnumValN(LayoutChoice::None, "none",
                     "only ops with layout.prefer"))};
  PassOptions::Option<bool> specialize{
      *this, "specialize",
      llvm::cl::desc("Give functions on tensors private clones for the layouts "
                     "that callers have"),
      llvm::cl::init(false)};
  PassOptions::Option<unsigned> threads{
      *this, "threads",
      llvm::cl::desc("How many threads share the iterations of a loop"),
      llvm::cl::init(1)};
  PassOptions::Option<bool> toLLVM{
      *this, "to-llvm",
      llvm::cl::desc("Lower to the LLVM dialect; with false, stop before, as "
                     "layout-check needs it"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> tuned{
      *this, "tuned",
      llvm::cl::desc("A file of layout-tune: nests that it has measured take "
                     "their plans from there")};
  PassOptions::Option<std::string> stopAfter{
      *this, "stop-after",
      llvm::cl::desc("With plan, stop at layout-tile-loops and write its plans "
                     "of nests as layout.loops")};
};

/// Returns true if each buffer of the program is freed, and callers own what
/// functions return.
bool freesBuffers(const CompileOptions &options);

/// `layout-compile`: from tensors or requests to the LLVM dialect. The target
/// is stated, contractions on tensors get layouts, which travel as far as they
/// can, tensors become buffers, requests layouts, layouts physical buffers;
/// these are optimized and lowered. Without `to-llvm`, the result has loops
/// over buffers without layouts. Failure, said by `emitError`: no threads,
/// or more than any machine has, or a target without a name; nothing is added
/// then.
LogicalResult
buildCompilePipeline(OpPassManager &manager, const CompileOptions &options,
                     function_ref<LogicalResult(const Twine &)> emitError);

struct ToSPIRVOptions : public PassPipelineOptions<ToSPIRVOptions> {
  PassOptions::Option<int64_t> maxExtent{
      *this, "max-extent",
      llvm::cl::desc("The most rows and columns that an image of the target "
                     "has"),
      llvm::cl::init(16384)};
  PassOptions::Option<bool> sampledImages{
      *this, "sampled-images",
      llvm::cl::desc("What a kernel only reads is a sampled image; false, to "
                     "compare: a storage image"),
      llvm::cl::init(true)};
};

/// `layout-to-spirv`: puts a `spirv.module` that can be serialised into each
/// `gpu.module` whose layouts are applied; buffers in texture memory are
/// images. Launches do not change, except that they pass the extents that
/// kernels need.
void buildToSPIRVPipeline(OpPassManager &manager,
                          const ToSPIRVOptions &options);

/// `layout-to-vulkan`: `layout-to-spirv`, then what launches the kernels to the
/// LLVM dialect: kernels as binaries, copies of their buffers on the device,
/// and calls of the Vulkan runtime.
void buildToVulkanPipeline(OpPassManager &manager,
                           const ToSPIRVOptions &options);

/// `layout-to-gpu`: requests and layouts of kernels become physical buffers,
/// and their indices shifts, masks and xor. Upstream's lowering to NVVM or
/// ROCDL takes what is left.
void buildToGPUPipeline(OpPassManager &manager);

/// Upstream's lowering of loops, buffers, vectors and arithmetic to the LLVM
/// dialect. Of this project only what gives outermost parallel loops to several
/// `threads`, makes functions of loop nests, computes indices by shifts and
/// masks, keeps `llvm.noalias`, and does what upstream lacks or gets wrong
/// (`layout-legalize`).
void addUpstreamLowering(OpPassManager &manager, unsigned threads = 1);

/// Registers every pipeline under its name, for textual pipelines.
void registerLayoutPipelines();

} // namespace mlir::layout

#endif // LAYOUT_PIPELINES_PIPELINES_H
