// A tensor may stand for the memory of a buffer, and another buffer for the tensor.
// RUN: layout-opt %s --layout-remove-noop | FileCheck %s

// CHECK-LABEL: @through_tensor
// CHECK: affine.store
func.func @through_tensor(%v: f32) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %t = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  %b = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %v, %a[%i] : memref<4xf32>
  }
  %r = affine.load %b[2] : memref<4xf32>
  return %r : f32
}
