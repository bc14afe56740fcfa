//===- Extensions.h - Instruction sets of RISC-V ----------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_LIB_ANALYSIS_TARGET_EXTENSIONS_H
#define LAYOUT_LIB_ANALYSIS_TARGET_EXTENSIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/TargetParser/RISCVISAInfo.h"

namespace mlir::layout {

/// What a RISC-V processor of 64 bits has, or an error that says which of its
/// extensions cannot be together, or lack another one. LLVM's code generator
/// ends the process in these cases.
llvm::Expected<std::unique_ptr<llvm::RISCVISAInfo>>
parseExtensions(const llvm::MCSubtargetInfo &subtarget);

/// Why LLVM makes no code for what a processor has. Empty if it does, as for
/// each one that is not of RISC-V.
std::string whyNoExtensions(const llvm::MCSubtargetInfo &subtarget);

/// The extensions that the name of a RISC-V processor states, without those
/// that they imply. LLVM keeps what `v` implied when `v` is taken away.
class StatedExtensions {
public:
  /// With what LLVM says of a processor.
  StatedExtensions(const llvm::MCSubtargetInfo &tables, StringRef processor);

  /// Adds those of `rv64gcv_zba1p0` or `rva23u64_zfh`, which LLVM can read.
  void addInstructionSet(StringRef text);

  /// Adds a feature. Returns false if LLVM knows none of this name.
  bool add(StringRef name);

  /// Takes an extension away, with all that imply it. Returns LLVM's names of
  /// what is then lacking: these, and what they implied and nothing that is
  /// left implies.
  SmallVector<StringRef> takeAway(StringRef name);

private:
  const llvm::SubtargetFeatureKV *find(StringRef name) const;
  llvm::FeatureBitset addImplied(llvm::FeatureBitset bits) const;
  void addPart(StringRef part);

  ArrayRef<llvm::SubtargetFeatureKV> features;
  llvm::FeatureBitset stated;
};

} // namespace mlir::layout

#endif // LAYOUT_LIB_ANALYSIS_TARGET_EXTENSIONS_H
