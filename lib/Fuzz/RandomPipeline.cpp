//===- RandomPipeline.cpp - Passes in a random legal order ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Fuzz/RandomPipeline.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;

/// Upstream's passes that may be anywhere: they keep what a program means and
/// the types of its buffers. Not among them: `scf-for-loop-peeling`, which
/// enters loops whose upper bound is below the lower one, and
/// `scf-for-loop-canonicalization`, which leaves an `affine.for` without a
/// bound in a loop that is never entered.
static constexpr StringRef kAnywhere[] = {
    "canonicalize",
    "cse",
    "loop-invariant-code-motion",
    "sccp",
    "symbol-dce",
    "func.func(affine-simplify-structures)",
    "func.func(affine-loop-normalize)",
};

/// Those that are for programs whose buffers are physical. Not among them:
/// `affine-loop-invariant-code-motion`, which moves stores out of loops that
/// are never entered, and `affine-loop-unroll`, which enters loops whose upper
/// bound is below the lower one.
static constexpr StringRef kPhysical[] = {
    "inline",
    "func.func(convert-linalg-to-loops)",
    "func.func(affine-scalrep)",
    "func.func(loop-invariant-subset-hoisting)",
    "lower-affine",
    "layout-raise-loops",
    "layout-raise-loops{keep-parallel=true}",
    "layout-raise-loops{linalg=true}",
    "layout-optimize",
    "layout-optimize{linalg=true}",
};

/// The passes of RFC 0077, in its order. They want the padding facts that
/// `layout-apply` leaves and `layout-finalize` removes; without, they have less
/// to go by.
static constexpr StringRef kPadding[] = {
    "layout-sequential-access",
    "layout-merge-loops",
    "layout-raise-loops",
    "layout-distribute-loops",
    "layout-simplify",
    "layout-overcompute",
    "layout-overcompute{wrap-indices=true}",
    "layout-remove-noop",
    "layout-hoist-conditions",
    "layout-hoist-conditions{split=false}",
    "layout-hoist-conditions{selects=false}",
    "layout-partition-loops",
    "layout-partition-loops{max-pieces=3}",
    "layout-partition-loops{only-fills=true}",
    "layout-avoid-overcompute",
    "layout-widen-loops",
    "layout-optimize{padding=true}",
    "layout-tile-loops",
    "layout-vectorize-loops",
    "layout-parallelize-loops{min-work=1}",
};

namespace {
class PipelineMaker {
public:
  PipelineMaker(const RandomProgram &program, Random &random)
      : program(program), random(random) {}

  /// Leaves out those of upstream that such a program makes fail: they have no
  /// list of uses where an unregistered operation might be a symbol table. A
  /// second scalrep would do little, and takes half a minute for some hundred
  /// accesses.
  void add(const Twine &pass) {
    std::string text = pass.str();
    bool needsUses = text == "symbol-dce" || text == "inline";
    bool isSlow = StringRef(text).contains("affine-scalrep");
    if ((needsUses && program.hasForeign) ||
        (isSlow && llvm::is_contained(passes, text)))
      return;
    passes.push_back(std::move(text));
  }
  void maybe(const Twine &pass, int64_t percent) {
    if (random.percent(percent))
      add(pass);
  }
  void some(bool isPhysical) {
    for (int64_t n = random.pick(0, 2); n > 0; --n)
      add(isPhysical && random.percent(50) ? random.any(kPhysical)
                                           : random.any(kAnywhere));
  }

  /// In the order of the RFC, or in any. Sums of integers may be reordered.
  void padding() {
    if (!isFloat())
      maybe("layout-sequential-access{reassociate=true}", 10);
    if (random.percent(50)) {
      for (StringRef pass : kPadding)
        maybe(pass, 40);
      return;
    }
    for (int64_t n = random.pick(1, 5); n > 0; --n) {
      add(random.any(kPadding));
      maybe(random.any(kAnywhere), 20);
    }
  }

  /// Up to the layouts that buffers have.
  void assign() {
    if (program.hasMaskRegions) // upstream folds some of them without end
      add("layout-legalize{only=contractions}");
    if (program.used.test(unsigned(Feature::Softmax)))
      maybe("layout-legalize{only=copies}", 85); // where a layout is requested
    if (program.used.test(unsigned(Feature::Caches)))
      add("layout-cache");
    // First, since upstream's passes may drop requests.
    add(random.percent(50) ? "layout-assign"
                           : "layout-assign{change-interface=true}");
    if (program.used.test(unsigned(Feature::Moduli)))
      add("layout-legalize{only=remainders}"); // canonicalize misjudges them
    some(/*isPhysical=*/false);
    maybe("layout-lower-convert", 30);
    maybe("func.func(convert-linalg-to-loops)", 15);
    maybe("layout-assign", 10);
    maybe("layout-normalize-memrefs", 15);
    some(/*isPhysical=*/false);
  }

  void apply(StringRef broken) {
    // Copying pads cannot be written before the data.
    bool early = !program.hasCopyPads && random.percent(hasFlags() ? 80 : 40);
    add(early ? "layout-apply{pad-placement=before}" : "layout-apply");
    if (!broken.empty())
      add(broken);
    maybe("layout-apply", 10);
  }

  /// What makes physical buffers fast, with separators still in their types.
  void optimize() {
    maybe("layout-vectorize-copies", 20);
    if (random.percent(30)) {
      maybe("lower-affine,layout-raise-loops", 20);
      maybe("layout-raise-loops", 50);
      maybe("layout-widen-loops", 50);
      add("layout-tile-loops");
      maybe("layout-vectorize-loops", 80);
    }
    if (hasFlags())
      maybe("layout-overcompute", 80);
    some(/*isPhysical=*/true);
    if (random.percent(70))
      padding();
    maybe("layout-optimize", 30);
    maybe("layout-flatten", 30);
    if (random.percent(15))
      padding();
    some(/*isPhysical=*/true);
    maybe("layout-parallelize-loops{min-work=1 threads=3}", 20);
  }

  /// Up to what a machine can run.
  void finalize() {
    add("layout-finalize");
    some(/*isPhysical=*/true);
    // Separators are layouts: what has them is not yet for the machine.
    add("layout-flatten");
    some(/*isPhysical=*/true);
    if (random.percent(10))
      padding();
    maybe("layout-finalize", 10);
    maybe(random.percent(70) ? "layout-plan-memory"
                             : "layout-plan-memory{workspace=argument}",
          program.used.test(unsigned(Feature::Turns)) ? 70 : 10);
    if (random.percent(20)) {
      add("layout-vectorize-elements");
      some(/*isPhysical=*/true);
    }
    // Without kernels it has nothing to do, whatever else there is.
    if (!program.used.test(unsigned(Feature::Kernels)))
      maybe("layout-to-spirv", program.hasForeign ? 30 : 2);
  }

  std::vector<std::string> passes;

private:
  bool isFloat() const {
    return llvm::any_of(
        llvm::ArrayRef({Feature::F16, Feature::F32, Feature::F64}),
        [&](Feature f) { return program.used.test(unsigned(f)); });
  }
  /// What flags are there for: executions that are added, on known padding.
  bool hasFlags() const { return program.used.test(unsigned(Feature::Flags)); }

  const RandomProgram &program;
  Random &random;
};
} // namespace

std::vector<std::string> fuzz::makeRandomPipeline(const RandomProgram &program,
                                                  StringRef broken,
                                                  Random &random) {
  PipelineMaker maker(program, random);
  maker.assign();
  maker.apply(broken);
  maker.optimize();
  maker.finalize();
  return std::move(maker.passes);
}

std::string fuzz::getPipelineText(ArrayRef<std::string> passes) {
  return "builtin.module(" + llvm::join(passes, ",") + ")";
}
