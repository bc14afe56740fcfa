// A parallel loop of what a pipeline makes runs backwards: what needs the order is seen.
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=carried \
// RUN:   --pipeline="builtin.module(test-layout-substitute{name=carried by=carried_parallel})" 2>&1 | FileCheck %s
// RUN: not layout-check %s --load-pass-plugin=%test_plugin --entry=carried \
// RUN:   --pipeline="builtin.module(test-layout-substitute{name=carried by=carried_forall})" 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=apart,apart_forall,none --pipeline="builtin.module(canonicalize)"

// CHECK: layout-check: @carried: result differs at arg0[
func.func @carried(%a: memref<17xi32>) {
  affine.for %i = 1 to 16 step 3 {
    %0 = affine.load %a[%i - 1] : memref<17xi32>
    %1 = affine.load %a[%i] : memref<17xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %a[%i] : memref<17xi32>
    affine.store %2, %a[%i + 2] : memref<17xi32>
  }
  return
}
func.func @carried_parallel(%a: memref<17xi32>) {
  affine.parallel (%i) = (1) to (16) step (3) {
    %0 = affine.load %a[%i - 1] : memref<17xi32>
    %1 = affine.load %a[%i] : memref<17xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %a[%i] : memref<17xi32>
    affine.store %2, %a[%i + 2] : memref<17xi32>
  }
  return
}

func.func @carried_forall(%a: memref<17xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.forall (%i) = (1) to (16) step (3) {
    %before = arith.subi %i, %c1 : index
    %behind = arith.addi %i, %c2 : index
    %0 = memref.load %a[%before] : memref<17xi32>
    %1 = memref.load %a[%i] : memref<17xi32>
    %2 = arith.addi %0, %1 : i32
    memref.store %2, %a[%i] : memref<17xi32>
    memref.store %2, %a[%behind] : memref<17xi32>
  }
  return
}

// Steps that the range is no multiple of, two axes, and a value from outside.
func.func @apart(%a: memref<17x13xindex>, %n: memref<index>) {
  affine.parallel (%i, %j) = (1, 2) to (17, 13) step (3, 5) {
    %0 = affine.apply affine_map<(i, j) -> (100 * i + j)>(%i, %j)
    affine.store %0, %a[%i, %j] : memref<17x13xindex>
  }
  return
}

func.func @apart_forall(%a: memref<17x13xindex>) {
  %c13 = arith.constant 13 : index
  scf.forall (%i, %j) = (1, 2) to (17, %c13) step (3, 5) {
    %0 = arith.muli %i, %c13 : index
    %1 = arith.addi %0, %j : index
    memref.store %1, %a[%i, %j] : memref<17x13xindex>
  }
  return
}

// Never entered.
func.func @none(%a: memref<17xi32>) {
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  scf.parallel (%i) = (%c5) to (%c3) step (%c1) {
    memref.store %zero, %a[%i] : memref<17xi32>
  }
  return
}
