//===- ProcessorName.cpp - Names of processors, and their features --------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extensions.h"
#include "Subtarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/AArch64TargetParser.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

/// The processors that code is made for.
struct Family {
  StringLiteral name, triple, article;
};

/// A name that is near another one, by the letters that differ.
using NearName = std::pair<unsigned, std::string>;

} // namespace

static constexpr Family kFamilies[] = {
    {"x86-64", "x86_64-unknown-linux-gnu", "an x86-64 one"},
    {"AArch64", "aarch64-unknown-linux-gnu", "an AArch64 one"},
    {"RISC-V", "riscv64-unknown-linux-gnu", "a RISC-V one"}};

/// Of this process, for processors of its family.
static std::string getTriple(const Family &family) {
  std::string here = llvm::sys::getProcessTriple();
  return llvm::Triple(here).getArch() == llvm::Triple(family.triple).getArch()
             ? here
             : family.triple.str();
}

/// The family with nothing stated. Null if this LLVM lacks it.
static std::unique_ptr<llvm::MCSubtargetInfo> getTables(const Family &family) {
  Processor any;
  any.triple = getTriple(family);
  any.name = llvm::Triple(any.triple).isAArch64() ? "generic"
             : llvm::Triple(any.triple).isRISCV() ? "generic-rv64"
                                                  : "x86-64";
  return getSubtarget(any);
}

//===----------------------------------------------------------------------===//
// Near names
//===----------------------------------------------------------------------===//

static void addIfNear(SmallVectorImpl<NearName> &near, StringRef name,
                      StringRef meant) {
  unsigned most = std::max<size_t>(2, name.size() / 3);
  unsigned edits = name.edit_distance_insensitive(
      meant, /*AllowReplacements=*/true, /*MaxEditDistance=*/most);
  if (edits <= most)
    near.push_back({edits, meant.str()});
}

/// "; near ones are \"a\", \"b\"", or nothing.
static std::string listNearest(SmallVectorImpl<NearName> &near) {
  constexpr unsigned most = 3;
  llvm::sort(near);
  near.erase(llvm::unique(near), near.end());
  if (near.empty())
    return "";
  if (near.size() > most)
    near.truncate(most);
  std::string text = near.size() == 1 ? "; a near one is " : "; near ones are ";
  text += llvm::join(
      llvm::map_range(
          near, [](const NearName &name) { return "\"" + name.second + "\""; }),
      ", ");
  return text;
}

static std::string listNearProcessors(StringRef name) {
  SmallVector<NearName> near;
  for (const Family &family : kFamilies)
    if (auto tables = getTables(family))
      for (const auto &known : tables->getAllProcessorDescriptions()) {
        Processor processor;
        processor.triple = family.triple;
        processor.name = known.Key;
        auto subtarget = getSubtarget(processor);
        bool isOpen = StringRef(known.Key).starts_with("generic");
        if (!isOpen && subtarget && is64Bit(*subtarget))
          addIfNear(near, name, known.Key);
      }
  for (const llvm::AArch64::ArchInfo *known : llvm::AArch64::ArchInfos)
    addIfNear(near, name, known->Name);
  addIfNear(near, name, "native");
  return listNearest(near);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

namespace {

/// Reads `NAME+FEATURE+noFEATURE`.
class NameReader {
public:
  NameReader(StringRef text, std::string &why) : text(text), why(why) {}

  std::optional<Processor> read() {
    SmallVector<StringRef> parts;
    text.split(parts, '+');
    base = parts.front();
    if (base == "native") {
      why = "\"native\" takes no features: expects it alone, or a processor's "
            "name before the features";
      return std::nullopt;
    }
    family = llvm::find_if(kFamilies, [&](const Family &candidate) {
      return readBase(candidate);
    });
    if (family == std::end(kFamilies)) {
      if (base.empty())
        why = "it names no processor";
      else if (why.empty())
        why = "LLVM knows no processor of 64 bits of this name" +
              listNearProcessors(base);
      return std::nullopt;
    }
    own = getTarget(processor);
    for (StringRef part : ArrayRef(parts).drop_front())
      if (failed(addFeature(part)))
        return std::nullopt;
    if (failed(verify()))
      return std::nullopt;
    processor.spelling = text.str();
    return processor;
  }

private:
  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }

  //===--------------------------------------------------------------------===//
  // What precedes the features
  //===--------------------------------------------------------------------===//

  bool readBase(const Family &candidate) {
    tables = getTables(candidate);
    if (!tables)
      return false;
    processor = Processor();
    processor.triple = getTriple(candidate);
    stated.reset();
    length = "";
    isOneMachine = false;
    llvm::Triple triple(processor.triple);
    if (triple.isAArch64() && readArchitecture())
      return true;
    if (triple.isRISCV() && base.starts_with("rv"))
      return readInstructionSet();
    processor.name = base.str();
    // The same in all families, and so none.
    if (base.empty() || base == "generic")
      return false;
    std::unique_ptr<llvm::MCSubtargetInfo> named = getSubtarget(processor);
    isOneMachine = !triple.isX86();
    if (triple.isRISCV())
      stated.emplace(*tables, base);
    return named && is64Bit(*named);
  }

  /// `armv8.2-a`: the features that each processor of it has.
  bool readArchitecture() {
    const llvm::AArch64::ArchInfo *found = nullptr;
    for (const llvm::AArch64::ArchInfo *known : llvm::AArch64::ArchInfos)
      if (base == known->Name)
        found = known;
    if (!found)
      return false;
    processor.name = "generic";
    processor.features.push_back(found->ArchFeature.str());
    std::vector<StringRef> extensions;
    llvm::AArch64::getExtensionFeatures(found->DefaultExts, extensions);
    for (StringRef extension : extensions)
      processor.features.push_back(extension.str());
    return true;
  }

  /// `rv64gcv_zba`, or a profile.
  bool readInstructionSet() {
    auto isa = llvm::RISCVISAInfo::parseArchString(
        base, /*EnableExperimentalExtension=*/true,
        /*ExperimentalExtensionVersionCheck=*/false);
    if (!isa) {
      SmallVector<NearName> near;
      for (const auto &known : tables->getAllProcessorFeatures())
        if (StringRef(known.Key).starts_with("rv")) // a profile
          addIfNear(near, base, known.Key);
      why = llvm::toString(isa.takeError()) + listNearest(near);
      return false;
    }
    if ((*isa)->getXLen() != 64) {
      why = "expects a processor of 64 bits";
      return false;
    }
    processor.name = "generic-rv64";
    stated.emplace(*tables, processor.name);
    stated->addInstructionSet(base);
    for (const std::string &feature : (*isa)->toFeatures())
      processor.features.push_back(feature);
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Features
  //===--------------------------------------------------------------------===//

  LogicalResult addFeature(StringRef part) {
    auto [name, value] = part.split('=');
    if (part.contains('='))
      return addLength(name, value);
    if (part.empty())
      return fail("a \"+\" has no feature after it: expects one");
    std::string feature = findFeature(*tables, part);
    StringRef rest = part;
    bool isLacking = feature.empty() && rest.consume_front("no");
    if (isLacking)
      feature = findFeature(*tables, rest);
    if (feature.empty())
      return failUnknownFeature(part);
    // Of modes, the triple tells.
    if (StringRef(feature).contains("bit-mode"))
      return fail("\"" + part + "\" is no feature of 64-bit code");
    if (isLacking ? length == feature : isLength(feature)) {
      if (failed(setLength(isLacking ? "" : feature)))
        return failure();
    }
    if (isLacking && stated)
      return takeAway(feature);
    if (stated)
      stated->add(feature);
    processor.features.push_back((isLacking ? "-" : "+") + feature);
    return success();
  }

  static bool isLength(StringRef feature) {
    return feature.starts_with("zvl") ||
           (feature.starts_with("prefer-") && feature.ends_with("-bit"));
  }

  /// Two lengths would be one of them, whichever LLVM takes.
  LogicalResult setLength(StringRef part) {
    if (!length.empty() && !part.empty() && length != part)
      return fail("\"" + length + "\" and \"" + part +
                  "\" state two lengths of vectors: expects one");
    length = part.str();
    return success();
  }

  /// Of RISC-V, with what the feature implied.
  LogicalResult takeAway(const std::string &feature) {
    processor.features.push_back("-" + feature);
    for (StringRef lacking : stated->takeAway(feature))
      if (lacking != feature)
        processor.features.push_back(("-" + lacking).str());
    std::unique_ptr<llvm::MCSubtargetInfo> left = getSubtarget(processor);
    // A name without vectors must have none.
    if (feature == "v" && left && hasFeature(*left, "zvl32b"))
      return fail("\"nov\" leaves vectors, or a length of them, that other "
                  "features state: expects \"nozve32x\", which takes all of "
                  "them away");
    return success();
  }

  /// LLVM's name of a feature, which may be the one that compilers of C use on
  /// AArch64. Empty if there is none.
  static std::string findFeature(const llvm::MCSubtargetInfo &tables,
                                 StringRef name) {
    for (std::string known : {name.str(), ("experimental-" + name).str()})
      if (knowsFeature(tables, known))
        return known;
    if (!tables.getTargetTriple().isAArch64())
      return "";
    auto extension = llvm::AArch64::parseArchExtension(name);
    return extension ? extension->PosTargetFeature.drop_front().str() : "";
  }

  LogicalResult failUnknownFeature(StringRef name) {
    for (const Family &other : kFamilies)
      if (&other != family)
        if (auto others = getTables(other))
          if (!findFeature(*others, name).empty())
            return fail("\"" + name + "\" is a feature of " + other.name +
                        " processors, and \"" + base + "\" is " +
                        family->article);
    if (isLength(name) && llvm::Triple(processor.triple).isRISCV())
      return fail("registers of V have a power of two of bits from 32 to "
                  "65536, found \"" +
                  name + "\": expects it as in \"zvl256b\"");
    // As `findFeature` takes them.
    SmallVector<NearName> near;
    for (const auto &known : tables->getAllProcessorFeatures()) {
      StringRef feature = known.Key;
      feature.consume_front("experimental-");
      addIfNear(near, name, feature);
    }
    if (tables->getTargetTriple().isAArch64())
      for (const llvm::AArch64::ExtensionInfo &known :
           llvm::AArch64::Extensions)
        addIfNear(near, name, known.UserVisibleName);
    return fail("LLVM knows no feature \"" + name + "\" of " + family->name +
                " processors" + listNearest(near));
  }

  /// `sve=256`.
  LogicalResult addLength(StringRef name, StringRef value) {
    if (name != "sve")
      return fail("\"" + name + "=\" states nothing: expects a feature, or " +
                  "\"sve=\" with the length of registers");
    if (!llvm::Triple(processor.triple).isAArch64())
      return fail("\"sve\" is a feature of AArch64 processors, and \"" + base +
                  "\" is " + family->article);
    constexpr unsigned unit = 128, most = 2048;
    unsigned bits;
    if (value.getAsInteger(10, bits))
      return fail("\"sve=" + value +
                  "\" expects a length in bits: code whose vectors get their "
                  "length when it runs is not made. State it, as in "
                  "\"sve=256\", or leave it out, for vectors of 128 bits");
    if (!llvm::isPowerOf2_32(bits) || bits < unit || bits > most)
      return fail("registers of SVE have a power of two of bits from 128 to "
                  "2048, found " +
                  value);
    // What lacks it by name gets the rest that belongs to it.
    std::unique_ptr<llvm::MCSubtargetInfo> stated = getSubtarget(processor);
    if (stated && !hasFeature(*stated, "sve")) {
      if (isOneMachine)
        return fail("\"" + base + "\" has no SVE");
      processor.features.push_back("+sve");
    }
    processor.vectorScale = bits / unit;
    return setLength("sve=" + value.str());
  }

  //===--------------------------------------------------------------------===//
  // The whole pass
  //===--------------------------------------------------------------------===//

  LogicalResult verify() {
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget = getSubtarget(processor);
    if (!subtarget || !is64Bit(*subtarget))
      return fail("without these features, \"" + base +
                  "\" is no processor of 64 bits");
    if (processor.vectorScale != 0 && !hasFeature(*subtarget, "sve"))
      return fail("a length of SVE is stated, and SVE taken away");
    std::string reason = whyNoExtensions(*subtarget);
    if (!reason.empty())
      return fail("LLVM makes no code for these features: " + reason);
    unsigned bits;
    StringRef digits = length;
    if (digits.consume_front("zvl") && digits.consume_back("b") &&
        !digits.getAsInteger(10, bits) &&
        hasFeature(*subtarget, "zvl" + std::to_string(2 * bits) + "b"))
      return fail("\"" + length + "\" is shorter than the vectors of " +
                  Twine(getTarget(processor).vectorBits) +
                  " bits that the rest of the name states: expects no less");
    return verifyLength();
  }

  /// A processor that there is has the vectors that it has.
  LogicalResult verifyLength() {
    if (!isOneMachine)
      return success();
    unsigned most = getLongest();
    unsigned stated = processor.vectorScale ? 128 * processor.vectorScale
                                            : getTarget(processor).vectorBits;
    bool hadNone = own.vectorBits < 64;
    if (hadNone || stated <= most)
      return success();
    return fail("\"" + base + "\" has vectors of " + Twine(most) +
                " bits, and " + Twine(stated) +
                " are stated: expects no more, or the name of an "
                "architecture, such as \"armv9-a\" or \"rv64gcv\"");
  }

  unsigned getLongest() const {
    if (!llvm::Triple(processor.triple).isAArch64())
      return own.vectorBits;
    Processor named = processor;
    named.vectorScale = 0;
    return getScalableBits(named);
  }

  StringRef text;
  std::string &why;
  StringRef base;
  const Family *family = nullptr;
  std::unique_ptr<llvm::MCSubtargetInfo> tables;
  Processor processor;
  std::optional<StatedExtensions> stated; ///< of RISC-V
  std::string length; ///< the part that states one: "zvl256b", "sve=256"
  Target own;         ///< of the base, without features
  bool isOneMachine = false;
};

} // namespace

std::optional<Processor> layout::getNamedProcessor(StringRef name,
                                                   std::string *why) {
  std::string reason;
  std::optional<Processor> processor = NameReader(name, reason).read();
  if (why)
    *why = std::move(reason);
  return processor;
}
