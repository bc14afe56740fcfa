//===- ProcessorNeeds.cpp - Which processors run code for others ----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's tables list what a processor has, and mix instructions with what is
// fast on it, with ways of making code, and with what only operating systems
// use. The names below are those that do not count. Any other one does, also
// one that a later LLVM adds: code with an instruction that a machine lacks
// ends there.
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"
#include "HostVectors.h"
#include "Subtarget.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

/// Ways of making code. LLVM's lists of processors have few of them, and its
/// lists of what is fast on which processor the others.
static constexpr StringLiteral kModes[] = {"16bit-mode",
                                           "32bit-mode",
                                           "64bit-mode",
                                           "all",
                                           "crypto",
                                           "e",
                                           "evex512",
                                           "exact-asm",
                                           "execute-only",
                                           "fmv",
                                           "forced-atomics",
                                           "inline-asm-use-gpr32",
                                           "outline-atomics",
                                           "relax",
                                           "save-restore",
                                           "seses",
                                           "soft-float",
                                           "sse-unaligned-mem",
                                           "strict-align",
                                           "tagged-globals",
                                           "x32",
                                           "zilsd-4byte-align"};
static constexpr StringLiteral kModePrefixes[] = {
    "call-saved-", "disable-", "fix-",      "harden-sls-", "lvi-", "no-",
    "prefer-",     "reserve-", "retpoline", "tpidr",       "zcm-", "zcz-"};

/// Features without instructions, and those of operating systems. Versions of
/// AArch64, and profiles of RISC-V, are lists of others.
static constexpr StringLiteral kSystem[] = {
    // Of x86.
    "ermsb", "fsrm", "invpcid", "nopl", "pconfig", "sgx", "wbnoinvd", "xsaves",
    // Of AArch64.
    "CONTEXTIDREL2", "am", "amvs", "brbe", "bti", "ccdp", "ccidx", "ccpp",
    "chk", "clrbhb", "dit", "ecv", "el2vmsa", "el3", "ete", "fgt", "fpac",
    "hcx", "lor", "mec", "mpam", "nmi", "nv", "pan", "pan-rwv", "perfmon",
    "predres", "ras", "rasv2", "rme", "sel2", "spe", "spe-eef", "specres2",
    "specrestrict", "ssbs", "tlb-rmi", "tracev8.4", "trbe", "uaops", "vh", "xs",
    // Of RISC-V, beside all that begins with "s".
    "h", "za128rs", "za64rs", "zic64b", "ziccamoa", "ziccamoc", "ziccif",
    "zicclsm", "ziccrse", "zifencei", "zihpm", "zkt", "zvkt"};

/// Features whose instructions LLVM makes of intrinsics and of nothing else.
static constexpr StringLiteral kOfIntrinsics[] = {
    // Of x86.
    "adx", "aes", "cldemote", "clflushopt", "clwb", "clzero", "enqcmd",
    "fsgsbase", "hreset", "kl", "lwp", "movdir64b", "mwaitx", "pclmul", "pku",
    "ptwrite", "rdpid", "rdpru", "rdrnd", "rdseed", "rtm", "serialize", "sha",
    "sha512", "shstk", "sm3", "sm4", "tsxldtrk", "uintr", "usermsr", "vaes",
    "vpclmulqdq", "waitpkg", "widekl", "xsave", "xsavec", "xsaveopt",
    // Of AArch64, some under the same names.
    "altnzcv", "crc", "flagm", "jsconv", "ls64", "rand", "sha2", "sve-aes",
    "sve-sm4", "wfxt"};

/// LLVM makes `eor3` of two exclusive-ors where there is one. No plan counts on
/// it.
static constexpr StringLiteral kNotPlanned[] = {"sha3"};

/// Returns true if the feature is a version of AArch64, or a profile of RISC-V.
static bool isList(StringRef name) {
  return name.starts_with("v8") || name.starts_with("v9") ||
         name.starts_with("rv");
}

static bool counts(const llvm::Triple &triple, StringRef name,
                   Instructions instructions) {
  if (llvm::is_contained(kModes, name) || llvm::is_contained(kSystem, name) ||
      isList(name) || llvm::any_of(kModePrefixes, [&](StringRef prefix) {
        return name.starts_with(prefix);
      }))
    return false;
  if (triple.isRISCV() && name.starts_with("s"))
    return false;
  if (instructions == Instructions::All)
    return true;
  bool isGenerated =
      !llvm::is_contained(kOfIntrinsics, name) && !name.starts_with("amx-");
  return isGenerated && (instructions == Instructions::Generated ||
                         !llvm::is_contained(kNotPlanned, name));
}

/// The features that say what is fast: LLVM lists them apart, but for some that
/// imply instructions, too.
static llvm::FeatureBitset getTuning(const llvm::MCSubtargetInfo &tables) {
  llvm::FeatureBitset tuning, offered;
  auto addImplied = [&](llvm::FeatureBitset &bits) {
    llvm::FeatureBitset before;
    do {
      before = bits;
      for (const llvm::SubtargetFeatureKV &feature :
           tables.getAllProcessorFeatures())
        if (bits.test(feature.Value))
          bits |= feature.Implies.getAsBitset();
    } while (bits != before);
  };
  for (const auto &processor : tables.getAllProcessorDescriptions()) {
    tuning |= processor.TuneImplies.getAsBitset();
    offered |= processor.Implies.getAsBitset();
  }
  addImplied(tuning);
  addImplied(offered);
  return tuning & ~offered;
}

/// Returns the bits that registers of RISC-V have at least by a feature
/// ("zvl256b"); 0 for another one.
static unsigned getLength(StringRef name) {
  unsigned bits = 0;
  // Each that begins so ends so, and no other one is a number without its "b".
  return name.consume_front("zvl") && name.consume_back("b") &&
                 !name.getAsInteger(10, bits)
             ? bits
             : 0;
}

/// Longer registers of RISC-V imply all shorter lengths: one says it.
static void keepLongest(SmallVectorImpl<StringRef> &features) {
  unsigned longest = 0;
  for (StringRef name : features)
    longest = std::max(longest, getLength(name));
  llvm::erase_if(features, [&](StringRef name) {
    return getLength(name) != 0 && getLength(name) != longest;
  });
}

/// Returns true if a machine of RISC-V has the extension. LLVM's lists of some
/// leave out what others imply together, such as "zcd" beside "c" and "d".
static bool hasExtension(const llvm::MCSubtargetInfo &machine, StringRef name) {
  // For the time only: names of others are none that can be parsed.
  if (!machine.getTargetTriple().isRISCV())
    return false;
  auto extensions = parseExtensions(machine);
  if (extensions)
    return (*extensions)->hasExtension(name);
  llvm::consumeError(extensions.takeError());
  return false;
}

static SmallVector<StringRef> findLacking(Processor code,
                                          const Processor &machine,
                                          Instructions instructions) {
  SmallVector<StringRef> lacking;
  std::unique_ptr<llvm::MCSubtargetInfo> needed = getSubtarget(code);
  // Code for a name that LLVM does not know has what the features say.
  if (!needed) {
    code.name = "";
    needed = getSubtarget(code);
  }
  std::unique_ptr<llvm::MCSubtargetInfo> offered = getSubtarget(machine);
  if (!needed || !offered)
    return lacking;
  llvm::FeatureBitset missing = needed->getFeatureBits() &
                                ~offered->getFeatureBits() &
                                ~getTuning(*needed);
  for (const llvm::SubtargetFeatureKV &feature :
       needed->getAllProcessorFeatures())
    if (missing.test(feature.Value) && !hasExtension(*offered, feature.Key) &&
        counts(needed->getTargetTriple(), feature.Key, instructions))
      lacking.push_back(feature.Key);
  keepLongest(lacking);
  return lacking;
}

/// "avx2, bmi, bmi2, fma and 3 more".
static std::string listSome(ArrayRef<StringRef> names) {
  constexpr unsigned most = 4;
  std::string text = llvm::join(names.take_front(most), ", ");
  return names.size() > most
             ? text + " and " + std::to_string(names.size() - most) + " more"
             : text;
}

/// Returns the bits in which lengths of registers are counted.
static unsigned getUnit(bool isAArch64) { return isAArch64 ? 128 : 64; }

/// Returns the bits that vectors of RISC-V have on a machine at least.
static unsigned getLeastLength(const Processor &machine) {
  unsigned bits = 0;
  if (std::unique_ptr<llvm::MCSubtargetInfo> offered = getSubtarget(machine))
    for (const llvm::SubtargetFeatureKV &feature :
         offered->getEnabledProcessorFeatures())
      bits = std::max(bits, getLength(feature.Key));
  return bits;
}

/// Of this machine, the vectors that it has.
static Processor addHostVectors(Processor machine) {
  unsigned bits = machine.spelling == "native" ? getHostVectorBits() : 0;
  if (bits == 0)
    return machine;
  bool isAArch64 = llvm::Triple(machine.triple).isAArch64();
  machine.vectorScale = bits / getUnit(isAArch64);
  if (!isAArch64)
    machine.features.append({"+v", "+zvl" + std::to_string(bits) + "b"});
  return machine;
}

static std::string describeLength(const Processor &machine, bool isAArch64) {
  if (machine.vectorScale != 0)
    return "those of " + machine.describe() + " have " +
           std::to_string(getUnit(isAArch64) * machine.vectorScale);
  std::unique_ptr<llvm::MCSubtargetInfo> offered = getSubtarget(machine);
  if (offered && !hasFeature(*offered, isAArch64 ? "sve" : "zve32x"))
    return machine.describe() + " has no " + (isAArch64 ? "SVE" : "vectors");
  return "how long those of " + machine.describe() + " are is not known";
}

/// Returns why vectors of the machine do not have a length that the code is
/// right for. Where no length of a machine is known, that of RISC-V is what its
/// name says at least.
static std::string whyNotOfLength(const Processor &code,
                                  const Processor &machine, bool isAArch64) {
  const unsigned unit = getUnit(isAArch64), longest = isAArch64 ? 16 : 1024;
  unsigned least = code.vectorScale;
  unsigned most = std::max(least, code.maxVectorScale);
  unsigned known = machine.vectorScale;
  unsigned knownLeast =
      isAArch64 ? std::max(known, 1u) : getLeastLength(machine) / unit;
  if ((known >= least && known <= most) ||
      (knownLeast >= least && most >= longest))
    return "";
  std::string lengths = "exactly " + std::to_string(unit * least);
  if (most != least)
    lengths = std::to_string(unit * least) + " to " +
              std::to_string(unit * std::min(most, longest));
  return "it is made for vectors of " + lengths + " bits, and " +
         describeLength(machine, isAArch64);
}

std::string layout::whyNotRun(Processor code, const Processor &given,
                              Instructions instructions) {
  const Processor machine = addHostVectors(given);
  if (code.triple.empty())
    code.triple = machine.triple;
  llvm::Triple has(machine.triple), wanted(code.triple);
  if (has.getArch() != wanted.getArch())
    return "it is made for " + wanted.getArchName().str() + ", and " +
           machine.describe() + " is " + has.getArchName().str();
  if (code.vectorScale != 0 && (wanted.isAArch64() || wanted.isRISCV()))
    if (std::string why = whyNotOfLength(code, machine, wanted.isAArch64());
        !why.empty())
      return why;
  SmallVector<StringRef> lacking = findLacking(code, machine, instructions);
  return lacking.empty()
             ? ""
             : "it is made for " + code.describe() + ", and " +
                   machine.describe() + " lacks " + listSome(lacking);
}

std::string layout::whyNotRunHere(const Processor &code) {
  return whyNotRun(code, getHostProcessor());
}
