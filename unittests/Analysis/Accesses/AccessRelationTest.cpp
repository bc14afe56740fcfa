//===- AccessRelationTest.cpp - Relations against enumeration -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random op in two loops touches a buffer, by a random window into it. The
// elements are counted up from the numbers that the text is made of, iteration
// by iteration, and compared with those that the relation says.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Accesses/AccessRelation.h"
#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Integers/IntegerFacts.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::layout;

namespace {

using Element = std::array<int64_t, 2>;
using Elements2D = std::set<Element>;

constexpr int64_t numRows = 12, numColumns = 16, numIterations = 3;

std::string str(int64_t number) { return std::to_string(number); }

/// The op, and which of the window's elements it touches when its index there
/// is `at`; those outside of the window count as not touched.
struct RandomOp {
  std::string text;
  std::vector<Element> offsets; ///< from its index
  bool hasIndex = true, isExact = true;
};

/// A program of one function, and what is known of it.
struct ParsedFunction {
  explicit ParsedFunction(OwningOpRef<ModuleOp> parsed)
      : module(std::move(parsed)),
        function(*module->getOps<func::FuncOp>().begin()), facts(function),
        flow(function) {}

  AccessRelation getRelation(OpOperand &operand) {
    return getAccessRelation(
        describeAccess(operand), flow, facts.getReader(),
        getAffineSymbolExpr(0, operand.getOwner()->getContext()));
  }

  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  IntegerFacts facts;
  BufferFlow flow;
};

class AccessRelationTest : public ::testing::Test {
protected:
  /// Null if `text` is no program.
  std::unique_ptr<ParsedFunction> parse(StringRef text) {
    auto module = parseSourceString<ModuleOp>(text, &context);
    return module ? std::make_unique<ParsedFunction>(std::move(module))
                  : nullptr;
  }

  AccessRelationTest()
      : context(test::getAccessModels(), MLIRContext::Threading::DISABLED) {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, linalg::LinalgDialect,
                        memref::MemRefDialect, vector::VectorDialect,
                        LayoutDialect>();
    const char *text = std::getenv("LAYOUT_TEST_SEED");
    rng.seed(text ? std::stoull(text) : 1);
  }

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(rng);
  }

  /// Into a window of this type and shape, at [%x, %y].
  RandomOp pickOp(const std::string &type, int64_t height, int64_t width) {
    int64_t lanes = pick(1, 4);
    std::string vector = "vector<" + str(lanes) + "xi32>";
    auto along = [&](int64_t rows, int64_t columns) {
      std::vector<Element> offsets;
      for (int64_t l = 0; l < lanes; ++l)
        offsets.push_back({l * rows, l * columns});
      return offsets;
    };
    auto get = [&](const std::string &map) {
      return "%r = vector.transfer_read %w[%x, %y], %c {permutation_map = "
             "affine_map<(d0, d1) -> (" +
             map + ")>} : " + type + ", " + vector;
    };
    auto everything = [&]() {
      std::vector<Element> offsets;
      for (int64_t row = 0; row < height; ++row)
        for (int64_t column = 0; column < width; ++column)
          offsets.push_back({row, column});
      return offsets;
    };
    std::string copy = "memref<" + str(height) + "x" + str(width) + "xi32>";
    switch (pick(0, 7)) {
    case 0:
      return {"memref.store %c, %w[%x, %y] : " + type, {{0, 0}}};
    case 1:
      return {get("d1"), along(0, 1)};
    case 2:
      return {get("d0"), along(1, 0)};
    case 3:
      return {get("0"), {{0, 0}}};
    case 4: {
      std::string mask =
          "%m = vector.constant_mask [1] : vector<" + str(lanes) +
          "xi1>\n%u = arith.constant dense<1> : " + vector + "\n";
      return {mask + "vector.maskedstore %w[%x, %y], %m, %u : " + type +
                  ", vector<" + str(lanes) + "xi1>, " + vector,
              {{0, 0}},
              true,
              false};
    }
    case 5:
      return {"linalg.fill ins(%c : i32) outs(%w : " + type + ")", everything(),
              false};
    case 6:
      return {"%o = memref.alloc() : " + copy +
                  "\nmemref.copy %w, %o : " + type + " to " + copy,
              everything(), false};
    default: // a row that each iteration of the linalg op reads at all places
      return {"linalg.transpose ins(%w : " + type + ") outs(%t : memref<" +
                  str(width) + "x" + str(height) +
                  "xi32>) permutation = [1, 0]",
              everything(), false};
    }
  }

  /// What the relation says for one iteration.
  Elements2D enumerate(const AccessRelation &relation,
                       const AccessRelation::Name &name,
                       ArrayRef<AffineExpr> variables, int64_t i, int64_t j) {
    SmallVector<AffineExpr> dims(2);
    int64_t values[] = {i, j};
    for (auto [variable, value] : llvm::zip(variables, values))
      dims[cast<AffineDimExpr>(variable).getPosition()] =
          getAffineConstantExpr(value, &context);
    Elements2D elements;
    SmallVector<AffineExpr> lanes;
    addLanes(relation, name, dims, lanes, elements);
    return elements;
  }

  void addLanes(const AccessRelation &relation,
                const AccessRelation::Name &name, ArrayRef<AffineExpr> dims,
                SmallVector<AffineExpr> &lanes, Elements2D &elements) {
    if (lanes.size() < relation.lanes.size()) {
      const Interval &range = relation.lanes[lanes.size()];
      for (int64_t lane = *range.low; lane <= *range.high; ++lane) {
        lanes.push_back(getAffineConstantExpr(lane, &context));
        addLanes(relation, name, dims, lanes, elements);
        lanes.pop_back();
      }
      return;
    }
    auto evaluate = [&](AffineExpr expr) {
      return cast<AffineConstantExpr>(expr.replaceDimsAndSymbols(dims, lanes))
          .getValue();
    };
    for (const IndexConstraint &constraint :
         ArrayRef(relation.constraints).take_front(name.numConstraints))
      if (int64_t value = evaluate(constraint.expr);
          value < 0 || (constraint.isEq && value != 0))
        return;
    SmallVector<AffineExpr> index = name.getIndex();
    Element element = {evaluate(index[0]), evaluate(index[1])};
    if (element[0] >= 0 && element[0] < numRows && element[1] >= 0 &&
        element[1] < numColumns)
      elements.insert(element);
  }

  MLIRContext context;
  std::mt19937_64 rng;
};

} // namespace

TEST_F(AccessRelationTest, ElementsAreWhatEnumerationFinds) {
  const char *text = std::getenv("LAYOUT_TEST_COUNT");
  unsigned count = text ? std::stoul(text) : 200, numExact = 0;
  for (unsigned n = 0; n < count; ++n) {
    // A window that moves with %i; in it, an index that moves with %i and %j.
    int64_t height = pick(2, 3), width = pick(4, 5), rowStep = pick(1, 2),
            columnStep = pick(1, 2), row = pick(0, 3), column = pick(0, 4),
            down = pick(0, 1);
    std::string type = "memref<" + str(height) + "x" + str(width) +
                       "xi32, strided<[" + str(rowStep * numColumns) + ", " +
                       str(columnStep) + "], offset: ?>>";
    RandomOp op = pickOp(type, height, width);
    std::string program =
        "func.func @f(%a: memref<12x16xi32>, %b: memref<12x16xi32>, "
        "%t: memref<" +
        str(width) + "x" + str(height) +
        "xi32>, %c: i32) {\naffine.for %i = 0 to 3 {\n"
        "affine.for %j = 0 to 3 {\n"
        "%n, %other = memref.distinct_objects %a, %b : memref<12x16xi32>, "
        "memref<12x16xi32>\n"
        "%p = affine.apply affine_map<(d0) -> (d0 * " +
        str(down) + " + " + str(row) + ")>(%i)\n%w = memref.subview %n[%p, " +
        str(column) + "] [" + str(height) + ", " + str(width) + "] [" +
        str(rowStep) + ", " + str(columnStep) + "] : memref<12x16xi32> to " +
        type +
        "\n%x = arith.constant 1 : index\n"
        "%y = affine.apply affine_map<(d0) -> (d0)>(%j)\n" +
        op.text + "\n}\n}\nreturn\n}";
    std::unique_ptr<ParsedFunction> parsed = parse(program);
    ASSERT_TRUE(parsed) << program;
    SmallVector<AffineExpr> variables;
    OpOperand *operand = nullptr;
    parsed->function.walk<WalkOrder::PreOrder>([&](Operation *inner) {
      if (auto loop = dyn_cast<affine::AffineForOp>(inner))
        variables.push_back(parsed->facts.express(loop.getInductionVar()));
      for (OpOperand &use : inner->getOpOperands())
        if (auto view = use.get().getDefiningOp<memref::SubViewOp>())
          operand = &use;
    });
    ASSERT_TRUE(operand) << program;
    AccessRelation relation = parsed->getRelation(*operand);
    ASSERT_EQ(relation.names.size(), 3u) << program;
    const AccessRelation::Name &root = relation.names.back();
    EXPECT_EQ(root.buffer, parsed->function.getArgument(0));
    EXPECT_EQ(root.isExact, op.isExact) << program;
    numExact += root.isExact;
    for (int64_t i = 0; i < numIterations; ++i)
      for (int64_t j = 0; j < numIterations; ++j) {
        Elements2D touched;
        for (auto [rows, columns] : op.offsets) {
          int64_t x = rows + (op.hasIndex ? 1 : 0),
                  y = columns + (op.hasIndex ? j : 0);
          if (x < height && y < width)
            touched.insert(
                {row + i * down + x * rowStep, column + y * columnStep});
        }
        Elements2D said = enumerate(relation, root, variables, i, j);
        if (root.isExact)
          EXPECT_EQ(said, touched) << program;
        EXPECT_TRUE(std::includes(said.begin(), said.end(), touched.begin(),
                                  touched.end()))
            << program;
      }
  }
  EXPECT_GT(numExact, count / 2);
  EXPECT_LT(numExact, count);
}

// A convolution reads a window that slides; facts of an operand use its own
// name; those through a view that is not followed use no other.
TEST_F(AccessRelationTest, IterationsOfLinalgOps) {
  std::unique_ptr<ParsedFunction> program = parse(R"(
    func.func @f(%a: memref<8xi32>, %k: memref<3xi32>, %b: memref<6xi32>) {
      %v = memref.reinterpret_cast %a to offset: [1], sizes: [8], strides: [1]
        : memref<8xi32> to memref<8xi32, strided<[1], offset: 1>>
      linalg.conv_1d ins(%v, %k : memref<8xi32, strided<[1], offset: 1>>,
                                  memref<3xi32>) outs(%b : memref<6xi32>)
      return
    })");
  ASSERT_TRUE(program);
  auto convolution = *program->function.getOps<linalg::Conv1DOp>().begin();
  AccessRelation read = program->getRelation(convolution->getOpOperand(0));
  AffineExpr s0 = getAffineSymbolExpr(0, &context),
             s1 = getAffineSymbolExpr(1, &context);
  ASSERT_EQ(read.names.size(), 2u);
  EXPECT_EQ(read.names[0].getIndex()[0], s0 + s1);
  EXPECT_TRUE(read.names[0].isExact);
  EXPECT_FALSE(read.names[1].isKnown() || read.names[1].isExact);
  ASSERT_EQ(read.lanes.size(), 2u);
  EXPECT_EQ(read.lanes[0].high, 5);
  EXPECT_EQ(read.lanes[1].high, 2);
  AccessDescription write = describeAccess(convolution->getOpOperand(2));
  EXPECT_TRUE(write.reads && write.writes && write.isExact());
}

// The lanes of a scalable vector, and those that an expanding load fills, are
// in the row, if not all of it; those of a gather may be anywhere.
TEST_F(AccessRelationTest, VectorsOfUnknownReach) {
  std::unique_ptr<ParsedFunction> program = parse(R"(
    func.func @f(%a: memref<8xi32>, %i: index, %m: vector<4xi1>,
                 %v: vector<4xi32>, %s: vector<[4]xi32>) {
      vector.store %s, %a[%i] : memref<8xi32>, vector<[4]xi32>
      vector.compressstore %a[%i], %m, %v
        : memref<8xi32>, vector<4xi1>, vector<4xi32>
      vector.scatter %a[%i] [%v], %m, %v
        : memref<8xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
      return
    })");
  ASSERT_TRUE(program);
  AffineExpr d0 = program->facts.express(program->function.getArgument(1)),
             s0 = getAffineSymbolExpr(0, &context);
  SmallVector<AffineExpr> indices;
  SmallVector<std::optional<int64_t>> ends;
  for (OpOperand &use : program->function.getArgument(0).getUses()) {
    AccessDescription access = describeAccess(use);
    EXPECT_TRUE(access.writes && !access.reads && !access.isExact());
    AccessRelation relation = program->getRelation(use);
    ASSERT_EQ(relation.names.size(), 1u);
    EXPECT_FALSE(relation.names[0].isExact);
    indices.push_back(relation.names[0].getIndex()[0]);
    ends.push_back(relation.lanes[0].high);
  }
  // Uses are listed from the last to the first.
  EXPECT_EQ(indices, (SmallVector<AffineExpr>{s0, d0 + s0, d0 + s0}));
  EXPECT_EQ(ends, (SmallVector<std::optional<int64_t>>{7, 3, 7}));
}
