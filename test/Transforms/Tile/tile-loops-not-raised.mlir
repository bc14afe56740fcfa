// A function without affine loops says what would make some.
//
// RUN: layout-opt %s --layout-tile-loops --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s

// CHECK: [[@LINE+5]]:{{.*}} [Missed] layout-tile-loops/not-raised {{.*}}Remark="'scf.for' is left alone: expects affine.for; layout-raise-loops makes one of it, or says why not"
func.func @loop(%a: memref<4x4xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %q, %r = affine.delinearize_index %i into (4, 4) : index, index
    %x = memref.load %a[%q, %r] : memref<4x4xi32>
    memref.store %x, %b[%i] : memref<16xi32>
  }
  return
}

// CHECK-NOT: not-raised
func.func @none(%a: memref<4x4xi32>, %x: i32) {
  affine.store %x, %a[0, 0] : memref<4x4xi32>
  return
}
