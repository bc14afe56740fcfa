// A buffer that an iteration hands on to the next one is read there by another
// name, at a place that stands before the store: it is needed.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-remove-noop)"
// RUN: %{check} --entry=loop
// RUN: %{check} --entry=rotation
// RUN: %{check} --entry=branch
// RUN: %{check} --entry=while
// RUN: layout-opt %s --layout-remove-noop | FileCheck %s --check-prefix=STAYS

// STAYS-LABEL: func @loop
// STAYS: memref.store
func.func @loop(%a: memref<4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 7.0 : f32
  %r:2 = affine.for %i = 0 to 2 iter_args(%s = %k, %q = %a) -> (f32, memref<4xf32>) {
    %x = memref.load %q[%c1] : memref<4xf32>
    %z = memref.alloc() : memref<4xf32>
    memref.store %k, %z[%c1] : memref<4xf32>
    affine.yield %x, %z : f32, memref<4xf32>
  }
  return %r#0 : f32
}

// Two iterations later, through two arguments.
// STAYS-LABEL: func @rotation
// STAYS: linalg.fill
func.func @rotation(%a: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %k = arith.constant 7.0 : f32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %a) -> (memref<4xf32>, memref<4xf32>) {
    %y = memref.alloc() : memref<4xf32>
    memref.copy %q, %y : memref<4xf32> to memref<4xf32>
    %z = memref.alloc() : memref<4xf32>
    linalg.fill ins(%k : f32) outs(%z : memref<4xf32>)
    scf.yield %y, %z : memref<4xf32>, memref<4xf32>
  }
  return %r#0 : memref<4xf32>
}

// It leaves a branch first.
// STAYS-LABEL: func @branch
// STAYS: memref.store
func.func @branch(%a: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 7.0 : f32
  %true = arith.constant true
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%s = %k, %q = %a) -> (f32, memref<4xf32>) {
    %t:2 = scf.if %true -> (f32, memref<4xf32>) {
      %x = memref.load %q[%c1] : memref<4xf32>
      %z = memref.alloc() : memref<4xf32>
      memref.store %k, %z[%c1] : memref<4xf32>
      scf.yield %x, %z : f32, memref<4xf32>
    } else {
      scf.yield %s, %q : f32, memref<4xf32>
    }
    scf.yield %t#0, %t#1 : f32, memref<4xf32>
  }
  return %r#0 : f32
}

// STAYS-LABEL: func @while
// STAYS: memref.store
func.func @while(%a: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant 7.0 : f32
  %r:3 = scf.while (%i = %c0, %s = %k, %q = %a) : (index, f32, memref<4xf32>) -> (index, f32, memref<4xf32>) {
    %c = arith.cmpi slt, %i, %c2 : index
    scf.condition(%c) %i, %s, %q : index, f32, memref<4xf32>
  } do {
  ^bb0(%i: index, %s: f32, %q: memref<4xf32>):
    %x = memref.load %q[%c1] : memref<4xf32>
    %z = memref.alloc() : memref<4xf32>
    memref.store %k, %z[%c1] : memref<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %x, %z : index, f32, memref<4xf32>
  }
  return %r#1 : f32
}
