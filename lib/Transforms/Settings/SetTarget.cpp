//===- SetTarget.cpp - Writing the target ---------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//     module {..}
// ->  module attributes {dlti.target_system_spec = <"CPU" =
//       <"max_vector_op_width" = 512, "layout.num_vector_registers" = 32>>}
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Target/HostTarget.h"
#include "Layout/Analysis/Target/Processor.h"
#include "Layout/Transforms/Passes.h"
#include "Layout/Transforms/Support/Remarks.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::layout {
#define GEN_PASS_DEF_LAYOUTSETTARGET
#include "Layout/Transforms/Passes.h.inc"
} // namespace mlir::layout

using namespace mlir;
using namespace mlir::layout;

namespace {

/// A module and the spec that it is to have.
struct CompletedSpec {
  ModuleOp module;
  TargetSystemSpecInterface spec;
};

} // namespace

/// Nothing, with the reason in `why`, for a name that is not known.
static std::optional<Target> findNamedTarget(StringRef name, std::string &why) {
  if (name == "default")
    return Target();
  if (std::optional<Processor> processor = getNamedProcessor(name, &why))
    return getTarget(*processor);
  return std::nullopt;
}

/// Takes away what this pass writes. What is wrong goes, too.
static void removeTarget(ModuleOp root) {
  root.walk([](ModuleOp module) {
    if (TargetSystemSpecInterface spec = module.getTargetSystemSpec())
      setSpec(module, removeEntries(spec));
  });
}

static void remarkTarget(ModuleOp module, const Target &target) {
  remarkDone(module.getLoc(), "layout-set-target/target-set")
      << llvm::formatv("vectors of {0} bits in {1} registers, caches of {2}, "
                       "{3} and {4} bytes",
                       target.vectorBits, target.numVectorRegisters,
                       target.l1Bytes, target.l2Bytes, target.l3Bytes)
             .str();
}

namespace {

class LayoutSetTargetPass
    : public layout::impl::LayoutSetTargetBase<LayoutSetTargetPass> {
public:
  using LayoutSetTargetBase::LayoutSetTargetBase;

  void runOnOperation() override {
    if (target == "none")
      return removeTarget(getOperation());
    SmallVector<CompletedSpec> specs;
    FailureOr<Target> absent = findTarget();
    if (failed(absent) || failed(plan(*absent, specs)))
      return signalPassFailure();
    for (const CompletedSpec &completed : specs)
      setSpec(completed.module, completed.spec);
    // What is added may be more than the one that was stated has.
    if (target != "default")
      replaceProcessor(getOperation(), absent->processor);
  }

private:
  FailureOr<Target> findTarget() {
    std::string why;
    if (target == "native") {
      if (std::optional<HostTarget> host = getHostTarget(why)) {
        remarkDone(getOperation().getLoc(), "layout-set-target/costs")
            << "costs are " + host->costs;
        return host->target;
      }
      return emitError(getOperation().getLoc())
             << "cannot be for target \"native\": " << why;
    }
    if (std::optional<Target> named = findNamedTarget(target, why))
      return *named;
    return emitError(getOperation().getLoc())
           << "cannot be for target \"" << target << "\": " << why
           << "; expects \"native\", \"default\", \"none\" or a processor as "
              "LLVM has it, such as \"x86-64-v3\", \"neoverse-n1\", "
              "\"armv9-a+sve=256\" or \"rv64gcv+zvl256b\"";
  }

  /// That of the option; nothing for "default".
  std::optional<Processor> getProcessor() const {
    return target == "native" ? std::optional(getHostProcessor())
                              : getNamedProcessor(target);
  }

  /// Fails for a module that is made for a processor that LLVM does not know,
  /// or whose programs that of the option cannot run.
  LogicalResult checkProcessor(ModuleOp module, const Target &stated) {
    if (stated.processor.empty() || stated.processor == target)
      return success();
    std::string why;
    std::optional<Processor> own = getNamedProcessor(stated.processor, &why);
    if (!own)
      why = "it states processor \"" + stated.processor + "\": " + why;
    else if (std::optional<Processor> processor = getProcessor())
      why = whyNotRun(*own, *processor, Instructions::Planned);
    if (why.empty())
      return success();
    return emitError(module.getLoc())
           << "cannot be for target \"" << target << "\": " << why
           << "; expects the processor that the program is made for, one that "
              "has all of it, or \"none\" before it, which removes what is "
              "stated";
  }

  /// Instructions that the processor has on its own registers may be others
  /// on registers of the length that the module states. Fails for those that
  /// the module states itself.
  LogicalResult checkDots(ModuleOp module, const Target &absent,
                          Target &stated) {
    std::optional<Processor> processor = getProcessor();
    FailureOr<Target> own = getTarget(module, Target());
    if (!processor || failed(own)) // "default" is none
      return success();
    bool isOtherLength = stated.vectorBits != absent.vectorBits;
    // Code for SVE is for registers of one length; those of NEON it has, too.
    if (stated.multipliesByElement > 1 && isOtherLength)
      stated.multipliesByElement = 1;
    for (const DotTraits &traits : getDotInstructions()) {
      unsigned &cost = stated.dotCosts[size_t(traits.dot)];
      bool isStated = own->getCost(traits.dot) != 0;
      if (cost == 0 || (!isStated && !isOtherLength) ||
          hasDotInstruction(*processor, traits.dot, stated.vectorBits))
        continue;
      if (isStated)
        return module.emitOpError()
               << "states the instruction layout." << traits.name
               << ", and target \"" << target
               << "\" does not have what it needs for " << stated.vectorBits
               << " bits (" << traits.getFeatures(stated.vectorBits)
               << "); remove the entry, or name a processor that has it";
      cost = 0;
    }
    return success();
  }

  /// The spec of the module, and those that nested modules have of their own.
  LogicalResult plan(const Target &absent,
                     SmallVectorImpl<CompletedSpec> &specs) {
    WalkResult result = getOperation().walk([&](ModuleOp module) {
      TargetSystemSpecInterface spec = module.getTargetSystemSpec();
      if (!spec && module != getOperation())
        return WalkResult::advance();
      // Read where there is none, too: a module around may have one.
      FailureOr<Target> stated = getTarget(module, absent);
      if (failed(stated) || failed(checkProcessor(module, *stated)) ||
          failed(checkDots(module, absent, *stated)))
        return WalkResult::interrupt();
      specs.push_back(
          {module, addMissingEntries(&getContext(), spec, *stated)});
      remarkTarget(module, *stated);
      return WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }
};

} // namespace
