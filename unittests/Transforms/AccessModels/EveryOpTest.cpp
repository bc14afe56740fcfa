//===- EveryOpTest.cpp - What becomes of any op with a laid-out buffer ----===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of every op of the dialects that programs with buffers are made of, all forms
// are tried that have a few operands, a buffer with a layout among them, at
// most one result, no regions, and no attributes or the first ones that fit.
// Those that verify are programs. Each pass makes of such a program one that
// verifies and has no such layout left, or says at an op what is wrong and
// leaves the module as it is. Ops that need more are written down in
// test/Transforms/{apply,assign}-every-op*.mlir.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/IR/Layout.h"
#include "Layout/Transforms/AccessModels/AccessModels.h"
#include "Layout/Transforms/Apply/Apply.h"
#include "Layout/Transforms/Apply/NormalizeMemRefs.h"
#include "Layout/Transforms/Assign/Assign.h"
#include "Layout/Transforms/Flatten/Flatten.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::layout;

namespace {

constexpr unsigned maxOperands = 4;
/// Ops that take anything have thousands of forms; no more are tried of one.
constexpr unsigned maxProgramsOfOp = 48;

/// One pass as it is tried: on `@f` of `program`, whose first argument is the
/// buffer.
struct Trial {
  const char *program;
  llvm::function_ref<LogicalResult(ModuleOp)> transform;
  /// Returns true if there is still something to do.
  llvm::function_ref<bool(ModuleOp)> isLeft;
};

struct Tally {
  unsigned numChanged = 0, numRefused = 0;
  llvm::StringSet<> changed, refused; ///< ops
};

class EveryOpTest : public ::testing::Test {
protected:
  EveryOpTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    registerAllExtensions(registry);
    registry.insert<LayoutDialect>();
    registerLayoutAccessExternalModels(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
    for (StringRef dialect : dialects)
      context.getOrLoadDialect(dialect);
    context.printOpOnDiagnostic(false);
  }

  /// Programs with buffers are made of these.
  static constexpr StringRef dialects[] = {
      "affine",  "amdgpu", "arith",  "arm_sme", "bufferization",
      "builtin", "cf",     "func",   "gpu",     "layout",
      "linalg",  "math",   "memref", "mpi",     "nvgpu",
      "scf",     "tensor", "ub",     "vector"};

  /// Of `gpu.memset` the verifier crashes where operands are missing.
  static bool isTried(RegisteredOperationName name) {
    return llvm::is_contained(dialects, name.getDialectNamespace()) &&
           name.getStringRef() != "gpu.memset" &&
           name.hasTrait<OpTrait::ZeroRegions>() &&
           !name.hasTrait<OpTrait::IsTerminator>() &&
           !name.hasTrait<OpTrait::ZeroOperands>() &&
           !name.hasTrait<OpTrait::AttrSizedOperandSegments>() &&
           !name.hasTrait<OpTrait::AttrSizedResultSegments>();
  }

  /// Returns true if its traits allow that many operands. For an op that takes
  /// any number, no more than three are tried.
  static bool mayHaveOperands(RegisteredOperationName name, unsigned count) {
    if (name.hasTrait<OpTrait::OneOperand>())
      return count == 1;
    if (name.hasTrait<OpTrait::NOperands<2>::Impl>())
      return count == 2;
    if (name.hasTrait<OpTrait::NOperands<3>::Impl>())
      return count == 3;
    if (name.hasTrait<OpTrait::NOperands<4>::Impl>())
      return count == 4;
    if (name.hasTrait<OpTrait::NOperands<5>::Impl>())
      return false;
    if (name.hasTrait<OpTrait::AtLeastNOperands<2>::Impl>())
      return count == 2 || count == 3;
    if (name.hasTrait<OpTrait::AtLeastNOperands<3>::Impl>())
      return count == 3 || count == 4;
    if (name.hasTrait<OpTrait::AtLeastNOperands<4>::Impl>())
      return count == 4;
    return count <= 3;
  }

  /// All lists of arguments of `body` with the buffer, the first, among them.
  static std::vector<SmallVector<Value>> getOperandLists(Block &body,
                                                         unsigned count) {
    std::vector<SmallVector<Value>> lists{{}};
    for (unsigned i = 0; i < count; ++i) {
      std::vector<SmallVector<Value>> longer;
      for (const SmallVector<Value> &list : lists)
        for (Value value : body.getArguments()) {
          longer.push_back(list);
          longer.back().push_back(value);
        }
      lists = std::move(longer);
    }
    llvm::erase_if(lists, [&](const SmallVector<Value> &list) {
      return !llvm::is_contained(list, body.getArgument(0));
    });
    return lists;
  }

  static std::vector<SmallVector<Type>>
  getResultLists(RegisteredOperationName name, Block &body) {
    std::vector<SmallVector<Type>> lists;
    if (!name.hasTrait<OpTrait::OneResult>())
      lists.push_back({});
    if (!name.hasTrait<OpTrait::ZeroResults>())
      for (Value value : body.getArguments())
        lists.push_back({value.getType()});
    return lists;
  }

  /// Each attribute of the op, with the first of a few that fits.
  NamedAttrList getFittingAttributes(RegisteredOperationName name) {
    Builder b(&context);
    AffineMap identity = b.getMultiDimIdentityMap(1);
    Attribute candidates[] = {
        b.getBoolAttr(true),          b.getI32IntegerAttr(1),
        b.getI64IntegerAttr(0),       b.getIndexAttr(1),
        AffineMapAttr::get(identity), b.getStringAttr("text"),
        b.getF32FloatAttr(1),         b.getUnitAttr(),
        b.getDenseI64ArrayAttr({1}),  b.getBoolArrayAttr({true}),
        b.getI64ArrayAttr({0}),       b.getAffineMapArrayAttr({identity}),
        TypeAttr::get(b.getF32Type())};
    NamedAttrList attributes;
    for (StringAttr attribute : name.getAttributeNames())
      for (Attribute candidate : candidates) {
        NamedAttrList one;
        one.append(attribute, candidate);
        auto quiet = [&] { return emitError(UnknownLoc::get(&context)); };
        ScopedDiagnosticHandler handler(&context,
                                        [](Diagnostic &) { return success(); });
        if (failed(name.verifyInherentAttrs(one, quiet)))
          continue;
        attributes.append(attribute, candidate);
        break;
      }
    return attributes;
  }

  bool isProgram(Operation *op) {
    ScopedDiagnosticHandler quiet(&context,
                                  [](Diagnostic &) { return success(); });
    return succeeded(verify(op));
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, OpPrintingFlags().printGenericOpForm());
    return text;
  }

  void tryProgram(ModuleOp module, StringRef op, const Trial &trial,
                  Tally &tally) {
    std::string before = print(module);
    OwningOpRef<ModuleOp> copy = module.clone();
    unsigned numErrors = 0;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      numErrors += diagnostic.getSeverity() == DiagnosticSeverity::Error;
    });
    if (failed(trial.transform(*copy))) {
      ++tally.numRefused;
      tally.refused.insert(op);
      EXPECT_GT(numErrors, 0u) << "nothing was said:\n" << before;
      EXPECT_EQ(print(*copy), before);
      return;
    }
    ++tally.numChanged;
    tally.changed.insert(op);
    EXPECT_EQ(numErrors, 0u) << before;
    EXPECT_TRUE(succeeded(verify(*copy))) << before << print(*copy);
    EXPECT_FALSE(trial.isLeft(*copy)) << before << print(*copy);
  }

  /// Tries the forms of an op with these attributes at the builder.
  void tryOp(RegisteredOperationName name, const NamedAttrList &attributes,
             ModuleOp module, OpBuilder &builder, const Trial &trial,
             Tally &tally) {
    Block &body = *builder.getBlock();
    unsigned numPrograms = 0;
    for (unsigned count = 1; count <= maxOperands; ++count) {
      if (!mayHaveOperands(name, count))
        continue;
      for (const SmallVector<Value> &operands : getOperandLists(body, count))
        for (const SmallVector<Type> &results : getResultLists(name, body)) {
          if (numPrograms == maxProgramsOfOp)
            return;
          OperationState state(builder.getUnknownLoc(), name);
          state.addOperands(operands);
          state.addTypes(results);
          state.attributes = attributes;
          Operation *op = builder.create(state);
          if (isProgram(op)) {
            ++numPrograms;
            tryProgram(module, name.getStringRef(), trial, tally);
          }
          op->erase();
        }
    }
  }

  Tally tryAll(const Trial &trial) {
    Tally tally;
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(trial.program, &context);
    Block &body = module->lookupSymbol<func::FuncOp>("f").getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    for (RegisteredOperationName name : context.getRegisteredOperations()) {
      if (!isTried(name))
        continue;
      tryOp(name, {}, *module, builder, trial, tally);
      NamedAttrList attributes = getFittingAttributes(name);
      if (!attributes.empty())
        tryOp(name, attributes, *module, builder, trial, tally);
    }
    RecordProperty("changed", tally.numChanged);
    RecordProperty("refused", tally.numRefused);
    return tally;
  }

  static bool hasType(ModuleOp module, llvm::function_ref<bool(Type)> isIt) {
    return module
        .walk([&](Operation *op) {
          return llvm::any_of(op->getOperandTypes(), isIt) ||
                         llvm::any_of(op->getResultTypes(), isIt)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }
  static bool hasLaidOutType(ModuleOp module) {
    return hasType(module, [](Type type) { return isLaidOut(type); });
  }

  MLIRContext context;
};

TEST_F(EveryOpTest, ApplyFollowsOrSaysWhy) {
  auto apply = [](ModuleOp module) -> LogicalResult {
    FailureOr<ApplyPlan> plan = planApply(module, ApplyOptions());
    if (succeeded(plan))
      applyLayouts(module, *plan);
    return plan;
  };
  Tally tally = tryAll({R"mlir(
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func @f(%a: memref<16xf32, #L>, %b: memref<16xf32>, %i: index, %x: f32,
             %n: i32, %v: vector<4xf32>, %w: vector<4xi1>) {
  return
}
)mlir",
                        apply, hasLaidOutType});
  for (const char *op : {"memref.load", "memref.dim", "memref.copy",
                         "memref.atomic_rmw", "memref.prefetch"})
    EXPECT_TRUE(tally.changed.contains(op)) << op;
  EXPECT_TRUE(tally.refused.contains("builtin.unrealized_conversion_cast"));
}

TEST_F(EveryOpTest, NormalizeFollowsOrSaysWhy) {
  auto normalize = [](ModuleOp module) -> LogicalResult {
    FailureOr<ApplyPlan> plan = planNormalizeMemRefs(module);
    if (succeeded(plan))
      applyLayouts(module, *plan);
    return plan;
  };
  Tally tally = tryAll({R"mlir(
#L = affine_map<(i) -> (i floordiv 4, i mod 4)>
func.func @f(%a: memref<16xf32, #L>, %b: memref<16xf32>, %i: index, %x: f32,
             %n: i32, %v: vector<4xf32>, %w: vector<4xi1>) {
  return
}
)mlir",
                        normalize, hasLaidOutType});
  for (const char *op : {"memref.load", "memref.dim", "memref.copy"})
    EXPECT_TRUE(tally.changed.contains(op)) << op;
}

TEST_F(EveryOpTest, AssignFollowsOrSaysWhyAndApplyFollowsThen) {
  auto assign = [](ModuleOp module) -> LogicalResult {
    FailureOr<AssignPlan> plan = planAssign(module, AssignOptions());
    if (failed(plan))
      return failure();
    applyAssign(module, *plan);
    FailureOr<ApplyPlan> applied = planApply(module, ApplyOptions());
    if (succeeded(applied))
      applyLayouts(module, *applied);
    return applied;
  };
  auto isLeft = [](ModuleOp module) {
    auto function = module.lookupSymbol<func::FuncOp>("f");
    return cast<MemRefType>(function.getArgumentTypes()[0]).getRank() == 1 ||
           function.getArgAttr(0, LayoutDialect::kTransformAttrName) ||
           hasLaidOutType(module);
  };
  Tally tally = tryAll({R"mlir(
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func private @f(%a: memref<16xf32> {layout.transform = #L},
                     %b: memref<16xf32>, %i: index, %x: f32, %n: i32,
                     %v: vector<4xf32>, %w: vector<4xi1>) {
  return
}
)mlir",
                        assign, isLeft});
  for (const char *op :
       {"memref.load", "memref.dim", "memref.copy", "vector.load"})
    EXPECT_TRUE(tally.changed.contains(op)) << op;
}

TEST_F(EveryOpTest, FlattenFollowsOrSaysWhy) {
  auto flatten = [](ModuleOp module) -> LogicalResult {
    FailureOr<FlattenPlan> plan = planFlatten(module, FlattenOptions());
    if (succeeded(plan))
      applyFlatten(module, *plan);
    return plan;
  };
  // What crosses the interface keeps its shape, not its separators.
  auto isLeft = [](ModuleOp module) {
    return hasType(module, [](Type type) {
      auto memref = dyn_cast<MemRefType>(type);
      return memref && isa<BufferAttr>(memref.getLayout());
    });
  };
  Tally tally = tryAll({R"mlir(
#S = #layout.buffer<index_map<(i, j) -> (i, j)>, axis_separator<[]>>
func.func @f(%a: memref<4x4xf32, #S>, %b: memref<4x4xf32>, %i: index, %x: f32,
             %n: i32, %v: vector<4xf32>, %w: vector<4xi1>) {
  return
}
)mlir",
                        flatten, isLeft});
  for (const char *op : {"memref.load", "memref.dim", "memref.copy"})
    EXPECT_TRUE(tally.changed.contains(op)) << op;
}

} // namespace
