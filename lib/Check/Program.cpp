//===- Program.cpp - A compiled program -----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Check/Program.h"

#include "EmulatedProgram.h"
#include "Layout/Check/PoisonTrace.h"
#include "Layout/Check/RunHooks.h"
#include "Layout/Conversion/AttachTarget.h"
#include "Layout/Jit/Jit.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"

using namespace mlir;
using namespace mlir::layout;

Program::Program() = default;
Program::~Program() = default;

std::unique_ptr<Program> Program::compile(ModuleOp lowered, StringRef entry,
                                          const RunTarget *target,
                                          std::string &why) {
  std::unique_ptr<Program> program(new Program);
  program->context = lowered.getContext();
  if (target && target->emulator) {
    program->emulated = EmulatedProgram::compile(lowered, entry, *target, why);
    return program->emulated ? std::move(program) : nullptr;
  }
  if (target && failed(attachTarget(lowered, target->processor, why)))
    return nullptr;
  // What is planned for another processor computes the same on this one, where
  // LLVM has code for it.
  if (!target)
    replaceProcessor(lowered, "");
  JitOptions options;
  options.optLevel = 2;
  // While each use of a value is still there.
  options.prepare = [](llvm::Module &module) { tracePoison(module); };
  options.symbols = getRunHooks();
  program->engine =
      compileInProcess(lowered, entry, options, program->entry, why);
  if (!program->engine)
    return nullptr;
  return program;
}

std::unique_ptr<Program>
Program::compileToMeasure(ModuleOp lowered, StringRef entry, std::string &why) {
  std::unique_ptr<Program> program(new Program);
  program->context = lowered.getContext();
  JitOptions options;
  options.symbols = getHeapHooks();
  program->engine =
      compileInProcess(lowered, entry, options, program->entry, why);
  if (!program->engine)
    return nullptr;
  return program;
}

char *Program::getGlobal(StringRef name) const {
  auto address = engine->lookup(name);
  if (address)
    return static_cast<char *>(*address);
  llvm::consumeError(address.takeError());
  return nullptr;
}
