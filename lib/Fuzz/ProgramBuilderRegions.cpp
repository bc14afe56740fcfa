//===- ProgramBuilderRegions.cpp - Operations around statements -----------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements in regions that are neither loops nor `scf.if`: those of upstream
// that passes may not expect, and those of unknown dialects.
//
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::layout;
using namespace mlir::layout::fuzz;
using F = Feature;

/// Each runs its region at most once.
void ProgramBuilder::region() {
  if (nesting >= 3)
    return;
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  auto some = [&] { statements(random.pick(1, 2)); };
  switch (random.pick(0, 4)) {
  case 0:
    open("scf.execute_region {", {"scf.yield", "}"});
    some();
    return close();
  case 1:
    open("memref.alloca_scope {");
    some();
    return close();
  case 2: {
    emit("scf.index_switch %n");
    for (std::string label : {"case " + std::to_string(random.pick(0, 1)),
                              "case " + std::to_string(random.pick(2, 4)),
                              std::string("default")}) {
      open(label + " {", {"scf.yield", "}"});
      if (random.percent(70))
        some();
      close();
    }
    return;
  }
  case 3: { // one iteration
    IndexValue iv{fresh(), 0, 1, false};
    open("scf.forall (" + iv.name + ") in (1) {");
    indexValues.push_back(iv);
    some();
    return close();
  }
  default: { // blocks
    std::string number = std::to_string(numBlocks++);
    std::string entered = "^some" + number, end = "^end" + number;
    open("scf.execute_region {", {"scf.yield", "}"});
    emit("cf.cond_br %cond, " + entered + ", " + end);
    body += entered + ":\n";
    size_t numBuffers = buffers.size(), numIndices = indexValues.size();
    some();
    emit("cf.br " + end);
    buffers.resize(numBuffers);
    indexValues.resize(numIndices);
    body += end + ":\n";
    close();
  }
  }
}

/// What `layout-check` takes for an operation that does nothing but run its
/// regions once.
void ProgramBuilder::foreign() {
  program.hasForeign = true;
  if (nesting >= 3 || random.percent(30)) {
    emit("\"foreign.op\"() : () -> ()");
    return;
  }
  llvm::SaveAndRestore deeper(nesting, nesting + 1);
  // One region alone might be a symbol table: names of others are unknown
  // there.
  bool isAlone = random.percent(60), hasEnd = random.percent(50);
  llvm::SaveAndRestore known(knowsSymbols, knowsSymbols && !isAlone);
  SmallVector<std::string> closing = {isAlone ? "}) : () -> ()"
                                              : "}, {}) : () -> ()"};
  if (hasEnd)
    closing.insert(closing.begin(), "\"foreign.end\"() : () -> ()");
  open("\"foreign.region\"() ({", closing);
  statements(random.pick(1, 2));
  close();
}
