//===- BufferAliasesPropertyTest.cpp - Real aliases are found -------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random programs of functions that call each other on buffers that they are
// given, make, take from globals, choose, carry around loops, return, let
// escape and get from elsewhere. They are executed, and two names of a function
// under which one buffer is written in one of its executions are aliases: the
// oracle must say that they may be. Guarantees are kept; executions that break
// a `memref.distinct_objects` do not count.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferAliases.h"

#include "Layout/IR/Layout.h"
#include "Support/AccessModels.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace mlir::layout;

namespace {

class AliasProgramWriter {
public:
  explicit AliasProgramWriter(unsigned seed) : random(seed) {}

  std::string write() {
    text = "memref.global \"private\" @g : memref<4xf32> = uninitialized\n"
           "memref.global \"private\" @h : memref<4xf32> = uninitialized\n"
           "func.func private @tell(memref<4xf32>)\n"
           "func.func private @ask() -> memref<4xf32>\n";
    numFunctions = pick(1, 4);
    for (unsigned f = 0; f < numFunctions; ++f)
      writeFunction(f);
    return text;
  }

private:
  unsigned pick(unsigned low, unsigned high) {
    return std::uniform_int_distribution<unsigned>(low, high)(random);
  }
  std::string any() { return names[pick(0, names.size() - 1)]; }
  std::string add() {
    names.push_back("%v" + std::to_string(numValues++));
    return names.back();
  }
  void line(const Twine &op) { text += ("  " + op + "\n").str(); }

  void writeFunction(unsigned number) {
    names = {"%a", "%b", "%n"};
    line("func.func @f" + Twine(number) +
         "(%a: memref<4xf32>, %b: memref<4xf32>, %n: memref<4xf32> "
         "{llvm.noalias}, %x: f32, %c: i1, %zero: index, %one: index) -> "
         "memref<4xf32> {");
    for (unsigned n = pick(3, 10); n > 0; --n)
      writeOp(0);
    line("return " + any() + " : memref<4xf32>\n}");
  }

  /// A name that is yielded, of the body or what is around it.
  std::string writeBody(unsigned depth) {
    size_t numOuter = names.size();
    for (unsigned n = pick(1, 5); n > 0; --n)
      writeOp(depth);
    std::string yielded = any();
    names.resize(numOuter);
    return yielded;
  }

  void writeOp(unsigned depth) {
    std::string a = any(), b = any();
    switch (pick(0, depth < 2 ? 14 : 11)) {
    case 0:
      return line(add() + " = memref.alloc() : memref<4xf32>");
    case 1:
      return line(add() + " = memref.get_global @" + (pick(0, 1) ? "g" : "h") +
                  " : memref<4xf32>");
    case 2:
      return line("func.call @tell(" + a + ") : (memref<4xf32>) -> ()");
    case 3:
      return line(add() + " = func.call @ask() : () -> memref<4xf32>");
    case 4:
      return writeCall(a, b);
    case 5:
      return line(add() + " = arith.select %c, " + a + ", " + b +
                  " : memref<4xf32>");
    case 6:
      return line(add() + " = memref.cast " + a +
                  " : memref<4xf32> to memref<4xf32>");
    case 7: {
      std::string one = add(), other = add();
      return line(one + ", " + other + " = memref.distinct_objects " + a +
                  ", " + b + " : memref<4xf32>, memref<4xf32>");
    }
    case 12:
    case 13: {
      std::string carried = add(), result = add();
      names.pop_back();
      line(result + " = scf.for %k" + Twine(numValues++) +
           " = %zero to %one step %one iter_args(" + carried + " = " + a +
           ") -> memref<4xf32> {");
      line("scf.yield " + writeBody(depth + 1) + " : memref<4xf32>\n}");
      names.back() = result;
      return;
    }
    case 14: {
      std::string result = "%v" + std::to_string(numValues++);
      line(result + " = scf.if %c -> memref<4xf32> {");
      line("scf.yield " + writeBody(depth + 1) + " : memref<4xf32>");
      line("} else {\nscf.yield " + a + " : memref<4xf32>\n}");
      return names.push_back(result);
    }
    default:
      return line("memref.store %x, " + a + "[%zero] : memref<4xf32>");
    }
  }

  /// Guarantees are kept: a buffer without other names.
  void writeCall(const std::string &a, const std::string &b) {
    std::string own = "%v" + std::to_string(numValues++);
    line(own + " = memref.alloc() : memref<4xf32>");
    line(add() + " = func.call @f" + Twine(pick(0, numFunctions - 1)) + "(" +
         a + ", " + b + ", " + own +
         ", %x, %c, %zero, %one) : (memref<4xf32>, memref<4xf32>, "
         "memref<4xf32>, f32, i1, index, index) -> memref<4xf32>");
  }

  std::mt19937 random;
  std::string text;
  std::vector<std::string> names; ///< that can be used here
  unsigned numFunctions = 0, numValues = 0;
};

using AliasPairs = std::set<std::pair<void *, void *>>;

/// One execution of a function. Values that the program needs are random.
class AliasExecutor {
public:
  AliasExecutor(ModuleOp module, unsigned seed)
      : module(module), random(seed) {}

  /// Names that were one buffer; none if the execution does not count.
  AliasPairs run(func::FuncOp function) {
    unsigned a = numBuffers++, b = flip() ? a : numBuffers++;
    told = {a, b, getGlobal("g"), getGlobal("h")};
    call(function, {a, b, numBuffers++});
    return isValid ? aliases : AliasPairs();
  }

private:
  using Frame = DenseMap<Value, unsigned>;
  using Written = std::map<unsigned, std::set<void *>>; ///< names by buffer

  bool flip() { return random() % 2; }
  unsigned getGlobal(StringRef name) {
    auto [it, isNew] = globals.try_emplace(name, numBuffers);
    numBuffers += isNew;
    return it->second;
  }

  unsigned call(func::FuncOp function, ArrayRef<unsigned> given) {
    Frame frame;
    Written written;
    isValid &= ++depth < 6;
    for (auto [argument, buffer] : llvm::zip(function.getArguments(), given))
      frame[argument] = buffer;
    execute(function.getBody().front(), frame, written);
    for (auto &[buffer, names] : written)
      for (void *one : names)
        for (void *other : names)
          aliases.insert({one, other});
    --depth;
    return frame[function.getBody().front().getTerminator()->getOperand(0)];
  }

  void execute(Block &block, Frame &frame, Written &written) {
    for (Operation &op : block)
      if (isValid && ++numSteps < 2000)
        execute(&op, frame, written);
    isValid &= numSteps < 2000;
  }

  void execute(Operation *op, Frame &frame, Written &written) {
    if (isa<memref::AllocOp>(op)) {
      frame[op->getResult(0)] = numBuffers++;
    } else if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      frame[get] = getGlobal(get.getName());
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      Value name = store.getMemRef();
      written[frame[name]].insert(name.getAsOpaquePointer());
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      frame[select] =
          frame[flip() ? select.getTrueValue() : select.getFalseValue()];
    } else if (isa<memref::CastOp>(op)) {
      frame[op->getResult(0)] = frame[op->getOperand(0)];
    } else if (isa<memref::DistinctObjectsOp>(op)) {
      unsigned one = frame[op->getOperand(0)], other = frame[op->getOperand(1)];
      isValid &= one != other;
      frame[op->getResult(0)] = one;
      frame[op->getResult(1)] = other;
    } else if (auto callee = dyn_cast<func::CallOp>(op)) {
      executeCall(callee, frame);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned carried = frame[loop.getInitArgs()[0]];
      for (unsigned left = random() % 4; left > 0 && isValid; --left) {
        frame[loop.getRegionIterArg(0)] = carried;
        execute(*loop.getBody(), frame, written);
        carried = frame[loop.getYieldedValues()[0]];
      }
      frame[loop.getResult(0)] = carried;
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Block *block = flip() ? branch.thenBlock() : branch.elseBlock();
      execute(*block, frame, written);
      frame[branch.getResult(0)] = frame[block->getTerminator()->getOperand(0)];
    }
  }

  void executeCall(func::CallOp call, Frame &frame) {
    if (call.getCallee() == "tell")
      return told.push_back(frame[call.getOperand(0)]);
    if (call.getCallee() == "ask") {
      frame[call.getResult(0)] = told[random() % told.size()];
      return;
    }
    unsigned returned =
        this->call(module.lookupSymbol<func::FuncOp>(call.getCallee()),
                   {frame[call.getOperand(0)], frame[call.getOperand(1)],
                    frame[call.getOperand(2)]});
    frame[call.getResult(0)] = returned;
  }

  ModuleOp module;
  std::mt19937 random;
  std::vector<unsigned> told; ///< buffers that others know of
  llvm::StringMap<unsigned> globals;
  AliasPairs aliases;
  unsigned numBuffers = 0, numSteps = 0, depth = 0;
  bool isValid = true;
};

class BufferAliasesPropertyTest : public ::testing::Test {
protected:
  BufferAliasesPropertyTest() {
    context.loadDialect<arith::ArithDialect, func::FuncDialect, LayoutDialect,
                        memref::MemRefDialect, scf::SCFDialect>();
  }

  static unsigned getNumber(const char *name, unsigned number) {
    const char *text = std::getenv(name);
    return text ? std::stoul(text) : number;
  }

  void check(unsigned seed) {
    std::string text = AliasProgramWriter(seed).write();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    BufferFlow flow(*module);
    BufferAliases oracle(flow);
    for (auto function : module->getOps<func::FuncOp>()) {
      AliasPairs aliases;
      for (unsigned run = 0; run < 12 && !function.isExternal(); ++run)
        aliases.merge(AliasExecutor(*module, seed * 12 + run).run(function));
      for (auto [one, other] : aliases) {
        Value a = Value::getFromOpaquePointer(one),
              b = Value::getFromOpaquePointer(other);
        EXPECT_TRUE(oracle.mayBeOneMemory(a, b))
            << "no aliases? " << print(a) << " and " << print(b);
      }
      numAliases += aliases.size();
      numDistinct += countDistinct(function, oracle);
    }
  }

  /// How much the oracle tells apart, of what is written.
  static unsigned countDistinct(func::FuncOp function, BufferAliases &oracle) {
    SmallVector<Value> written;
    function.walk(
        [&](memref::StoreOp store) { written.push_back(store.getMemRef()); });
    unsigned count = 0;
    for (Value a : written)
      for (Value b : written)
        count += !oracle.mayBeOneMemory(a, b);
    return count;
  }

  static std::string print(Value value) {
    std::string text;
    llvm::raw_string_ostream(text) << value;
    return text;
  }

  MLIRContext context{test::getAccessModels()};
  unsigned numAliases = 0, numDistinct = 0;
};

TEST_F(BufferAliasesPropertyTest, FindsWhatIsOneBuffer) {
  unsigned first = getNumber("LAYOUT_TEST_SEED", 1);
  unsigned count = getNumber("LAYOUT_TEST_COUNT", 2000);
  for (unsigned seed = first; seed < first + count && !HasFailure(); ++seed)
    check(seed);
  EXPECT_GT(numAliases, 2 * count);
  EXPECT_GT(numDistinct, 2 * count);
}

} // namespace
