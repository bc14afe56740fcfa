// The host's side of a texture is memory; launches see it as a texture.
// RUN: layout-opt %s --layout-host-textures | FileCheck %s
// RUN: layout-opt %s --layout-host-textures --layout-host-textures | FileCheck %s
// RUN: layout-opt %s --layout-host-textures --layout-flatten --layout-vectorize-elements | FileCheck %s --check-prefix=FLAT

#separated = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[2]>>
!texture = memref<2x4x8x4xf32, #separated, #layout.texture<read>>

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // Kernels see what they saw; flat, and by whole texels, in the end.
    // CHECK: gpu.func @k(%{{.*}}: memref<2x4x8x4xf32, #{{.*}}, #layout.texture<read>>, %{{.*}}: memref<2x4x8x4xf32, #{{.*}}, #layout.texture<read>>)
    // FLAT:  gpu.func @k(%{{.*}}: memref<8x8xvector<4xf32>, #layout.texture<read>>, %{{.*}}: memref<8x8xvector<4xf32>, #layout.texture<read>>)
    gpu.func @k(%a: !texture, %b: !texture) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      gpu.return
    }
  }

  // CHECK-LABEL: func.func @host(
  // CHECK-SAME:    %[[A:.*]]: memref<2x4x8x4xf32>)
  // CHECK:         %[[B:.*]] = memref.alloc() : memref<2x4x8x4xf32>
  // CHECK:         memref.store %{{.*}}, %[[B]][{{.*}}] : memref<2x4x8x4xf32>
  // CHECK:         %[[C:.*]] = call @hand_on(%[[B]]) : (memref<2x4x8x4xf32>) -> memref<2x4x8x4xf32>
  // CHECK-NEXT:    %[[T:.*]] = layout.as_texture %[[A]] : memref<2x4x8x4xf32> to memref<2x4x8x4xf32, #{{.*}}, #layout.texture<read>>
  // CHECK-NEXT:    %[[U:.*]] = layout.as_texture %[[C]]
  // CHECK-NEXT:    gpu.launch_func @kernels::@k
  // CHECK-SAME:      args(%[[T]] : memref<2x4x8x4xf32, #{{.*}}, #layout.texture<read>>, %[[U]] :
  // The same buffer twice is one texture.
  // CHECK-NEXT:    %[[V:.*]] = layout.as_texture %[[A]]
  // CHECK-NEXT:    gpu.launch_func @kernels::@k
  // CHECK-SAME:      args(%[[V]] : {{.*}}, %[[V]] :

  // FLAT-LABEL: func.func @host(
  // FLAT-SAME:    %[[A:.*]]: memref<2x4x8x4xf32>)
  // FLAT:         memref.store %{{.*}}, %{{.*}}[{{.*}}] : memref<2x4x8x4xf32>
  // FLAT:         layout.as_texture %[[A]] : memref<2x4x8x4xf32> to memref<8x8xvector<4xf32>, #layout.texture<read>>
  func.func @host(%a: !texture) {
    %c1 = arith.constant 1 : index
    %b = memref.alloc() : !texture
    %f = arith.constant 1.0 : f32
    memref.store %f, %b[%c1, %c1, %c1, %c1] : !texture
    %c = func.call @hand_on(%b) : (!texture) -> !texture
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !texture, %c : !texture)
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : !texture, %a : !texture)
    return
  }
  // CHECK-LABEL: func.func private @hand_on(%{{.*}}: memref<2x4x8x4xf32>) -> memref<2x4x8x4xf32>
  func.func private @hand_on(%a: !texture) -> !texture {
    return %a : !texture
  }
}
