//===- KnownContentsTest.cpp - Known contents against execution -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Contents/KnownContents.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Support/AccessModels.h"
#include "Support/MemoryInterpreter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::test;

namespace {

class KnownContentsTest : public ::testing::Test {
protected:
  KnownContentsTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, memref::MemRefDialect,
                        scf::SCFDialect, LayoutDialect>();
    context.allowUnregisteredDialects();
  }

  /// Checks every claim about every load, and about the whole buffer there,
  /// against some executions. Returns the number of known answers.
  unsigned check(const std::string &text, std::mt19937_64 &rng) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text;
    if (!module)
      return 0;
    auto function = *module->getOps<func::FuncOp>().begin();
    IntegerFacts facts(function, /*explains=*/false);
    KnownContents known(function, facts);
    std::vector<Claim> claims;
    unsigned numKnown = 0;
    function.walk([&](Operation *op) {
      std::optional<Elements> elements;
      if (isa<affine::AffineLoadOp, memref::LoadOp>(op))
        elements = known.getElements(op);
      if (!elements)
        return;
      auto claim = [&](const Elements &about) {
        Contents contents = known.getContents(about, op);
        numKnown += contents.isKnown();
        if (contents.isKnown())
          claims.push_back({op, about, contents});
        for (int64_t value = 0; value < 3; ++value) {
          Contents constant;
          constant.kind = Contents::Kind::Constant;
          constant.constant =
              IntegerAttr::get(IntegerType::get(&context, 32), value);
          if (known.holds(about, op, constant.constant).isYes())
            claims.push_back({op, about, constant});
        }
      };
      claim(*elements);
      Elements whole = *elements;
      auto type = cast<MemRefType>(whole.buffer.getType());
      for (auto [d, extent] : llvm::enumerate(type.getShape())) {
        whole.index[d] = getAffineConstantExpr(0, &context);
        whole.extents[d] = getAffineConstantExpr(extent, &context);
      }
      claim(whole);
      Elements row = whole;
      row.index[0] = elements->index[0];
      row.extents[0] = getAffineConstantExpr(1, &context);
      claim(row);
    });
    for (unsigned run = 0; run < 6; ++run) {
      MemoryInterpreter interpreter(function, facts, claims, rng);
      std::string fault = interpreter.run();
      EXPECT_EQ(fault, "") << text;
      if (!fault.empty())
        return numKnown;
    }
    return numKnown;
  }

  Contents ask(const std::string &body) {
    auto module = parseSourceString<ModuleOp>(
        "func.func @f(%a: memref<16xi32> {llvm.noalias}, "
        "%b: memref<16xi32> {llvm.noalias}, %n: index) {\n"
        "%c0 = arith.constant 0 : i32\n%c5 = arith.constant 5 : i32\n" +
            body + "\nreturn\n}",
        &context);
    EXPECT_TRUE(module) << body;
    Contents answer;
    if (!module)
      return answer;
    auto function = *module->getOps<func::FuncOp>().begin();
    IntegerFacts facts(function);
    KnownContents known(function, facts);
    function.walk([&](Operation *op) {
      if (op->hasAttr("ask"))
        answer = known.getContents(op);
    });
    modules.push_back(std::move(module));
    return answer;
  }

  MLIRContext context{test::getAccessModels()};
  std::vector<OwningOpRef<ModuleOp>> modules;
};

TEST_F(KnownContentsTest, RandomPrograms) {
  uint64_t seed = 1;
  unsigned count = 25;
  if (const char *text = std::getenv("LAYOUT_TEST_SEED"))
    seed = std::stoull(text);
  if (const char *text = std::getenv("LAYOUT_TEST_COUNT"))
    count = std::stoul(text);
  std::mt19937_64 rng(seed);
  unsigned numKnown = 0;
  for (unsigned i = 0; i < count && !HasFailure(); ++i)
    numKnown += check(MemoryProgramWriter(rng).write(), rng);
  // It would be no test of a search that never finds anything.
  EXPECT_GT(numKnown, count / 2);
  RecordProperty("known", numKnown);
}

TEST_F(KnownContentsTest, StoreToLoad) {
  Contents contents = ask(R"(
    affine.store %c5, %a[3] : memref<16xi32>
    affine.store %c0, %b[3] : memref<16xi32>
    %x = affine.load %a[3] {ask} : memref<16xi32>)");
  ASSERT_EQ(contents.kind, Contents::Kind::Constant);
  EXPECT_EQ(cast<IntegerAttr>(contents.constant).getInt(), 5);
}

TEST_F(KnownContentsTest, FillThenPartlyOverwritten) {
  auto program = [](const std::string &index) {
    return R"(
    affine.for %i = 0 to 16 {
      affine.store %c0, %a[%i] : memref<16xi32>
    }
    affine.for %i = 0 to 7 {
      affine.store %c5, %a[2 * %i + 1] : memref<16xi32>
    }
    affine.for %i = 0 to 8 {
      %x = affine.load %a[)" +
           index + R"(] {ask} : memref<16xi32>
    })";
  };
  EXPECT_EQ(ask(program("2 * %i")).kind, Contents::Kind::Constant);
  EXPECT_EQ(ask(program("%i")).kind, Contents::Kind::Unknown);
}

TEST_F(KnownContentsTest, NumbersByPlace) {
  Contents contents = ask(R"(
    affine.for %i = 0 to 16 {
      %s = affine.apply affine_map<(i) -> (3 * i + 1)>(%i)
      %v = arith.index_cast %s : index to i32
      affine.store %v, %a[15 - %i] : memref<16xi32>
    }
    affine.for %k = 0 to 4 {
      %x = affine.load %a[%k + 4] {ask} : memref<16xi32>
    })");
  ASSERT_EQ(contents.kind, Contents::Kind::Number);
  // 3 * (15 - (k + 4)) + 1
  AffineExpr k = getAffineDimExpr(0, &context);
  contents.number.walk([&](AffineExpr part) {
    if (isa<AffineDimExpr>(part))
      k = part;
  });
  EXPECT_EQ(simplifyAffineExpr(contents.number, 64, 0),
            simplifyAffineExpr(34 - 3 * k, 64, 0));
}

TEST_F(KnownContentsTest, PromiseOfALoop) {
  auto program = [](const std::string &low) {
    return R"(
    %c14 = arith.constant 14 : index
    affine.for %i = 0 to 16 {
      %p = arith.cmpi sge, %i, %c14 : index
      scf.if %p {
        %x = memref.load %a[%i] : memref<16xi32>
        %q = arith.cmpi eq, %x, %c0 : i32
        layout.assume %q : i1
      }
    }
    affine.for %k = )" +
           low + R"( to 16 {
      %x = affine.load %a[%k] {ask} : memref<16xi32>
    })";
  };
  EXPECT_EQ(ask(program("14")).kind, Contents::Kind::Constant);
  EXPECT_EQ(ask(program("13")).kind, Contents::Kind::Unknown);
}

/// Runs `question` on the op marked `ask`, between facts and a return.
template <typename Answer>
static Answer
askOf(const std::string &text, MLIRContext &context,
      llvm::function_ref<Answer(KnownContents &, Operation *)> question) {
  auto module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  auto function = *module->getOps<func::FuncOp>().begin();
  IntegerFacts facts(function);
  KnownContents known(function, facts);
  Operation *marked = nullptr;
  function.walk([&](Operation *op) {
    if (op->hasAttr("ask"))
      marked = op;
  });
  return question(known, marked);
}

static std::string paddedProgram(const std::string &pad,
                                 const std::string &body) {
  return "#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, " +
         pad +
         ">\nfunc.func @f(%a: memref<4x4xi32> {llvm.noalias}, %n: index) {\n"
         "layout.padding %a : memref<4x4xi32> of memref<14xi32, #L>\n" +
         body + "\nreturn\n}";
}

static const char *const guarded = R"(
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
          %x = affine.load %a[%i, %j] {ask} : memref<4x4xi32>
        }
      }
    })";
static const char *const open = R"(
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 4 {
        %x = affine.load %a[%i, %j] {ask} : memref<4x4xi32>
      }
    })";

TEST_F(KnownContentsTest, WhichPaddingIsTouched) {
  auto touches = [&](const char *pad, const char *body, PadKind kind) {
    return askOf<Decision>(
        paddedProgram(pad, body), context,
        [&](KnownContents &known, Operation *load) {
          return known.touchesPadding(*known.getElements(load), kind, load)
              .decision;
        });
  };
  EXPECT_TRUE(touches("pad<none>", guarded, PadKind::None).isNo());
  Decision found = touches("pad<none>", open, PadKind::None);
  EXPECT_TRUE(found.isYes());
  EXPECT_NE(found.witness.find("= 3"), std::string::npos) << found.witness;
  EXPECT_TRUE(touches("pad<undef>", open, PadKind::None).isNo());
  EXPECT_TRUE(touches("pad<undef>", open, PadKind::Undef).isYes());
}

TEST_F(KnownContentsTest, PaddingOfKindUndefIsNeverKnown) {
  auto isUndef = [&](const std::string &place) {
    return askOf<Decision>(
        paddedProgram("pad<undef>", "%c = arith.constant 0 : i32\n"
                                    "affine.store %c, %a[" +
                                        place +
                                        "] : memref<4x4xi32>\n"
                                        "%x = affine.load %a[" +
                                        place + "] {ask} : memref<4x4xi32>"),
        context, [&](KnownContents &known, Operation *load) {
          return known.isUndef(*known.getElements(load), load);
        });
  };
  EXPECT_TRUE(isUndef("3, 2").isYes());
  EXPECT_FALSE(isUndef("3, 1").isYes());
}

TEST_F(KnownContentsTest, WhyItDoesNotHold) {
  auto why = [&](const std::string &program) {
    return askOf<Decision>(
               program, context,
               [&](KnownContents &known, Operation *load) {
                 auto zero =
                     IntegerAttr::get(IntegerType::get(&context, 32), 0);
                 return known.holds(*known.getElements(load), load, zero);
               })
        .witness;
  };
  // Any pass may write there.
  EXPECT_EQ(why(paddedProgram("pad<undef>",
                              "%c = arith.constant 0 : i32\n"
                              "affine.store %c, %a[3, 2] : memref<4x4xi32>\n"
                              "%x = affine.load %a[3, 2] {ask} : "
                              "memref<4x4xi32>")),
            "it is padding of kind undef");
  EXPECT_EQ(why("func.func @f() {\n"
                "%a = memref.alloca() : memref<4xi32>\n"
                "%x = affine.load %a[2] {ask} : memref<4xi32>\n"
                "return\n}"),
            "it may be uninitialised");
}

TEST_F(KnownContentsTest, PaddingOfAnotherName) {
  // Facts of a view do not propagate to the buffer itself.
  auto ask = [&](const std::string &pad,
                 llvm::function_ref<Decision(KnownContents &, const Elements &,
                                             Operation *)>
                     question) {
    return askOf<Decision>(
        "#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, " +
            pad +
            ">\nfunc.func @f(%b: memref<1x4x4xi32> {llvm.noalias}) {\n"
            "%v = memref.collapse_shape %b [[0, 1], [2]] : memref<1x4x4xi32> "
            "into memref<4x4xi32>\n"
            "layout.padding %v : memref<4x4xi32> of memref<14xi32, #L>\n"
            "%x = affine.load %b[0, 3, 2] {ask} : memref<1x4x4xi32>\n"
            "return\n}",
        context, [&](KnownContents &known, Operation *load) {
          return question(known, *known.getElements(load), load);
        });
  };
  Decision touched =
      ask("pad<none>",
          [](KnownContents &known, const Elements &elements, Operation *load) {
            return known.touchesPadding(elements, PadKind::None, load).decision;
          });
  EXPECT_TRUE(touched.isUnknown());
  EXPECT_EQ(touched.witness, "its padding is not known");
  Decision undef =
      ask("pad<undef>",
          [](KnownContents &known, const Elements &elements, Operation *load) {
            return known.isUndef(elements, load);
          });
  EXPECT_FALSE(undef.isYes());
  EXPECT_EQ(undef.witness, "its padding is not known");
}

TEST_F(KnownContentsTest, BuffersThatAreNotOne) {
  auto why = [&](llvm::function_ref<void(Elements &, Operation *)> change) {
    return askOf<Contents>(
               "func.func @f(%a: memref<4xi32>, %b: memref<4xi32>, %c: i1) {\n"
               "%m = arith.select %c, %a, %b : memref<4xi32>\n"
               "%x = affine.load %a[2] {ask} : memref<4xi32>\n"
               "return\n}",
               context,
               [&](KnownContents &known, Operation *load) {
                 Elements elements = *known.getElements(load);
                 change(elements, load);
                 return known.getContents(elements, load);
               })
        .why;
  };
  EXPECT_EQ(why([](Elements &elements, Operation *load) {
              elements.buffer = load->getPrevNode()->getResult(0);
            }),
            "the buffer is one of several");
  EXPECT_EQ(
      why([](Elements &elements, Operation *) { elements.index.clear(); }),
      "the buffer has no rank");
}

TEST_F(KnownContentsTest, BuffersThatAreNamedLater) {
  Contents contents =
      askOf<Contents>("memref.global @g : memref<4xi32>\n"
                      "func.func @f(%a: memref<4xi32>) {\n"
                      "%x = affine.load %a[2] {ask} : memref<4xi32>\n"
                      "%g = memref.get_global @g : memref<4xi32>\n"
                      "return\n}",
                      context, [&](KnownContents &known, Operation *load) {
                        Elements elements = *known.getElements(load);
                        elements.buffer = load->getNextNode()->getResult(0);
                        return known.getContents(elements, load);
                      });
  EXPECT_EQ(contents.kind, Contents::Kind::Unknown);
  EXPECT_EQ(contents.why, "nothing is known of it");
}

TEST_F(KnownContentsTest, QuestionsThatHaveNoAnswer) {
  auto ask =
      [&](llvm::function_ref<Decision(KnownContents &, Elements, Operation *)>
              question) {
        return askOf<Decision>(
            "func.func @f(%a: memref<4xi32>, %u: memref<*xi32>) {\n"
            "%undef = layout.undef : i32\n"
            "%x = affine.load %a[2] {ask} : memref<4xi32>\n"
            "return\n}",
            context, [&](KnownContents &known, Operation *load) {
              return question(known, *known.getElements(load), load);
            });
      };
  // What is undefined differs from read to read.
  Decision undef =
      ask([](KnownContents &known, const Elements &elements, Operation *load) {
        return known.holds(elements, load, load->getPrevNode()->getResult(0));
      });
  EXPECT_TRUE(undef.isNo());
  EXPECT_EQ(undef.witness, "nothing is known of the value");
  // Its negation would have a constraint and an alternative for each.
  Decision parts =
      ask([](KnownContents &known, const Elements &elements, Operation *load) {
        AffineExpr number = getAffineDimExpr(1000, load->getContext());
        Conjunction all;
        for (int64_t i = 0; i < 17; ++i)
          all.push_back({number * (i + 2) - 1});
        return known.satisfies(elements, load, Condition(std::move(all)), 1000);
      });
  EXPECT_TRUE(parts.isUnknown());
  EXPECT_EQ(parts.witness, "the condition has too many parts");
  Decision unranked =
      ask([](KnownContents &known, Elements elements, Operation *load) {
        elements.buffer = load->getBlock()->getArgument(1);
        return known.isInBounds(elements, load);
      });
  EXPECT_TRUE(unranked.isUnknown());
  EXPECT_EQ(unranked.witness, "an extent of the buffer is not known");
}

TEST_F(KnownContentsTest, InsideTheBuffer) {
  auto isInside = [&](const std::string &place) {
    return askOf<Decision>(
        paddedProgram("pad<none>", "affine.for %i = 0 to 4 {\n"
                                   "%x = affine.load %a[" +
                                       place + "] {ask} : memref<4x4xi32>\n}"),
        context, [&](KnownContents &known, Operation *load) {
          return known.isInBounds(*known.getElements(load), load);
        });
  };
  EXPECT_TRUE(isInside("%i, 3 - %i").isYes());
  Decision outside = isInside("%i + 1, 0");
  EXPECT_TRUE(outside.isNo());
  EXPECT_NE(outside.witness.find("= 3"), std::string::npos) << outside.witness;
}

} // namespace
