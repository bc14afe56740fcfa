// A loop that is never entered is none of affine: upstream's canonicalization drops the
// bounds of loops in it.
// RUN: layout-opt %s --layout-raise-loops --canonicalize | FileCheck %s
// RUN: layout-check %s --entry=f --arg=1:3 --pipeline="builtin.module(layout-raise-loops,canonicalize)"

// CHECK-LABEL: @f
// CHECK-NOT: affine.for
// CHECK: return
func.func @f(%a: memref<8xf32>, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %x = arith.constant 1.0 : f32
  scf.for %i = %two to %two step %one {
    %end = arith.minsi %i, %two : index
    scf.for %j = %zero to %end step %one {
      memref.store %x, %a[%j] : memref<8xf32>
    }
  }
  return
}
