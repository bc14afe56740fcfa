// Poison in the program itself: what depends on it is not compared, and what a
// pipeline makes may have it, too.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} %{args} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})"

// Two elements are poison, one of them a bit: any others are right.
// REDEFINE: %{name} = stores_poison
// REDEFINE: %{by} = stores_other
// RUN: %{check} | FileCheck %s --check-prefix=UNDEFINED
// UNDEFINED: 4 runs agree {{.*}}; 2 undefined elements were not compared
func.func @stores_poison(%a: memref<4xi32>, %b: memref<2xi1>) {
  %c5 = arith.constant 5 : i32
  %c4 = arith.constant 4 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %d = arith.divui %c5, %c4 exact : i32
  %isOne = arith.cmpi eq, %d, %c1 : i32
  affine.store %d, %a[1] : memref<4xi32>
  affine.store %c5, %a[2] : memref<4xi32>
  affine.store %isOne, %b[0] : memref<2xi1>
  affine.store %true, %b[1] : memref<2xi1>
  return
}
func.func @stores_other(%a: memref<4xi32>, %b: memref<2xi1>) {
  %c5 = arith.constant 5 : i32
  %false = arith.constant false
  %true = arith.constant true
  %p = ub.poison : i32
  affine.store %p, %a[1] : memref<4xi32>
  affine.store %c5, %a[2] : memref<4xi32>
  affine.store %false, %b[0] : memref<2xi1>
  affine.store %true, %b[1] : memref<2xi1>
  return
}

// The elements beside them are not free.
// REDEFINE: %{by} = stores_wrong
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: layout-check: @stores_poison: result differs at arg0[2]: expected 5, got 6
func.func @stores_wrong(%a: memref<4xi32>, %b: memref<2xi1>) {
  %c6 = arith.constant 6 : i32
  %true = arith.constant true
  affine.store %c6, %a[1] : memref<4xi32>
  affine.store %c6, %a[2] : memref<4xi32>
  affine.store %true, %b[1] : memref<2xi1>
  return
}

// A branch on poison: with it, nothing is wrong, so that nothing is compared.
// REDEFINE: %{name} = branches
// REDEFINE: %{by} = stores_nothing
// REDEFINE: %{args} = --arg=1:5
// RUN: sh -c '%{check}; echo exit $?' 2>&1 | FileCheck %s --check-prefix=BRANCH
// BRANCH: [[#@LINE+10]]:8: warning: without layouts, the value of 'arith.divui' (exact) is poison and reaches a branch, on small integers: not compared
// BRANCH: [[#@LINE+9]]:8: warning: {{.*}} on special values: not compared
// BRANCH: layout-check: @branches: no reference: the program has undefined behavior
// BRANCH: exit 2
// REDEFINE: %{args} = --arg=1:8
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=DEFINED
// DEFINED: result differs at arg0[0]: expected 2
func.func @branches(%a: memref<4xi32>, %n: i32) {
  %c4 = arith.constant 4 : i32
  %c2 = arith.constant 2 : i32
  %d = arith.divui %n, %c4 exact : i32
  %is = arith.cmpi ule, %d, %c2 : i32
  scf.if %is {
    affine.store %c2, %a[0] : memref<4xi32>
  }
  return
}
func.func @stores_nothing(%a: memref<4xi32>, %n: i32) {
  return
}

// What is stored and loaded again may be used in any way.
// REDEFINE: %{name} = reloads
// REDEFINE: %{args} =
// REDEFINE: %{by} = reloads_nothing
// RUN: sh -c '%{check}; echo exit $?' 2>&1 | FileCheck %s --check-prefix=RELOADS
// RELOADS: warning: without layouts, the value of 'ub.poison' is poison and reaches a store, on small integers: not compared
// RELOADS: exit 2
func.func @reloads(%a: memref<4xi32>) {
  %p = ub.poison : index
  %m = memref.alloca() : memref<index>
  memref.store %p, %m[] : memref<index>
  %i = memref.load %m[] : memref<index>
  %c2 = arith.constant 2 : i32
  memref.store %c2, %a[%i] : memref<4xi32>
  return
}
func.func @reloads_nothing(%a: memref<4xi32>) {
  return
}

// Only the set of special values has a NaN that a flag denies: the others are
// compared.
// REDEFINE: %{name} = compares
// REDEFINE: %{by} = compares_not
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: result differs
// FIRST-NEXT: on small integers
// RUN: layout-check %s --entry=compares --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=HALF
// HALF: warning: without layouts, the value of 'arith.cmpf' (nnan) is poison and reaches a branch, on special values: not compared
// HALF: 4 runs agree (2 data sets x 2 poison patterns)
func.func @compares(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %zero = arith.constant 0.0 : f32
    %x = affine.load %a[%i] : memref<64xf32>
    %isLess = arith.cmpf olt, %x, %zero fastmath<nnan> : f32
    scf.if %isLess {
      affine.store %zero, %a[%i] : memref<64xf32>
    }
  }
  return
}
func.func @compares_not(%a: memref<64xf32>) {
  return
}

// An undefined value is none that flags make.
// REDEFINE: %{name} = keeps
// REDEFINE: %{by} = stores_undef
// RUN: layout-check %s --entry=stores_undef --pipeline="builtin.module(layout-finalize)" | FileCheck %s --check-prefix=UNDEF
// UNDEF: 4 runs agree {{.*}}; 4 undefined elements were not compared
func.func @stores_undef(%a: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %u = layout.undef : i32
    affine.store %u, %a[%i] : memref<4xi32>
  }
  return
}
