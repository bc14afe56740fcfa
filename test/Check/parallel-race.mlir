// What depends on the order of the program's own parallel loops is not determined
// by it, and not compared; the rest is.
// RUN: layout-check %s --entry=race --pipeline="builtin.module(layout-optimize)" | FileCheck %s --check-prefix=RACE
// RACE: 4 runs agree {{.*}}; 1 undefined elements were not compared
// RUN: layout-check %s --entry=affine_race,forall_race --pipeline="builtin.module(layout-optimize)" | FileCheck %s --check-prefix=RACE
// RUN: layout-check %s --entry=no_race --pipeline="builtin.module(layout-optimize)" | FileCheck %s --check-prefix=NONE
// NONE: 4 runs agree (2 data sets x 2 poison patterns), padding as guaranteed{{$}}
// What is out of bounds is said if that is asked for, and not looked for otherwise.
// RUN: not layout-check %s --entry=outside --pipeline="builtin.module()" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: without layouts, index (8) is outside of (8)
// RUN: layout-check %s --entry=outside --bounds=false --pipeline="builtin.module()" | FileCheck %s --check-prefix=NONE

// The last one to write wins.
func.func @race(%a: memref<8xi32>, %b: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %b[%c0] : memref<2xi32>
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

func.func @affine_race(%a: memref<8xi32>, %b: memref<2xi32>) {
  affine.parallel (%i) = (0) to (8) {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %b[0] : memref<2xi32>
    affine.store %x, %a[%i] : memref<8xi32>
  }
  return
}

func.func @forall_race(%a: memref<8xi32>, %b: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (8) {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %b[%c0] : memref<2xi32>
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

func.func @no_race(%a: memref<8xi32>, %b: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %x, %b[%c0] : memref<2xi32>
    memref.store %x, %a[%i] : memref<8xi32>
  }
  return
}

func.func @outside(%a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %x = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
    %old = memref.load %a[%i] : memref<8xi32>
    memref.store %x, %a[%c0] : memref<8xi32>
  }
  return
}
