//===- Processor.h - Processors of LLVM -------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names, features and what they mean are LLVM's: nothing here lists any of
// them, but for the three families that code is made for.
//
//     x86-64-v3   znver4+noavx512f   haswell+avxvnni
//     armv8-a     cortex-a76         neoverse-v1+sve=256   armv9-a+sve=512
//     rv64gcv     sifive-x280        rv64gcv+zvl256b
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ANALYSIS_TARGET_PROCESSOR_H
#define LAYOUT_ANALYSIS_TARGET_PROCESSOR_H

#include "Layout/Analysis/Target/Target.h"

#include <memory>
#include <optional>
#include <string>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::layout {

/// The options by which LLVM compiles for a processor, in its own words.
struct Processor {
  std::string triple;
  std::string name;
  /// "+avx512vnni", "-xsaves": what the processor has, or lacks, beyond what
  /// its name says. A later one overrides those before it.
  SmallVector<std::string> features;
  /// Of AArch64: the registers of SVE have exactly so many times 128 bits. 0 if
  /// their length is not stated; then code is the same for all lengths. Of code
  /// for RISC-V, which counts 64 bits: those of V.
  unsigned vectorScale = 0;
  /// Of code that is right on longer registers, too: the most; else 0.
  unsigned maxVectorScale = 0;
  /// The name that it was found by, with its features: "znver4+noavx512f", or
  /// "native". Empty if it was found otherwise.
  std::string spelling;

  /// "+avx512vnni,-xsaves".
  std::string getFeatureString() const;
  /// How floats are passed, as RISC-V has several ways ("lp64d"); else empty.
  std::string getABI() const;
  /// For messages: "\"znver4+noavx512f\"", "this machine".
  std::string describe() const;
};

/// This machine, as `clang -march=native` takes it. A virtual machine may lack
/// what its processor has by name.
Processor getHostProcessor();

/// The processor of a name, in which a feature follows each `+` (`+no`: one
/// that it lacks): one that LLVM knows, an architecture (`armv8.2-a`), or an
/// instruction set (`rv64gcv`). Its triple is that of this process if it is of
/// the same family, else that of Linux. What is taken away from an instruction
/// set of RISC-V takes with it what needs it, and what only these implied.
/// Nothing, with the reason in `why`, for an unknown name or feature, with near
/// ones, a feature of another family, a length of vectors that there is not,
/// and features that LLVM makes no code for.
std::optional<Processor> getNamedProcessor(StringRef name,
                                           std::string *why = nullptr);

/// The vectors of a processor, as LLVM states its costs: how long they are, how
/// many, and which of them can be stored in part. A processor says nothing of
/// caches, which are those of `Target()`.
Target getTarget(const Processor &processor);

/// Returns true if the processor has the instruction on registers of so many
/// bits: Zen 4 has `vpdpbusd` of AVX-512 and not that of AVX-VNNI.
bool hasDotInstruction(const Processor &processor, DotInstruction dot,
                       unsigned vectorBits);

/// LLVM's code generator for a processor. Null, with the reason in `why`, if
/// this LLVM has none for its family, or makes no code for its features.
std::unique_ptr<llvm::TargetMachine> createMachine(const Processor &processor,
                                                   std::string &why);

/// Which instructions of a processor the code for it may have.
enum class Instructions {
  Planned,   ///< those that plans are made by: the code is not generated yet
  Generated, ///< those that LLVM makes of programs without intrinsics
  All ///< those of intrinsics, too, of which it is not known what they need
};

/// Returns why `machine` cannot run what is made for the processor `code`,
/// whose triple may be empty: another family, a length of vectors that differs
/// or is not known of the machine, or features, with those that they imply,
/// that the machine lacks. Empty if it can. Features that say what is fast, how
/// code is to be made, or what operating systems use do not count, nor do those
/// whose instructions the code does not have. What LLVM does not know by name
/// has the features that it states.
std::string whyNotRun(Processor code, const Processor &machine,
                      Instructions instructions = Instructions::Generated);

/// Returns why this machine cannot run it. The features of this machine are
/// those that the operating system tells: exact on x86; elsewhere, those of its
/// name, and registers of SVE or V are as long as this process has them.
std::string whyNotRunHere(const Processor &code);

} // namespace mlir::layout

#endif // LAYOUT_ANALYSIS_TARGET_PROCESSOR_H
