//===- ImageABI.cpp - Images as variables of the module -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageABI.h"

#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::layout;

/// The image type that `type` points to; null if it points to none.
static spirv::ImageType getImage(Type type) {
  auto pointer = dyn_cast<spirv::PointerType>(type);
  return pointer ? dyn_cast<spirv::ImageType>(pointer.getPointeeType())
                 : spirv::ImageType();
}

namespace {

class ImageArgumentLowering {
public:
  explicit ImageArgumentLowering(spirv::ModuleOp module)
      : symbols(module), builder(module.getContext()) {}

  void run(spirv::FuncOp function) {
    BitVector isImage(function.getNumArguments());
    for (BlockArgument argument : function.getArguments())
      if (getImage(argument.getType())) {
        isImage.set(argument.getArgNumber());
        lower(function, argument);
      }
    if (isImage.any())
      (void)function.eraseArguments(isImage);
  }

private:
  void lower(spirv::FuncOp function, BlockArgument argument) {
    auto abi = function.getArgAttrOfType<spirv::InterfaceVarABIAttr>(
        argument.getArgNumber(), spirv::getInterfaceVarABIAttrName());
    // Upstream numbers `<function>_arg_<i>` anew, and would meet that name.
    std::string name =
        (function.getName() + "_image_" + Twine(argument.getArgNumber())).str();
    builder.setInsertionPoint(function);
    auto variable = spirv::GlobalVariableOp::create(
        builder, argument.getLoc(), argument.getType(), name,
        abi.getDescriptorSet(), abi.getBinding());
    symbols.insert(variable);
    decorate(variable, argument);
    builder.setInsertionPointToStart(&function.front());
    argument.replaceAllUsesWith(
        spirv::AddressOfOp::create(builder, argument.getLoc(), variable));
  }

  /// What the code does with a storage image; of a sampled one it is known.
  void decorate(spirv::GlobalVariableOp variable, BlockArgument argument) {
    if (getImage(argument.getType()).getSamplerUseInfo() ==
        spirv::ImageSamplerUseInfo::NeedSampler)
      return;
    bool isRead = false, isWritten = false;
    for (Operation *load : argument.getUsers())
      for (Operation *user : load->getUsers()) {
        isRead |= isa<spirv::ImageReadOp>(user);
        isWritten |= isa<spirv::ImageWriteOp>(user);
      }
    auto state = [&](spirv::Decoration decoration) {
      variable->setAttr(llvm::convertToSnakeFromCamelCase(
                            spirv::stringifyDecoration(decoration)),
                        builder.getUnitAttr());
    };
    if (!isWritten)
      state(spirv::Decoration::NonWritable);
    if (!isRead)
      state(spirv::Decoration::NonReadable);
  }

  SymbolTable symbols;
  OpBuilder builder;
};

} // namespace

void layout::lowerImageArguments(spirv::ModuleOp module) {
  ImageArgumentLowering lowering(module);
  for (auto function :
       llvm::make_early_inc_range(module.getOps<spirv::FuncOp>()))
    lowering.run(function);
}
