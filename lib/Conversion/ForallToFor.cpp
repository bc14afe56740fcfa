//===- ForallToFor.cpp - scf.forall as sequential loops -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/ForallToFor.h"

#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

SmallVector<std::string> layout::spellLocalPatterns(ArrayRef<StringRef> names) {
  SmallVector<std::string> spellings;
  for (StringRef name : names)
    for (StringRef nowhere : {"(anonymous namespace)::", "{anonymous}::"})
      spellings.push_back((nowhere + name).str());
  return spellings;
}

void layout::addForallToFor(OpPassManager &manager) {
  GreedyRewriteConfig config;
  config.enableFolding(false).enableConstantCSE(false);
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  manager.addPass(createCanonicalizerPass(
      config, /*disabledPatterns=*/{},
      spellLocalPatterns({"ForallOpSingleOrZeroIterationDimsFolder"})));
  manager.addPass(createForallToForLoopPass());
}
