//===- SubstitutePass.cpp - Puts one function in place of another ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a pipeline whose output a test states by hand.
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

struct SubstitutePass
    : public PassWrapper<SubstitutePass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SubstitutePass)

  SubstitutePass() = default;
  SubstitutePass(const SubstitutePass &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-layout-substitute"; }
  StringRef getDescription() const final {
    return "erase a symbol and give its name to another one";
  }

  void runOnOperation() final {
    Operation *erased = getOperation().lookupSymbol(name);
    Operation *renamed = getOperation().lookupSymbol(by);
    if (erased)
      erased->erase();
    if (renamed)
      SymbolTable::setSymbolName(renamed, name);
  }

private:
  Option<std::string> name{*this, "name", llvm::cl::desc("Symbol to erase")};
  Option<std::string> by{*this, "by",
                         llvm::cl::desc("Symbol to put in its place, if any")};
};

} // namespace

void layout::test::registerSubstitutePass() {
  PassRegistration<SubstitutePass>();
}
