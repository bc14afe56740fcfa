//===- MadeForHere.cpp - Checks of the target processor -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MadeForHere.h"

#include "Layout/Analysis/Target/Processor.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::layout;

std::string layout::whyNotMadeForHere(ModuleOp module) {
  std::string why;
  StringRef name = LLVM::LLVMDialect::getTargetTripleAttrName();
  auto stated = module->getAttrOfType<StringAttr>(name);
  Processor base;
  base.triple =
      stated ? stated.str() : std::string(llvm::sys::getProcessTriple());
  if (stated)
    why = whyNotRunHere(base);
  module.walk([&](LLVM::LLVMFuncOp function) {
    Processor processor = base;
    if (auto cpu = function.getTargetCpu())
      processor.name = cpu->str();
    if (auto features = function.getTargetFeatures())
      for (StringAttr feature : features->getFeatures())
        processor.features.push_back(feature.str());
    if (auto range = function.getVscaleRange())
      processor.vectorScale = range->getMinRange().getInt();
    bool states = !processor.name.empty() || !processor.features.empty() ||
                  processor.vectorScale != 0;
    if (why.empty() && states)
      why = whyNotRunHere(processor);
    return why.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return why;
}
