//===- Processor.cpp - Processors of LLVM ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/Processor.h"

#include "Extensions.h"
#include "Subtarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::layout;

std::string Processor::getFeatureString() const {
  return llvm::join(features, ",");
}

std::string Processor::describe() const {
  if (spelling == "native")
    return "this machine";
  std::string text = spelling.empty() ? name : spelling;
  if (spelling.empty() && !features.empty())
    text += (name.empty() ? "" : ",") + getFeatureString();
  return '"' + text + '"';
}

std::string Processor::getABI() const {
  if (!llvm::Triple(triple).isRISCV64())
    return "";
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget = getSubtarget(*this);
  if (!subtarget)
    return "";
  auto isa = parseExtensions(*subtarget);
  if (isa)
    return (*isa)->computeDefaultABI().str();
  llvm::consumeError(isa.takeError());
  return "";
}

//===----------------------------------------------------------------------===//
// This machine
//===----------------------------------------------------------------------===//

Processor layout::getHostProcessor() {
  Processor host;
  host.spelling = "native";
  host.triple = llvm::sys::getProcessTriple();
  host.name = llvm::sys::getHostCPUName().str();
  std::unique_ptr<llvm::MCSubtargetInfo> named = getSubtarget(host);
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (named && knowsFeature(*named, feature.getKey()) &&
        feature.getValue() != hasFeature(*named, feature.getKey()))
      host.features.push_back(
          ((feature.getValue() ? "+" : "-") + feature.getKey()).str());
  llvm::sort(host.features);
  return host;
}

//===----------------------------------------------------------------------===//
// Code generators
//===----------------------------------------------------------------------===//

std::unique_ptr<llvm::TargetMachine>
layout::createMachine(const Processor &processor, std::string &why) {
  llvm::Triple triple(processor.triple);
  const llvm::Target *target = lookupTarget(triple, why);
  if (!target)
    return nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget = getSubtarget(processor);
  if (!subtarget || !is64Bit(*subtarget)) {
    why = "'" + processor.name + "' is no processor of 64 bits of " +
          triple.str();
    return nullptr;
  }
  // LLVM ends the process over features that exclude each other, such as a
  // length of vectors without vectors.
  why = whyNoExtensions(*subtarget);
  if (!why.empty())
    return nullptr;
  llvm::TargetOptions options;
  options.MCOptions.ABIName = processor.getABI();
  return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
      triple, processor.name, processor.getFeatureString(), options,
      llvm::Reloc::PIC_));
}
