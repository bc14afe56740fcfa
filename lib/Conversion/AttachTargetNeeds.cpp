//===- AttachTargetNeeds.cpp - Processors that a module is made for -------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     module attributes {dlti.target_system_spec = <"CPU" =
//         <"layout.processor" = "neoverse-v1+sve=256">>} {
//       llvm.func @f() attributes {target_cpu = "cortex-a76"}
//     }
//
// is made for both: a processor that it is compiled for must run code of each.
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/AttachTarget.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::layout;

//===----------------------------------------------------------------------===//
// Instructions that a program states
//===----------------------------------------------------------------------===//

/// Returns true if the intrinsic may need a feature that LLVM makes no
/// instructions of by itself. Intrinsics of vectors need those that count
/// anyway, but for these.
static bool needsOtherFeatures(StringRef intrinsic) {
  auto isOf = [&](ArrayRef<StringLiteral> prefixes) {
    return llvm::any_of(prefixes, [&](StringRef prefix) {
      return intrinsic.starts_with(prefix);
    });
  };
  if (intrinsic.consume_front("llvm.x86."))
    return !isOf({"avx", "sse", "ssse", "fma", "bmi", "vcvt", "xop", "vgf2"});
  if (intrinsic.consume_front("llvm.aarch64."))
    return !isOf({"neon.", "sve."}) ||
           isOf({"neon.pmull64", "neon.fjcvtzs", "sve.aes", "sve.sm4",
                 "sve.pmull"});
  if (intrinsic.consume_front("llvm.riscv."))
    return !isOf({"v"}) || isOf({"vaes", "vghsh", "vgmul", "vsha", "vsm"});
  return false;
}

static bool needsOtherFeatures(Operation *op) {
  if (isa<LLVM::InlineAsmOp>(op))
    return true;
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op))
    return needsOtherFeatures(call.getIntrin());
  if (auto call = dyn_cast<LLVM::CallOp>(op))
    return call.getCallee() && needsOtherFeatures(*call.getCallee());
  return llvm::is_contained({"amx", "arm_sme"},
                            op->getName().getDialectNamespace());
}

/// Calls `visit` for all ops of a module, or function, but those of kernels.
static void walkHost(Operation *root, function_ref<void(Operation *)> visit) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    visit(op);
    return WalkResult::advance();
  });
}

/// What the code for a function, or for all of a module, may have; at least
/// `least`.
static Instructions getInstructions(Operation *scope, Instructions least) {
  Instructions instructions = least;
  walkHost(scope, [&](Operation *op) {
    if (needsOtherFeatures(op))
      instructions = Instructions::All;
  });
  return instructions;
}

//===----------------------------------------------------------------------===//
// Processors that a program states
//===----------------------------------------------------------------------===//

std::optional<Processor> layout::getStatedProcessor(ModuleOp module,
                                                    std::string &why) {
  FailureOr<Target> target = getTarget(module);
  if (failed(target))
    why = "what it states of its target is wrong";
  if (failed(target) || target->processor.empty())
    return std::nullopt;
  std::optional<Processor> stated = getNamedProcessor(target->processor, &why);
  if (!stated)
    why = "it states processor \"" + target->processor + "\": " + why;
  return stated;
}

static std::string whyNotPlannedFor(ModuleOp module,
                                    const Processor &processor) {
  std::string why;
  std::optional<Processor> stated = getStatedProcessor(module, why);
  return stated ? whyNotRun(*stated, processor,
                            getInstructions(module, Instructions::Planned))
                : why;
}

/// Nothing if the function states nothing.
static std::optional<Processor> readProcessor(LLVM::LLVMFuncOp function,
                                              const std::string &triple) {
  Processor code;
  code.triple = triple;
  if (auto cpu = function.getTargetCpu()) {
    code.name = cpu->str();
    // LLVM would take another family's for an unknown one.
    if (auto named = getNamedProcessor(code.name); named && triple.empty())
      code.triple = named->triple;
  }
  if (auto features = function.getTargetFeatures())
    for (StringAttr feature : features->getFeatures())
      code.features.push_back(feature.str());
  // A maximum of 0 is none.
  if (auto range = function.getVscaleRange()) {
    code.vectorScale = range->getMinRange().getInt();
    unsigned most = range->getMaxRange().getInt();
    code.maxVectorScale = most == 0 ? ~0u : most;
  }
  bool states =
      !code.name.empty() || !code.features.empty() || code.vectorScale != 0;
  return states ? std::optional(code) : std::nullopt;
}

static std::string getTriple(ModuleOp module) {
  auto stated = module->getAttrOfType<StringAttr>(
      LLVM::LLVMDialect::getTargetTripleAttrName());
  return stated ? stated.str() : "";
}

SmallVector<CompiledCode> layout::getCompiledCode(ModuleOp module) {
  SmallVector<CompiledCode> list;
  std::string triple = getTriple(module);
  llvm::StringSet<> seen;
  walkHost(module, [&](Operation *op) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    if (!function || function.isExternal())
      return;
    std::optional<Processor> processor = readProcessor(function, triple);
    if (!processor)
      return;
    Instructions instructions =
        getInstructions(function, Instructions::Generated);
    std::string key = processor->describe() + " " +
                      std::to_string(processor->vectorScale) + " " +
                      std::to_string(processor->maxVectorScale) + " " +
                      std::to_string(unsigned(instructions));
    if (seen.insert(key).second)
      list.push_back({*processor, instructions});
  });
  return list;
}

static std::string whyNotOfFamily(ModuleOp module, ArrayRef<CompiledCode> codes,
                                  const Processor &processor) {
  Processor family;
  family.triple = getTriple(module);
  std::string why = whyNotRun(family, processor, Instructions::Planned);
  for (const CompiledCode &code : codes) {
    family.triple = code.processor.triple;
    if (why.empty())
      why = whyNotRun(family, processor, Instructions::Planned);
  }
  return why;
}

std::string layout::whyNotOfFamily(ModuleOp module,
                                   const Processor &processor) {
  return ::whyNotOfFamily(module, getCompiledCode(module), processor);
}

std::string layout::whyNotMadeFor(ModuleOp module, const Processor &processor,
                                  Features features) {
  SmallVector<CompiledCode> codes = getCompiledCode(module);
  std::string why = ::whyNotOfFamily(module, codes, processor);
  walkHost(module, [&](Operation *op) {
    // The spec of a nested module goes before that around it.
    if (auto nested = dyn_cast<ModuleOp>(op); nested && why.empty())
      why = whyNotPlannedFor(nested, processor);
  });
  for (CompiledCode &code : codes) {
    // Those of one that is compiled for this processor follow its own.
    bool isOfThis = code.processor.name == processor.name;
    if (features == Features::Added && isOfThis)
      code.processor.features = processor.features;
    else if (features == Features::Added && code.processor.name.empty())
      code.processor.features.clear();
    if (why.empty())
      why = whyNotRun(code.processor, processor, code.instructions);
  }
  return why;
}
