//===- StageLaunchesPlan.cpp - Plan of layout-stage-launches --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"
#include "Layout/Analysis/Buffers/Aliases.h"
#include "Layout/Analysis/Buffers/BufferAliases.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Conversion/StageLaunches.h"
#include "Layout/IR/IntegerConstants.h"
#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Requests.h"
#include "Layout/IR/Texture.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if elements of this type are stored on the device as on the
/// host. An index has 32 bits there, a truth value a byte or more, a vector of
/// three may or may not have a gap after it.
static bool liesAlike(Type element) {
  if (auto vector = dyn_cast<VectorType>(element)) {
    if (vector.getRank() != 1 || vector.isScalable() ||
        (vector.getNumElements() != 2 && vector.getNumElements() != 4))
      return false;
    element = vector.getElementType();
  }
  return element.isIntOrFloat() &&
         llvm::is_contained({8, 16, 32, 64}, element.getIntOrFloatBitWidth());
}

/// Returns true if the kernel may write its argument number `index`, or if its
/// code is not known.
static bool mayWrite(gpu::GPUFuncOp kernel, unsigned index) {
  if (!kernel || kernel.isDeclaration())
    return true;
  bool writes = false;
  BufferFlow(kernel).forEachUser(kernel.getArgument(index),
                                 [&](OpOperand &use, bool) {
                                   OperandEffect effect = getOperandEffect(use);
                                   writes |= effect.mayWrite || effect.escapes;
                                 });
  return writes;
}

namespace {

class StagePlanner {
public:
  explicit StagePlanner(ModuleOp module)
      : module(module), flow(module), aliases(flow) {}

  FailureOr<StageLaunchesPlan> run() {
    if (failed(verifyNothingRequested(module, "layout-stage-launches")))
      return failure();
    WalkResult result = module.walk([&](Operation *op) {
      if (isa<gpu::LaunchOp>(op)) {
        op->emitOpError("expects its kernel as a function, found it in the "
                        "body; run gpu-kernel-outlining first");
        return WalkResult::interrupt();
      }
      auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
      return launch && failed(addLaunch(launch)) ? WalkResult::interrupt()
                                                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    module.walk([&](gpu::GPUFuncOp kernel) {
      if (kernel.isKernel() && isSPIRV(kernel->getParentOp()))
        plan.kernels.push_back(kernel);
    });
    module.walk([&](gpu::GPUModuleOp kernels) {
      if (!isSPIRV(kernels) && !isForOthers(kernels) &&
          kernels.getOps<gpu::GPUFuncOp>().empty())
        plan.unused.push_back(kernels);
    });
    return std::move(plan);
  }

private:
  static bool isSPIRV(Operation *kernels) {
    auto gpuModule = dyn_cast<gpu::GPUModuleOp>(kernels);
    return gpuModule && !gpuModule.getOps<spirv::ModuleOp>().empty();
  }

  /// Returns true if another tool compiles this code.
  static bool isForOthers(gpu::GPUModuleOp kernels) {
    ArrayAttr targets = kernels.getTargetsAttr();
    return targets && !targets.empty() &&
           !llvm::any_of(targets, llvm::IsaPred<spirv::TargetEnvAttr>);
  }

  LogicalResult addLaunch(gpu::LaunchFuncOp op) {
    Operation *callee = symbols.lookupNearestSymbolFrom(op, op.getKernelAttr());
    auto kernel = dyn_cast_or_null<gpu::GPUFuncOp>(callee);
    if (kernel) {
      auto kernels = cast<gpu::GPUModuleOp>(kernel->getParentOp());
      if (isForOthers(kernels))
        return success();
      if (!isSPIRV(kernels))
        return op.emitOpError("launches a kernel that is not converted; run "
                              "convert-layout-to-spirv");
    }
    StageLaunchesPlan::Launch launch{op, {}, {}, {}};
    for (auto [index, operand] : llvm::enumerate(op.getKernelOperands()))
      if (isa<BaseMemRefType>(operand.getType()) &&
          failed(addOperand(launch, operand, index, mayWrite(kernel, index))))
        return failure();
    if (failed(planChecks(launch)) || failed(planMeasures(launch)) ||
        failed(LaunchChecks::verifyNamesAreFree(launch)))
      return failure();
    plan.launches.push_back(std::move(launch));
    return success();
  }

  LogicalResult addOperand(StageLaunchesPlan::Launch &launch, Value operand,
                           unsigned index, bool isWritten) {
    std::optional<TextureAccess> texture = getTextureAccess(operand.getType());
    gpu::LaunchFuncOp op = launch.op;
    // A program that allocates on the device also copies.
    if (flow.getRoot(operand).getDefiningOp<gpu::AllocOp>()) {
      if (!texture)
        return success();
      return op.emitOpError("uses ")
             << operand.getType()
             << " that gpu.alloc made, which makes no images; use memref.alloc";
    }
    if (op.getAsyncToken() || !op.getAsyncDependencies().empty())
      return op.emitOpError("is asynchronous, but uses ")
             << operand.getType()
             << " of the host, which is copied before it starts; launch it "
                "without tokens";
    auto view = operand.getDefiningOp<AsTextureOp>();
    Value host = view ? Value(view.getSource()) : operand;
    StagedBuffer buffer{operand, index, host, {}, isWritten};
    if (texture && *texture == TextureAccess::Read)
      buffer.isWritten = false;
    if (failed(checkType(op, buffer, texture.has_value())))
      return failure();
    for (StagedBuffer &known : launch.buffers)
      if (known.operand == operand) {
        if (texture && (known.isWritten || buffer.isWritten))
          return op.emitOpError("uses the texture ")
                 << operand.getType()
                 << " twice and may write it; a kernel sees one image by one "
                    "name: pass it once, or a copy";
        known.isWritten |= buffer.isWritten;
        return success();
      }
    launch.buffers.push_back(buffer);
    return success();
  }

  /// What keeps a copy of all that the pointer of `memref` leads to from being
  /// one of its elements.
  static StringRef describeLayout(MemRefType memref) {
    if (!memref)
      return "has no rank; cast it to a type that has one";
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(memref.getStridesAndOffset(strides, offset)))
      return isa<BufferAttr>(memref.getLayout()) && !isLaidOut(memref)
                 ? "states axis separators; run layout-flatten"
                 : "has a layout that is not applied; run layout-apply";
    if (!memref.areTrailingDimsContiguous(memref.getRank()))
      return "is not contiguous, or not known to be; pass a contiguous "
             "copy";
    if (offset != 0)
      return "begins inside of another buffer; pass that, and the offset "
             "as an argument, or pass a copy";
    return "states strides though it is contiguous; cast it to a type "
           "without";
  }

  static LogicalResult checkType(gpu::LaunchFuncOp op, StagedBuffer &buffer,
                                 bool isTexture) {
    Type type = buffer.operand.getType();
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !memref.getLayout().isIdentity())
      return op.emitOpError("uses ")
             << type << ", which " << describeLayout(memref);
    if (isTexture) {
      std::string why;
      FailureOr<ImageType> image = ImageType::getOf(memref, why);
      if (failed(image))
        return op.emitOpError("uses the texture ")
               << type << "; an image has " << why;
      buffer.image = *image;
      ArrayRef<int64_t> shape =
          cast<MemRefType>(buffer.host.getType()).getShape();
      // Dynamic extents are read from the host's buffer, axis by axis.
      if (image->getNumDynamicExtents() &&
          shape.take_front(image->getRank()) != image->getShape())
        return op.emitOpError("uses the texture ")
               << type << ", whose extents " << buffer.host.getType()
               << " does not have; give as_texture a buffer of these rows and "
                  "columns";
      return success();
    }
    if (!liesAlike(memref.getElementType()))
      return op.emitOpError("uses ")
             << type
             << ", whose elements are stored differently on the device; use "
                "numbers of 8, 16, 32 or 64 bits, or vectors of 2 or 4 of them";
    return success();
  }

  /// One buffer under two names would be two copies, of which one is old.
  LogicalResult planChecks(StageLaunchesPlan::Launch &launch) {
    ArrayRef<StagedBuffer> buffers = launch.buffers;
    for (unsigned i = 0; i < buffers.size(); ++i)
      for (unsigned k = i + 1; k < buffers.size(); ++k) {
        if (!buffers[i].isWritten && !buffers[k].isWritten)
          continue;
        Value one = buffers[i].host, other = buffers[k].host;
        if (aliases.mustBeOneMemory(one, other))
          return launch.op.emitOpError("uses one buffer as ")
                 << one.getType() << " and as " << other.getType()
                 << " and may write it; the device would get two copies: "
                    "pass it once, or a copy";
        if (!aliases.mayBeOneMemory(one, other))
          continue;
        remarkCheck(launch.op, buffers[i], buffers[k]);
        launch.toCheck.push_back({i, k});
      }
    return success();
  }

  /// A buffer of larger numbers has too many of them for a device first.
  static bool isOfBytes(Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && !memref.hasStaticShape() && !getTextureAccess(memref) &&
           memref.getElementType().isInteger(8);
  }

  LogicalResult planMeasures(StageLaunchesPlan::Launch &launch) const {
    gpu::LaunchFuncOp op = launch.op;
    for (auto [argument, operand] : llvm::enumerate(op.getKernelOperands())) {
      std::optional<int64_t> known;
      if (operand.getType().isIndex())
        known = getConstantNumber(operand);
      else if (!isOfBytes(operand.getType()))
        continue;
      if (!known)
        launch.toMeasure.push_back(argument);
      else if (!llvm::isInt<32>(*known))
        return op.emitOpError("passes ")
               << *known << " as argument " << argument
               << ", an index that exceeds 32 bits, which is all that an index "
                  "has on the device; use i64";
    }
    return success();
  }

  static void remarkCheck(Operation *launch, const StagedBuffer &one,
                          const StagedBuffer &other) {
    std::string numbers =
        std::to_string(one.argument) + " and " + std::to_string(other.argument);
    remarkMissed(launch->getLoc(), "layout-stage-launches/checked-when-run")
        << "the program checks when it runs that arguments " + numbers +
               " are different memory, as the kernel works on copies and may "
               "write one; llvm.noalias on a function argument states that "
               "they are";
  }

  ModuleOp module;
  BufferFlow flow;
  BufferAliases aliases;
  SymbolTableCollection symbols;
  StageLaunchesPlan plan;
};

} // namespace

FailureOr<StageLaunchesPlan> layout::planStageLaunches(ModuleOp module) {
  return StagePlanner(module).run();
}
