//===- KernelPlan.cpp - Which kernels can become SPIR-V -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferArguments.h"
#include "ImageTypes.h"
#include "LaunchSizes.h"
#include "Layout/Conversion/LayoutToSPIRV.h"
#include "Layout/IR/LaidOut.h"
#include "UnsupportedOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

bool isTexture(Type type) { return getTextureAccess(type).has_value(); }

/// What a kernel does with one texture.
struct TextureUses {
  Operation *read = nullptr;
  Operation *write = nullptr;
  Operation *unknownSize = nullptr; ///< asks for an extent that varies

  /// What the kernel does; of a texture it leaves alone, what is `stated`.
  TextureAccess getAccess(TextureAccess stated) const {
    if (read && write)
      return TextureAccess::ReadWrite;
    if (write)
      return TextureAccess::Write;
    if (read)
      return TextureAccess::Read;
    // The size of a sampled image cannot be asked for.
    return stated == TextureAccess::Read && unknownSize
               ? TextureAccess::ReadWrite
               : stated;
  }
};

class KernelPlanner {
public:
  KernelPlanner(gpu::GPUModuleOp module, const LayoutToSPIRVOptions &options)
      : module(module), options(options), target(getSPIRVTarget(module)) {}

  FailureOr<LayoutToSPIRVPlan> run() {
    LayoutToSPIRVPlan plan;
    plan.module = module;
    plan.target = target.getAttr();
    WalkResult result = module.walk([&](Operation *op) {
      return failed(checkOperation(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    for (auto function : module.getOps<gpu::GPUFuncOp>()) {
      if (!function.isKernel())
        continue;
      FailureOr<LayoutToSPIRVPlan::Kernel> kernel = planKernel(function);
      if (failed(kernel))
        return failure();
      plan.kernels.push_back(*kernel);
    }
    return plan;
  }

private:
  //===--------------------------------------------------------------------===//
  // Where textures may be met
  //===--------------------------------------------------------------------===//

  LogicalResult checkOperation(Operation *op) {
    if (op->getNumSuccessors() > 0)
      return op->emitOpError("branches; SPIR-V has control flow only with "
                             "structure, as in scf");
    if (std::string fault = describeUnsupported(op); !fault.empty())
      return op->emitOpError(fault);
    for (Value value : op->getResults())
      if (failed(checkType(op, value.getType())) ||
          failed(checkOrigin(op, value)))
        return failure();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(checkType(op, argument.getType())) ||
              (!isKernelArgument(argument) &&
               failed(checkOrigin(op, argument))))
            return failure();
    for (OpOperand &use : op->getOpOperands())
      if (failed(isTexture(use.get().getType()) ? checkUse(use)
                                                : checkPlainUse(use)))
        return failure();
    return success();
  }

  LogicalResult checkType(Operation *op, Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || !isa<BufferAttr>(memref.getLayout()))
      return success();
    return op->emitOpError("touches ")
           << type << ", which "
           << (isLaidOut(memref)
                   ? "has a layout that is not applied; run layout-apply"
                   : "states axis separators; run layout-flatten");
  }

  static bool isKernelArgument(BlockArgument argument) {
    auto function =
        dyn_cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
    return function && function.isKernel() &&
           argument.getOwner()->isEntryBlock() &&
           argument.getArgNumber() < function.getNumArguments();
  }

  static LogicalResult checkOrigin(Operation *op, Value value) {
    if (!isTexture(value.getType()))
      return success();
    return op->emitOpError("makes a texture or hands one on, ")
           << value.getType()
           << "; a texture is an argument of a kernel, under one name";
  }

  static LogicalResult checkUse(OpOperand &use) {
    Operation *op = use.getOwner();
    Type texel = cast<BaseMemRefType>(use.get().getType()).getElementType();
    if (auto dim = dyn_cast<memref::DimOp>(op))
      return checkSize(dim);
    if (isa<memref::LoadOp, memref::StoreOp>(op))
      return success();
    if (auto load = dyn_cast<vector::LoadOp>(op))
      if (load.getType() == texel)
        return success();
    if (auto store = dyn_cast<vector::StoreOp>(op))
      if (store.getValueToStore().getType() == texel)
        return success();
    return op->emitOpError("is no access to one whole texel of ")
           << use.get().getType();
  }

  static LogicalResult checkSize(memref::DimOp dim) {
    std::optional<int64_t> axis = dim.getConstantIndex();
    auto type = dyn_cast<MemRefType>(dim.getSource().getType());
    if (!type || (axis && *axis >= 0 && *axis < type.getRank()))
      return success();
    return dim.emitOpError(
        "asks for an axis of a texture that is not known, or "
        "that it does not have");
  }

  //===--------------------------------------------------------------------===//
  // One kernel
  //===--------------------------------------------------------------------===//

  FailureOr<LayoutToSPIRVPlan::Kernel> planKernel(gpu::GPUFuncOp function) {
    LayoutToSPIRVPlan::Kernel kernel;
    kernel.function = function;
    for (BlockArgument argument :
         function.getArguments().take_front(function.getNumArguments())) {
      FailureOr<Type> type = planArgument(argument);
      if (failed(type))
        return failure();
      kernel.argumentTypes.push_back(*type);
    }
    kernel.entryPoint = getEntryPoint(function);
    if (!kernel.entryPoint) {
      function.emitOpError("has no workgroup size, which SPIR-V fixes in the "
                           "kernel; state known_block_size or "
                           "spirv.entry_point_abi");
      return failure();
    }
    return kernel;
  }

  static spirv::EntryPointABIAttr getEntryPoint(gpu::GPUFuncOp function) {
    auto stated = function->getAttrOfType<spirv::EntryPointABIAttr>(
        spirv::getEntryPointABIAttrName());
    if (stated && stated.getWorkgroupSize())
      return stated;
    DenseI32ArrayAttr size = function.getKnownBlockSizeAttr();
    if (!size)
      return {};
    return spirv::EntryPointABIAttr::get(
        function.getContext(), size,
        stated ? stated.getSubgroupSize() : std::nullopt,
        stated ? stated.getTargetWidth() : std::nullopt);
  }

  /// The type of an argument, with what the kernel does to it if it is a
  /// texture.
  FailureOr<Type> planArgument(BlockArgument argument) {
    std::optional<TextureAccess> stated = getTextureAccess(argument.getType());
    if (!stated)
      return planBuffer(argument);
    std::string fault = describeFault(argument.getType());
    TextureUses uses = getUses(argument);
    TextureAccess access = uses.getAccess(*stated);
    if (access == TextureAccess::Read && !options.sampledImages)
      access = TextureAccess::ReadWrite;
    if (fault.empty())
      fault = describeFault(cast<MemRefType>(argument.getType()), uses, access);
    if (!fault.empty())
      return emitError(argument.getLoc(), "texture ")
             << argument.getType() << ": " << fault;
    if (failed(checkAccess(uses, argument.getType(), *stated)))
      return failure();
    auto type = cast<MemRefType>(argument.getType());
    auto space = TextureAttr::get(type.getContext(), access);
    auto used = MemRefType::get(type.getShape(), type.getElementType(),
                                type.getLayout(), space);
    remarkImage(argument.getLoc(), getImageType(used));
    return Type(used);
  }

  static void remarkImage(Location loc, spirv::ImageType image) {
    auto options = remark::RemarkOpts::name("convert-layout-to-spirv/image")
                       .category("layout");
    bool isSampled =
        image.getSamplerUseInfo() == spirv::ImageSamplerUseInfo::NeedSampler;
    remark::passed(loc, options)
        << (isSampled ? std::string("a sampled image")
                      : ("a storage image of format " +
                         spirv::stringifyImageFormat(image.getImageFormat()))
                            .str());
  }

  /// Upstream reinterprets the pointer to a scalar, which SPIR-V does not
  /// allow.
  static LogicalResult checkPlainUse(OpOperand &use) {
    auto type = dyn_cast<MemRefType>(use.get().getType());
    Operation *op = use.getOwner();
    if (!type || isa<VectorType>(type.getElementType()) ||
        !isa<vector::LoadOp, vector::StoreOp>(op))
      return success();
    return op->emitOpError("accesses a vector in ")
           << type
           << ", whose elements are scalars; SPIR-V needs vectors as elements "
              "(see layout-vectorize-elements) or scalar accesses";
  }

  static FailureOr<Type> planBuffer(BlockArgument argument) {
    Type type = argument.getType();
    std::string fault = describeArgumentFault(type);
    if (!fault.empty())
      return emitError(argument.getLoc(), "argument of type ")
             << type << ": " << fault;
    return type;
  }

  static TextureUses getUses(Value texture) {
    TextureUses uses;
    for (Operation *user : texture.getUsers()) {
      if (isa<memref::LoadOp, vector::LoadOp>(user))
        uses.read = user;
      else if (isa<memref::StoreOp, vector::StoreOp>(user))
        uses.write = user;
      else if (auto dim = dyn_cast<memref::DimOp>(user))
        if (auto type = dyn_cast<MemRefType>(texture.getType()))
          if (type.isDynamicDim(*dim.getConstantIndex()))
            uses.unknownSize = user;
    }
    return uses;
  }

  static LogicalResult checkAccess(const TextureUses &uses, Type type,
                                   TextureAccess stated) {
    if (stated == TextureAccess::Read && uses.write)
      return uses.write->emitOpError("writes ") << type << ", which is only "
                                                << "read";
    if (stated == TextureAccess::Write && uses.read)
      return uses.read->emitOpError("reads ") << type << ", which is only "
                                              << "written";
    return success();
  }

  //===--------------------------------------------------------------------===//
  // One texture
  //===--------------------------------------------------------------------===//

  /// Why this type can be no image; empty if it can.
  std::string describeFault(Type type) const {
    auto memref = dyn_cast<MemRefType>(type);
    if (!memref || (memref.getRank() != 2 && memref.getRank() != 3))
      return "an image has rows and columns, or layers, rows and columns, of "
             "texels; flattened and with vectors of 4 as elements, this has " +
             (memref ? "rank " + std::to_string(memref.getRank())
                     : std::string("no rank"));
    if (!memref.getLayout().isIdentity())
      return "its layout is neither row-major nor one of this dialect";
    std::string why;
    if (!getTexelFormat(memref.getElementType(), why))
      return why;
    return describeExcess(memref);
  }

  std::string describeExcess(MemRefType type) const {
    ArrayRef<int64_t> shape = type.getShape();
    auto exceeds = [](int64_t extent, int64_t limit) {
      return !ShapedType::isDynamic(extent) && extent > limit;
    };
    auto describe = [](int64_t extent, StringRef what, int64_t limit) {
      return (Twine(extent) + " " + what + "; the target has images of " +
              Twine(limit) + " at most")
          .str();
    };
    if (exceeds(shape.back(), options.maxExtent))
      return describe(shape.back(), "columns", options.maxExtent);
    if (exceeds(shape.drop_back().back(), options.maxExtent))
      return describe(shape.drop_back().back(), "rows", options.maxExtent);
    if (shape.size() == 3 && exceeds(shape.front(), options.maxLayers))
      return describe(shape.front(), "layers", options.maxLayers);
    if (llvm::is_contained(shape, 0))
      return "it has no texel; there is no empty image";
    return "";
  }

  /// Why this image cannot be used so; empty if it can.
  std::string describeFault(MemRefType type, const TextureUses &uses,
                            TextureAccess access) const {
    std::string why;
    TexelFormat format = *getTexelFormat(type.getElementType(), why);
    bool isStorage = access != TextureAccess::Read;
    if (isStorage && format.isExtended &&
        !target.allows(spirv::Capability::StorageImageExtendedFormats))
      return ("format " + spirv::stringifyImageFormat(format.format) +
              " can only be read by this target: to write it asks for "
              "StorageImageExtendedFormats")
          .str();
    if (uses.unknownSize && !isStorage)
      return "the kernel asks for an extent that varies, which only storage "
             "images tell; this one is sampled, as it is only read";
    return "";
  }

  gpu::GPUModuleOp module;
  const LayoutToSPIRVOptions &options;
  spirv::TargetEnv target;
};

} // namespace

FailureOr<LayoutToSPIRVPlan>
layout::planLayoutToSPIRV(gpu::GPUModuleOp module,
                          const LayoutToSPIRVOptions &options) {
  FailureOr<LayoutToSPIRVPlan> plan = KernelPlanner(module, options).run();
  if (failed(plan) || failed(checkLaunchSizes(*plan)))
    return failure();
  return plan;
}
