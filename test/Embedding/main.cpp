//===- main.cpp - The smallest embedding ----------------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the physical type of a laid-out one.
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/LaidOut.h"
#include "Layout/Registration/Registration.h"
#include "mlir/AsmParser/AsmParser.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::layout::registerAll(registry);
  mlir::layout::registerAllPasses();
  mlir::MLIRContext context(registry);
  context.loadAllAvailableDialects();
  auto type = mlir::dyn_cast_if_present<mlir::MemRefType>(
      mlir::parseType(argc == 2 ? argv[1] : "", &context));
  if (!type || !mlir::layout::isLaidOut(type))
    return 1;
  llvm::outs() << mlir::layout::getPhysicalType(type) << "\n";
  return 0;
}
