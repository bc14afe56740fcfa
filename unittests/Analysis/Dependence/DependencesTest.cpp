//===- DependencesTest.cpp - Dependences against enumeration --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two nests of random loops, conditions and affine accesses are enumerated:
// every pair of executions that touch one element, of which one writes. What
// `Dependences` says of them must be so, and as all is affine it must say it.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Dependence/Dependences.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// `i * first + j * second + constant`, over the two loops of a nest.
struct Linear {
  int64_t first, second, constant;
  int64_t at(int64_t i, int64_t j) const {
    return first * i + second * j + constant;
  }
  std::string print(const std::string &i, const std::string &j) const {
    return std::to_string(first) + " * " + i + " + " + std::to_string(second) +
           " * " + j + " + " + std::to_string(constant);
  }
};

/// A load or store of one element, by a body that may be guarded.
struct Statement {
  bool isStore;
  char buffer; ///< 'a' or 'b': distinct
  Linear index;
  std::optional<Linear> guard; ///< executed where it is not negative
};

/// Two loops around some statements.
struct Nest {
  int64_t lower, upper, innerLower, innerUpper, step;
  bool isTriangle; ///< the inner loop starts at the variable of the outer one
  std::vector<Statement> statements;

  template <typename Visit>
  void enumerate(Visit visit) const {
    for (int64_t i = lower; i < upper; i += step)
      for (int64_t j = isTriangle ? i : innerLower; j < innerUpper; ++j)
        for (auto [position, statement] : llvm::enumerate(statements))
          if (!statement.guard || statement.guard->at(i, j) >= 0)
            visit(i, j, position, statement);
  }
};

struct Execution {
  std::vector<int64_t> before, after;
  const Statement *statement;
  int64_t element;
  bool depends(const Execution &other) const {
    return statement->buffer == other.statement->buffer &&
           element == other.element &&
           (statement->isStore || other.statement->isStore);
  }
};

class DependencesTest : public ::testing::Test {
protected:
  DependencesTest()
      : context(test::getAccessModels(), MLIRContext::Threading::DISABLED) {
    context
        .loadDialect<affine::AffineDialect, arith::ArithDialect,
                     func::FuncDialect, memref::MemRefDialect, LayoutDialect>();
    const char *text = std::getenv("LAYOUT_TEST_SEED");
    rng.seed(text ? std::stoull(text) : 1);
  }

  static unsigned getCount() {
    const char *text = std::getenv("LAYOUT_TEST_COUNT");
    return text ? std::stoul(text) : 150;
  }

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(rng);
  }

  Statement pickStatement() {
    Linear index{pick(-1, 2), pick(-2, 2), pick(16, 22)};
    std::optional<Linear> guard;
    if (pick(0, 2) == 0)
      guard = Linear{pick(-2, 2), pick(-2, 2), pick(-2, 4)};
    return {pick(0, 1) == 0, pick(0, 2) == 0 ? 'b' : 'a', index, guard};
  }

  Nest pickNest() {
    int64_t lower = pick(0, 2), innerLower = pick(0, 1);
    Nest nest{
        lower,      lower + pick(0, 4), innerLower, innerLower + pick(1, 4),
        pick(1, 2), pick(0, 3) == 0,    {}};
    for (int64_t n = pick(1, 2); n > 0; --n)
      nest.statements.push_back(pickStatement());
    return nest;
  }

  static std::string print(const Nest &nest, const std::string &name) {
    std::string i = "%i" + name, j = "%j" + name;
    std::string text = "affine.for " + i + " = " + std::to_string(nest.lower) +
                       " to " + std::to_string(nest.upper) + " step " +
                       std::to_string(nest.step) + " {\n  affine.for " + j +
                       " = " +
                       (nest.isTriangle ? "affine_map<(d0) -> (d0)>(" + i + ")"
                                        : std::to_string(nest.innerLower)) +
                       " to " + std::to_string(nest.innerUpper) + " {\n";
    for (const Statement &statement : nest.statements) {
      if (statement.guard)
        text += "affine.if affine_set<(x, y) : (" +
                statement.guard->print("x", "y") + " >= 0)>(" + i + ", " + j +
                ") {\n";
      std::string place = std::string("%") + statement.buffer + "[" +
                          statement.index.print(i, j) + "] : memref<?xf32>\n";
      text += statement.isStore
                  ? "affine.store %x, " + place
                  : "%l" + name +
                        std::to_string(&statement - nest.statements.data()) +
                        " = affine.load " + place;
      if (statement.guard)
        text += "}\n";
    }
    return text + "} {inner}\n} {nest}\n";
  }

  struct Program {
    std::string text;
    OwningOpRef<ModuleOp> module;
    func::FuncOp function;
    SmallVector<Operation *> nests, inner;
  };

  Program parse(ArrayRef<Nest> nests) {
    Program program;
    program.text = "func.func @f(%a: memref<?xf32> {llvm.noalias}, "
                   "%b: memref<?xf32> {llvm.noalias}, %x: f32) {\n";
    for (auto [n, nest] : llvm::enumerate(nests))
      program.text += print(nest, std::to_string(n));
    program.text += "return\n}";
    program.module = parseSourceString<ModuleOp>(program.text, &context);
    EXPECT_TRUE(program.module) << program.text;
    if (!program.module)
      return program;
    program.function = *program.module->getOps<func::FuncOp>().begin();
    program.function.walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
      (loop->hasAttr("nest") ? program.nests : program.inner).push_back(loop);
    });
    return program;
  }

  /// Returns true if some pair of dependent executions is reversed.
  static bool isTurned(ArrayRef<Execution> executions) {
    for (const Execution &first : executions)
      for (const Execution &second : executions)
        if (first.before < second.before && second.after < first.after &&
            first.depends(second))
          return true;
    return false;
  }

  MLIRContext context;
  std::mt19937_64 rng;
};

} // namespace

TEST_F(DependencesTest, InterferenceIsWhatEnumerationFinds) {
  unsigned numMeeting = 0;
  for (unsigned n = 0; n < getCount(); ++n) {
    Nest nests[] = {pickNest(), pickNest()};
    Program program = parse(nests);
    ASSERT_TRUE(program.module);
    bool meets = false;
    nests[0].enumerate([&](int64_t i, int64_t j, size_t, const Statement &one) {
      Execution first{{}, {}, &one, one.index.at(i, j)};
      nests[1].enumerate(
          [&](int64_t k, int64_t l, size_t, const Statement &two) {
            meets |= first.depends({{}, {}, &two, two.index.at(k, l)});
          });
    });
    IntegerFacts facts(program.function);
    BufferFlow flow(program.function);
    Dependences dependences(program.function, facts, flow, false);
    Decision decision =
        dependences.mayInterfere(program.nests[0], program.nests[1]);
    EXPECT_EQ(decision.isYes(), meets) << program.text << decision.witness;
    EXPECT_EQ(decision.isNo(), !meets) << program.text;
    numMeeting += meets;
  }
  EXPECT_GT(numMeeting, getCount() / 10);
  EXPECT_LT(numMeeting, getCount());
}

/// Expects the analysis to tell whether a pair is turned. Returns whether none
/// is.
static bool expectAgreement(const OrderAnswer &answer, bool isTurned,
                            const std::string &program) {
  EXPECT_EQ(answer.decision.isYes(), !isTurned)
      << program << answer.decision.witness;
  EXPECT_EQ(answer.decision.isNo(), isTurned) << program;
  return !isTurned;
}

TEST_F(DependencesTest, NestsFuseWhereNoPairIsTurned) {
  unsigned numKept = 0;
  for (unsigned n = 0; n < getCount(); ++n) {
    Nest nests[] = {pickNest(), pickNest()};
    Program program = parse(nests);
    ASSERT_TRUE(program.module);
    IntegerFacts facts(program.function);
    BufferFlow flow(program.function);
    Dependences dependences(program.function, facts, flow, false);
    // Now (nest, i, j, position); fused (i, nest, j, position).
    std::vector<Execution> executions;
    SmallVector<ScheduledAccess> scheduled;
    auto constant = [&](int64_t value) {
      return getAffineConstantExpr(value, &context);
    };
    for (int64_t which : {0, 1}) {
      nests[which].enumerate([&](int64_t i, int64_t j, int64_t position,
                                 const Statement &statement) {
        executions.push_back({{which, i, j, position},
                              {i, which, j, position},
                              &statement,
                              statement.index.at(i, j)});
      });
      auto loop = cast<affine::AffineForOp>(program.nests[which]);
      auto inner = cast<affine::AffineForOp>(program.inner[which]);
      AffineExpr i = facts.express(loop.getInductionVar());
      AffineExpr j = facts.express(inner.getInductionVar());
      for (auto [position, access] :
           llvm::enumerate(dependences.getAccesses(loop)))
        scheduled.push_back({access,
                             loop,
                             {constant(which), i, j, constant(position)},
                             {i, constant(which), j, constant(position)}});
    }
    OrderAnswer answer = dependences.keepOrder(scheduled);
    numKept += expectAgreement(answer, isTurned(executions), program.text);
  }
  EXPECT_GT(numKept, getCount() / 10);
  EXPECT_LT(numKept, getCount());
}

TEST_F(DependencesTest, LoopsChangePlacesWhereNoPairIsTurned) {
  unsigned numKept = 0;
  for (unsigned n = 0; n < getCount(); ++n) {
    Nest nest = pickNest();
    Program program = parse(nest);
    ASSERT_TRUE(program.module);
    IntegerFacts facts(program.function);
    BufferFlow flow(program.function);
    Dependences dependences(program.function, facts, flow, false);
    std::vector<Execution> executions;
    nest.enumerate([&](int64_t i, int64_t j, int64_t position,
                       const Statement &statement) {
      executions.push_back({{i, j, position},
                            {j, -i, position},
                            &statement,
                            statement.index.at(i, j)});
    });
    auto loop = cast<affine::AffineForOp>(program.nests[0]);
    auto inner = cast<affine::AffineForOp>(program.inner[0]);
    AffineExpr i = facts.express(loop.getInductionVar());
    AffineExpr j = facts.express(inner.getInductionVar());
    SmallVector<ScheduledAccess> scheduled;
    for (auto [position, access] :
         llvm::enumerate(dependences.getAccesses(loop))) {
      AffineExpr at = getAffineConstantExpr(position, &context);
      // A time that all have in common changes nothing.
      AffineExpr rank = getAffineConstantExpr(0, &context);
      scheduled.push_back({access, loop, {rank, i, j, at}, {rank, j, -i, at}});
    }
    OrderAnswer answer = dependences.keepOrder(scheduled);
    numKept += expectAgreement(answer, isTurned(executions), program.text);
  }
  EXPECT_GT(numKept, getCount() / 10);
  EXPECT_LT(numKept, getCount());
}

// A name that is made in each iteration is other memory in each: two of its
// elements may be one of the buffer. What is allocated is the same only within
// one iteration.
TEST_F(DependencesTest, NamesThatChange) {
  auto ask = [&](const std::string &make, const std::string &type) {
    std::string text =
        "func.func @f(%a: memref<8xf32> {llvm.noalias}, %x: f32) {\n"
        "affine.for %i = 0 to 4 {\n" +
        make + "affine.store %x, %v[0] : " + type +
        "\n%l = affine.load %v[1] : " + type + "\n}\nreturn\n}";
    auto module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    auto function = *module->getOps<func::FuncOp>().begin();
    auto loop = *function.getOps<affine::AffineForOp>().begin();
    IntegerFacts facts(function);
    BufferFlow flow(function);
    Dependences dependences(function, facts, flow, false);
    AffineExpr i = facts.express(loop.getInductionVar());
    SmallVector<ScheduledAccess> scheduled;
    for (const MemoryAccess &access : dependences.getAccesses(loop))
      if (isa<affine::AffineLoadOp, affine::AffineStoreOp>(access.op))
        scheduled.push_back({access, loop, {i}, {-i}});
    return dependences.keepOrder(scheduled).decision;
  };
  // Seen in %a, they are elements i and i + 1.
  Decision decision =
      ask("%v = memref.subview %a[%i] [2] [1] : memref<8xf32> to "
          "memref<2xf32, strided<[1], offset: ?>>\n",
          "memref<2xf32, strided<[1], offset: ?>>");
  EXPECT_TRUE(decision.isNo()) << decision.witness;
  decision = ask("%v = memref.reinterpret_cast %a to offset: [%i], sizes: [2], "
                 "strides: [1] : memref<8xf32> to "
                 "memref<2xf32, strided<[1], offset: ?>>\n",
                 "memref<2xf32, strided<[1], offset: ?>>");
  EXPECT_TRUE(decision.isUnknown());
  EXPECT_EQ(decision.witness,
            "%reinterpret_cast may be different memory in each iteration");
  EXPECT_TRUE(
      ask("%v = memref.alloc() : memref<2xf32>\n", "memref<2xf32>").isYes());
}

// Of a buffer that an iteration allocates, it loads what it has stored, in
// every iteration, and not only in one numbered 0.
TEST_F(DependencesTest, AllocatedInIterations) {
  auto module = parseSourceString<ModuleOp>(R"(
    func.func @f(%x: f32) {
      affine.for %i = 1 to 4 {
        %v = memref.alloc() : memref<f32>
        affine.store %x, %v[] : memref<f32>
        %y = affine.load %v[] : memref<f32>
      }
      return
    })",
                                            &context);
  ASSERT_TRUE(module);
  auto function = *module->getOps<func::FuncOp>().begin();
  auto loop = *function.getOps<affine::AffineForOp>().begin();
  IntegerFacts facts(function);
  BufferFlow flow(function);
  Dependences dependences(function, facts, flow, false);
  AffineExpr i = facts.express(loop.getInductionVar());
  SmallVector<ScheduledAccess> inOrder, turned;
  for (auto [position, access] :
       llvm::enumerate(dependences.getAccesses(loop))) {
    AffineExpr at = getAffineConstantExpr(position, &context);
    inOrder.push_back({access, loop, {i, at}, {-i, at}});
    turned.push_back({access, loop, {i, at}, {i, -at}});
  }
  EXPECT_TRUE(dependences.keepOrder(inOrder).decision.isYes());
  EXPECT_TRUE(dependences.keepOrder(turned).decision.isNo());
}
