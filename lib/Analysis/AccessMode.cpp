//===- AccessMode.cpp - placeholder -*- C++ -*-===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Layout/Analysis/AccessMode.h"
#include "Layout/Analysis/CallAliasing.h"
namespace mlir::layout {
llvm::StringRef stringifyAccessMode(AccessMode mode) { return mode == AccessMode::Read ? "read" : mode == AccessMode::Write ? "write" : "readwrite"; }
std::optional<AccessMode> symbolizeAccessMode(llvm::StringRef t) { if (t=="read") return AccessMode::Read; if (t=="write") return AccessMode::Write; return AccessMode::ReadWrite; }
AccessModes::AccessModes(ModuleOp, SymbolTableCollection &) {}
AccessMode AccessModes::getMode(func::FuncOp, unsigned) const { return AccessMode::ReadWrite; }
Operation *AccessModes::getFirstWrite(func::FuncOp, unsigned) const { return nullptr; }
LogicalResult verifyCallAliasing(
    ModuleOp module, const AccessModes &modes, SymbolTableCollection &symbols,
    function_ref<bool(func::FuncOp, unsigned)> isLaidOutArg,
    function_ref<void(func::CallOp, Value, Value)> unknownOrigins) { return success(); }
}
