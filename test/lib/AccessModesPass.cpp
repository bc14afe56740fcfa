//===- AccessModesPass.cpp - Prints the mode of each argument -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/AccessMode.h"
#include "TestPasses.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct AccessModesPass
    : public PassWrapper<AccessModesPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(AccessModesPass)

  StringRef getArgument() const final { return "test-layout-access-modes"; }
  StringRef getDescription() const final {
    return "remark the access mode of each buffer argument, and its first "
           "write";
  }

  void runOnOperation() final {
    SymbolTableCollection symbols;
    layout::BufferFlow flow(getOperation());
    layout::AccessModes modes(getOperation(), symbols, flow);
    getOperation().walk([&](layout::TracedFunction function) {
      for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
        if (isa<BaseMemRefType>(function.getFunctionType().getInput(i)))
          report(function, i, modes);
    });
  }

private:
  void report(layout::TracedFunction function, unsigned i,
              const layout::AccessModes &modes) {
    function.emitRemark() << function.getName() << " " << i << ": "
                          << stringifyAccessMode(modes.getMode(function, i));
    if (!firstWrites)
      return;
    if (Operation *write = modes.getFirstWrite(function, i))
      write->emitRemark() << "first write of " << function.getName() << " "
                          << i;
  }

  Option<bool> firstWrites{*this, "first-writes",
                           llvm::cl::desc("Also remark the first writes")};

public:
  AccessModesPass() = default;
  AccessModesPass(const AccessModesPass &other) : PassWrapper(other) {}
};

} // namespace

void layout::test::registerAccessModesPass() {
  PassRegistration<AccessModesPass>();
}
