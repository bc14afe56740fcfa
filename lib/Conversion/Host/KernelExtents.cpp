//===- KernelExtents.cpp - Extents as arguments of kernels ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     gpu.launch_func @m::@k args(%a : memref<?x4xf32>)
// ->  gpu.launch_func @m::@k args(%a : memref<?x4xf32>, %n : index)
//
// A buffer of a kernel is an address, so its dynamic extents must be passed.
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/KernelExtents.h"

#include "Layout/Analysis/Functions/Calls.h"
#include "Layout/Conversion/LayoutToSPIRV.h"
#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Texture.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTKERNELEXTENTS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

/// Returns true if the address of an element depends on a dynamic extent.
static bool needsExtents(MemRefType type) {
  return type.getRank() > 1 &&
         llvm::is_contained(type.getShape().drop_front(), ShapedType::kDynamic);
}

/// Who tells the extents of what a launch passes: of a texture, the host's
/// buffer, if its first axes are those of the texture. May be null.
static Value getWitness(Value operand) {
  auto type = cast<MemRefType>(operand.getType());
  if (!getTextureAccess(type))
    return operand;
  auto texture = operand.getDefiningOp<AsTextureOp>();
  auto host = texture ? dyn_cast<MemRefType>(texture.getSource().getType())
                      : MemRefType();
  bool isTold = host && host.getRank() >= type.getRank() &&
                host.getShape().take_front(type.getRank()) == type.getShape();
  return isTold ? texture.getSource() : Value();
}

/// The axes of this argument whose extents the kernel needs; may be empty.
static KernelExtents::Buffer planBuffer(BlockArgument argument,
                                        ArrayRef<gpu::LaunchFuncOp> launches) {
  KernelExtents::Buffer buffer{argument.getArgNumber(), {}, false};
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type || type.hasStaticShape() || !type.getLayout().isIdentity() ||
      !llvm::all_of(launches, [&](gpu::LaunchFuncOp launch) {
        return getWitness(launch.getKernelOperand(argument.getArgNumber()));
      }))
    return buffer;
  llvm::SmallDenseSet<int64_t> axes;
  bool isOnlyAccessed = true;
  for (Operation *user : argument.getUsers()) {
    if (auto dim = dyn_cast<memref::DimOp>(user)) {
      std::optional<int64_t> axis = dim.getConstantIndex();
      isOnlyAccessed &= axis && *axis >= 0 && *axis < type.getRank();
      if (axis && *axis >= 0 && *axis < type.getRank() &&
          type.isDynamicDim(*axis))
        axes.insert(*axis);
      continue;
    }
    auto store = dyn_cast<memref::StoreOp>(user);
    isOnlyAccessed &= isa<memref::LoadOp>(user) ||
                      (store && store.getValueToStore() != argument);
  }
  buffer.flattens =
      isOnlyAccessed && needsExtents(type) && !getTextureAccess(type);
  if (buffer.flattens)
    for (int64_t axis = 1; axis < type.getRank(); ++axis)
      if (type.isDynamicDim(axis))
        axes.insert(axis);
  buffer.axes = llvm::to_vector(axes);
  llvm::sort(buffer.axes);
  return buffer;
}

static bool becomesSPIRV(gpu::GPUModuleOp module) {
  ArrayAttr targets = module.getTargetsAttr();
  bool isForOthers =
      targets && !targets.empty() &&
      !llvm::any_of(targets, llvm::IsaPred<spirv::TargetEnvAttr>);
  return !isForOthers && module.getOps<spirv::ModuleOp>().empty();
}

SmallVector<KernelExtents> layout::planKernelExtents(ModuleOp module) {
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, SmallVector<gpu::LaunchFuncOp>> launches;
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (Operation *kernel =
            symbols.lookupNearestSymbolFrom(launch, launch.getKernelAttr()))
      launches[kernel].push_back(launch);
  });
  AddressTaken named(module);
  SmallVector<KernelExtents> plans;
  for (auto &[op, launchesOfOne] : launches) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    if (!kernel || kernel.isDeclaration() ||
        !becomesSPIRV(cast<gpu::GPUModuleOp>(kernel->getParentOp())) ||
        named.contains(cast<TracedFunction>(op)))
      continue;
    KernelExtents plan{kernel, {}, launchesOfOne};
    for (BlockArgument argument :
         kernel.getArguments().take_front(kernel.getNumArguments()))
      if (KernelExtents::Buffer buffer = planBuffer(argument, launchesOfOne);
          !buffer.axes.empty())
        plan.buffers.push_back(std::move(buffer));
    if (!plan.buffers.empty())
      plans.push_back(std::move(plan));
  }
  return plans;
}

//===----------------------------------------------------------------------===//
// Apply
//===----------------------------------------------------------------------===//

namespace {

/// One buffer of a kernel, whose extents have arguments now.
class BufferRewriter {
public:
  BufferRewriter(BlockArgument buffer, ArrayRef<Value> extents)
      : buffer(buffer), extents(extents),
        type(cast<MemRefType>(buffer.getType())) {}

  void answerQuestions() {
    for (Operation *user : llvm::make_early_inc_range(buffer.getUsers()))
      if (auto dim = dyn_cast<memref::DimOp>(user)) {
        std::optional<int64_t> axis = dim.getConstantIndex();
        if (!axis || *axis < 0 || *axis >= type.getRank())
          continue;
        OpBuilder builder(dim);
        dim.replaceAllUsesWith(getExtent(builder, dim.getLoc(), *axis));
        dim.erase();
      }
  }

  void flatten() {
    for (Operation *user : llvm::make_early_inc_range(buffer.getUsers())) {
      OpBuilder builder(user);
      if (auto load = dyn_cast<memref::LoadOp>(user))
        load.getIndicesMutable().assign(
            getPlace(builder, load.getLoc(), load.getIndices()));
      else if (auto store = dyn_cast<memref::StoreOp>(user))
        store.getIndicesMutable().assign(
            getPlace(builder, store.getLoc(), store.getIndices()));
    }
    buffer.setType(
        MemRefType::get({ShapedType::kDynamic}, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace()));
  }

private:
  Value getExtent(OpBuilder &builder, Location loc, int64_t axis) {
    if (type.isDynamicDim(axis))
      return extents[axis];
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis));
  }

  /// ((i * N1 + j) * N2 + k), the row-major place.
  Value getPlace(OpBuilder &builder, Location loc, ValueRange indices) {
    Value place = indices.front();
    for (int64_t axis = 1; axis < type.getRank(); ++axis) {
      place = arith::MulIOp::create(builder, loc, place,
                                    getExtent(builder, loc, axis));
      place = arith::AddIOp::create(builder, loc, place, indices[axis]);
    }
    return place;
  }

  BlockArgument buffer;
  ArrayRef<Value> extents; ///< by axis; null where it is not passed
  MemRefType type;
};

} // namespace

static void changeKernel(const KernelExtents &plan) {
  gpu::GPUFuncOp kernel = plan.kernel;
  Type index = IndexType::get(kernel.getContext());
  for (const KernelExtents::Buffer &buffer : plan.buffers) {
    BlockArgument argument = kernel.getArgument(buffer.argument);
    SmallVector<Value> extents(cast<MemRefType>(argument.getType()).getRank());
    for (int64_t axis : buffer.axes) {
      unsigned last = kernel.getNumArguments();
      (void)kernel.insertArgument(last, index, DictionaryAttr(),
                                  argument.getLoc());
      extents[axis] = kernel.getArgument(last);
    }
    BufferRewriter rewriter(argument, extents);
    rewriter.answerQuestions();
    if (buffer.flattens)
      rewriter.flatten();
  }
  SmallVector<Type> types = llvm::to_vector(llvm::map_range(
      kernel.getArguments().take_front(kernel.getNumArguments()),
      [](BlockArgument argument) { return argument.getType(); }));
  kernel.setFunctionType(FunctionType::get(kernel.getContext(), types, {}));
}

static void changeLaunch(gpu::LaunchFuncOp launch, const KernelExtents &plan) {
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> operands(launch.getKernelOperands());
  for (const KernelExtents::Buffer &buffer : plan.buffers) {
    Value memref = operands[buffer.argument];
    for (int64_t axis : buffer.axes)
      operands.push_back(
          memref::DimOp::create(builder, loc, getWitness(memref), axis));
    if (!buffer.flattens)
      continue;
    auto all = llvm::to_vector<2>(
        llvm::seq<int64_t>(cast<MemRefType>(memref.getType()).getRank()));
    operands[buffer.argument] = memref::CollapseShapeOp::create(
        builder, loc, memref, ArrayRef<ReassociationIndices>{all});
  }
  launch.getKernelOperandsMutable().assign(operands);
}

void layout::applyKernelExtents(const KernelExtents &plan) {
  for (gpu::LaunchFuncOp launch : plan.launches)
    changeLaunch(launch, plan);
  changeKernel(plan);
}

namespace {

class KernelExtentsPass
    : public layout::impl::LayoutKernelExtentsBase<KernelExtentsPass> {
  void runOnOperation() override {
    for (const KernelExtents &plan : planKernelExtents(getOperation()))
      applyKernelExtents(plan);
  }
};

} // namespace
