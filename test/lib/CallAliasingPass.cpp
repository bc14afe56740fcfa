//===- CallAliasingPass.cpp - Checks which buffers calls share ------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/CallAliasing.h"
#include "Layout/IR/LaidOut.h"
#include "TestPasses.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct CallAliasingPass
    : public PassWrapper<CallAliasingPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CallAliasingPass)

  StringRef getArgument() const final { return "test-layout-call-aliasing"; }
  StringRef getDescription() const final {
    return "check that calls pass no laid-out buffer twice";
  }

  void runOnOperation() final {
    SymbolTableCollection symbols;
    layout::BufferFlow flow(getOperation());
    layout::AccessModes modes(getOperation(), symbols, flow);
    LogicalResult result = layout::verifyCallAliasing(
        getOperation(), modes, symbols,
        [](layout::TracedFunction function, unsigned index) {
          return layout::isLaidOut(function.getFunctionType().getInput(index));
        },
        [](layout::TracedCall call, Value, Value) {
          call.emitRemark("operands of unknown origin");
        });
    if (failed(result))
      signalPassFailure();
  }
};

} // namespace

void layout::test::registerCallAliasingPass() {
  PassRegistration<CallAliasingPass>();
}
