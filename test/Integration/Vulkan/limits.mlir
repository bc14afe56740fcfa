// Kernels whose workgroups no device has, and one that is given an image without layers.
// RUN: %host_to_llvm %s -o %t.mlir
// RUN: not %run_on_vulkan -e wide %t.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not %run_on_vulkan -e large %t.mlir 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not %run_on_vulkan -e plain %t.mlir 2>&1 | FileCheck %s --check-prefix=PLAIN

module attributes {gpu.container_module} {
  gpu.module @kernels [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>] {
    spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
      spirv.GlobalVariable @image bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
      spirv.func @layered() "None" {
        %c = spirv.Constant dense<0> : vector<3xi32>
        %t = spirv.Constant dense<0.0> : vector<4xf32>
        %p = spirv.mlir.addressof @image : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba32f>, UniformConstant>
        %i = spirv.Load "UniformConstant" %p : !spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba32f>
        spirv.ImageWrite %i, %c, %t : !spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba32f>, vector<3xi32>, vector<4xf32>
        spirv.Return
      }
      spirv.func @wide() "None" {
        spirv.Return
      }
      spirv.func @large() "None" {
        spirv.Return
      }
      spirv.EntryPoint "GLCompute" @layered
      spirv.ExecutionMode @layered "LocalSize", 1, 1, 1
      spirv.EntryPoint "GLCompute" @wide
      spirv.ExecutionMode @wide "LocalSize", 1000000, 1, 1
      spirv.EntryPoint "GLCompute" @large
      spirv.ExecutionMode @large "LocalSize", 64, 64, 64
    }
    llvm.func @layered() attributes {gpu.kernel}
    llvm.func @wide() attributes {gpu.kernel}
    llvm.func @large() attributes {gpu.kernel}
  }

  llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr

  // WIDE: error: kernel wide: a workgroup of 1000000 threads in dimension 0 is beyond the device's limit of
  func.func @wide() {
    %c1 = arith.constant 1 : index
    %n = arith.constant 1000000 : index
    gpu.launch_func @kernels::@wide blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1)
    return
  }

  // LARGE: error: kernel large: a workgroup of 262144 threads is beyond the device's limit of
  func.func @large() {
    %c1 = arith.constant 1 : index
    %n = arith.constant 64 : index
    gpu.launch_func @kernels::@large blocks in (%c1, %c1, %c1) threads in (%n, %n, %n)
    return
  }

  // PLAIN: error: kernel layered: argument 0 must be an image with layers
  func.func @plain() {
    %c1 = arith.constant 1 : index
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %rgba32f = arith.constant 1 : i32
    %image = llvm.call @layoutImageCreate(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    gpu.launch_func @kernels::@layered blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%image : !llvm.ptr)
    return
  }
}
