// RUN: layout-opt %s --layout-unroll-channels | FileCheck %s

#image = #layout.texture<readwrite>

// Left alone: more iterations, an unknown number, no store to a texture.
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
