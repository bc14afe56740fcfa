//===- ExpandNames.cpp - Functions with names of the C library ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expand.h"

#include "Layout/Conversion/Legalize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::layout;

/// Returns true if nothing outside of the module needs the name: C calls the
/// wrapper of the function.
static bool hasFreeName(func::FuncOp function) {
  return function.isPrivate() ||
         function->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
}

/// Functions of libm that upstream calls, and LLVM has no entry for.
static bool isOfLibm(StringRef name) {
  static constexpr StringRef names[] = {"cbrt",      "cbrtf",     "erf",
                                        "erff",      "erfc",      "erfcf",
                                        "roundeven", "roundevenf"};
  return llvm::is_contained(names, name);
}

bool layout::isOfCLibrary(StringRef name) {
  // Made once: its table holds all names.
  static const llvm::TargetLibraryInfoImpl library{llvm::Triple()};
  llvm::LibFunc known;
  return isOfLibm(name) || library.getLibFunc(name, known);
}

void layout::expandNames(Operation *root) {
  auto module = dyn_cast<ModuleOp>(root);
  if (!module)
    return;
  SymbolTable symbols(module);
  for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
    StringRef name = function.getName();
    if (function.isExternal() || !hasFreeName(function) || !isOfCLibrary(name))
      continue;
    // It stays public where C calls its wrapper: the interface is fixed.
    (void)symbols.rename(function, (name + kRenamedSuffix).str());
  }
  for (auto wrapper : llvm::to_vector(module.getOps<LLVM::LLVMFuncOp>())) {
    StringRef name = wrapper.getName();
    if (name.starts_with("_mlir_ciface_") && name.consume_back(kRenamedSuffix))
      (void)symbols.rename(wrapper, name.str());
  }
}
