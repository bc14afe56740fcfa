// Launches get copies of their buffers on the device.
// RUN: layout-opt %s --convert-layout-to-spirv --layout-stage-launches --split-input-file | FileCheck %s
// RUN: layout-opt %s --convert-layout-to-spirv --layout-stage-launches --convert-layout-images-to-llvm --split-input-file | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --convert-layout-to-spirv --layout-stage-launches --split-input-file --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: [Missed] layout-stage-launches/checked-when-run | Category:layout | Remark="the program checks when it runs that arguments 0 and 2 are different memory, as the kernel works on copies and may write one; llvm.noalias on a function argument states that they are"

!read = memref<64x32xvector<4xf32>, #layout.texture<read>>
!write = memref<64x32xvector<4xf32>, #layout.texture<write>>

module attributes {gpu.container_module} {
  // What stays of a kernel is its signature, with handles for textures; and the
  // target that it is compiled for is stated.
  // CHECK-LABEL: gpu.module @kernels [#spirv.target_env<
  // CHECK:         spirv.module
  // CHECK:         gpu.func @double(%{{.*}}: !layout.image<64x32xvector<4xf32>>, %{{.*}}: i32, %{{.*}}: !layout.image<64x32xvector<4xf32>>, %{{.*}}: memref<8x8xf32>, %{{.*}}: memref<8x8xf32>) kernel {
  // CHECK-NEXT:      gpu.return
  // LLVM:          gpu.func @double(%{{.*}}: !llvm.ptr, %{{.*}}: i32, %{{.*}}: !llvm.ptr, %{{.*}}: memref<8x8xf32>, %{{.*}}: memref<8x8xf32>) kernel {
  gpu.module @kernels {
    gpu.func @double(%a: !read, %n: i32, %b: !write, %c: memref<8x8xf32>, %d: memref<8x8xf32>)
        kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %x = gpu.global_id x
      %y = gpu.global_id y
      %t = memref.load %a[%y, %x] : !read
      memref.store %t, %b[%y, %x] : !write
      %e = memref.load %c[%y, %x] : memref<8x8xf32>
      memref.store %e, %d[%y, %x] : memref<8x8xf32>
      gpu.return
    }
  }

  // What is only read is not copied back; what is only written is copied in, as
  // what a kernel does not write must survive.
  // CHECK-LABEL: func.func @launch(
  // CHECK-SAME:    %[[A:.*]]: memref<64x32xvector<4xf32>>, %[[B:.*]]: memref<64x32xvector<4xf32>> {llvm.noalias}, %[[C:.*]]: memref<8x8xf32>, %[[D:.*]]: memref<8x8xf32> {llvm.noalias}, %[[N:.*]]: i32)
  // CHECK-NOT:     layoutRequireDistinct
  // CHECK:         %[[AI:.*]] = layout.image_create : !layout.image<64x32xvector<4xf32>>
  // CHECK-NEXT:    layout.image_upload %[[A]] to %[[AI]]
  // CHECK-NEXT:    %[[BI:.*]] = layout.image_create : !layout.image<64x32xvector<4xf32>>
  // CHECK-NEXT:    layout.image_upload %[[B]] to %[[BI]]
  // CHECK-NEXT:    %[[CD:.*]] = gpu.alloc  () : memref<8x8xf32>
  // CHECK-NEXT:    gpu.memcpy  %[[CD]], %[[C]]
  // CHECK-NEXT:    %[[DD:.*]] = gpu.alloc  () : memref<8x8xf32>
  // CHECK-NEXT:    gpu.memcpy  %[[DD]], %[[D]]
  // CHECK-NEXT:    gpu.launch_func @kernels::@double
  // CHECK-SAME:      args(%[[AI]] : !layout.image<64x32xvector<4xf32>>, %[[N]] : i32, %[[BI]] : !layout.image<64x32xvector<4xf32>>, %[[CD]] : memref<8x8xf32>, %[[DD]] : memref<8x8xf32>)
  // CHECK-NEXT:    gpu.memcpy  %[[D]], %[[DD]]
  // CHECK-NEXT:    gpu.dealloc  %[[DD]]
  // CHECK-NEXT:    gpu.dealloc  %[[CD]]
  // CHECK-NEXT:    layout.image_download %[[BI]] to %[[B]]
  // CHECK-NEXT:    layout.image_destroy %[[BI]]
  // CHECK-NEXT:    layout.image_destroy %[[AI]]
  // CHECK-NEXT:    return

  // Format 1 is Rgba32f; then width, height, and no layers.
  // LLVM-LABEL: func.func @launch(
  // LLVM-DAG:     %[[F:.*]] = arith.constant 1 : i32
  // LLVM-DAG:     %[[W:.*]] = arith.constant 32 : i64
  // LLVM-DAG:     %[[H:.*]] = arith.constant 64 : i64
  // LLVM-DAG:     %[[L:.*]] = arith.constant 0 : i64
  // LLVM:         %[[I:.*]] = llvm.call @layoutImageCreate(%[[F]], %[[W]], %[[H]], %[[L]])
  // LLVM:         %[[X:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<64x32xvector<4xf32>>
  // LLVM:         %[[P:.*]] = llvm.inttoptr
  // LLVM:         %[[S:.*]] = arith.constant 32768 : i64
  // LLVM:         llvm.call @layoutImageUpload(%[[I]], %[[P]], %[[S]])
  // LLVM:         gpu.launch_func @kernels::@double
  // LLVM-SAME:      args(%[[I]] : !llvm.ptr, %{{.*}} : i32, %{{.*}} : !llvm.ptr,
  // LLVM:         llvm.call @layoutImageDownload(
  // LLVM-COUNT-2: llvm.call @layoutImageDestroy(
  func.func @launch(%a: !read, %b: !write {llvm.noalias}, %c: memref<8x8xf32>, %d: memref<8x8xf32> {llvm.noalias}, %n: i32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : !read, %n : i32, %b : !write, %c : memref<8x8xf32>, %d : memref<8x8xf32>)
    return
  }
}

// -----

// One buffer, one copy; dynamic sizes are asked for; what the device has already
// is used as it is, also asynchronously.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<?xf32>, %b: memref<?xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %x = gpu.global_id x
      %e = memref.load %a[%x] : memref<?xf32>
      memref.store %e, %b[%x] : memref<?xf32>
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @twice(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>
  // CHECK:         %[[N:.*]] = memref.dim %[[A]]
  // CHECK:         %[[D:.*]] = gpu.alloc  (%[[N]]) : memref<?xf32>
  // CHECK-NOT:     gpu.alloc
  // CHECK:         gpu.launch_func
  // CHECK-SAME:      args(%[[D]] : memref<?xf32>, %[[D]] : memref<?xf32>)
  // CHECK-NEXT:    gpu.memcpy  %[[A]], %[[D]]
  func.func @twice(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %a : memref<?xf32>)
    return
  }
  // CHECK-LABEL: func.func @on_device(
  // CHECK-COUNT-1: gpu.alloc
  // CHECK-NEXT:    gpu.launch_func async
  // CHECK-NEXT:    return
  func.func @on_device(%n: index) {
    %c1 = arith.constant 1 : index
    %a, %t = gpu.alloc async [] (%n) : memref<?xf32>
    %u = gpu.launch_func async [%t] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %a : memref<?xf32>)
    return
  }
}

// -----

// What only the running program knows is checked by it: addresses and sizes of
// both. Copies of memory that nobody writes may be two.
// CHECK-DAG: llvm.mlir.global private constant @[[TEXT:layout_launch]]("kernel add: arguments 0 and 2\00")
// CHECK-DAG: llvm.func @layoutRequireDistinct(!llvm.ptr, i64, !llvm.ptr, i64, !llvm.ptr)
module attributes {gpu.container_module} {
  memref.global @g : memref<8xf32>
  memref.global @h : memref<8xf32>
  gpu.module @kernels {
    gpu.func @add(%a: memref<?xf32>, %b: memref<8xf32>, %c: memref<8xf32>) kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %x = gpu.global_id x
      %e = memref.load %a[%x] : memref<?xf32>
      %f = memref.load %b[%x] : memref<8xf32>
      %g = arith.addf %e, %f : f32
      memref.store %g, %c[%x] : memref<8xf32>
      gpu.return
    }
  }
  // CHECK-LABEL: func.func @checked(
  // CHECK-SAME:    %[[A:.*]]: memref<?xf32>, %[[C:.*]]: memref<8xf32>)
  // CHECK:         %[[B:.*]] = memref.alloc
  // CHECK:         %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK:         %[[PI:.*]] = arith.index_cast %[[P]]
  // CHECK:         %[[PA:.*]] = llvm.inttoptr %[[PI]]
  // CHECK:         %[[FOUR:.*]] = arith.constant 4 : i64
  // CHECK:         %[[N:.*]] = memref.dim %[[A]]
  // CHECK:         %[[NI:.*]] = arith.index_cast %[[N]]
  // CHECK:         %[[NA:.*]] = arith.muli %[[FOUR]], %[[NI]]
  // CHECK:         %[[Q:.*]] = memref.extract_aligned_pointer_as_index %[[C]]
  // CHECK:         %[[QI:.*]] = arith.index_cast %[[Q]]
  // CHECK:         %[[PC:.*]] = llvm.inttoptr %[[QI]]
  // CHECK:         %[[NC:.*]] = arith.constant 32 : i64
  // CHECK:         %[[T:.*]] = llvm.mlir.addressof @[[TEXT]]
  // CHECK:         llvm.call @layoutRequireDistinct(%[[PA]], %[[NA]], %[[PC]], %[[NC]], %[[T]])
  // CHECK-NOT:     layoutRequireDistinct
  // CHECK:         gpu.alloc
  // CHECK:         return
  func.func @checked(%a: memref<?xf32>, %c: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %b = memref.alloc() : memref<8xf32>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<8xf32>, %c : memref<8xf32>)
    return
  }

  // CHECK-LABEL: func.func @proven(
  // CHECK-NOT:     layoutRequireDistinct
  // CHECK:         return
  func.func @proven(%a: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %b = memref.get_global @g : memref<8xf32>
    %c = memref.alloc() : memref<8xf32>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<8xf32>, %c : memref<8xf32>)
    return
  }

  // What a callee makes is known; what is said to be distinct is believed.
  // CHECK-LABEL: func.func @proven_elsewhere(
  // CHECK-NOT:     layoutRequireDistinct
  // CHECK:         return
  func.func private @make() -> memref<8xf32> {
    %m = memref.alloc() : memref<8xf32>
    return %m : memref<8xf32>
  }
  func.func @proven_elsewhere(%p: memref<?xf32>, %q: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %a, %b = memref.distinct_objects %p, %q : memref<?xf32>, memref<8xf32>
    %c = call @make() : () -> memref<8xf32>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<8xf32>, %c : memref<8xf32>)
    return
  }

  // What a call returns may be anything, what is chosen one of the two.
  // CHECK-LABEL: func.func @unknown(
  // CHECK-COUNT-2: layoutRequireDistinct
  // CHECK-NOT:     layoutRequireDistinct
  // CHECK:         return
  func.func private @get() -> memref<?xf32>
  func.func @unknown(%i: i1) {
    %c1 = arith.constant 1 : index
    %a = call @get() : () -> memref<?xf32>
    %b = memref.get_global @g : memref<8xf32>
    %h = memref.get_global @h : memref<8xf32>
    %c = arith.select %i, %b, %h : memref<8xf32>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<?xf32>, %b : memref<8xf32>, %c : memref<8xf32>)
    return
  }
}

// -----

// What is passed as an index is measured, and how many bytes there are; constants
// are known, and larger elements are too few.
// CHECK-DAG: llvm.mlir.global private constant @[[ONE:.*]]("kernel k: argument 1\00")
// CHECK-DAG: llvm.mlir.global private constant @[[TWO:.*]]("kernel k: argument 2, the number of its elements\00")
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  // CHECK-LABEL: func.func @measured(
  // CHECK-SAME:    %[[N:.*]]: index, %[[A:.*]]: memref<?xi8>
  // CHECK:         %[[I:.*]] = arith.index_cast %[[N]]
  // CHECK:         %[[T:.*]] = llvm.mlir.addressof @[[ONE]]
  // CHECK:         llvm.call @layoutRequireIndex(%[[I]], %[[T]])
  // CHECK:         %[[M:.*]] = memref.dim %[[A]]
  // CHECK:         %[[B:.*]] = arith.muli
  // CHECK:         %[[U:.*]] = llvm.mlir.addressof @[[TWO]]
  // CHECK:         llvm.call @layoutRequireIndex(%[[B]], %[[U]])
  // CHECK-NOT:     layoutRequireIndex
  // CHECK:         gpu.launch_func
  func.func @measured(%n: index, %a: memref<?xi8> {llvm.noalias}, %b: memref<?xi16> {llvm.noalias}, %c: memref<8xi8> {llvm.noalias}) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%c1 : index, %n : index, %a : memref<?xi8>, %b : memref<?xi16>, %c : memref<8xi8>)
    return
  }
}
