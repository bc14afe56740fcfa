// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(128*i+j)" --split-input-file | FileCheck %s
// RUN: layout-check %s --entry=basic_i64,basic --pipeline='builtin.module(layout-sequential-access{nest-map="(i, j) -> (128 * i + j)"})'

// SA-01
// CHECK-LABEL: @basic
// CHECK:       affine.for %[[V:.*]] = 0 to 16384 {
// CHECK-NEXT:    affine.load %{{.*}}[%[[V]] floordiv 128, %[[V]] mod 128]
// CHECK:         affine.store %{{.*}}, %{{.*}}[%[[V]] floordiv 128, %[[V]] mod 128]
// CHECK-NOT:   affine.if
func.func @basic(%a: memref<128x128xf32>, %b: memref<128x128xf32>) {
  %c2 = arith.constant 2.0 : f32
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      %x = affine.load %a[%i, %j] : memref<128x128xf32>
      %y = arith.mulf %x, %c2 : f32
      affine.store %y, %b[%i, %j] : memref<128x128xf32>
    }
  } {layout.sequential}
  return
}

// -----

// SA-06: loops over 64 bits become one loop over an index; what was of 64 bits is
// cast.
// CHECK-LABEL: @basic_i64
// CHECK:       affine.for %[[V:.*]] = 0 to 16384 {
// CHECK-NOT:   scf.for
// CHECK:         store
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @basic_i64(%a: memref<128x128xi64>, %b: memref<128x128xi64>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c128 = arith.constant 128 : i64
  scf.for %i = %c0 to %c128 step %c1 : i64 {
    scf.for %j = %c0 to %c128 step %c1 : i64 {
      %p = arith.index_cast %i : i64 to index
      %q = arith.index_cast %j : i64 to index
      %x = memref.load %a[%p, %q] : memref<128x128xi64>
      %y = arith.addi %x, %i : i64
      %z = arith.subi %y, %j : i64
      memref.store %z, %b[%p, %q] : memref<128x128xi64>
    }
  } {layout.sequential}
  return
}
