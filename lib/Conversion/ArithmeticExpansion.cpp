//===- ArithmeticExpansion.cpp - Expansion of arithmetic for LLVM ---------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Conversion/ArithmeticExpansion.h"

#include "Layout/Conversion/Legalize.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

void layout::addArithmeticExpansion(OpPassManager &manager) {
  // First, as which numbers are normal depends on their type.
  manager.addPass(
      createLegalizeOnly({Legalization::Math, Legalization::Floats}));
  // Powers become calls of functions with loops; LLVM has those whose exponent
  // is an `i32`.
  ConvertMathToFuncsOptions powers;
  powers.minWidthOfFPowIExponent = 33;
  manager.addPass(createConvertMathToFuncs(powers));
}
