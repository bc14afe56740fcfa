// SA-02
// RUN: layout-opt %s --layout-sequential-access='nest-map="(n, h, w, co, rh, rw, rc) -> (12544 * n + 112 * h + w, co, 21 * rh + 3 * rw + rc)"' | FileCheck %s

// CHECK-LABEL: @conv2d
// CHECK:       affine.for %[[A:.*]] = 0 to 12544 {
// CHECK-NEXT:    affine.for %[[B:.*]] = 0 to 64 {
// CHECK-NEXT:      affine.for %[[C:.*]] = 0 to 147 {
// CHECK-NEXT:        affine.load %{{.*}}[0, (%[[A]] floordiv 112) * 2 + %[[C]] floordiv 21, {{.*}}, %[[C]] mod 3]
// CHECK-NEXT:        affine.load %{{.*}}[%[[C]] floordiv 21, {{.*}}, %[[C]] mod 3, %[[B]]]
// CHECK:             affine.store %{{.*}}, %{{.*}}[0, %[[A]] floordiv 112, %[[A]] mod 112, %[[B]]]
func.func @conv2d(%x: memref<1x229x229x3xf32>, %w: memref<7x7x3x64xf32>, %y: memref<1x112x112x64xf32>) {
  affine.for %n = 0 to 1 {
    affine.for %h = 0 to 112 {
      affine.for %v = 0 to 112 {
        affine.for %co = 0 to 64 {
          affine.for %rh = 0 to 7 {
            affine.for %rw = 0 to 7 {
              affine.for %rc = 0 to 3 {
                %a = affine.load %x[%n, 2 * %h + %rh, 2 * %v + %rw, %rc] : memref<1x229x229x3xf32>
                %b = affine.load %w[%rh, %rw, %rc, %co] : memref<7x7x3x64xf32>
                %p = arith.mulf %a, %b : f32
                %s = affine.load %y[%n, %h, %v, %co] : memref<1x112x112x64xf32>
                %t = arith.addf %s, %p : f32
                affine.store %t, %y[%n, %h, %v, %co] : memref<1x112x112x64xf32>
              }
            }
          }
        }
      }
    }
  } {layout.sequential}
  return
}
