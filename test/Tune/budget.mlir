// A budget is a limit of all that is done: a candidate that hangs is ended with it, and a program that cannot be
// compiled and compared within it is an error.
// RUN: rm -f %t.mlir
// RUN: timeout 60 layout-tune %s --entry=transpose -o %t.mlir --budget=30 --candidates=1 --test-faults=hang 2>&1 | FileCheck %s
// CHECK: nest 1 of 1
// CHECK-NEXT: layout-tune:   dropped #layout.loops<{{.*}}, by tuned>: the budget does not last to compile and to compare it
// CHECK-NEXT: layout-tune:   is left to another run: the budget does not last

// The nest is not in the file, so that another run measures it.
// RUN: FileCheck %s --check-prefix=FILE < %t.mlir
// FILE: layout.tuned
// FILE-NOT: func.func

// RUN: not layout-tune %s --entry=transpose -o %t.mlir --budget=0.01 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: layout-tune: error: the budget of {{0?}}.01 seconds does not last to compile the program and to compare it

func.func @transpose(%a: memref<80x96xf32>, %b: memref<96x80xf32> {llvm.noalias}) {
  affine.for %i = 0 to 80 {
    affine.for %j = 0 to 96 {
      %x = affine.load %a[%i, %j] : memref<80x96xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %b[%j, %i] : memref<96x80xf32>
    }
  }
  return
}
