//===- NoAlias.cpp - noalias attributes for LLVM --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     func.func @f(%a: memref<4xf32> {llvm.noalias})
// ->  llvm.func @f(%alloc: !llvm.ptr, %aligned: !llvm.ptr {llvm.noalias}, ..)
//
// Upstream drops the attribute of an argument that becomes several.
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/Passes.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTRECORDNOALIAS
#define GEN_PASS_DEF_LAYOUTRESTORENOALIAS
#include "Layout/Conversion/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

/// Number of LLVM arguments that one argument becomes: a ranked memref is two
/// pointers, an offset, its sizes and its strides; an unranked one a rank and
/// a pointer.
static unsigned getNumExpanded(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return 3 + 2 * memref.getRank();
  return isa<UnrankedMemRefType>(type) ? 2 : 1;
}

namespace {

class RecordNoAliasPass
    : public layout::impl::LayoutRecordNoAliasBase<RecordNoAliasPass> {
  void runOnOperation() override {
    getOperation().walk([](func::FuncOp function) {
      SmallVector<int32_t> pointers;
      unsigned position = 0;
      StringRef noAlias = LLVM::LLVMDialect::getNoAliasAttrName();
      for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
        // The aligned pointer is the second part of a descriptor.
        if (isa<MemRefType>(type) && function.getArgAttr(i, noAlias))
          pointers.push_back(position + 1);
        position += getNumExpanded(type);
      }
      if (!pointers.empty())
        function->setAttr(
            LayoutDialect::kNoAliasAttrName,
            DenseI32ArrayAttr::get(function.getContext(), pointers));
    });
  }
};

class RestoreNoAliasPass
    : public layout::impl::LayoutRestoreNoAliasBase<RestoreNoAliasPass> {
  void runOnOperation() override {
    getOperation().walk([this](LLVM::LLVMFuncOp function) {
      // That of a C interface, of which LLVM knows nothing.
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        function.removeArgAttr(
            i, StringAttr::get(&getContext(), LayoutDialect::kAccessAttrName));
      auto pointers = function->getAttrOfType<DenseI32ArrayAttr>(
          LayoutDialect::kNoAliasAttrName);
      if (!pointers)
        return;
      // The C interface has the attributes of the function it wraps, and other
      // arguments: a pointer to each descriptor.
      bool isCInterface = function.getName().starts_with("_mlir_ciface_");
      for (int32_t position : pointers.asArrayRef())
        if (!isCInterface && position < int32_t(function.getNumArguments()))
          function.setArgAttr(position, LLVM::LLVMDialect::getNoAliasAttrName(),
                              UnitAttr::get(function.getContext()));
      function->removeAttr(LayoutDialect::kNoAliasAttrName);
    });
  }
};

} // namespace
