// The runtime's C functions, on kernels written by hand: two in one module, each
// with other descriptors under the same numbers, launched several times.
// RUN: %host_to_llvm %s -o %t.mlir
// RUN: %run_on_vulkan -e buffers %t.mlir | FileCheck %s --check-prefix=BUFFERS
// RUN: %run_on_vulkan -e images %t.mlir | FileCheck %s --check-prefix=IMAGES
// RUN: %run_on_vulkan -e rows_as_columns %t.mlir | FileCheck %s --check-prefix=SWAPPED
// RUN: not %run_on_vulkan -e wrong_format %t.mlir 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not %run_on_vulkan -e wrong_kind %t.mlir 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not %run_on_vulkan -e too_wide %t.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not %run_on_vulkan -e empty %t.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not %run_on_vulkan -e no_such_format %t.mlir 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not %run_on_vulkan -e layers %t.mlir 2>&1 | FileCheck %s --check-prefix=LAYERS
// RUN: not %run_on_vulkan -e wrong_size %t.mlir 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: not %run_on_vulkan -e wrong_download %t.mlir 2>&1 | FileCheck %s --check-prefix=DOWNLOAD
// RUN: not %run_on_vulkan -e no_image %t.mlir 2>&1 | FileCheck %s --check-prefix=NO-IMAGE
// RUN: not %run_on_vulkan -e destroyed %t.mlir 2>&1 | FileCheck %s --check-prefix=DESTROYED
// RUN: not %run_on_vulkan -e forgotten %t.mlir 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// RUN: not %run_on_vulkan -e host_memory %t.mlir 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not %run_on_vulkan -e too_small %t.mlir 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: not %run_on_vulkan -e unaligned %t.mlir 2>&1 | FileCheck %s --check-prefix=UNALIGNED
// RUN: not %run_on_vulkan -e threads %t.mlir 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: not %run_on_vulkan -e groups %t.mlir 2>&1 | FileCheck %s --check-prefix=GROUPS
// RUN: not %run_on_vulkan -e arguments %t.mlir 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// RUN: not %run_on_vulkan -e shared %t.mlir 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not env VK_LAYER_PATH=/nowhere %run_on_vulkan -e buffers %t.mlir 2>&1 | FileCheck %s --check-prefix=NO-LAYER
// RUN: env LAYOUT_VULKAN_DEVICE=0 %run_on_vulkan -e buffers %t.mlir | FileCheck %s --check-prefix=BUFFERS
// RUN: not env LAYOUT_VULKAN_DEVICE=nonesuch %run_on_vulkan -e buffers %t.mlir 2>&1 | FileCheck %s --check-prefix=DEVICE
//
// How long the device worked on each launch; the process says so if asked.
// RUN: env LAYOUT_VULKAN_TIME=1 %run_on_vulkan -e buffers %t.mlir 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: env LAYOUT_VULKAN_TIME=0 %run_on_vulkan -e buffers %t.mlir 2>&1 | FileCheck %s --check-prefix=UNTIMED
//
// TIME-COUNT-2: layout-vulkan: kernel add took {{[0-9]+\.[0-9]+}} us
// UNTIMED-NOT: took
// NO-LAYER: error: LAYOUT_VULKAN_VALIDATE is set, but the layer VK_LAYER_KHRONOS_validation is not installed
// DEVICE: error: no device with Vulkan 1.1 or later fits LAYOUT_VULKAN_DEVICE=nonesuch; there are:
// DEVICE-NEXT: 0: {{.+}}

module attributes {gpu.container_module} {
  gpu.module @kernels [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>] {
    spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
      spirv.GlobalVariable @gid built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
      spirv.GlobalVariable @a0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<16 x i32, stride=4> [0])>, StorageBuffer>
      spirv.GlobalVariable @a1 bind(0, 1) : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>
      spirv.GlobalVariable @s0 bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
      spirv.GlobalVariable @i1 bind(0, 1) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
      spirv.func @add() "None" {
        %g = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
        %v = spirv.Load "Input" %g : vector<3xi32>
        %x = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
        %c0 = spirv.Constant 0 : i32
        %p = spirv.mlir.addressof @a0 : !spirv.ptr<!spirv.struct<(!spirv.array<16 x i32, stride=4> [0])>, StorageBuffer>
        %e = spirv.AccessChain %p[%c0, %x] : !spirv.ptr<!spirv.struct<(!spirv.array<16 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
        %q = spirv.mlir.addressof @a1 : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>
        %f = spirv.AccessChain %q[%c0] : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>, i32 -> !spirv.ptr<i32, StorageBuffer>
        %1 = spirv.Load "StorageBuffer" %e : i32
        %2 = spirv.Load "StorageBuffer" %f : i32
        %3 = spirv.IAdd %1, %2 : i32
        spirv.Store "StorageBuffer" %e, %3 : i32
        spirv.Return
      }
      spirv.func @double() "None" {
        %g = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
        %v = spirv.Load "Input" %g : vector<3xi32>
        %c = spirv.VectorShuffle [0 : i32, 1 : i32] %v, %v : vector<3xi32>, vector<3xi32> -> vector<2xi32>
        %ps = spirv.mlir.addressof @s0 : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
        %s = spirv.Load "UniformConstant" %ps : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>
        %t = spirv.ImageFetch %s, %c : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, vector<2xi32> -> vector<4xf32>
        %u = spirv.FAdd %t, %t : vector<4xf32>
        %pi = spirv.mlir.addressof @i1 : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
        %i = spirv.Load "UniformConstant" %pi : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>
        spirv.ImageWrite %i, %c, %u : !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, vector<2xi32>, vector<4xf32>
        spirv.Return
      }
      spirv.EntryPoint "GLCompute" @add, @gid
      spirv.ExecutionMode @add "LocalSize", 4, 1, 1
      spirv.EntryPoint "GLCompute" @double, @gid
      spirv.ExecutionMode @double "LocalSize", 1, 1, 1
    }
    llvm.func @add() attributes {gpu.kernel}
    llvm.func @double() attributes {gpu.kernel}
  }
  llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr
  llvm.func @layoutImageUpload(!llvm.ptr, !llvm.ptr, i64)
  llvm.func @layoutImageDownload(!llvm.ptr, !llvm.ptr, i64)
  llvm.func @layoutImageDestroy(!llvm.ptr)
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

  //===--- Buffers and scalars ---===//

  // BUFFERS: [20,  21,  22,  23,  24,  25,  26,  27,  28,  29,  30,  31,  32,  33,  34,  35]
  func.func @buffers() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %h = memref.alloc() : memref<16xi32>
    affine.for %i = 0 to 16 {
      %v = arith.index_cast %i : index to i32
      affine.store %v, %h[%i] : memref<16xi32>
    }
    %ten = arith.constant 10 : i32
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<16xi32>
    %t2 = gpu.memcpy async [%t1] %d, %h : memref<16xi32>, memref<16xi32>
    %t3 = gpu.launch_func async [%t2] @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<16xi32>, %ten : i32)
    %t4 = gpu.launch_func async [%t3] @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<16xi32>, %ten : i32)
    %t5 = gpu.memcpy async [%t4] %h, %d : memref<16xi32>, memref<16xi32>
    %t6 = gpu.dealloc async [%t5] %d : memref<16xi32>
    gpu.wait [%t6]
    %u = memref.cast %h : memref<16xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    return
  }

  //===--- Images ---===//

  /// The address of 2x3 texels: component k of column j in row i is 100 i + 10 j + k.
  func.func @texels() -> (memref<2x3x4xf32>, !llvm.ptr) {
    %f = memref.alloc() : memref<2x3x4xf32>
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        affine.for %k = 0 to 4 {
          %n = affine.apply affine_map<(i, j, k) -> (i * 100 + j * 10 + k)>(%i, %j, %k)
          %v = arith.index_cast %n : index to i32
          %w = arith.sitofp %v : i32 to f32
          affine.store %w, %f[%i, %j, %k] : memref<2x3x4xf32>
        }
      }
    }
    %x = memref.extract_aligned_pointer_as_index %f : memref<2x3x4xf32> -> index
    %y = arith.index_cast %x : index to i64
    %p = llvm.inttoptr %y : i64 to !llvm.ptr
    return %f, %p : memref<2x3x4xf32>, !llvm.ptr
  }

  /// Doubles the texels as an image of so many columns and rows, and prints them.
  func.func @double_as(%columns: i64, %rows: i64) {
    %f, %p = call @texels() : () -> (memref<2x3x4xf32>, !llvm.ptr)
    %none = arith.constant 0 : i64
    %size = arith.constant 96 : i64
    %rgba32f = arith.constant 1 : i32
    %c1 = arith.constant 1 : index
    %x = arith.index_cast %columns : i64 to index
    %y = arith.index_cast %rows : i64 to index
    %in = llvm.call @layoutImageCreate(%rgba32f, %columns, %rows, %none) : (i32, i64, i64, i64) -> !llvm.ptr
    %out = llvm.call @layoutImageCreate(%rgba32f, %columns, %rows, %none) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageUpload(%in, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    gpu.launch_func @kernels::@double blocks in (%x, %y, %c1) threads in (%c1, %c1, %c1)
        args(%in : !llvm.ptr, %out : !llvm.ptr)
    llvm.call @layoutImageDownload(%out, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.call @layoutImageDestroy(%in) : (!llvm.ptr) -> ()
    llvm.call @layoutImageDestroy(%out) : (!llvm.ptr) -> ()
    %u = memref.cast %f : memref<2x3x4xf32> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    return
  }

  // IMAGES:      {{\[\[\[}}0,    2,    4,    6],
  // IMAGES-NEXT: [20,    22,    24,    26],
  // IMAGES-NEXT: [40,    42,    44,    46]],
  // IMAGES-NEXT: {{\[\[}}200,    202,    204,    206],
  // IMAGES-NEXT: [220,    222,    224,    226],
  // IMAGES-NEXT: [240,    242,    244,    246]]]
  func.func @images() {
    %2 = arith.constant 2 : i64
    %3 = arith.constant 3 : i64
    call @double_as(%3, %2) : (i64, i64) -> ()
    return
  }

  // The same bytes in an image of 2 columns and 3 rows: a kernel that treats
  // every texel alike does not notice.
  // SWAPPED: {{\[\[\[}}0,    2,    4,    6],
  // SWAPPED: [240,    242,    244,    246]]]
  func.func @rows_as_columns() {
    %2 = arith.constant 2 : i64
    %3 = arith.constant 3 : i64
    call @double_as(%2, %3) : (i64, i64) -> ()
    return
  }

  //===--- Refusals ---===//

  /// Makes one image for a kernel that reads Rgba32f and writes it.
  func.func @launch_with(%format: i32, %layers: i64) {
    %c1 = arith.constant 1 : index
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %rgba32f = arith.constant 1 : i32
    %in = llvm.call @layoutImageCreate(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    %out = llvm.call @layoutImageCreate(%format, %1, %1, %layers) : (i32, i64, i64, i64) -> !llvm.ptr
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%in : !llvm.ptr, %out : !llvm.ptr)
    return
  }

  // FORMAT: error: kernel double: argument 1 has the format Rgba16f, but the kernel is compiled for Rgba32f
  func.func @wrong_format() {
    %0 = arith.constant 0 : i64
    %rgba16f = arith.constant 2 : i32
    call @launch_with(%rgba16f, %0) : (i32, i64) -> ()
    return
  }

  // A sampled image states no format, but whether its numbers are floats.
  // KIND: error: kernel double: argument 0 has the format Rgba32ui, but the kernel is compiled for texels of another kind
  func.func @wrong_kind() {
    %c1 = arith.constant 1 : index
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %rgba32ui = arith.constant 30 : i32
    %in = llvm.call @layoutImageCreate(%rgba32ui, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%in : !llvm.ptr, %in : !llvm.ptr)
    return
  }

  // WIDE: error: an image of width 1000000 is not within 1 and the device's limit of
  func.func @too_wide() {
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %many = arith.constant 1000000 : i64
    %r32f = arith.constant 3 : i32
    %in = llvm.call @layoutImageCreate(%r32f, %many, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    return
  }

  // EMPTY: error: an image of height 0 is not within 1 and
  func.func @empty() {
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %r32f = arith.constant 3 : i32
    %in = llvm.call @layoutImageCreate(%r32f, %1, %0, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    return
  }

  // UNKNOWN: error: SPIR-V image format 0 is not one that images can be created with
  func.func @no_such_format() {
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %unknown = arith.constant 0 : i32
    %in = llvm.call @layoutImageCreate(%unknown, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    return
  }

  // LAYERS: error: kernel double: argument 1 must be an image without layers
  func.func @layers() {
    %1 = arith.constant 1 : i64
    %rgba32f = arith.constant 1 : i32
    call @launch_with(%rgba32f, %1) : (i32, i64) -> ()
    return
  }

  // SIZE: error: an upload of 96 bytes, but an image of 3x3 Rgba32f texels has 144
  func.func @wrong_size() {
    %f, %p = call @texels() : () -> (memref<2x3x4xf32>, !llvm.ptr)
    %0 = arith.constant 0 : i64
    %3 = arith.constant 3 : i64
    %size = arith.constant 96 : i64
    %rgba32f = arith.constant 1 : i32
    %in = llvm.call @layoutImageCreate(%rgba32f, %3, %3, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageUpload(%in, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    return
  }

  // DOWNLOAD: error: a download of 96 bytes, but an image of 2x1 with 5 layers Rgba32f texels has 160
  func.func @wrong_download() {
    %f, %p = call @texels() : () -> (memref<2x3x4xf32>, !llvm.ptr)
    %1 = arith.constant 1 : i64
    %2 = arith.constant 2 : i64
    %5 = arith.constant 5 : i64
    %size = arith.constant 96 : i64
    %rgba32f = arith.constant 1 : i32
    %in = llvm.call @layoutImageCreate(%rgba32f, %2, %1, %5) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageDownload(%in, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    return
  }

  // Numbers of the host in place of an image.
  // NO-IMAGE: error: kernel double: argument 0 is not a live image
  func.func @no_image() {
    %f, %p = call @texels() : () -> (memref<2x3x4xf32>, !llvm.ptr)
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%p : !llvm.ptr, %p : !llvm.ptr)
    return
  }

  // DESTROYED: error: layoutImageDestroy: this is not a live image
  func.func @destroyed() {
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %r32f = arith.constant 3 : i32
    %in = llvm.call @layoutImageCreate(%r32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageDestroy(%in) : (!llvm.ptr) -> ()
    llvm.call @layoutImageDestroy(%in) : (!llvm.ptr) -> ()
    return
  }

  // FORGOTTEN: error: the program never destroyed 1 images and 0 buffers
  func.func @forgotten() {
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %r32f = arith.constant 3 : i32
    %in = llvm.call @layoutImageCreate(%r32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    return
  }

  // HOST: error: kernel add: argument 0 is not memory of the device, which gpu.alloc makes and layout-stage-launches copies to
  func.func @host_memory() {
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %h = memref.alloc() : memref<16xi32>
    %ten = arith.constant 10 : i32
    gpu.launch_func @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%h : memref<16xi32>, %ten : i32)
    return
  }

  /// Launches @add on a buffer of so many numbers.
  func.func @add_on(%n: index, %groups: index, %threads: index) {
    %c1 = arith.constant 1 : index
    %ten = arith.constant 10 : i32
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] (%n) : memref<?xi32>
    %t2 = gpu.launch_func async [%t1] @kernels::@add blocks in (%groups, %c1, %c1) threads in (%threads, %c1, %c1)
        args(%d : memref<?xi32>, %ten : i32)
    gpu.wait [%t2]
    return
  }

  // SMALL: error: kernel add: argument 0 has 60 bytes, but the kernel is compiled for 64
  func.func @too_small() {
    %c15 = arith.constant 15 : index
    %c4 = arith.constant 4 : index
    call @add_on(%c15, %c4, %c4) : (index, index, index) -> ()
    return
  }

  // UNALIGNED: error: kernel add: argument 0 starts at byte 1 of its buffer; the device needs a multiple of {{[0-9]+}}
  func.func @unaligned() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %v = arith.constant 10 : i32
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<65xi8>
    gpu.wait [%t1]
    %m = memref.view %d[%c1][] : memref<65xi8> to memref<16xi32>
    gpu.launch_func @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%m : memref<16xi32>, %v : i32)
    return
  }

  // THREADS: error: kernel add: is launched with 8x1x1 threads per workgroup, but is compiled for 4x1x1
  func.func @threads() {
    %c16 = arith.constant 16 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    call @add_on(%c16, %c2, %c8) : (index, index, index) -> ()
    return
  }

  // GROUPS: error: kernel add: is launched with 10000000000x1x1 workgroups, beyond the device's limit of {{[0-9]+}} in dimension 0
  func.func @groups() {
    %c16 = arith.constant 16 : index
    %many = arith.constant 10000000000 : index
    %c4 = arith.constant 4 : index
    call @add_on(%c16, %many, %c4) : (index, index, index) -> ()
    return
  }

  // ARGUMENTS: error: kernel add: argument 1 is missing: the launch has 1 arguments
  func.func @arguments() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<16xi32>
    %t2 = gpu.launch_func async [%t1] @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<16xi32>)
    gpu.wait [%t2]
    return
  }

  // SHARED: error: mgpuLaunchKernel: dynamic shared memory is not supported
  func.func @shared() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %bytes = arith.constant 64 : i32
    %ten = arith.constant 10 : i32
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<16xi32>
    %t2 = gpu.launch_func async [%t1] @kernels::@add blocks in (%c4, %c1, %c1) threads in (%c4, %c1, %c1)
        dynamic_shared_memory_size %bytes args(%d : memref<16xi32>, %ten : i32)
    gpu.wait [%t2]
    return
  }
}
