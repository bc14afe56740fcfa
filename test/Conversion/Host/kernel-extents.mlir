// Kernels get the extents of their buffers that they need to know.
// RUN: layout-opt %s --layout-kernel-extents --split-input-file | FileCheck %s
// RUN: layout-opt %s --layout-kernel-extents --layout-kernel-extents --split-input-file | FileCheck %s

module attributes {gpu.container_module} {
  gpu.module @kernels {
    // CHECK-LABEL: gpu.func @rows(
    // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[B:.*]]: memref<?xf32>, %[[C:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[M:.*]]: index, %[[K:.*]]: index, %[[L:.*]]: index) kernel
    // CHECK:         %[[I:.*]] = gpu.global_id x
    // CHECK:         %[[J:.*]] = gpu.global_id y
    // CHECK:         %[[R:.*]] = arith.muli %[[I]], %[[N]]
    // CHECK:         %[[P:.*]] = arith.addi %[[R]], %[[J]]
    // CHECK:         memref.load %[[A]][%[[P]]] : memref<?xf32>
    // The third of (?, 5, ?).
    // CHECK:         %[[FIVE:.*]] = arith.constant 5 : index
    // CHECK:         %[[R0:.*]] = arith.muli %[[I]], %[[FIVE]]
    // CHECK:         %[[R1:.*]] = arith.addi %[[R0]], %[[J]]
    // CHECK:         %[[R2:.*]] = arith.muli %[[R1]], %[[K]]
    // CHECK:         %[[R3:.*]] = arith.addi %[[R2]], %[[M]]
    // CHECK:         memref.store %{{.*}}, %[[B]][%[[R3]]] : memref<?xf32>
    // CHECK:         memref.store %{{.*}}, %[[C]][%[[L]]] : memref<?xf32>
    // CHECK-NOT:     memref.dim
    gpu.func @rows(%a: memref<?x?xf32>, %b: memref<?x5x?xf32>, %c: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %j = gpu.global_id y
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
      %m = memref.dim %b, %c0 : memref<?x5x?xf32>
      memref.store %x, %b[%i, %j, %m] : memref<?x5x?xf32>
      %n = memref.dim %c, %c0 : memref<?xf32>
      memref.store %x, %c[%n] : memref<?xf32>
      gpu.return
    }
    // What is known, or only the first of several, need not be told.
    // CHECK: gpu.func @known(%{{.*}}: memref<?x4xf32>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?x?xvector<4xf32>, #layout.texture<read>>) kernel
    gpu.func @known(%a: memref<?x4xf32>, %b: memref<?xf32>, %c: memref<?x?xvector<4xf32>, #layout.texture<read>>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %x = memref.load %a[%i, %i] : memref<?x4xf32>
      memref.store %x, %b[%i] : memref<?xf32>
      %t = memref.load %c[%i, %i] : memref<?x?xvector<4xf32>, #layout.texture<read>>
      gpu.return
    }
    // Who launches this one is not known.
    // CHECK: gpu.func @not_launched(%{{.*}}: memref<?x?xf32>) kernel
    gpu.func @not_launched(%a: memref<?x?xf32>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.global_id x
      %x = memref.load %a[%i, %i] : memref<?x?xf32>
      gpu.return
    }
    // Of a texture, the host's buffer tells.
    // CHECK: gpu.func @texture(%{{.*}}: memref<?x4xvector<4xf32>, #layout.texture<read>>, %{{.*}}: memref<?xf32>, %[[N:.*]]: index) kernel
    // CHECK:   memref.store %{{.*}}, %{{.*}}[%[[N]]]
    gpu.func @texture(%a: memref<?x4xvector<4xf32>, #layout.texture<read>>, %b: memref<?xf32>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %a, %c0 : memref<?x4xvector<4xf32>, #layout.texture<read>>
      %t = memref.load %a[%c0, %c0] : memref<?x4xvector<4xf32>, #layout.texture<read>>
      %x = vector.extract %t[0] : f32 from vector<4xf32>
      memref.store %x, %b[%n] : memref<?xf32>
      gpu.return
    }
    // A view is indexed by strides; an extent can be told all the same.
    // CHECK: gpu.func @viewed(%{{.*}}: memref<?x?xf32>, %{{.*}}: index) kernel
    gpu.func @viewed(%a: memref<?x?xf32>) kernel
        attributes {known_block_size = array<i32: 1, 1, 1>} {
      %c1 = arith.constant 1 : index
      %n = memref.dim %a, %c1 : memref<?x?xf32>
      %b = memref.cast %a : memref<?x?xf32> to memref<4x?xf32>
      %x = memref.load %b[%n, %n] : memref<4x?xf32>
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME:    %[[A:.*]]: memref<?x?xf32>, %[[B:.*]]: memref<?x5x?xf32>, %[[C:.*]]: memref<?xf32>
  // CHECK-DAG:     %[[N:.*]] = memref.dim %[[A]], %c1{{.*}} : memref<?x?xf32>
  // CHECK-DAG:     %[[FA:.*]] = memref.collapse_shape %[[A]] {{\[\[}}0, 1]] : memref<?x?xf32> into memref<?xf32>
  // CHECK-DAG:     %[[M:.*]] = memref.dim %[[B]], %c0{{.*}} : memref<?x5x?xf32>
  // CHECK-DAG:     %[[K:.*]] = memref.dim %[[B]], %c2{{.*}} : memref<?x5x?xf32>
  // CHECK-DAG:     %[[FB:.*]] = memref.collapse_shape %[[B]] {{\[\[}}0, 1, 2]] : memref<?x5x?xf32> into memref<?xf32>
  // CHECK-DAG:     %[[L:.*]] = memref.dim %[[C]], %c0{{.*}} : memref<?xf32>
  // CHECK:         gpu.launch_func @kernels::@rows
  // CHECK-SAME:      args(%[[FA]] : memref<?xf32>, %[[FB]] : memref<?xf32>, %[[C]] : memref<?xf32>, %[[N]] : index, %[[M]] : index, %[[K]] : index, %[[L]] : index)
  func.func @launch(%a: memref<?x?xf32>, %b: memref<?x5x?xf32>, %c: memref<?xf32>, %d: memref<?x4xf32>,
                    %t: memref<?x?xvector<4xf32>, #layout.texture<read>>, %e: memref<?x4x4xf32>) {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@rows blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%a : memref<?x?xf32>, %b : memref<?x5x?xf32>, %c : memref<?xf32>)
    gpu.launch_func @kernels::@known blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%d : memref<?x4xf32>, %c : memref<?xf32>, %t : memref<?x?xvector<4xf32>, #layout.texture<read>>)
    // CHECK:         %[[H:.*]] = memref.dim %[[T:.*]], %c0{{.*}} : memref<?x4x4xf32>
    // CHECK:         gpu.launch_func @kernels::@texture
    // CHECK-SAME:      %[[C]] : memref<?xf32>, %[[H]] : index)
    %at = layout.as_texture %e : memref<?x4x4xf32> to memref<?x4xvector<4xf32>, #layout.texture<read>>
    gpu.launch_func @kernels::@texture blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%at : memref<?x4xvector<4xf32>, #layout.texture<read>>, %c : memref<?xf32>)
    gpu.launch_func @kernels::@viewed blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%a : memref<?x?xf32>)
    return
  }
}
