//===- RegisterTilesPass.cpp - Register tiles as made and as read ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LoopsAttr.h"
#include "TestPasses.h"
#include "Transforms/Support/HostFunctions.h"
#include "Transforms/Tile/NestPlanner.h"
#include "Transforms/Vectorize/RegisterTile.h"
#include "Transforms/Vectorize/UnreadableBuffers.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

struct RegisterTilesPass
    : public PassWrapper<RegisterTilesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RegisterTilesPass)

  StringRef getArgument() const final { return "test-layout-register-tiles"; }
  StringRef getDescription() const final {
    return "tile nests in the order that the search finds, and remark the "
           "register tile of each; an error where the one made of the plan is "
           "not the one read of the loops, but where the order of the loops is "
           "not decided";
  }

  void runOnOperation() final {
    FailureOr<Target> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    for (Operation *function : collectHostFunctions(getOperation())) {
      function->walk([](affine::AffineForOp loop) { removePlan(loop); });
      std::vector<Nest> nests = plan(function, *target);
      SmallVector<affine::AffineForOp> roots;
      for (Nest &nest : nests)
        roots.push_back(nest.plan.loops.apply(nest.plan.nest).front());
      compare(function, nests, roots, *target);
    }
  }

private:
  struct Nest {
    NestPlanner::Plan plan;
    std::string made; ///< the tile
  };

  static std::string describe(const FailureOr<RegisterTile> &tile,
                              const VectorRefusal &refusal) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (succeeded(tile))
      tile->print(stream);
    else
      stream << "none: " << refusal.reason << "\n";
    return text;
  }

  static std::vector<Nest> plan(Operation *function, const Target &target) {
    std::vector<Nest> nests;
    NestPlanner planner(function, target, /*reassociate=*/false);
    function->walk([&](affine::AffineForOp root) {
      if (isInPerfectNest(root))
        return;
      OrderRefusal refusal;
      std::optional<NestPlanner::Plan> plan = planner.plan(root, refusal);
      if (!plan)
        return;
      VectorRefusal why;
      std::string made = describe(planner.makeTile(*plan, why), why);
      nests.push_back({std::move(*plan), std::move(made)});
    });
    return nests;
  }

  static void compare(Operation *function, ArrayRef<Nest> nests,
                      ArrayRef<affine::AffineForOp> roots,
                      const Target &target) {
    BufferFlow flow(function);
    IntegerFacts facts(function, /*explains=*/false);
    Dependences dependences(function, facts, flow, /*reassociate=*/false);
    UnreadableBuffers unreadable(function, flow);
    for (auto [nest, root] : llvm::zip_equal(nests, roots)) {
      VectorRefusal why;
      FailureOr<RegisterTile> tile =
          RegisterTile::read(root, target, facts, dependences, unreadable, why);
      std::string read = describe(tile, why);
      if (read == nest.made)
        affine::AffineForOp(root)->emitRemark() << "register tile: " << read;
      else if (why.reason == "not-decided")
        affine::AffineForOp(root)->emitRemark() << "not decided: " << why.text;
      else
        affine::AffineForOp(root)->emitError()
            << "the register tile of the plan is not that of the loops: "
            << nest.made << "and\n"
            << read;
    }
  }
};

} // namespace

void layout::test::registerRegisterTilesPass() {
  PassRegistration<RegisterTilesPass>();
}
