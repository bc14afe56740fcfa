// RUN: layout-opt %s --layout-unroll-channels --remarks-filter=layout 2>&1 | FileCheck %s

#image = #layout.texture<readwrite>

// Left alone: more iterations, an unknown number, no store to a texture.
// CHECK: [[# @LINE+5]]:3: remark: [Missed] layout-unroll-channels/kept {{.*}}"the loop is not unrolled: it has more iterations than a texel has channels, which are 4; expects a loop over channels of its own"
// CHECK: [[# @LINE+7]]:3: remark: [Missed] layout-unroll-channels/kept {{.*}}"the loop is not unrolled: its number of iterations is not known; give it constant bounds"
// CHECK-LABEL:    func.func @others(
// CHECK-COUNT-4:    affine.for
func.func @others(%b: memref<8x8x4xf32, #image>, %a: memref<8x8x4xf32>, %i: index, %n: index, %z: f32) {
  affine.for %k = 0 to 5 {
    affine.store %z, %b[%k, symbol(%i), 0] : memref<8x8x4xf32, #image>
  }
  affine.for %k = 0 to %n {
    affine.store %z, %b[%k, symbol(%i), 0] : memref<8x8x4xf32, #image>
  }
  affine.for %k = 0 to 4 {
    affine.store %z, %a[0, symbol(%i), %k] : memref<8x8x4xf32>
  }
  affine.for %k = 0 to 4 {
    %x = affine.load %b[0, symbol(%i), %k] : memref<8x8x4xf32, #image>
    affine.store %x, %a[0, symbol(%i), %k] : memref<8x8x4xf32>
  }
  return
}
