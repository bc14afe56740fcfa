// A loop without axes runs once.
// RUN: layout-check %s --entry=once --arg=1:3 --pipeline="builtin.module(layout-apply)"
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func @once
// CHECK: llvm.store
func.func @once(%s: memref<f32>, %x: f32) {
  scf.forall () in () {
    %y = memref.load %s[] : memref<f32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %s[] : memref<f32>
  }
  return
}
