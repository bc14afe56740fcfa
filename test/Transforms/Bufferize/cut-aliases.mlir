// RUN: %python %S/Inputs/alias_chains.py > %t.mlir
// RUN: layout-check %t.mlir --entry=kept,argument,overwritten,constant,caller,carried,nested --pipeline="builtin.module(layout-bufferize,layout-optimize,layout-finalize)"
// RUN: layout-opt %t.mlir --layout-bufferize | FileCheck %s

// Chains that are only cut where one tensor is alive, or not at all, and get the
// copies that they had.

// CHECK-LABEL: func.func @kept
// CHECK-COUNT-1: memref.copy
// CHECK-LABEL: func.func @argument
// CHECK-COUNT-1: memref.copy
// CHECK-LABEL: func.func @overwritten
// CHECK: return
// CHECK-LABEL: func.func @caller
// CHECK: memref.copy
