// Neighbours that are no partners say why.
//
// RUN: layout-opt %s --layout-merge-loops --remarks-filter=layout --remark-policy=all -o %t.mlir 2>&1 | FileCheck %s
// RUN: layout-opt %s -o %t.same.mlir
// RUN: diff %t.same.mlir %t.mlir

// CHECK:     [[@LINE+5]]:{{.*}} [Missed] layout-merge-loops/ranges {{.*}}Remark="not fused with the loop before it: their ranges differ, or are not known to be equal; give both the same bounds and step"
func.func @ranges(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 7 {
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// CHECK:     [[@LINE+8]]:{{.*}} [Missed] layout-merge-loops/kind {{.*}}Remark="not fused with the loop before it: 'affine.for' after 'scf.for'; run layout-raise-loops first, which makes both affine"
func.func @kinds(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    memref.store %x, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// CHECK:     [[@LINE+2]]:{{.*}} [Missed] layout-merge-loops/kind {{.*}}Remark="not fused with the loop beside it: expects affine.for or scf.for without results, found 'affine.parallel'; write it as affine.for; layout-parallelize-loops makes it parallel afterwards"
func.func @parallel(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.parallel (%i) = (0) to (8) {
    affine.store %x, %a[%i] : memref<8xi32>
  }
  affine.parallel (%i) = (0) to (8) {
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}

// CHECK:     [[@LINE+2]]:{{.*}} [Missed] layout-merge-loops/kind {{.*}}Remark="not fused with the loop beside it: expects affine.for or scf.for without results, found 'affine.for' with results; store the values to memory instead"
func.func @results(%a: memref<8xi32>, %x: i32) -> i32 {
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> i32 {
    %t = arith.addi %s, %x : i32
    affine.yield %t : i32
  }
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xi32>
  }
  return %r : i32
}

// Nothing is said of loops with an effect between them.
// CHECK-NOT: layout-merge-loops
func.func private @g()
func.func @apart(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %a[%i] : memref<8xi32>
  }
  call @g() : () -> ()
  affine.for %i = 0 to 7 {
    affine.store %x, %b[%i] : memref<8xi32>
  }
  return
}
