// Loops that store the channels of a texel one by one are unrolled.
// RUN: layout-opt %s --layout-unroll-channels | FileCheck %s
// RUN: layout-opt %s --layout-unroll-channels --layout-unroll-channels | FileCheck %s
// RUN: layout-opt %s --layout-unroll-channels --layout-vectorize-elements --canonicalize --mlir-print-local-scope | FileCheck %s --check-prefix=TEXELS
// RUN: layout-opt %s --layout-unroll-channels --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK-COUNT-2: layout-unroll-channels/unrolled{{.*}}the channels of a texel are stored together now

#image = #layout.texture<readwrite>

// CHECK-LABEL:    func.func @affine(
// CHECK:            affine.for %{{.*}} = 0 to 8
// CHECK-NOT:        affine.for
// CHECK-COUNT-4:    affine.store
// CHECK-NOT:        affine.store
// TEXELS-LABEL:   func.func @affine(
// TEXELS:           memref.store {{.*}} : memref<8x8xvector<4xf32>,
func.func @affine(%b: memref<8x8x4xf32, #image>, %a: memref<8x32xf32>, %i: index) {
  affine.for %j = 0 to 8 {
    affine.for %k = 0 to 4 {
      %x = affine.load %a[%j, 4 * %j + %k] : memref<8x32xf32>
      affine.store %x, %b[%j, symbol(%i), %k] : memref<8x8x4xf32, #image>
    }
  }
  return
}

// By index arithmetic as well, and with values that the loop carries.
// CHECK-LABEL:    func.func @scf(
// CHECK-NOT:        scf.for
// CHECK-COUNT-4:    memref.store
// CHECK-NOT:        memref.store
// TEXELS-LABEL:   func.func @scf(
// TEXELS:           memref.store {{.*}} : memref<8x8xvector<4xf32>,
func.func @scf(%b: memref<8x8x4xf32, #image>, %a: memref<32xf32>, %i: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %base = arith.muli %i, %c4 : index
  %last = scf.for %k = %c0 to %c4 step %c1 iter_args(%s = %z) -> (f32) {
    %c = arith.addi %base, %k : index
    %x = memref.load %a[%c] : memref<32xf32>
    %t = arith.addf %s, %x : f32
    %row = affine.apply affine_map<(c) -> (c floordiv 4)>(%c)
    %e = affine.apply affine_map<(c) -> (c mod 4)>(%c)
    memref.store %t, %b[%row, %i, %e] : memref<8x8x4xf32, #image>
    scf.yield %t : f32
  }
  return %last : f32
}
