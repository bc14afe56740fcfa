// Ops that move several elements by one address.
// RUN: layout-opt %s --layout-apply --layout-finalize | FileCheck %s

#swizzled = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 8) xor (i mod 8), j mod 8)>>
#padded = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, ? + 8]>>
#fours = #layout.buffer<index_map<(i, j) -> (i, (j floordiv 4) xor (i mod 8), j mod 4)>>

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @ldmatrix(
  // CHECK-SAME: %[[I:.*]]: index, %[[J:.*]]: index) workgroup(%[[A:.*]] : memref<64x8x8xf16, 3>)
  gpu.func @ldmatrix(%i: index, %j: index) workgroup(%a: memref<64x64xf16, #swizzled, 3>) kernel {
    // CHECK-DAG: %[[B:.*]] = affine.apply {{.*}}[%[[I]], %[[J]]]
    // CHECK-DAG: %[[C:.*]] = affine.apply {{.*}}[%[[J]]]
    // CHECK: nvgpu.ldmatrix %[[A]][%[[I]], %[[B]], %[[C]]]
    %m = nvgpu.ldmatrix %a[%i, %j] {numTiles = 4 : i32, transpose = true} : memref<64x64xf16, #swizzled, 3> -> vector<4x2xf16>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @padded(
  // CHECK-SAME: %[[I:.*]]: index, %[[J:.*]]: index) workgroup(%[[A:.*]] : memref<64x72xf16, 3>)
  gpu.func @padded(%i: index, %j: index) workgroup(%a: memref<64x64xf16, #padded, 3>) kernel {
    // CHECK: nvgpu.ldmatrix %[[A]][%[[I]], %[[J]]]
    %m = nvgpu.ldmatrix %a[%i, %j] {numTiles = 1 : i32, transpose = false} : memref<64x64xf16, #padded, 3> -> vector<1x2xf16>
    gpu.return
  }

  // Rows of 4 numbers of 4 bytes.
  // CHECK-LABEL: gpu.func @tf32(
  gpu.func @tf32(%i: index, %j: index) workgroup(%a: memref<64x32xf32, #fours, 3>) kernel {
    // CHECK: nvgpu.ldmatrix %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] {{.*}} : memref<64x8x4xf32, 3>
    %m = nvgpu.ldmatrix %a[%i, %j] {numTiles = 4 : i32, transpose = false} : memref<64x32xf32, #fours, 3> -> vector<4x1xf32>
    gpu.return
  }
}
