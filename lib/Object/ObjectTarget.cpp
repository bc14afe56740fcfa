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
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::layout;
using llvm::Triple;

/// Names that say no kind of processor.
static bool isOpenName(StringRef name) {
  return name.empty() || name == "default" || name == "none";
}

static bool isProcessor(StringRef name) {
  return isOpenName(name) || name == "native" || getNamedProcessor(name);
}

/// Of a name that is not open.
static llvm::Expected<Processor> readProcessor(StringRef name) {
  if (name == "native")
    return getHostProcessor();
  std::string why;
  if (auto processor = getNamedProcessor(name, &why))
    return *processor;
  return makeError("unknown processor '" + name + "': " + why);
}

static llvm::Error refuseTriple(StringRef text) {
  SmallVector<StringRef> names;
  for (unsigned arch = Triple::UnknownArch + 1; arch <= Triple::LastArchType;
       ++arch)
    names.push_back(Triple::getArchTypeName(Triple::ArchType(arch)));
  // What most people write for some of them.
  names.append({"x86-64", "arm64"});
  StringRef arch = text.split('-').first;
  bool isKnown = Triple(text).getArch() != Triple::UnknownArch;
  std::string near = isKnown ? "" : suggestName(arch, names), why;
  // Most that is no triple is to be a processor.
  if (near.empty() && !getNamedProcessor(text, &why))
    near = ": " + why;
  return makeError("unknown target '" + text + "'" + near +
                   " (expects a triple such as 'x86_64-linux-gnu', or a "
                   "processor such as 'native' or 'x86-64-v3')");
}

/// Returns true if LLVM knows nothing but the architecture, though one word
/// more is stated, as in `x86_64-v3`: that would be code for any processor.
/// What has more words than that is a triple of a vendor that LLVM does not
/// know.
static bool hasUnknownRest(StringRef text, const Triple &triple) {
  auto isStated = [](StringRef part) {
    return !llvm::is_contained({"", "unknown", "none"}, part);
  };
  return text.count('-') == 1 && triple.getVendor() == Triple::UnknownVendor &&
         triple.getOS() == Triple::UnknownOS &&
         triple.getEnvironment() == Triple::UnknownEnvironment &&
         (isStated(triple.getVendorName()) || isStated(triple.getOSName()));
}

static llvm::Expected<Triple> readTriple(StringRef text) {
  Triple triple(Triple::normalize(text));
  if (triple.getArch() == Triple::UnknownArch || hasUnknownRest(text, triple))
    return refuseTriple(text);
  return triple;
}

/// Returns true if the processor is of the architecture of the triple.
static bool isOfKind(const Processor &processor, const Triple &triple) {
  Triple its(processor.triple);
  return its.isAArch64() ? triple.isAArch64()
                         : its.getArch() == triple.getArch();
}

static llvm::Error setProcessor(ObjectTarget &target, StringRef name,
                                bool hasTriple) {
  // Files of the least processor of RISC-V pass floats as no others do: its
  // triple means what compilers of C take it for.
  if (isOpenName(name) && target.triple.isRISCV64())
    name = target.assumed = "rv64gc";
  target.processor = name.str();
  if (isOpenName(name))
    return llvm::Error::success();
  auto processor = readProcessor(name);
  if (!processor)
    return processor.takeError();
  if (!hasTriple)
    target.triple = Triple(processor->triple);
  if (!isOfKind(*processor, target.triple))
    return makeError("'" + name + "' is no processor of target '" +
                     target.triple.str() + "'");
  target.cpu = processor->name;
  target.features = processor->getFeatureString();
  target.abi = processor->getABI();
  return llvm::Error::success();
}

llvm::Expected<ObjectTarget>
layout::findTarget(StringRef target, StringRef processor, StringRef stated) {
  bool isByProcessor = !target.empty() && isProcessor(target);
  if (isByProcessor && !processor.empty() && processor != target)
    return makeError("--target=" + target + " names a processor, and -mcpu=" +
                     processor + " another one; give one of them");
  ObjectTarget found;
  found.triple = Triple(llvm::sys::getProcessTriple());
  bool hasTriple = !target.empty() && !isByProcessor;
  if (hasTriple) {
    auto triple = readTriple(target);
    if (!triple)
      return triple.takeError();
    found.triple = *triple;
  }
  StringRef name = isByProcessor ? target : processor;
  if (isOpenName(name) && name != "none" && !stated.empty())
    name = stated;
  if (auto error = setProcessor(found, name, hasTriple))
    return error;
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
  llvm::TargetOptions options;
  options.MCOptions.ABIName = target.abi;
  std::unique_ptr<llvm::TargetMachine> machine(found->createTargetMachine(
      target.triple, target.cpu, target.features, options, llvm::Reloc::PIC_,
      std::nullopt, getCodeLevel(optLevel)));
  if (!machine)
    return makeError("no code for target '" + target.triple.str() + "'");
  // What LLVM selects without effort for AArch64 does not end for some vectors
  // of three lanes (docs/LLVM.md).
  machine->setGlobalISel(false);
  // What passes make takes an index, and the size of memory, for 64 bits.
  constexpr unsigned bitsOfIndex = 64;
  unsigned bits = machine->createDataLayout().getPointerSizeInBits();
  if (bits != bitsOfIndex)
    return makeError("target '" + target.triple.str() + "' has pointers of " +
                     Twine(bits) +
                     " bits: expects a target with pointers of "
                     "64 bits");
  return machine;
}
