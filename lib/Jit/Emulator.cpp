//===- Emulator.cpp - Emulators of other processors -----------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Jit/Emulator.h"

#include "llvm/Support/Program.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::layout;

/// QEMU's words. The most that a processor of its family may have, with vectors
/// of just the length that code is made for: longer ones would hide that an
/// instruction works on all of a register.
static std::string describeProcessor(const Processor &processor) {
  unsigned bits = getTarget(processor).vectorBits;
  constexpr unsigned unit = 128, bitsPerByte = 8;
  if (llvm::Triple(processor.triple).isRISCV())
    return bits < unit ? "rv64"
                       : "rv64,v=true,vext_spec=v1.0,Zfh=true,vlen=" + std::to_string(bits);
  // Of these, none that is newer may run.
  if (processor.vectorScale == 0 && processor.features.empty() &&
      llvm::is_contained({"a64fx", "cortex-a35", "cortex-a53", "cortex-a57",
                          "cortex-a72", "cortex-a76", "neoverse-n1"},
                         processor.name))
    return processor.name;
  if (processor.name == "generic" &&
      llvm::is_contained(processor.features, "+v8a") &&
      processor.vectorScale == 0)
    return "cortex-a57";
  unsigned scale = std::max(1u, processor.vectorScale);
  return "max,sve-max-vq=" + std::to_string(scale) +
         ",sve-default-vector-length=" +
         std::to_string(scale * unit / bitsPerByte);
}

std::optional<Emulator> Emulator::find(const Processor &processor,
                                       std::string &why) {
  llvm::Triple triple(processor.triple);
  if (!triple.isAArch64() && !triple.isRISCV64()) {
    why = "no emulator is used for processors of " + triple.getArchName().str();
    return std::nullopt;
  }
  constexpr unsigned longestOfRISCV = 1024;
  if (triple.isRISCV() && getTarget(processor).vectorBits > longestOfRISCV) {
    why = "the emulator has vectors of at most " +
          std::to_string(longestOfRISCV) + " bits";
    return std::nullopt;
  }
  std::string arch = triple.isAArch64() ? "aarch64" : "riscv64";
  auto compiler = llvm::sys::findProgramByName(arch + "-linux-gnu-gcc");
  auto program = llvm::sys::findProgramByName("qemu-" + arch);
  if (!compiler || !program) {
    why = std::string(compiler ? "the emulator qemu-" + arch
                               : "the compiler " + arch + "-linux-gnu-gcc") +
          " is not there: install qemu-user and gcc-" + arch +
          "-linux-gnu, with its libraries, as scripts/setup does";
    return std::nullopt;
  }
  return Emulator{*compiler, *program, {"-cpu", describeProcessor(processor)}};
}

std::optional<RunTarget> RunTarget::get(StringRef name, std::string &why) {
  RunTarget target;
  if (name == "native") {
    target.processor = getHostProcessor();
    return target;
  }
  std::optional<Processor> processor = getNamedProcessor(name, &why);
  if (!processor)
    return std::nullopt;
  target.processor = *processor;
  std::string lacking = whyNotRunHere(*processor);
  if (lacking.empty())
    return target;
  target.emulator = Emulator::find(*processor, why);
  if (target.emulator)
    return target;
  why = lacking + ", and " + why;
  return std::nullopt;
}
