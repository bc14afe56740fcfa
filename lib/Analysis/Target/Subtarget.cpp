//===- Subtarget.cpp - LLVM's tables of processors ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subtarget.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;
using namespace mlir::layout;

static void makeTargetsKnown() {
  static const bool once = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers(); // of assembly in programs
    return true;
  }();
  (void)once;
}

const llvm::Target *layout::lookupTarget(const llvm::Triple &triple,
                                         std::string &why) {
  makeTargetsKnown();
  return llvm::TargetRegistry::lookupTarget(triple, why);
}

std::unique_ptr<llvm::MCSubtargetInfo>
layout::getSubtarget(const Processor &processor) {
  llvm::Triple triple(processor.triple);
  std::string why;
  const llvm::Target *target = lookupTarget(triple, why);
  if (!target)
    return nullptr;
  // LLVM writes to the screen about names that it does not know.
  std::unique_ptr<llvm::MCSubtargetInfo> any(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!any ||
      (!processor.name.empty() && !any->isCPUStringValid(processor.name)))
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(target->createMCSubtargetInfo(
      triple, processor.name, processor.getFeatureString()));
}

bool layout::knowsFeature(const llvm::MCSubtargetInfo &subtarget,
                          StringRef feature) {
  return llvm::any_of(subtarget.getAllProcessorFeatures(),
                      [&](const llvm::SubtargetFeatureKV &known) {
                        return feature == known.Key;
                      });
}

bool layout::hasFeature(const llvm::MCSubtargetInfo &subtarget,
                        StringRef feature) {
  return knowsFeature(subtarget, feature) &&
         subtarget.checkFeatures(("+" + feature).str());
}

bool layout::is64Bit(const llvm::MCSubtargetInfo &subtarget) {
  return subtarget.getTargetTriple().isAArch64() ||
         hasFeature(subtarget, "64bit");
}
