//===- PlaceTexturesPlan.cpp - Buffers that may become textures -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/Conversion/PlaceTextures.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/SizedAllocation.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr int64_t kNumChannels = 4;

} // namespace

static SmallVector<int64_t> getPhysicalShape(MemRefType type) {
  return isLaidOut(type) ? getPhysicalLayout(type).getPhysicalShape()
                         : llvm::to_vector(type.getShape());
}

/// The axes before these, and from them to the channels.
static FailureOr<TextureShape> getStatedShape(ArrayRef<int64_t> shape,
                                              ArrayRef<int64_t> separators,
                                              int64_t maxExtent,
                                              std::string &why) {
  // Which split it is called does not matter: only its checks do.
  FailureOr<TextureShape> split =
      getTextureShape(shape, TextureSplit::Plain, why);
  if (failed(split))
    return failure();
  int64_t first = separators.size() == 2 ? separators[0] : 0;
  split->separator = separators.back();
  split->height = split->width = 1;
  for (auto [axis, extent] : llvm::enumerate(shape.drop_back()))
    if (static_cast<int64_t>(axis) >= first) {
      int64_t &side = static_cast<int64_t>(axis) < split->separator
                          ? split->height
                          : split->width;
      if (llvm::MulOverflow(side, extent, side))
        side = maxExtent;
    }
  if (split->height < maxExtent && split->width < maxExtent)
    return split;
  why = std::to_string(split->height) + " rows and " +
        std::to_string(split->width) + " columns; expects fewer of each than " +
        std::to_string(maxExtent);
  return failure();
}

static FailureOr<TextureShape> getShape(MemRefType type, int64_t maxExtent,
                                        std::string &why) {
  SmallVector<int64_t> shape = getPhysicalShape(type);
  auto layout = dyn_cast<BufferAttr>(type.getLayout());
  AxisSeparatorAttr separators =
      layout ? layout.getSeparators() : AxisSeparatorAttr();
  if (separators && !separators.getSeparators().empty())
    return getStatedShape(shape, separators.getSeparators(), maxExtent, why);
  return chooseTextureShape(shape, maxExtent, why);
}

static std::string describe(Operation *op, StringRef what) {
  return ("'" + op->getName().getStringRef() + "' " + what).str();
}

namespace {

class PlacementFinder {
public:
  PlacementFinder(ModuleOp module, int64_t maxExtent)
      : module(module), maxExtent(maxExtent), taken(module) {}

  FailureOr<SmallVector<TexturePlacement>> run() {
    if (failed(verifyNothingRequested(module, "layout-place-textures")))
      return failure();
    module.walk([&](gpu::LaunchFuncOp launch) {
      if (auto kernel = dyn_cast_or_null<gpu::GPUFuncOp>(
              symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr())))
        launches[kernel].push_back(launch);
    });
    SmallVector<TexturePlacement> placements;
    WalkResult result =
        module.walk<WalkOrder::PreOrder>([&](Operation *op) -> WalkResult {
          if (isa<gpu::GPUModuleOp, gpu::LaunchOp>(op))
            return WalkResult::skip();
          if (!isa<SizedAllocation>(op) || seen.contains(op->getResult(0)))
            return WalkResult::advance();
          FailureOr<bool> isOne = isTexels(op->getResult(0));
          if (failed(isOne))
            return WalkResult::interrupt();
          if (*isOne)
            placements.push_back(gather(op->getResult(0)));
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      return failure();
    return placements;
  }

private:
  /// Returns true if the innermost axis of this buffer holds texels of four, in
  /// memory.
  static FailureOr<bool> isTexels(Value buffer) {
    auto type = cast<MemRefType>(buffer.getType());
    if (type.getMemorySpace())
      return false;
    if (isLaidOut(type) && failed(verifyLaidOutType(type, [&] {
          return emitError(buffer.getLoc());
        })))
      return failure();
    bool isKnown = type.getLayout().isIdentity() ||
                   isa<BufferAttr>(type.getLayout()) || isLaidOut(type);
    if (!isKnown)
      return false;
    SmallVector<int64_t> shape = getPhysicalShape(type);
    return shape.size() > 2 && shape.back() == kNumChannels;
  }

  TexturePlacement gather(Value first) {
    TexturePlacement placement;
    auto type = cast<MemRefType>(first.getType());
    FailureOr<TextureShape> shape =
        getShape(type, maxExtent, placement.obstacle);
    if (succeeded(shape))
      std::tie(placement.height, placement.width) =
          std::pair(shape->height, shape->width);
    bool isUsed = false;
    SmallVector<Value> open{first};
    seen.insert(first);
    while (!open.empty()) {
      Value value = open.pop_back_val();
      visit(value, type, placement);
      for (OpOperand &use : value.getUses())
        visit(use, placement, open, isUsed);
    }
    if (!isUsed)
      stop(placement, "no kernel uses it");
    return placement;
  }

  static void stop(TexturePlacement &placement, std::string why) {
    if (placement.obstacle.empty())
      placement.obstacle = std::move(why);
  }

  void visit(Value value, Type type, TexturePlacement &placement) {
    assert(value.getType() == type && "launches pass what their kernel takes");
    if (Operation *op = value.getDefiningOp()) {
      if (isa<SizedAllocation>(op))
        placement.allocations.push_back(op);
      if (isa<gpu::AllocOp>(op))
        stop(placement, describe(op, "makes no images; use memref.alloc"));
      else if (!isa<SizedAllocation>(op))
        stop(placement,
             describe(op, "passes a kernel different buffers as one argument"));
      return;
    }
    auto argument = cast<BlockArgument>(value);
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<gpu::GPUFuncOp>(parent))
      getUse(placement, parent, value);
    else
      stop(placement, "a kernel uses it and an argument of its caller, which "
                      "stays a buffer, as one argument");
  }

  static TexturePlacement::Use &getUse(TexturePlacement &placement,
                                       Operation *kernel, Value buffer) {
    for (TexturePlacement::Use &known : placement.uses)
      if (known.kernel == kernel && known.buffer == buffer)
        return known;
    return placement.uses.emplace_back(TexturePlacement::Use{kernel, buffer});
  }

  void visit(OpOperand &use, TexturePlacement &placement,
             SmallVectorImpl<Value> &open, bool &isUsed) {
    Operation *op = use.getOwner();
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op)) {
      isUsed = true;
      return visitLaunch(use, launch, placement, open);
    }
    Operation *kernel = op->getParentOfType<gpu::LaunchOp>();
    if (!kernel)
      kernel = op->getParentOfType<gpu::GPUFuncOp>();
    if (!kernel) {
      // What moves numbers between layouts does so between memories.
      if (!isa<memref::DeallocOp, memref::DimOp, ConvertOp>(op))
        stop(placement, describe(op, "on the host needs a buffer"));
      return;
    }
    isUsed = true;
    visitAccess(use, kernel, placement);
  }

  void visitLaunch(OpOperand &use, gpu::LaunchFuncOp launch,
                   TexturePlacement &placement, SmallVectorImpl<Value> &open) {
    auto kernel = dyn_cast_or_null<gpu::GPUFuncOp>(
        symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr()));
    std::optional<unsigned> number = TracedCall(launch).getArgumentNumber(use);
    if (!kernel || kernel.isExternal() || !number ||
        taken.contains(TracedFunction(kernel)))
      return stop(placement,
                  ("kernel " + Twine(launch.getKernelName().getValue()) +
                   " is not in this module, or has other uses")
                      .str());
    auto add = [&](Value value) {
      if (seen.insert(value).second)
        open.push_back(value);
    };
    placement.passed.push_back(&use);
    add(kernel.getArgument(*number));
    for (gpu::LaunchFuncOp other : launches[kernel])
      add(other.getKernelOperand(*number));
  }

  /// Whether the access is one that images have, the trial tells. Here counts
  /// what no image has, and what images order otherwise.
  void visitAccess(OpOperand &use, Operation *kernel,
                   TexturePlacement &placement) {
    Operation *op = use.getOwner();
    TexturePlacement::Use &ofKernel = getUse(placement, kernel, use.get());
    if (isa<memref::DimOp>(op))
      return;
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    SmallVector<MemoryEffects::EffectInstance> onBuffer;
    if (effects)
      effects.getEffectsOnValue(use.get(), onBuffer);
    if (onBuffer.empty())
      return stop(placement, describe(op, "in a kernel needs a buffer"));
    for (const MemoryEffects::EffectInstance &effect : onBuffer)
      (isa<MemoryEffects::Read>(effect.getEffect()) ? ofKernel.reads
                                                    : ofKernel.writes) = true;
    // Of an image, other threads see by a barrier what is made visible to them
    // only; kernels that exchange data so keep their buffers.
    if (ofKernel.writes && hasBarrier(kernel))
      stop(placement,
           describe(op, "writes it in a kernel with a barrier, which "
                        "orders accesses to buffers"));
  }

  /// Returns true if a thread may reach a barrier in `function`, or in its
  /// callees. Linear in the ops of both, for all kernels together.
  bool hasBarrier(Operation *function) {
    auto [known, isNew] = barriers.try_emplace(function, true);
    if (!isNew)
      return known->second; // true of what calls itself, which no kernel may
    WalkResult result = function->walk([&](Operation *op) {
      return isa<gpu::BarrierOp>(op) || mayCallBarrier(op)
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    return barriers[function] = result.wasInterrupted();
  }

  bool mayCallBarrier(Operation *op) {
    auto call = dyn_cast<CallOpInterface>(op);
    if (!call)
      return false;
    auto callee =
        dyn_cast_or_null<func::FuncOp>(call.resolveCallableInTable(&symbols));
    return !callee || callee.isExternal() || hasBarrier(callee);
  }

  ModuleOp module;
  int64_t maxExtent;
  SymbolTableCollection symbols;
  AddressTaken taken;
  llvm::MapVector<Operation *, SmallVector<gpu::LaunchFuncOp>> launches;
  llvm::DenseSet<Value> seen;
  DenseMap<Operation *, bool> barriers;
};

} // namespace

FailureOr<SmallVector<TexturePlacement>>
layout::findTexturePlacements(ModuleOp module, int64_t maxExtent) {
  return PlacementFinder(module, maxExtent).run();
}
