//===- ParallelScopesTest.cpp - Parallel scopes of buffers ----------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of functions that call each other, in parallel and in
// sequential loops, on buffers that they are given, make, choose and return.
// Each function is executed with buffers of its own. A store that falls on a
// buffer older than a parallel op around its execution is seen to be shared.
// `ParallelScopes` finds every store that is, and no other where no buffer is
// chosen and no function calls itself.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/ParallelScopes.h"

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::layout;

namespace {

/// Writes down functions that call each other.
class CallProgramWriter {
public:
  CallProgramWriter(unsigned seed, bool isExact)
      : random(seed), isExact(isExact) {}

  std::string write() {
    numFunctions = pick(2, 5);
    for (unsigned f = 0; f < numFunctions; ++f)
      writeFunction(f);
    return text;
  }

private:
  unsigned pick(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(random);
  }
  std::string fresh() { return "%v" + std::to_string(numValues++); }
  void line(const Twine &op) { text += ("  " + op + "\n").str(); }

  void writeFunction(unsigned number) {
    function = number;
    buffers = {"%a", "%b"};
    line("func.func @f" + Twine(number) +
         "(%a: memref<4xf32>, %b: memref<4xf32>, %i: index, %x: f32, %c: i1) "
         "-> memref<4xf32> {");
    line("%zero = arith.constant 0 : index");
    line("%one = arith.constant 1 : index");
    writeBody(0);
    line("return " + any() + " : memref<4xf32>");
    line("}");
  }

  std::string any() { return buffers[pick(0, buffers.size() - 1)]; }

  void writeBody(unsigned depth) {
    size_t numOuter = buffers.size();
    for (unsigned n = pick(1, 3); n > 0; --n)
      writeOp(depth);
    buffers.resize(numOuter);
  }

  void writeOp(unsigned depth) {
    switch (pick(0, depth < 3 ? 7 : 4)) {
    case 0:
      buffers.push_back(fresh());
      return line(buffers.back() + " = memref.alloc() : memref<4xf32>");
    case 1:
      return line("memref.store %x, " + any() + "[%i] : memref<4xf32>");
    case 2:
    case 3:
      return writeCall();
    case 4:
      return isExact ? writeCall() : writeSelect();
    case 5:
      return writeLoop(depth);
    default:
      return writeParallel(depth);
    }
  }

  /// Later functions only, or any.
  void writeCall() {
    if (isExact && function + 1 == numFunctions)
      return line("memref.store %x, " + any() + "[%i] : memref<4xf32>");
    unsigned callee = pick(isExact ? function + 1 : 0, numFunctions - 1);
    std::string operands = any();
    operands += ", " + any();
    buffers.push_back(fresh());
    line(buffers.back() + " = func.call @f" + Twine(callee) + "(" + operands +
         ", %i, %x, %c) : (memref<4xf32>, memref<4xf32>, index, f32, i1) -> "
         "memref<4xf32>");
  }

  void writeSelect() {
    std::string a = any(), b = any();
    buffers.push_back(fresh());
    line(buffers.back() + " = arith.select %c, " + a + ", " + b +
         " : memref<4xf32>");
  }

  void writeLoop(unsigned depth) {
    std::string initial = any(), result = fresh(), carried = fresh();
    line(result + " = scf.for %k" + Twine(numValues) +
         " = %zero to %i step %one iter_args(" + carried + " = " + initial +
         ") -> memref<4xf32> {");
    buffers.push_back(carried);
    writeBody(depth + 1);
    line("scf.yield " + (isExact ? carried : any()) + " : memref<4xf32>");
    line("}");
    buffers.back() = result;
  }

  void writeParallel(unsigned depth) {
    std::string k = fresh();
    switch (pick(0, 2)) {
    case 0:
      line("affine.parallel (" + k + ") = (0) to (4) {");
      break;
    case 1:
      line("scf.forall (" + k + ") in (4) {");
      break;
    default:
      line("gpu.launch blocks(" + k + "i, " + k + "j, " + k + "k) in (" + k +
           "p = %one, " + k + "q = %one, " + k + "r = %one) threads(" + k +
           "u, " + k + "v, " + k + "w) in (" + k + "x = %one, " + k +
           "y = %one, " + k + "z = %one) {");
      writeBody(depth + 1);
      line("gpu.terminator");
      return line("}");
    }
    writeBody(depth + 1);
    line("}");
  }

  std::mt19937 random;
  bool isExact; ///< nothing that `ParallelScopes` only knows roughly
  std::string text;
  std::vector<std::string> buffers; ///< names that can be used here
  unsigned function = 0, numFunctions = 0, numValues = 0;
};

/// Executes functions; a value is the set of buffers that it may be.
class Executor {
public:
  explicit Executor(ModuleOp module) : module(module) {}

  std::set<Operation *> run() {
    for (auto function : module.getOps<func::FuncOp>()) {
      steps = 0;
      call(function, {make(0), make(0)}, 0, 0);
      wasCutOff |= steps > maxSteps;
    }
    return std::move(shared);
  }
  bool isCutOff() const { return wasCutOff; }

private:
  using Buffers = std::set<unsigned>; ///< numbers
  using Values = DenseMap<Value, Buffers>;
  static constexpr unsigned maxDepth = 5, maxSteps = 4000;

  Buffers make(unsigned level) {
    births.push_back(level);
    return {unsigned(births.size() - 1)};
  }

  /// `level`: the number of parallel ops that are under way.
  Buffers call(func::FuncOp function, ArrayRef<Buffers> arguments,
               unsigned level, unsigned depth) {
    if (depth == maxDepth || steps > maxSteps)
      return {};
    Values values;
    for (auto [argument, buffers] :
         llvm::zip(function.getArguments(), arguments))
      values[argument] = buffers;
    execute(function.getBody().front(), values, level, depth);
    Operation *end = function.getBody().front().getTerminator();
    return values[end->getOperand(0)];
  }

  void execute(Block &block, Values &values, unsigned level, unsigned depth) {
    for (Operation &op : block)
      if (++steps <= maxSteps)
        execute(&op, values, level, depth);
  }

  void execute(Operation *op, Values &values, unsigned level, unsigned depth) {
    if (isa<memref::AllocOp>(op)) {
      values[op->getResult(0)] = make(level);
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      for (unsigned buffer : values[store.getMemRef()])
        if (births[buffer] < level)
          shared.insert(op);
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      Buffers both = values[select.getTrueValue()];
      both.merge(Buffers(values[select.getFalseValue()]));
      values[select] = both;
    } else if (auto callee = dyn_cast<func::CallOp>(op)) {
      values[op->getResult(0)] =
          call(module.lookupSymbol<func::FuncOp>(callee.getCallee()),
               {values[op->getOperand(0)], values[op->getOperand(1)]}, level,
               depth + 1);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      executeLoop(loop, values, level, depth);
    } else if (op->getNumRegions() == 1) {
      execute(op->getRegion(0).front(), values, level + 1, depth);
    }
  }

  /// No, one, and two iterations.
  void executeLoop(scf::ForOp loop, Values &values, unsigned level,
                   unsigned depth) {
    Value carried = loop.getRegionIterArg(0);
    values[carried] = values[loop.getInitArgs()[0]];
    values[loop.getResult(0)] = values[carried];
    for (unsigned iteration = 0; iteration < 2; ++iteration) {
      execute(*loop.getBody(), values, level, depth);
      values[carried] = values[loop.getYieldedValues()[0]];
      values[loop.getResult(0)].merge(Buffers(values[carried]));
    }
  }

  ModuleOp module;
  std::vector<unsigned> births; ///< the level at which each buffer was made
  std::set<Operation *> shared;
  unsigned steps = 0;
  bool wasCutOff = false; ///< not all has been executed
};

class ParallelScopesTest : public ::testing::Test {
protected:
  ParallelScopesTest() {
    context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                        func::FuncDialect, gpu::GPUDialect, LayoutDialect,
                        memref::MemRefDialect, scf::SCFDialect>();
  }

  /// How many stores are shared, of how many.
  std::pair<unsigned, unsigned> check(unsigned seed, bool isExact) {
    std::string text = CallProgramWriter(seed, isExact).write();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module) {
      ADD_FAILURE() << "no program";
      return {};
    }
    Executor executor(*module);
    std::set<Operation *> shared = executor.run();
    BufferFlow flow(*module);
    SymbolTableCollection symbols;
    ParallelScopes parallel(*module, flow, symbols);
    unsigned numShared = 0, numStores = 0;
    module->walk([&](memref::StoreOp store) {
      bool isFound =
          parallel.find(store->getBlock(), store.getMemRef()).has_value();
      bool isShared = shared.count(store);
      std::string place;
      llvm::raw_string_ostream(place) << *store << " at " << store.getLoc();
      EXPECT_TRUE(isFound || !isShared) << "not found: " << place;
      if (isExact && !executor.isCutOff())
        EXPECT_EQ(isFound, isShared) << place;
      numShared += isShared;
      ++numStores;
    });
    return {numShared, numStores};
  }

  void checkMany(bool isExact) {
    unsigned numShared = 0, numStores = 0;
    for (unsigned seed = 0; seed < 1500 && !HasFailure(); ++seed) {
      auto [shared, stores] = check(seed, isExact);
      numShared += shared;
      numStores += stores;
    }
    EXPECT_GT(numShared, 500u);
    EXPECT_GT(numStores - numShared, 500u);
  }

  MLIRContext context{test::getAccessModels()};
};

TEST_F(ParallelScopesTest, FindsWhatIsShared) { checkMany(/*isExact=*/false); }
TEST_F(ParallelScopesTest, FindsNothingElse) { checkMany(/*isExact=*/true); }

} // namespace
