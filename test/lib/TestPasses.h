//===- TestPasses.h - Passes for tests --------------------------*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_TEST_LIB_TESTPASSES_H
#define LAYOUT_TEST_LIB_TESTPASSES_H

namespace mlir::layout::test {

void registerAccessModesPass();
void registerCallAliasingPass();
void registerCrashPass();
void registerLowerTestOpsPass();
void registerRegisterTilesPass();
void registerSubstitutePass();
void registerTamperPass();

} // namespace mlir::layout::test

#endif // LAYOUT_TEST_LIB_TESTPASSES_H
