//===- JointSpeculation.cpp - Compatible speculation proofs ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JointSpeculation.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::layout;

/// Null for a kernel: what it stores is for its host.
static std::unique_ptr<DeadStores>
createDeadStores(FunctionOpInterface function, const AccessModes &modes,
                 SymbolTableCollection &symbols, bool explains) {
  auto host = dyn_cast<func::FuncOp>(*function);
  return host ? std::make_unique<DeadStores>(host, modes, symbols, explains)
              : nullptr;
}

JointSpeculation::JointSpeculation(FunctionOpInterface function,
                                   const AccessModes &modes,
                                   SymbolTableCollection &symbols, bool mayWrap,
                                   bool explains, bool explainsFailure)
    : facts(function, explains), calls(modes, symbols),
      contents(function, facts, &calls),
      dead(createDeadStores(function, modes, symbols, explainsFailure)),
      prover(function, contents, dead.get(), mayWrap, explains,
             explainsFailure) {}

bool JointSpeculation::meetsAccepted(const SpeculationSafety &proof) const {
  auto meet = [&](const auto &some, const auto &others) {
    return llvm::any_of(some, [&](Value one) {
      return llvm::any_of(
          others, [&](Value other) { return prover.mayBeSame(one, other); });
    });
  };
  return meet(proof.overwritten, relied) || meet(proof.relied, overwritten);
}

void JointSpeculation::accept(const SpeculationSafety &proof) {
  relied.insert(proof.relied.begin(), proof.relied.end());
  overwritten.insert(proof.overwritten.begin(), proof.overwritten.end());
}
