// What a device does not have is said where it is asked for: a layer takes it away.
// RUN: %host_to_llvm %s -o %t.mlir
// DEFINE: %{entry} =
// DEFINE: %{less} =
// DEFINE: %{run} = env %lesser_device LAYOUT_TEST_LESSER=%{less} %run_on_vulkan -e %{entry} %t.mlir 2>&1

// With the layer that takes nothing away, all is well.
// REDEFINE: %{entry} = buffers
// RUN: %{run} | FileCheck %s --check-prefix=BUFFERS --implicit-check-not=error
// BUFFERS: [10,  11,  12,  13]
// REDEFINE: %{entry} = numbers
// RUN: %{run} | FileCheck %s --check-prefix=NUMBERS --implicit-check-not=error
// NUMBERS: [8,  8,  8,  8]
// REDEFINE: %{entry} = images
// RUN: %{run} | FileCheck %s --check-prefix=IMAGES --implicit-check-not=error
// IMAGES: [2,  4,  6,  8]

// The device.
// REDEFINE: %{entry} = buffers
// REDEFINE: %{less} = no-device
// RUN: not %{run} | FileCheck %s --check-prefix=NO-DEVICE
// NO-DEVICE: layout-vulkan: error: no device with Vulkan 1.1 or later; there is none at all
// REDEFINE: %{less} = vulkan-1.0
// RUN: not %{run} | FileCheck %s --check-prefix=OLD
// OLD: layout-vulkan: error: no device with Vulkan 1.1 or later; there are:
// OLD-NEXT: 0: {{.+}}
// REDEFINE: %{less} = no-kernels
// RUN: not %{run} | FileCheck %s --check-prefix=NO-KERNELS
// NO-KERNELS: layout-vulkan: error: {{.+}} has no queue for kernels
// REDEFINE: %{less} = no-host-memory
// RUN: not %{run} | FileCheck %s --check-prefix=NO-MEMORY
// NO-MEMORY: layout-vulkan: error: the device has no memory of the kind that this allocation needs
// REDEFINE: %{less} = no-timestamps
// RUN: not env LAYOUT_VULKAN_TIME=1 %{run} | FileCheck %s --check-prefix=NO-TIMESTAMPS
// NO-TIMESTAMPS: layout-vulkan: error: LAYOUT_VULKAN_TIME is set, but this device's queue has no timestamps
// REDEFINE: %{entry} = zero_outside
// REDEFINE: %{less} = VK_EXT_robustness2
// RUN: not %{run} | FileCheck %s --check-prefix=NOT-ROBUST
// NOT-ROBUST: layout-vulkan: error: layoutImageCreateZeroOutside: kernels rely on zeros outside of this image, which needs robustImageAccess2; the device does not have it

// What a kernel may have.
// REDEFINE: %{entry} = buffers
// REDEFINE: %{less} = maxPerStageDescriptorStorageBuffers=1
// RUN: not %{run} | FileCheck %s --check-prefix=STORAGE-BUFFERS
// STORAGE-BUFFERS: error: kernel add: 2 storage buffers are beyond the device's limit of 1
// REDEFINE: %{less} = maxPerStageResources=1
// RUN: not %{run} | FileCheck %s --check-prefix=RESOURCES
// RESOURCES: error: kernel add: 2 arguments are beyond the device's limit of 1
// REDEFINE: %{less} = maxStorageBufferRange=12
// RUN: not %{run} | FileCheck %s --check-prefix=STORAGE-RANGE
// STORAGE-RANGE: error: kernel add: argument 0 has 16 bytes, beyond the device's limit of 12
// REDEFINE: %{entry} = numbers
// REDEFINE: %{less} = maxPerStageDescriptorUniformBuffers=0
// RUN: not %{run} | FileCheck %s --check-prefix=UNIFORM-BUFFERS
// UNIFORM-BUFFERS: error: kernel numbers: 1 uniform buffers are beyond the device's limit of 0
// REDEFINE: %{less} = maxUniformBufferRange=12
// RUN: not %{run} | FileCheck %s --check-prefix=UNIFORM-RANGE
// UNIFORM-RANGE: error: kernel numbers: argument 0 has 16 bytes, beyond the device's limit of 12
// REDEFINE: %{entry} = images
// REDEFINE: %{less} = maxPerStageDescriptorStorageImages=0
// RUN: not %{run} | FileCheck %s --check-prefix=STORAGE-IMAGES
// STORAGE-IMAGES: error: kernel double: 1 storage images are beyond the device's limit of 0
// REDEFINE: %{less} = maxPerStageDescriptorSampledImages=0
// RUN: not %{run} | FileCheck %s --check-prefix=SAMPLED-IMAGES
// SAMPLED-IMAGES: error: kernel double: 1 sampled images are beyond the device's limit of 0

// A device with more: as many workgroups as no index counts.
// REDEFINE: %{entry} = many_groups
// REDEFINE: %{less} = maxComputeWorkGroupCount=4294967295
// RUN: not %{run} | FileCheck %s --check-prefix=MANY
// MANY: error: kernel add: is launched with 536870912x1x1 workgroups of 4x1x1 threads, more than an index of 32 bits counts in dimension 0

// Images of a format that only some kernels can use, or none.
// REDEFINE: %{entry} = images
// REDEFINE: %{less} = no-sampled-images
// RUN: not %{run} | FileCheck %s --check-prefix=NO-SAMPLED
// NO-SAMPLED: error: kernel double: argument 0 has the format Rgba32f, of which this device has no sampled images
// REDEFINE: %{less} = no-storage-images
// RUN: not %{run} | FileCheck %s --check-prefix=NO-STORAGE
// NO-STORAGE: error: kernel double: argument 1 has the format Rgba32f, of which this device has no storage images
// REDEFINE: %{less} = no-sampled-images,no-storage-images
// RUN: not %{run} | FileCheck %s --check-prefix=NO-IMAGES
// NO-IMAGES: error: the device cannot have an image of 1x1 Rgba32f texels (vkGetPhysicalDeviceImageFormatProperties)

// A driver that fails in a way that no header names.
// REDEFINE: %{less} = no-such-result
// RUN: not %{run} | FileCheck %s --check-prefix=RESULT
// RESULT: error: vkGetPhysicalDeviceImageFormatProperties: VkResult -1234567

module attributes {gpu.container_module} {
  gpu.module @kernels [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>] {
    spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
      spirv.GlobalVariable @gid built_in("GlobalInvocationId") : !spirv.ptr<vector<3xi32>, Input>
      spirv.GlobalVariable @a0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>
      spirv.GlobalVariable @a1 bind(0, 1) : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>
      spirv.GlobalVariable @u0 bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<1 x vector<4xi32>, stride=16> [0])>, Uniform>
      spirv.GlobalVariable @b1 bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>
      spirv.GlobalVariable @s0 bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>, UniformConstant>
      spirv.GlobalVariable @i1 bind(0, 1) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
      spirv.func @add() "None" {
        %g = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
        %v = spirv.Load "Input" %g : vector<3xi32>
        %x = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
        %c0 = spirv.Constant 0 : i32
        %p = spirv.mlir.addressof @a0 : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>
        %e = spirv.AccessChain %p[%c0, %x] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
        %q = spirv.mlir.addressof @a1 : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>
        %f = spirv.AccessChain %q[%c0] : !spirv.ptr<!spirv.struct<(i32 [0])>, StorageBuffer>, i32 -> !spirv.ptr<i32, StorageBuffer>
        %1 = spirv.Load "StorageBuffer" %e : i32
        %2 = spirv.Load "StorageBuffer" %f : i32
        %3 = spirv.IAdd %1, %2 : i32
        spirv.Store "StorageBuffer" %e, %3 : i32
        spirv.Return
      }
      spirv.func @numbers() "None" {
        %g = spirv.mlir.addressof @gid : !spirv.ptr<vector<3xi32>, Input>
        %v = spirv.Load "Input" %g : vector<3xi32>
        %x = spirv.CompositeExtract %v[0 : i32] : vector<3xi32>
        %c0 = spirv.Constant 0 : i32
        %p = spirv.mlir.addressof @u0 : !spirv.ptr<!spirv.struct<(!spirv.array<1 x vector<4xi32>, stride=16> [0])>, Uniform>
        %e = spirv.AccessChain %p[%c0, %c0] : !spirv.ptr<!spirv.struct<(!spirv.array<1 x vector<4xi32>, stride=16> [0])>, Uniform>, i32, i32 -> !spirv.ptr<vector<4xi32>, Uniform>
        %1 = spirv.Load "Uniform" %e : vector<4xi32>
        %2 = spirv.CompositeExtract %1[1 : i32] : vector<4xi32>
        %q = spirv.mlir.addressof @b1 : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>
        %f = spirv.AccessChain %q[%c0, %x] : !spirv.ptr<!spirv.struct<(!spirv.array<4 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
        spirv.Store "StorageBuffer" %f, %2 : i32
        spirv.Return
      }
      spirv.func @double() "None" {
        %c = spirv.Constant dense<0> : vector<2xi32>
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
      spirv.EntryPoint "GLCompute" @numbers, @gid
      spirv.ExecutionMode @numbers "LocalSize", 4, 1, 1
      spirv.EntryPoint "GLCompute" @double
      spirv.ExecutionMode @double "LocalSize", 1, 1, 1
    }
    llvm.func @add() attributes {gpu.kernel}
    llvm.func @numbers() attributes {gpu.kernel}
    llvm.func @double() attributes {gpu.kernel}
  }
  llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr
  llvm.func @layoutImageCreateZeroOutside(i32, i64, i64, i64) -> !llvm.ptr
  llvm.func @layoutImageUpload(!llvm.ptr, !llvm.ptr, i64)
  llvm.func @layoutImageDownload(!llvm.ptr, !llvm.ptr, i64)
  llvm.func @layoutImageDestroy(!llvm.ptr)
  func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
  func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

  /// 0, 1, 2, 3, and ten more each.
  func.func @add_in(%groups: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %h = memref.alloc() : memref<4xi32>
    affine.for %i = 0 to 4 {
      %v = arith.index_cast %i : index to i32
      affine.store %v, %h[%i] : memref<4xi32>
    }
    %ten = arith.constant 10 : i32
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<4xi32>
    %t2 = gpu.memcpy async [%t1] %d, %h : memref<4xi32>, memref<4xi32>
    %t3 = gpu.launch_func async [%t2] @kernels::@add blocks in (%groups, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<4xi32>, %ten : i32)
    %t4 = gpu.memcpy async [%t3] %h, %d : memref<4xi32>, memref<4xi32>
    %t5 = gpu.dealloc async [%t4] %d : memref<4xi32>
    gpu.wait [%t5]
    %u = memref.cast %h : memref<4xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    return
  }
  func.func @buffers() {
    %c1 = arith.constant 1 : index
    call @add_in(%c1) : (index) -> ()
    return
  }
  func.func @many_groups() {
    %many = arith.constant 536870912 : index
    call @add_in(%many) : (index) -> ()
    return
  }

  /// The second of four numbers, everywhere.
  func.func @numbers() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %h = memref.alloc() : memref<4xi32>
    affine.for %i = 0 to 4 {
      %v = arith.index_cast %i : index to i32
      %three = arith.constant 3 : i32
      %w = arith.shli %v, %three : i32
      affine.store %w, %h[%i] : memref<4xi32>
    }
    %t0 = gpu.wait async
    %d, %t1 = gpu.alloc async [%t0] () : memref<4xi32>
    %e, %t2 = gpu.alloc async [%t1] () : memref<4xi32>
    %t3 = gpu.memcpy async [%t2] %d, %h : memref<4xi32>, memref<4xi32>
    %t4 = gpu.launch_func async [%t3] @kernels::@numbers blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%d : memref<4xi32>, %e : memref<4xi32>)
    %t5 = gpu.memcpy async [%t4] %h, %e : memref<4xi32>, memref<4xi32>
    %t6 = gpu.dealloc async [%t5] %d : memref<4xi32>
    %t7 = gpu.dealloc async [%t6] %e : memref<4xi32>
    gpu.wait [%t7]
    %u = memref.cast %h : memref<4xi32> to memref<*xi32>
    call @printMemrefI32(%u) : (memref<*xi32>) -> ()
    return
  }

  /// One texel, twice.
  func.func @images() {
    %c1 = arith.constant 1 : index
    %f = memref.alloc() : memref<4xf32>
    affine.for %i = 0 to 4 {
      %n = affine.apply affine_map<(i) -> (i + 1)>(%i)
      %v = arith.index_cast %n : index to i32
      %w = arith.sitofp %v : i32 to f32
      affine.store %w, %f[%i] : memref<4xf32>
    }
    %x = memref.extract_aligned_pointer_as_index %f : memref<4xf32> -> index
    %y = arith.index_cast %x : index to i64
    %p = llvm.inttoptr %y : i64 to !llvm.ptr
    %0 = arith.constant 0 : i64
    %1 = arith.constant 1 : i64
    %size = arith.constant 16 : i64
    %rgba32f = arith.constant 1 : i32
    %in = llvm.call @layoutImageCreate(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    %out = llvm.call @layoutImageCreate(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageUpload(%in, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    gpu.launch_func @kernels::@double blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%in : !llvm.ptr, %out : !llvm.ptr)
    llvm.call @layoutImageDownload(%out, %p, %size) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    llvm.call @layoutImageDestroy(%in) : (!llvm.ptr) -> ()
    llvm.call @layoutImageDestroy(%out) : (!llvm.ptr) -> ()
    %u = memref.cast %f : memref<4xf32> to memref<*xf32>
    call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    return
  }

  func.func @zero_outside() {
    %0 = arith.constant 0 : i64
    %1 = arith.constant 1 : i64
    %rgba32f = arith.constant 1 : i32
    %image = llvm.call @layoutImageCreateZeroOutside(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    llvm.call @layoutImageDestroy(%image) : (!llvm.ptr) -> ()
    return
  }
}
