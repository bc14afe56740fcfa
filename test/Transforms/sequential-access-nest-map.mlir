// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(128*i+j)" --split-input-file | FileCheck %s
// RUN: layout-check %s --entry=basic --pipeline='builtin.module(layout-sequential-access{nest-map="(i, j) -> (128 * i + j)"})'

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
