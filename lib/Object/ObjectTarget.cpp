//===- ObjectTarget.cpp - The machine that code is for --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ObjectTarget.h"

#include "Layout/Analysis/Target/HostTarget.h"
#include "Names.h"
#include "ObjectError.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::Triple;

static bool isX86Processor(StringRef name) {
  return llvm::X86::parseArchX86(name, /*Only64Bit=*/true) !=
         llvm::X86::CK_None;
}

/// Names that say no kind of processor.
static bool isOpenName(StringRef name) {
  return name.empty() || name == "default" || name == "none";
}

static bool isProcessor(StringRef name) {
  return isOpenName(name) || name == "native" || getNamedProcessor(name);
}

static llvm::Error refuseProcessor(StringRef name) {
  SmallVector<StringRef> names{"native", "default"};
  llvm::X86::fillValidCPUArchList(names, /*Only64Bit=*/true);
  llvm::AArch64::fillValidCPUArchList(names);
  return makeError("unknown processor '" + name + "'" +
                   suggestName(name, names) +
                   " (expects 'native', 'default', or an x86-64 or AArch64 "
                   "processor as LLVM calls it)");
}

static llvm::Error refuseTriple(StringRef text) {
  SmallVector<StringRef> names;
  for (unsigned arch = Triple::UnknownArch + 1; arch <= Triple::LastArchType;
       ++arch)
    names.push_back(Triple::getArchTypeName(Triple::ArchType(arch)));
  // What most people write for some of them.
  names.append({"x86-64", "arm64"});
  StringRef arch = text.split('-').first;
  return makeError("unknown target '" + text + "'" + suggestName(arch, names) +
                   " (expects a triple such as 'x86_64-linux-gnu', or a "
                   "processor such as 'native' or 'x86-64-v3')");
}

static llvm::Expected<Triple> readTriple(StringRef text) {
  Triple triple(Triple::normalize(text));
  if (triple.getArch() == Triple::UnknownArch)
    return refuseTriple(text);
  return triple;
}

/// Is the processor `name` of the kind that the triple says?
static bool isOfKind(StringRef name, const Triple &triple) {
  if (isOpenName(name))
    return true;
  if (name == "native")
    return triple.getArch() == Triple(llvm::sys::getProcessTriple()).getArch();
  return isX86Processor(name) ? triple.getArch() == Triple::x86_64
                              : triple.isAArch64();
}

/// That of this machine, if it has such processors.
static Triple chooseTriple(StringRef processor) {
  Triple here(llvm::sys::getProcessTriple());
  if (isOfKind(processor, here))
    return here;
  return Triple(isX86Processor(processor) ? "x86_64-unknown-linux-gnu"
                                          : "aarch64-unknown-linux-gnu");
}

static void setProcessor(ObjectTarget &target, StringRef name) {
  target.processor = name.str();
  if (isOpenName(name))
    return;
  Processor processor =
      name == "native" ? getHostProcessor() : *getNamedProcessor(name);
  target.cpu = processor.name;
  target.features = llvm::join(processor.features, ",");
}

llvm::Expected<ObjectTarget> layout::findTarget(StringRef target,
                                                StringRef processor) {
  bool isByProcessor = !target.empty() && isProcessor(target);
  if (isByProcessor && !processor.empty() && processor != target)
    return makeError("--target=" + target + " names a processor, and -mcpu=" +
                     processor + " another one; give one of them");
  StringRef name = isByProcessor ? target : processor;
  if (!isProcessor(name))
    return refuseProcessor(name);
  ObjectTarget found;
  if (target.empty() || isByProcessor) {
    found.triple = chooseTriple(name);
  } else {
    auto triple = readTriple(target);
    if (!triple)
      return triple.takeError();
    found.triple = *triple;
  }
  if (!isOfKind(name, found.triple))
    return makeError("'" + name + "' is no processor of target '" +
                     found.triple.str() + "'");
  setProcessor(found, name);
  return found;
}

static llvm::CodeGenOptLevel getCodeLevel(unsigned optLevel) {
  switch (optLevel) {
  case 0:
    return llvm::CodeGenOptLevel::None;
  case 1:
    return llvm::CodeGenOptLevel::Less;
  case 2:
    return llvm::CodeGenOptLevel::Default;
  default:
    return llvm::CodeGenOptLevel::Aggressive;
  }
}

static void initializeTargets() {
  static const bool once = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers(); // of data sections, and of programs
    return true;
  }();
  (void)once;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
layout::createMachine(const ObjectTarget &target, unsigned optLevel) {
  initializeTargets();
  std::string why;
  const llvm::Target *found =
      llvm::TargetRegistry::lookupTarget(target.triple, why);
  if (!found)
    return makeError("no code for target '" + target.triple.str() +
                     "': " + why);
  std::unique_ptr<llvm::TargetMachine> machine(found->createTargetMachine(
      target.triple, target.cpu, target.features, llvm::TargetOptions(),
      llvm::Reloc::PIC_, std::nullopt, getCodeLevel(optLevel)));
  if (!machine)
    return makeError("no code for target '" + target.triple.str() + "'");
  return machine;
}
