//===- DeadStoresTest.cpp - Dead stores against executions ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// "Dead" is a claim about every execution. Random programs are executed element
// by element, under all conditions and several orders of their parallel loops;
// a store whose element is read later, or is there at the end, was not dead.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "Support/ElementInterpreter.h"
#include "Support/RandomPrograms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

struct StoreTally {
  unsigned programs = 0, dead = 0, recognized = 0;
  unsigned deadUnguarded = 0, recognizedUnguarded = 0;
  unsigned deadUnless = 0, recognizedUnless = 0;
  unsigned needed = 0, shown = 0;
};

/// Ops that an execution needs; nullopt if some run leaves the buffer.
std::optional<std::set<Operation *>>
observe(ModuleOp module, Operation *ghostGuard, std::mt19937_64 &rng,
        llvm::function_ref<void(ElementInterpreter &)> prepare = {}) {
  SymbolTable symbols(module);
  auto function = symbols.lookup<func::FuncOp>("f");
  std::set<Operation *> needed;
  for (unsigned conditions = 0;
       conditions < (1u << ProgramWriter::numConditions); ++conditions)
    for (unsigned order = 0; order < 3; ++order) {
      ElementInterpreter interpreter(symbols, rng);
      interpreter.setGhostGuard(ghostGuard);
      if (prepare)
        prepare(interpreter);
      if (!interpreter.run(function, {conditions & 1, conditions >> 1}))
        return std::nullopt;
      const std::set<Operation *> &more =
          ghostGuard ? interpreter.getNeededGhosts() : interpreter.getNeeded();
      needed.insert(more.begin(), more.end());
    }
  return needed;
}

class DeadStoresTest : public ::testing::Test {
protected:
  DeadStoresTest()
      : context(test::getAccessModels(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, linalg::LinalgDialect,
                        memref::MemRefDialect, scf::SCFDialect,
                        vector::VectorDialect, LayoutDialect>();
  }

  /// Stores into the first argument, with the `if` without else around them.
  void collectStores(func::FuncOp function, const BufferFlow &flow) {
    stores.clear();
    function.walk([&](Operation *op) {
      if (op->hasTrait<OpTrait::IsTerminator>() || isa<func::CallOp>(op))
        return;
      for (OpOperand &operand : op->getOpOperands())
        if (isa<affine::AffineStoreOp, memref::StoreOp, memref::CopyOp,
                vector::TransferWriteOp, linalg::LinalgOp>(op) &&
            isa<MemRefType>(operand.get().getType()) &&
            operand.getOperandNumber() != 0 &&
            flow.getRoot(operand.get()) == function.getArgument(0))
          stores.push_back(op);
    });
  }

  void checkProgram(const std::string &text, std::mt19937_64 &rng) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    auto function = module->lookupSymbol<func::FuncOp>("f");
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      if (isa<MemRefType>(function.getArgument(i).getType()))
        function.setArgAttr(i, "llvm.noalias", UnitAttr::get(&context));
    std::optional<std::set<Operation *>> needed =
        observe(*module, nullptr, rng);
    if (!needed)
      return;
    ++tally.programs;
    SymbolTableCollection symbols;
    BufferFlow flow(*module);
    AccessModes modes(*module, symbols, flow);
    DeadStores deadStores(function, modes, symbols);
    collectStores(function, flow);
    for (Operation *store : stores) {
      DeadStore answer = deadStores.isDead(store);
      expect(answer, needed->count(store), store, text, tally.dead,
             tally.recognized);
      tally.needed += needed->count(store);
      tally.shown += answer.decision.isNo();
      checkUnguarded(*module, deadStores, store, text, rng);
      checkUnless(*module, deadStores, store, text, rng);
    }
  }

  /// A random half-space of the loops around the store.
  void checkUnless(ModuleOp module, DeadStores &deadStores, Operation *store,
                   const std::string &text, std::mt19937_64 &rng) {
    auto draw = [&](int64_t low, int64_t high) {
      return std::uniform_int_distribution<int64_t>(low, high)(rng);
    };
    SmallVector<Value> variables;
    for (Operation *op = store->getParentOp(); op; op = op->getParentOp())
      if (auto loop = dyn_cast<affine::AffineForOp>(op))
        variables.push_back(loop.getInductionVar());
    if (variables.empty())
      return;
    AffineExpr expr = getAffineConstantExpr(draw(-6, 6), &context);
    for (unsigned i = 0; i < variables.size(); ++i)
      expr = expr + getAffineDimExpr(i, &context) * draw(-2, 2);
    IntegerSet set = IntegerSet::get(variables.size(), 0, {expr}, {false});
    auto needed =
        observe(module, nullptr, rng, [&](ElementInterpreter &interpreter) {
          interpreter.ignoreWhere(store, set, variables);
        });
    ASSERT_TRUE(needed);
    expect(deadStores.isDeadUnless(store, set, variables), needed->count(store),
           store, text, tally.deadUnless, tally.recognizedUnless);
  }

  void checkUnguarded(ModuleOp module, DeadStores &deadStores, Operation *store,
                      const std::string &text, std::mt19937_64 &rng) {
    for (Operation *guard = store->getParentOp(); guard;
         guard = guard->getParentOp()) {
      if (!isa<affine::AffineIfOp, scf::IfOp>(guard) ||
          !guard->getRegion(1).empty())
        continue;
      auto needed = observe(module, guard, rng);
      ASSERT_TRUE(needed);
      expect(deadStores.isDeadUnguarded(store, guard), needed->count(store),
             store, text, tally.deadUnguarded, tally.recognizedUnguarded);
    }
  }

  static void expect(const DeadStore &answer, bool isNeeded, Operation *store,
                     const std::string &text, unsigned &dead,
                     unsigned &recognized) {
    if (answer.isYes())
      EXPECT_FALSE(isNeeded) << text << "\nis said to be dead: " << show(store);
    else
      EXPECT_FALSE(answer.decision.witness.empty());
    if (answer.decision.isNo())
      EXPECT_TRUE(isNeeded) << text << "\nis said to be needed: " << show(store)
                            << ": " << answer.decision.witness;
    if (isNeeded)
      return;
    ++dead;
    recognized += answer.isYes();
    if (!answer.isYes() && std::getenv("LAYOUT_SHOW_MISSED"))
      llvm::errs() << text << "\nis not known to be dead: " << show(store)
                   << ": " << answer.decision.witness << "\n";
  }

  static std::string show(Operation *op) {
    std::string text;
    llvm::raw_string_ostream os(text);
    op->print(os);
    return text;
  }

  MLIRContext context;
  std::vector<Operation *> stores;
  StoreTally tally;
};

TEST_F(DeadStoresTest, ClaimsHoldInEveryExecution) {
  const char *stated = std::getenv("LAYOUT_SEED");
  uint64_t seed = stated ? std::strtoull(stated, nullptr, 0) : 20261121;
  llvm::outs() << "seed " << seed << "\n";
  std::mt19937_64 rng(seed);
  for (unsigned i = 0; i < 2000 && !HasFailure(); ++i) {
    SCOPED_TRACE("program " + std::to_string(i));
    checkProgram(ProgramWriter(rng).write(), rng);
  }
  llvm::outs() << tally.programs << " programs, " << tally.dead
               << " stores dead, " << tally.recognized
               << " of them recognized; without a guard " << tally.deadUnguarded
               << ", " << tally.recognizedUnguarded << "; in some iterations "
               << tally.deadUnless << ", " << tally.recognizedUnless << "; "
               << tally.needed << " needed, " << tally.shown << " shown\n";
  // The test must not be empty, nor the analysis be lazy.
  EXPECT_GT(tally.programs, 1000u);
  EXPECT_GT(tally.dead, 300u);
  EXPECT_GT(tally.recognized * 100, tally.dead * 80);
  EXPECT_GT(tally.shown * 100, tally.needed * 50);
  EXPECT_GT(tally.deadUnguarded, 20u);
  EXPECT_GT(tally.deadUnless, 100u);
  EXPECT_GT(tally.recognizedUnless * 100, tally.deadUnless * 80);
  EXPECT_GT(tally.recognizedUnguarded * 100, tally.deadUnguarded * 60);
}

TEST_F(DeadStoresTest, WhatIsNotAskedIsNotKnown) {
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%a: memref<4xi32>, %x: i32, %c: i1) {
      affine.store %x, %a[0] : memref<4xi32>
      scf.if %c {
        affine.store %x, %a[1] : memref<4xi32>
      }
      return
    })",
                                            &context);
  ASSERT_TRUE(module);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  SymbolTableCollection symbols;
  BufferFlow flow(*module);
  AccessModes modes(*module, symbols, flow);
  DeadStores deadStores(function, modes, symbols);
  auto store = *function.getOps<affine::AffineStoreOp>().begin();
  auto branch = *function.getOps<scf::IfOp>().begin();
  DeadStore ofBranch = deadStores.isDead(branch);
  EXPECT_TRUE(ofBranch.decision.isUnknown());
  EXPECT_EQ(ofBranch.decision.witness,
            "none of its operands is a buffer that it writes");
  // The branch is not around this store.
  DeadStore unguarded = deadStores.isDeadUnguarded(store, branch);
  EXPECT_TRUE(unguarded.decision.isUnknown());
  EXPECT_EQ(unguarded.decision.witness, "cannot determine what it stores");
}

} // namespace
