//===- Subtarget.h - LLVM's tables of processors ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_SUBTARGET_H
#define LAYOUT_LIB_ANALYSIS_TARGET_SUBTARGET_H

#include "Layout/Analysis/Target/Processor.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/Triple.h"

namespace llvm {
class Target;
} // namespace llvm

namespace mlir::layout {

/// LLVM's target of a triple, null with the reason in `why` if this LLVM is
/// built without. Makes all targets known, the first time in some 3 ms.
const llvm::Target *lookupTarget(const llvm::Triple &triple, std::string &why);

/// What a processor has by its name, which may be empty, and features. Null if
/// there is no such target, or no such name.
std::unique_ptr<llvm::MCSubtargetInfo> getSubtarget(const Processor &processor);

/// Returns true if the processor has the feature; false for one that its family
/// does not know.
bool hasFeature(const llvm::MCSubtargetInfo &subtarget, StringRef feature);
bool knowsFeature(const llvm::MCSubtargetInfo &subtarget, StringRef feature);

/// Returns true if code with pointers of 64 bits can be made.
bool is64Bit(const llvm::MCSubtargetInfo &subtarget);

/// How long the registers of SVE are that LLVM counts on: of a processor that
/// there is, those that it has. 128 without SVE.
unsigned getScalableBits(const Processor &processor);

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_SUBTARGET_H
