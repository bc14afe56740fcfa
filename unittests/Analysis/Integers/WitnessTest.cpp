//===- WitnessTest.cpp - Counterexamples against executions ---------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A refusal comes with executions that a person shall find in the program, and
// a permission is a claim that there are none. Random programs that compute
// their indices in narrow types are executed, for several values of their
// argument, and both are looked for.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/Analysis/Liveness/DeadStores.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "Support/ExecutedProgram.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <regex>

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

/// "iteration 'affine.for' at 2:3 = 1, 'affine.for' at 3:5 = 2 reads %a[3] that
/// iteration 'affine.for' at 2:3 = 0, 'affine.for' at 3:5 = 0 wrote"
struct Told {
  std::vector<int64_t> first, second;
  int64_t element;
};

std::optional<Told> readWitness(const std::string &text) {
  const std::string loop = "'\\w+\\.\\w+' at \\d+:\\d+ = (-?\\d+)";
  const std::string iteration = "iteration " + loop + ", " + loop;
  const std::regex form(iteration +
                        " (?:reads|writes) %\\w+\\[(-?\\d+)\\] that " +
                        iteration + " (?:wrote|read)");
  std::smatch match;
  if (!std::regex_match(text, match, form))
    return std::nullopt;
  auto number = [&](unsigned i) { return std::stoll(match[i].str()); };
  return Told{{number(4), number(5)}, {number(1), number(2)}, number(3)};
}

class WitnessTest : public ::testing::Test {
protected:
  WitnessTest()
      : context(test::getAccessModels(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        scf::SCFDialect, LayoutDialect>();
    const char *text = std::getenv("LAYOUT_TEST_SEED");
    rng.seed(text ? std::stoull(text) : 1);
  }

  static unsigned getCount() {
    const char *text = std::getenv("LAYOUT_TEST_COUNT");
    return text ? std::stoul(text) : 60;
  }

  void parse(unsigned numNests) {
    text = WrappingProgramWriter(rng).write(numNests);
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    function = *module->getOps<func::FuncOp>().begin();
    nests.clear();
    function.walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
      if (loop->hasAttr("nest"))
        nests.push_back(loop);
    });
  }

  /// Of all values of the argument that are tried, those runs that have a
  /// meaning.
  std::vector<std::vector<AccessEvent>> getRuns() {
    std::vector<std::vector<AccessEvent>> runs;
    int64_t limit = function.getArgument(1).use_empty() ? 0 : 420;
    for (int64_t n = -limit; n <= limit; ++n)
      if (ExecutedProgram run(function, {n}); !run.isOutside())
        runs.push_back(run.getEvents());
    return runs;
  }

  /// Returns true if the two executions touch one element, in this order in the
  /// text of a remark.
  static bool isPair(const AccessEvent &first, const AccessEvent &second) {
    return first.buffer == second.buffer && first.element == second.element &&
           (first.isWrite || second.isWrite);
  }

  /// Looks for the reported pair among those of `isAsked`, and for any such
  /// pair.
  template <typename IsAsked>
  void check(const Decision &none, IsAsked isAsked) {
    std::optional<Told> told = readWitness(none.witness);
    EXPECT_EQ(told.has_value(), none.isNo()) << none.witness;
    bool isThere = false, isAny = false;
    for (const std::vector<AccessEvent> &events : getRuns())
      for (size_t a = 0; a < events.size(); ++a)
        for (size_t b = a + 1; b < events.size(); ++b) {
          const AccessEvent &first = events[a], &second = events[b];
          if (!isPair(first, second) || !isAsked(first, second))
            continue;
          isAny = true;
          isThere |= told && told->first == first.iteration &&
                     told->second == second.iteration &&
                     told->element == first.element;
        }
    EXPECT_FALSE(none.isYes() && isAny) << text;
    EXPECT_EQ(isThere, none.isNo()) << text << none.witness;
    numTold += none.isNo();
    numNone += none.isYes();
    numNotKnown += none.isUnknown();
    numNotTold += none.isUnknown() && isAny;
  }

  void expectVariety() const {
    llvm::outs() << numTold << " counterexamples, " << numNone << " proofs, "
                 << numNotKnown << " not known, " << numNotTold
                 << " of which have a counterexample\n";
    EXPECT_GT(numTold, getCount() / 20);
    EXPECT_GT(numNone, getCount() / 20);
    EXPECT_GT(numNotKnown, getCount() / 20);
  }

  AffineExpr getVariable(IntegerFacts &facts, Operation *loop) {
    return facts.express(cast<affine::AffineForOp>(loop).getInductionVar());
  }

  MLIRContext context;
  std::mt19937_64 rng;
  std::string text;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<Operation *> nests;
  unsigned numTold = 0, numNone = 0, numNotKnown = 0, numNotTold = 0;
};

} // namespace

TEST_F(WitnessTest, InterferenceIsFoundInTheProgram) {
  for (unsigned n = 0; n < getCount() && !HasFailure(); ++n) {
    parse(2);
    IntegerFacts facts(function);
    BufferFlow flow(function);
    Dependences dependences(function, facts, flow, false);
    Decision decision = dependences.mayInterfere(nests[0], nests[1]);
    if (!decision.isUnknown()) // the question is whether there are none
      decision.truth = decision.isYes() ? Truth::No : Truth::Yes;
    check(decision, [&](const AccessEvent &first, const AccessEvent &second) {
      return nests[0]->isAncestor(first.op) && nests[1]->isAncestor(second.op);
    });
  }
  expectVariety();
}

TEST_F(WitnessTest, PairsThatFusionTurnsAreFoundInTheProgram) {
  for (unsigned n = 0; n < getCount() && !HasFailure(); ++n) {
    parse(2);
    IntegerFacts facts(function);
    BufferFlow flow(function);
    Dependences dependences(function, facts, flow, false);
    SmallVector<ScheduledAccess> scheduled;
    for (auto [number, loop] : llvm::enumerate(nests)) {
      AffineExpr rank = getAffineConstantExpr(number, &context);
      for (const MemoryAccess &access : dependences.getAccesses(loop))
        scheduled.push_back(
            {access, loop, {rank}, {getVariable(facts, loop), rank}});
    }
    check(dependences.keepOrder(scheduled).decision,
          [&](const AccessEvent &first, const AccessEvent &second) {
            return nests[0]->isAncestor(first.op) &&
                   nests[1]->isAncestor(second.op) &&
                   second.iteration[0] < first.iteration[0];
          });
  }
  expectVariety();
}

TEST_F(WitnessTest, PairsThatAnotherOrderTurnsAreFoundInTheProgram) {
  for (unsigned n = 0; n < getCount() && !HasFailure(); ++n) {
    parse(1);
    IntegerFacts facts(function);
    BufferFlow flow(function);
    Dependences dependences(function, facts, flow, false);
    AffineExpr i = getVariable(facts, nests[0]);
    AffineExpr j = getVariable(
        facts, *nests[0]->getRegion(0).getOps<affine::AffineForOp>().begin());
    SmallVector<ScheduledAccess> scheduled;
    for (const MemoryAccess &access : dependences.getAccesses(nests[0]))
      scheduled.push_back({access, nests[0], {i, j}, {j, i}});
    check(dependences.keepOrder(scheduled).decision,
          [&](const AccessEvent &first, const AccessEvent &second) {
            std::vector<int64_t> one(first.iteration.rbegin(),
                                     first.iteration.rend());
            std::vector<int64_t> other(second.iteration.rbegin(),
                                       second.iteration.rend());
            return first.iteration < second.iteration && other < one;
          });
  }
  expectVariety();
}

static std::string show(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os);
  return text + "\n";
}

/// Who needs what the store `event` left: reads until it is overwritten, and
/// the return (null) if it is not.
static std::vector<Operation *> getReaders(ArrayRef<AccessEvent> behind,
                                           const AccessEvent &event) {
  std::vector<Operation *> readers;
  for (const AccessEvent &other : behind) {
    if (other.element != event.element)
      continue;
    if (other.isWrite)
      return readers;
    readers.push_back(other.op);
  }
  readers.push_back(nullptr);
  return readers;
}

TEST_F(WitnessTest, WhatIsNeededIsFoundInTheProgram) {
  for (unsigned n = 0; n < getCount() && !HasFailure(); ++n) {
    parse(2);
    SymbolTableCollection symbols;
    BufferFlow flow(*module);
    AccessModes modes(*module, symbols, flow);
    DeadStores deadStores(function, modes, symbols);
    auto runs = getRuns();
    function.walk([&](memref::StoreOp store) {
      DeadStore answer = deadStores.isDead(store);
      static const std::regex form("%arg0\\[(\\d+)\\] .*");
      std::smatch element;
      bool isTold = answer.decision.isNo() &&
                    std::regex_match(answer.decision.witness, element, form);
      std::vector<int64_t> when;
      for (auto [variable, value] : answer.when)
        when.push_back(value);
      Operation *reader = isa_and_nonnull<func::ReturnOp>(answer.reader)
                              ? nullptr
                              : answer.reader;
      bool isThere = false, isNeeded = false;
      for (const std::vector<AccessEvent> &events : runs)
        for (auto [i, event] : llvm::enumerate(events))
          if (event.op == store) {
            std::vector<Operation *> readers =
                getReaders(ArrayRef(events).drop_front(i + 1), event);
            isNeeded |= !readers.empty();
            isThere |= isTold && when == event.iteration &&
                       event.element == std::stoll(element[1].str()) &&
                       llvm::is_contained(readers, reader);
          }
      EXPECT_FALSE(answer.isYes() && isNeeded)
          << text << "dead: " << show(store);
      EXPECT_EQ(isThere, answer.decision.isNo())
          << text << show(store) << answer.decision.witness;
      numTold += isTold;
      numNone += answer.isYes();
      numNotKnown += answer.decision.isUnknown();
      numNotTold += answer.decision.isUnknown() && isNeeded;
    });
  }
  expectVariety();
}
