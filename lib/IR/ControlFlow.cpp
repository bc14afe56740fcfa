//===- ControlFlow.cpp - Control flow of regions --------------------------===//
//
// Part of mlir-layout, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/IR/ControlFlow.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::layout;

ControlFlow layout::getControlFlow(Operation *op) {
  return llvm::TypeSwitch<Operation *, ControlFlow>(op)
      .Case<affine::AffineForOp, scf::ForOp>(
          [](auto) { return ControlFlow::CountedLoop; })
      .Case<affine::AffineParallelOp, scf::ParallelOp, scf::ForallOp>(
          [](auto) { return ControlFlow::ParallelLoop; })
      .Case([](scf::WhileOp) { return ControlFlow::WhileLoop; })
      .Case<affine::AffineIfOp, scf::IfOp, scf::IndexSwitchOp>(
          [](auto) { return ControlFlow::Branch; })
      .Case<scf::ExecuteRegionOp, memref::AllocaScopeOp>(
          [](auto) { return ControlFlow::Sequence; })
      .Default(ControlFlow::Unknown);
}

bool layout::isCountedLoop(Operation *op) {
  return getControlFlow(op) == ControlFlow::CountedLoop;
}

bool layout::isParallelLoop(Operation *op) {
  return getControlFlow(op) == ControlFlow::ParallelLoop;
}

bool layout::isSequentialControlFlow(Operation *op) {
  ControlFlow flow = getControlFlow(op);
  return flow == ControlFlow::CountedLoop || flow == ControlFlow::WhileLoop ||
         flow == ControlFlow::Branch;
}

bool layout::isFiniteControlFlow(Operation *op) {
  ControlFlow flow = getControlFlow(op);
  return flow == ControlFlow::CountedLoop ||
         flow == ControlFlow::ParallelLoop || flow == ControlFlow::Branch;
}
