// Where one of two arguments is named as a destination, and stays as it is, another
// buffer is written, and returned. Upstream said of the scf.yield that it would write to a
// read-only buffer.
// RUN: layout-check %s --entry=either,either_stated --arg=3:1 --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})" | FileCheck %s
// RUN: layout-check %s --entry=either,either_stated --arg=3:0 --pipeline="builtin.module(layout-compile{to-llvm=false})" | FileCheck %s
// CHECK-COUNT-2: 6 runs agree
// RUN: layout-opt %s --layout-bufferize=keep-arguments | FileCheck %s --check-prefix=KEPT
// KEPT-LABEL: func.func @either(
// KEPT: %[[NEW:.*]] = memref.alloc
// KEPT: memref.copy %arg0, %[[NEW]]
// KEPT: return %[[NEW]]
// RUN: layout-check %s --entry=unknown --arg=3:0 --dim=arg0.dim0:3 --dim=arg1.dim0:3 --dim=arg2.dim0:3 --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})"
// One of two: a copy is written, and returned.
func.func @either(%x: tensor<4xf32>, %a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %d = scf.if %c -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %x in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @either_stated(%x: tensor<4xf32>, %a: tensor<4xf32> {bufferization.writable = false}, %b: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %d = scf.if %c -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  %r = bufferization.materialize_in_destination %x in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @unknown(%x: tensor<?xf32>, %a: tensor<?xf32>, %b: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %d = scf.if %c -> tensor<?xf32> {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  %r = bufferization.materialize_in_destination %x in %d : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// What a loop hands to a function, whose result it carries: the search for what is
// returned once did not end.
// RUN: layout-check %s --entry=carried --arg=1:3 --pipeline="builtin.module(layout-compile{to-llvm=false keep-arguments})"
func.func private @passed(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @carried(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = bufferization.alloc_tensor() copy(%a) : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %b) -> tensor<4xf32> {
    %u = func.call @passed(%t) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
