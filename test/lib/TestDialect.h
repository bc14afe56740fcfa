//===- TestDialect.h - A dialect that this project does not know *- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TEST_LIB_TESTDIALECT_H
#define TEST_LIB_TESTDIALECT_H

#include "Layout/IR/LayoutAccess.h"
#include "Layout/IR/LayoutPropagation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "TestDialect.h.inc"
#define GET_OP_CLASSES
#include "TestOps.h.inc"

#endif // TEST_LIB_TESTDIALECT_H
