//===- CrashPass.cpp - Ends the process, or never ends --------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include <cstdlib>
#include <unistd.h>

using namespace mlir;

namespace {

struct CrashPass : public PassWrapper<CrashPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CrashPass)

  CrashPass() = default;
  CrashPass(const CrashPass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-layout-crash"; }
  StringRef getDescription() const final { return "end the process"; }

  void runOnOperation() final {
    while (hang)
      sleep(1);
    if (code)
      std::_Exit(code);
    std::abort();
  }

private:
  Option<bool> hang{*this, "hang", llvm::cl::desc("Never end instead")};
  Option<int> code{*this, "code", llvm::cl::desc("End with this code instead"),
                   llvm::cl::init(0)};
};

} // namespace

void layout::test::registerCrashPass() { PassRegistration<CrashPass>(); }
