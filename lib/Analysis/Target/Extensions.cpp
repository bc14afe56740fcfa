//===- Extensions.cpp - Instruction sets of RISC-V ------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"

#include "Subtarget.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// What goes together
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<llvm::RISCVISAInfo>>
layout::parseExtensions(const llvm::MCSubtargetInfo &subtarget) {
  constexpr unsigned bits = 64;
  std::vector<std::string> enabled;
  for (const llvm::SubtargetFeatureKV &feature :
       subtarget.getEnabledProcessorFeatures())
    enabled.push_back("+" + std::string(feature.Key));
  return llvm::RISCVISAInfo::parseFeatures(bits, enabled);
}

std::string layout::whyNoExtensions(const llvm::MCSubtargetInfo &subtarget) {
  if (!subtarget.getTargetTriple().isRISCV())
    return "";
  if (hasFeature(subtarget, "32bit"))
    return "features of 32-bit code are stated";
  auto isa = parseExtensions(subtarget);
  return isa ? "" : llvm::toString(isa.takeError());
}

//===----------------------------------------------------------------------===//
// What is stated
//===----------------------------------------------------------------------===//

StatedExtensions::StatedExtensions(const llvm::MCSubtargetInfo &tables,
                                   StringRef processor)
    : features(tables.getAllProcessorFeatures()) {
  for (const auto &known : tables.getAllProcessorDescriptions())
    if (processor == known.Key)
      stated = known.Implies.getAsBitset() | known.TuneImplies.getAsBitset();
}

const llvm::SubtargetFeatureKV *StatedExtensions::find(StringRef name) const {
  std::string experimental = ("experimental-" + name).str();
  auto found = llvm::find_if(features, [&](const auto &feature) {
    return name == feature.Key || experimental == feature.Key;
  });
  return found == features.end() ? nullptr : &*found;
}

llvm::FeatureBitset
StatedExtensions::addImplied(llvm::FeatureBitset bits) const {
  llvm::FeatureBitset before;
  do {
    before = bits;
    for (const llvm::SubtargetFeatureKV &feature : features)
      if (bits.test(feature.Value))
        bits |= feature.Implies.getAsBitset();
  } while (bits != before);
  return bits;
}

bool StatedExtensions::add(StringRef name) {
  const llvm::SubtargetFeatureKV *feature = find(name);
  if (!feature)
    return false;
  // A profile is a list of extensions, each of which is stated.
  if (llvm::RISCVISAInfo::isSupportedExtensionFeature(feature->Key))
    stated.set(feature->Value);
  else
    stated |= feature->Implies.getAsBitset();
  return true;
}

/// Drops the version "2" or "2p0" that text begins with.
static StringRef dropVersion(StringRef text) {
  StringRef rest = text.ltrim("0123456789");
  if (rest.size() < text.size() && rest.size() > 1 && rest[0] == 'p' &&
      llvm::isDigit(rest[1]))
    rest = rest.drop_front().ltrim("0123456789");
  return rest;
}

/// Drops the version that text ends with.
static StringRef dropLastVersion(StringRef text) {
  constexpr StringLiteral digits = "0123456789";
  StringRef rest = text.rtrim(digits);
  if (rest.size() > 1 && rest.back() == 'p' &&
      llvm::isDigit(rest.drop_back().back()))
    rest = rest.drop_back().rtrim(digits);
  return rest;
}

/// Names of one letter follow each other; others begin with "z", "s" or "x".
void StatedExtensions::addPart(StringRef part) {
  while (!part.empty()) {
    if (StringRef("zsx").contains(part.front())) {
      if (!add(part))
        add(dropLastVersion(part));
      return;
    }
    StringRef letter = part.take_front();
    part = dropVersion(part.drop_front());
    if (letter != "g") {
      add(letter);
      continue;
    }
    for (StringRef general : {"i", "m", "a", "f", "d", "zicsr", "zifencei"})
      add(general);
  }
}

void StatedExtensions::addInstructionSet(StringRef text) {
  SmallVector<StringRef> parts;
  text.split(parts, '_');
  bool isProfile = add(parts.front());
  if (!isProfile && parts.front().consume_front("rv64"))
    addPart(parts.front());
  for (StringRef part : ArrayRef(parts).drop_front())
    addPart(part);
}

SmallVector<StringRef> StatedExtensions::takeAway(StringRef name) {
  SmallVector<StringRef> lacking;
  // Without vectors there is no length of them.
  const llvm::SubtargetFeatureKV *taken =
      find(name == "zve32x" ? "zvl32b" : name);
  if (!taken)
    return lacking;
  llvm::FeatureBitset gone;
  gone.set(taken->Value);
  for (const llvm::SubtargetFeatureKV &feature : features) {
    llvm::FeatureBitset self;
    self.set(feature.Value);
    if (stated.test(feature.Value) && addImplied(self).test(taken->Value))
      gone.set(feature.Value);
  }
  stated &= ~gone;
  llvm::FeatureBitset lost = addImplied(gone) & ~addImplied(stated);
  for (const llvm::SubtargetFeatureKV &feature : features)
    if (lost.test(feature.Value))
      lacking.push_back(feature.Key);
  return lacking;
}
