//===- CheckOptions.cpp - Options of layout-check -------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Check.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"

using namespace mlir;
using namespace mlir::layout;

bool CheckOptions::addArgument(StringRef text) {
  auto [number, value] = text.split(':');
  unsigned i;
  return !number.getAsInteger(10, i) && !value.empty() &&
         arguments.try_emplace(i, value.str()).second;
}

bool CheckOptions::addDim(StringRef text) {
  auto [name, value] = text.split(':');
  auto [argument, dim] = name.split('.');
  unsigned i, d;
  int64_t extent;
  return argument.consume_front("arg") && dim.consume_front("dim") &&
         !argument.getAsInteger(10, i) && !dim.getAsInteger(10, d) &&
         !value.getAsInteger(10, extent) &&
         dims.try_emplace({i, d}, extent).second;
}

void layout::registerCheckDependencies(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
}
