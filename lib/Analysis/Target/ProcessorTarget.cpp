//===- ProcessorTarget.cpp - Vectors and caches of processors -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subtarget.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Triple.h"

using namespace mlir;
using namespace mlir::layout;
using Costs = llvm::TargetTransformInfo;

namespace {

/// A function for a processor, which LLVM's costs are those of.
class CostReader {
public:
  CostReader(const Processor &processor, const llvm::TargetMachine &machine)
      : module("costs", context),
        isRISCV(llvm::Triple(processor.triple).isRISCV()) {
    module.setDataLayout(machine.createDataLayout());
    function = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
        llvm::GlobalValue::ExternalLinkage, "costs", module);
    function->addFnAttr("target-cpu", processor.name);
    function->addFnAttr("target-features", processor.getFeatureString());
    // Some processors of AVX-512 are taken for shorter ones else. A length that
    // the name states is what code is made with.
    if (llvm::none_of(processor.features, [](StringRef feature) {
          return feature.starts_with("+prefer-") && feature.ends_with("-bit");
        }))
      function->addFnAttr("prefer-vector-width", "512");
    if (unsigned scale = processor.vectorScale)
      function->addFnAttr(
          llvm::Attribute::getWithVScaleRangeArgs(context, scale, scale));
    costs.emplace(machine.getTargetTransformInfo(*function));
  }

  /// 0 without vectors.
  unsigned getVectorBits() const {
    unsigned bits =
        costs->getRegisterBitWidth(Costs::RGK_FixedWidthVector).getFixedValue();
    // RISC-V counts several registers as one; by as much as it does so here.
    unsigned scalable = costs->getRegisterBitWidth(Costs::RGK_ScalableVector)
                            .getKnownMinValue();
    constexpr unsigned unit = 64;
    return isRISCV && scalable > unit ? bits / (scalable / unit) : bits;
  }

  unsigned getNumRegisters(bool isVector) const {
    llvm::Type *element = llvm::Type::getFloatTy(context);
    llvm::Type *type =
        isVector ? llvm::FixedVectorType::get(element, 4) : element;
    return costs->getNumberOfRegisters(
        costs->getRegisterClassForType(isVector, type));
  }

  unsigned getScale() const { return costs->getVScaleForTuning().value_or(1); }

  /// The shortest elements that can be stored in part, as can all longer ones.
  unsigned getMaskedStoreBits(unsigned vectorBits) const {
    unsigned least = 0;
    for (unsigned bits : {64, 32, 16, 8}) {
      if (bits > vectorBits || !hasMaskedStore(bits, vectorBits))
        break;
      least = bits;
    }
    return least;
  }

private:
  bool hasMaskedStore(unsigned bits, unsigned vectorBits) const {
    auto *type = llvm::FixedVectorType::get(
        llvm::IntegerType::get(context, bits), vectorBits / bits);
    return costs->isLegalMaskedStore(type, llvm::Align(bits / 8),
                                     /*AddressSpace=*/0);
  }

  mutable llvm::LLVMContext context;
  llvm::Module module;
  llvm::Function *function;
  std::optional<Costs> costs;
  bool isRISCV;
};

} // namespace

/// Where 512 bits are more than two halves, one after the other, and shuffles
/// have more than one port: LLVM does not say.
static unsigned getShufflesPerCycle(StringRef name, unsigned vectorBits) {
  return name == "znver5" && vectorBits == 512 ? 2 : 1;
}

/// Where 512 bits are two halves, one load of both begins in a cycle: measured
/// on an AMD EPYC of family 25, model 17 (vmovups: 1.00 cycles).
static unsigned getLoadsPerCycle(StringRef name, unsigned vectorBits) {
  return name == "znver4" && vectorBits == 512 ? 1 : Target().loadsPerCycle;
}

/// AMD EPYCs of family 25, model 17, and of family 26 have twice as many units
/// for `vpxord` as for `vpdpbusd` or a multiply-add: 12 of each took as long as
/// 12 `vpdpbusd`.
static unsigned getBitwisePerMultiplyAdd(StringRef name) {
  return name == "znver4" || name == "znver5" ? 2 : 1;
}

/// A dot product begins as often as a fused multiply-add of the same registers:
/// in LLVM's tables of neoverse-n1, n2, v1 and v2 (sdot, usdot, bfdot) and of
/// arrowlake (vpdpbusd, vpdpbssd), and measured on an AMD EPYC of family 25,
/// model 17 (vpdpbusd of 512 bits: 1.00 of it). Of others, such as those of
/// AVX10.2 and Zvqdotq, it is assumed.
static constexpr unsigned kDotCost = 1;

static bool isOf(const llvm::Triple &triple, DotFamily family) {
  return family == DotFamily::X86       ? triple.isX86()
         : family == DotFamily::AArch64 ? triple.isAArch64()
                                        : triple.isRISCV();
}

/// `vdpbf16ps` begins as often as a fused multiply-add on AMD EPYCs of family
/// 25, model 17 (znver4; 0.99 of its time with 512 bits), and of family 26
/// (znver5; 1.07). An Intel Xeon took 1.7 times as long by it as by
/// multiply-adds of extended numbers. Of processors that were not measured a
/// module may state it.
static bool pays(const DotTraits &traits, StringRef processor) {
  return traits.dot != DotInstruction::vdpbf16ps || processor == "znver4" ||
         processor == "znver5";
}

static bool hasFeatures(const llvm::TargetMachine &machine, DotFamily family,
                        StringRef features) {
  return isOf(machine.getTargetTriple(), family) &&
         machine.getMCSubtargetInfo()->checkFeatures(features.str());
}

static bool hasDotInstruction(const llvm::TargetMachine &machine,
                              const DotTraits &traits, unsigned vectorBits) {
  StringRef features = traits.getFeatures(vectorBits);
  return !features.empty() && hasFeatures(machine, traits.family, features);
}

bool layout::hasDotInstruction(const Processor &processor, DotInstruction dot,
                               unsigned vectorBits) {
  std::string why;
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(processor, why);
  const DotTraits &traits = getTraits(dot);
  // Code for SVE is for registers of one length.
  bool isOtherLength = traits.family == DotFamily::AArch64 &&
                       hasLongRegisters(traits.family, vectorBits) &&
                       vectorBits != processor.vectorScale * kBitsOfElements;
  return machine && !isOtherLength &&
         ::hasDotInstruction(*machine, traits, vectorBits);
}

static void setDotCosts(Target &target, const llvm::TargetMachine &machine) {
  for (const DotTraits &traits : getDotInstructions())
    if (pays(traits, machine.getTargetCPU()) &&
        ::hasDotInstruction(machine, traits, target.vectorBits))
      target.dotCosts[size_t(traits.dot)] = kDotCost;
}

Target layout::getTarget(const Processor &processor) {
  Target target;
  // "native" names another processor on each machine.
  if (processor.spelling != "native")
    target.processor = processor.spelling;
  std::string why;
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(processor, why);
  if (!machine)
    return target;
  CostReader costs(processor, *machine);
  constexpr unsigned none = 8; // one lane of anything
  unsigned bits = costs.getVectorBits();
  target.vectorBits = std::max(bits, none);
  target.numVectorRegisters =
      std::max(1u, costs.getNumRegisters(/*isVector=*/bits != 0));
  target.multipliesPairs = llvm::Triple(processor.triple).isX86();
  if (machine->getTargetTriple().isAArch64() && bits >= kBitsOfElements)
    target.multipliesByElement = bits > kBitsOfElements ? 2 : 1;
  target.unrollsVectorLoops = !machine->getTargetTriple().isRISCV();
  // The operands of its intrinsic are of 64 bits.
  target.multipliesBF16 = machine->getTargetTriple().isRISCV64() &&
                          hasFeatures(*machine, DotFamily::RISCV, "+zvfbfwma");
  target.multipliesF16 = machine->getTargetTriple().isRISCV() &&
                         hasFeatures(*machine, DotFamily::RISCV, "+zvfh");
  unsigned maskedStoreBits = costs.getMaskedStoreBits(bits);
  // Those of x86 follow from the length, also from one that a module states.
  if (!target.multipliesPairs || maskedStoreBits != target.getMaskedStoreBits())
    target.maskedStoreBits = maskedStoreBits;
  setDotCosts(target, *machine);
  target.shufflesPerCycle =
      getShufflesPerCycle(processor.name, target.vectorBits);
  target.loadsPerCycle = getLoadsPerCycle(processor.name, target.vectorBits);
  target.bitwisePerMultiplyAdd = getBitwisePerMultiplyAdd(processor.name);
  return target;
}

unsigned layout::getScalableBits(const Processor &processor) {
  constexpr unsigned unit = 128;
  std::string why;
  std::unique_ptr<llvm::TargetMachine> machine = createMachine(processor, why);
  return machine ? unit * CostReader(processor, *machine).getScale() : unit;
}
