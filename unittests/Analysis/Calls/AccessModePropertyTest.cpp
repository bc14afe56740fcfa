//===- AccessModePropertyTest.cpp - Modes against executions --------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `read` and `write` are claims about every execution. Random programs are
// executed element by element, under all conditions and several orders of
// their parallel loops; an execution that contradicts a claim is an error.
//
//===----------------------------------------------------------------------===//

#include "Layout/Analysis/Buffers/BufferFlow.h"
#include "Layout/Analysis/Calls/AccessMode.h"
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

/// What executions say: nothing if some run leaves the buffer.
std::optional<AccessMode> observeMode(ModuleOp module, std::mt19937_64 &rng) {
  SymbolTable symbols(module);
  auto function = symbols.lookup<func::FuncOp>("f");
  bool isWritten = false, isWrite = true;
  for (unsigned conditions = 0;
       conditions < (1u << ProgramWriter::numConditions); ++conditions)
    for (unsigned order = 0; order < 3; ++order) {
      ElementInterpreter interpreter(symbols, rng);
      if (!interpreter.run(function, {conditions & 1, conditions >> 1}))
        return std::nullopt;
      isWritten |= interpreter.isWritten();
      isWrite &= interpreter.isComplete() && !interpreter.isReadTooEarly();
    }
  if (!isWritten)
    return AccessMode::Read;
  return isWrite ? AccessMode::Write : AccessMode::ReadWrite;
}

struct ModeTally {
  unsigned programs = 0, writes = 0, recognized = 0;
};

void checkProgram(const std::string &text, MLIRContext &context,
                  std::mt19937_64 &rng, ModeTally &tally) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  ASSERT_TRUE(module) << text;
  std::optional<AccessMode> observed = observeMode(*module, rng);
  if (!observed)
    return;
  ++tally.programs;
  SymbolTableCollection symbols;
  BufferFlow flow(*module);
  AccessModes modes(*module, symbols, flow);
  auto function = module->lookupSymbol<func::FuncOp>("f");
  AccessMode inferred = modes.getMode(function, 0);
  EXPECT_EQ(inferred == AccessMode::Read,
            modes.getFirstWrite(function, 0) == nullptr);
  if (inferred != AccessMode::ReadWrite)
    EXPECT_EQ(stringifyAccessMode(inferred), stringifyAccessMode(*observed))
        << text;
  if (*observed != AccessMode::Write)
    return;
  ++tally.writes;
  tally.recognized += inferred == AccessMode::Write;
  if (inferred != AccessMode::Write && std::getenv("LAYOUT_SHOW_MISSED"))
    llvm::errs() << "not recognized:\n" << text;
}

TEST(AccessModePropertyTest, ClaimsHoldInEveryExecution) {
  const char *stated = std::getenv("LAYOUT_SEED");
  uint64_t seed = stated ? std::strtoull(stated, nullptr, 0) : 20261121;
  llvm::outs() << "seed " << seed << "\n";
  std::mt19937_64 rng(seed);
  MLIRContext context(test::getAccessModels(),
                      MLIRContext::Threading::DISABLED);
  context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                      func::FuncDialect, linalg::LinalgDialect,
                      memref::MemRefDialect, scf::SCFDialect,
                      vector::VectorDialect, LayoutDialect>();
  ModeTally tally;
  for (unsigned i = 0; i < 3000 && !HasFailure(); ++i) {
    SCOPED_TRACE("program " + std::to_string(i));
    checkProgram(ProgramWriter(rng).write(), context, rng, tally);
  }
  llvm::outs() << tally.programs << " programs, " << tally.writes
               << " write all before they read, " << tally.recognized
               << " of them recognized\n";
  // The test must not be empty, nor the analysis be lazy.
  EXPECT_GT(tally.programs, 2000u);
  EXPECT_GT(tally.writes, 500u);
  EXPECT_GT(tally.recognized * 100, tally.writes * 98);
}

} // namespace
