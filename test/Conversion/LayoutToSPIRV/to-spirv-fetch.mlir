// Reads that may be outside of an image.
// RUN: layout-opt %s --convert-layout-to-spirv | FileCheck %s
// RUN: layout-opt %s --layout-to-spirv | %validate_spirv | FileCheck %s --check-prefix=VALID
// VALID: valid SPIR-V modules: 1

// The device yields zeros outside: a fetch as any other.
// CHECK-LABEL: spirv.func @zero
// CHECK-NOT:     spirv.GL.SClamp
// CHECK:         %[[P:.*]] = spirv.CompositeConstruct %[[J:.*]], %[[I:.*]] : (i32, i32) -> vector<2xi32>
// CHECK:         spirv.ImageFetch %{{.*}}, %[[P]] : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xi32> -> vector<4xf32>
// No device takes the nearest texel: the kernel does.
// CHECK-LABEL: spirv.func @clamp
// CHECK-DAG:     %[[ZERO:.*]] = spirv.Constant 0 : i32
// CHECK-DAG:     %[[LAST:.*]] = spirv.Constant 7 : i32
// CHECK:         spirv.GL.SClamp %{{.*}}, %{{.*}}, %[[LAST]] : i32
// CHECK:         spirv.GL.SClamp
// CHECK:         spirv.ImageFetch
gpu.module @kernels {
  gpu.func @zero(%a: memref<8x4xvector<4xf32>, #layout.texture<read, outside = zero>>,
                 %b: memref<8x4xvector<4xf32>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %w = gpu.block_id x
    %h = gpu.block_id y
    %i = arith.subi %h, %c1 : index
    %x = layout.fetch %a[%i, %w] : memref<8x4xvector<4xf32>, #layout.texture<read, outside = zero>>
    memref.store %x, %b[%h, %w] : memref<8x4xvector<4xf32>, #layout.texture<write>>
    gpu.return
  }
  gpu.func @clamp(%a: memref<8x5xf32, #layout.texture<read, outside = clamp>>,
                  %b: memref<8x5xf32>)
      kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
    %c1 = arith.constant 1 : index
    %w = gpu.block_id x
    %h = gpu.block_id y
    %i = arith.subi %h, %c1 : index
    %x = layout.fetch %a[%i, %w] : memref<8x5xf32, #layout.texture<read, outside = clamp>>
    memref.store %x, %b[%h, %w] : memref<8x5xf32>
    gpu.return
  }
}
