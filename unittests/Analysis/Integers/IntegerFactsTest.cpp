//===- IntegerFactsTest.cpp - Facts against enumeration -------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Each `"here"(%c) : (i1)` of a program queries whether %c is implied there.
class IntegerFactsTest : public ::testing::Test {
protected:
  IntegerFactsTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        scf::SCFDialect, LayoutDialect>();
    context.allowUnregisteredDialects();
  }

  std::vector<Decision> ask(const std::string &text) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    std::vector<Decision> answers;
    EXPECT_TRUE(module) << text;
    if (!module)
      return answers;
    IntegerFacts facts(*module);
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() != "here")
        return;
      std::optional<Condition> condition = facts.read(op->getOperand(0));
      answers.push_back(condition ? facts.isImplied(*condition, op)
                                  : Decision::unknown("too large"));
    });
    return answers;
  }

  Decision askOnce(const std::string &body) {
    std::vector<Decision> answers =
        ask("func.func @f(%n: index, %m: index, %k: index, %b: i1, "
            "%a: memref<?x?xf32>) {\n" +
            body + "\nreturn\n}");
    EXPECT_EQ(answers.size(), 1u) << body;
    return answers.empty() ? Decision::unknown("") : answers.front();
  }

  MLIRContext context;
};

TEST_F(IntegerFactsTest, BoundsAndSteps) {
  EXPECT_TRUE(askOnce(R"(
    affine.for %i = 2 to 30 step 4 {
      %c26 = arith.constant 26 : index
      %c = arith.cmpi sle, %i, %c26 : index
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
  Decision answer = askOnce(R"(
    affine.for %i = 2 to 31 step 4 {
      %c29 = arith.constant 29 : index
      %c = arith.cmpi sle, %i, %c29 : index
      "here"(%c) : (i1) -> ()
    })");
  EXPECT_TRUE(answer.isNo());
  EXPECT_EQ(answer.witness, "'affine.for' at 3:5 = 30");
}

TEST_F(IntegerFactsTest, Transitive) {
  auto chain = [&](StringRef first, StringRef second, StringRef goal) {
    return askOnce(("%p = arith.cmpi " + first + ", %n, %m : index\n" +
                    "%q = arith.cmpi " + second + ", %m, %k : index\n" +
                    "scf.if %p { scf.if %q {\n" + "%c = arith.cmpi " + goal +
                    ", %n, %k : index\n \"here\"(%c) : (i1) -> ()\n}}")
                       .str());
  };
  EXPECT_TRUE(chain("slt", "sle", "slt").isYes());
  EXPECT_TRUE(chain("slt", "eq", "slt").isYes());
  EXPECT_TRUE(chain("eq", "ne", "ne").isYes());
  EXPECT_TRUE(chain("slt", "sgt", "slt").isNo());
  EXPECT_TRUE(chain("sle", "sle", "slt").isNo());
  EXPECT_TRUE(chain("sle", "ne", "slt").isNo());
}

TEST_F(IntegerFactsTest, ElseBranchesAndHoles) {
  EXPECT_TRUE(askOnce(R"(
    %c5 = arith.constant 5 : index
    %p = arith.cmpi eq, %n, %c5 : index
    scf.if %p {
    } else {
      %c = arith.cmpi ne, %n, %c5 : index
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    affine.if affine_set<(i) : (i - 4 >= 0, 9 - i >= 0)>(%n) {
    } else {
      %c3 = arith.constant 3 : index
      %c10 = arith.constant 10 : index
      %p = arith.cmpi sle, %n, %c3 : index
      %q = arith.cmpi sge, %n, %c10 : index
      %c = arith.ori %p, %q : i1
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
}

TEST_F(IntegerFactsTest, BooleansOfUnknownOrigin) {
  EXPECT_TRUE(askOnce(R"(
    scf.if %b { "here"(%b) : (i1) -> () })")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    %t = arith.constant true
    %not = arith.xori %b, %t : i1
    scf.if %not {
      %c = arith.xori %b, %t : i1
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    scf.if %b {
    } else {
      "here"(%b) : (i1) -> ()
    })")
                  .isNo());
}

TEST_F(IntegerFactsTest, AssumptionsHoldBehindThem) {
  EXPECT_TRUE(askOnce(R"(
    %c7 = arith.constant 7 : index
    %c = arith.cmpi slt, %n, %c7 : index
    layout.assume %c : i1
    affine.for %i = 0 to 4 { "here"(%c) : (i1) -> () })")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    %c7 = arith.constant 7 : index
    %c = arith.cmpi slt, %n, %c7 : index
    "here"(%c) : (i1) -> ()
    layout.assume %c : i1)")
                  .isNo());
  // One in a branch says nothing outside of it.
  EXPECT_TRUE(askOnce(R"(
    %c7 = arith.constant 7 : index
    %c = arith.cmpi slt, %n, %c7 : index
    scf.if %b { layout.assume %c : i1 }
    "here"(%c) : (i1) -> ())")
                  .isNo());
}

TEST_F(IntegerFactsTest, MinimaSelectsAndExtents) {
  EXPECT_TRUE(askOnce(R"(
    %s = affine.min affine_map<(d0) -> (d0, 8)>(%n)
    %c8 = arith.constant 8 : index
    %c = arith.cmpi sle, %s, %c8 : index
    "here"(%c) : (i1) -> ())")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %s = arith.select %b, %c3, %c5 : index
    %p = arith.cmpi eq, %s, %c3 : index
    %q = arith.cmpi eq, %s, %c5 : index
    %c = arith.ori %p, %q : i1
    "here"(%c) : (i1) -> ())")
                  .isYes());
  EXPECT_TRUE(askOnce(R"(
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %d = memref.dim %a, %c1 : memref<?x?xf32>
    affine.for %i = 0 to %d {
      %e = memref.dim %a, %c1 : memref<?x?xf32>
      %c = arith.cmpi sgt, %e, %c0 : index
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
}

TEST_F(IntegerFactsTest, FixedWidthsMayWrapAround) {
  std::string program = R"(
    %i = arith.index_cast %n : index to i32
    %j = arith.index_cast %m : index to i32
    %one = arith.constant 1 : i32
    %p = arith.cmpi slt, %i, %j : i32
    scf.if %p {
      %next = arith.addi %j, %one FLAGS : i32
      %c = arith.cmpi slt, %i, %next : i32
      "here"(%c) : (i1) -> ()
    })";
  auto with = [&](StringRef flags) {
    std::string text = program;
    text.replace(text.find("FLAGS"), 5, flags.str());
    return askOnce(text);
  };
  // The sum is not followed: it may wrap, and then it is not j + 1.
  EXPECT_TRUE(with("").isUnknown());
  EXPECT_TRUE(with("overflow<nsw>").isYes());
}

TEST_F(IntegerFactsTest, RangesOfOtherOps) {
  EXPECT_TRUE(askOnce(R"(
    affine.for %i = 0 to 16 {
      %one = arith.constant 1 : index
      %s = arith.shli %one, %i : index
      %c = arith.cmpi sge, %s, %one : index
      "here"(%c) : (i1) -> ()
    })")
                  .isYes());
}

//===----------------------------------------------------------------------===//
// Against enumeration
//===----------------------------------------------------------------------===//

/// coefficients . (i, j, k) + constant >= 0, perhaps of a quotient.
struct RandomConstraint {
  int64_t coefficients[3], constant, divisor;
  bool isEq;

  int64_t evaluate(const int64_t (&point)[3]) const {
    int64_t sum = constant;
    for (int d = 0; d < 3; ++d)
      sum += coefficients[d] * point[d];
    int64_t quotient = sum / divisor - (sum % divisor < 0);
    return quotient + constant;
  }
  bool holds(const int64_t (&point)[3]) const {
    return isEq ? evaluate(point) == 0 : evaluate(point) >= 0;
  }
  std::string print() const {
    std::string sum = std::to_string(constant);
    const char *names[] = {"i", "j", "k"};
    for (int d = 0; d < 3; ++d)
      sum += " + " + std::to_string(coefficients[d]) + " * " + names[d];
    return "(" + sum + ") floordiv " + std::to_string(divisor) + " + " +
           std::to_string(constant) + (isEq ? " == 0" : " >= 0");
  }
};

TEST_F(IntegerFactsTest, RandomNestsAgainstEnumeration) {
  std::mt19937 random(20);
  auto pick = [&](int64_t low, int64_t high) {
    return low + int64_t(random() % uint64_t(high - low + 1));
  };
  auto pickConstraint = [&] {
    RandomConstraint constraint;
    for (int64_t &c : constraint.coefficients)
      c = pick(-2, 3);
    constraint.constant = pick(-5, 8);
    constraint.divisor = pick(1, 4);
    constraint.isEq = pick(0, 5) == 0;
    return constraint;
  };
  unsigned numImplied = 0, numNot = 0;
  for (int round = 0; round < 400; ++round) {
    int64_t lower[3], upper[3], step[3];
    std::string text, end;
    const char *names[] = {"%x", "%y", "%z"};
    for (int d = 0; d < 3; ++d) {
      lower[d] = pick(-1, 2), upper[d] = lower[d] + pick(1, 5);
      step[d] = pick(1, 3);
      text += "affine.for " + std::string(names[d]) + " = " +
              std::to_string(lower[d]) + " to " + std::to_string(upper[d]) +
              " step " + std::to_string(step[d]) + " {\n";
      end += "}\n";
    }
    struct Branch {
      std::vector<RandomConstraint> parts;
      bool isElse;
    };
    std::vector<Branch> branches;
    for (int b = 0, e = pick(0, 2); b < e; ++b) {
      Branch branch{{pickConstraint()}, pick(0, 1) == 1};
      if (pick(0, 1))
        branch.parts.push_back(pickConstraint());
      text += "affine.if affine_set<(i, j, k) : (";
      for (size_t p = 0; p < branch.parts.size(); ++p)
        text += (p ? ", " : "") + branch.parts[p].print();
      text += ")>(%x, %y, %z) {\n";
      if (branch.isElse)
        text += "} else {\n";
      end += "}\n";
      branches.push_back(branch);
    }
    RandomConstraint goal = pickConstraint();
    // The goal as arith: an `affine.apply` and a comparison.
    RandomConstraint apply = goal;
    std::string expr = apply.print();
    expr.resize(expr.rfind(goal.isEq ? " ==" : " >="));
    text += "%e = affine.apply affine_map<(i, j, k) -> (" + expr +
            ")>(%x, %y, %z)\n%zero = arith.constant 0 : index\n"
            "%c = arith.cmpi " +
            (goal.isEq ? "eq" : "sge") + ", %e, %zero : index\n" +
            "\"here\"(%c) : (i1) -> ()\n" + end;

    bool isImplied = true;
    int64_t p[3];
    for (p[0] = lower[0]; p[0] < upper[0]; p[0] += step[0])
      for (p[1] = lower[1]; p[1] < upper[1]; p[1] += step[1])
        for (p[2] = lower[2]; p[2] < upper[2]; p[2] += step[2]) {
          bool isReached = llvm::all_of(branches, [&](const Branch &branch) {
            bool holds = llvm::all_of(
                branch.parts, [&](const auto &part) { return part.holds(p); });
            return holds != branch.isElse;
          });
          isImplied &= !isReached || goal.holds(p);
        }
    Decision answer = askOnce(text);
    ASSERT_FALSE(answer.isUnknown()) << answer.witness << "\n" << text;
    // Connected facts only: where control never comes, No is right as well.
    if (answer.isYes())
      ASSERT_TRUE(isImplied) << text;
    numImplied += answer.isYes();
    numNot += !isImplied;
    if (!isImplied)
      ASSERT_TRUE(answer.isNo()) << text;
  }
  EXPECT_GT(numImplied, 30u);
  EXPECT_GT(numNot, 30u);
}

} // namespace
