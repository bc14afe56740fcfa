// What the validation layers say ends the process, though the kernel would run:
// a sampled image is no thing to be decorated as not written.
// RUN: %host_to_llvm %s -o %t.mlir
// RUN: not %run_on_vulkan -e main %t.mlir 2>&1 | FileCheck %s

// CHECK: layout-vulkan: validation: {{.*}}NonWritable
// CHECK: layout-vulkan: error: 1 messages of the validation layers

!image = !spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Unknown>

module attributes {gpu.container_module} {
  gpu.module @kernels [#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>] {
    spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], []> {
      spirv.GlobalVariable @image bind(0, 0) {non_writable} : !spirv.ptr<!image, UniformConstant>
      spirv.func @fetch() "None" {
        %p = spirv.mlir.addressof @image : !spirv.ptr<!image, UniformConstant>
        %i = spirv.Load "UniformConstant" %p : !image
        spirv.Return
      }
      spirv.EntryPoint "GLCompute" @fetch
      spirv.ExecutionMode @fetch "LocalSize", 1, 1, 1
    }
    llvm.func @fetch() attributes {gpu.kernel}
  }
  llvm.func @layoutImageCreate(i32, i64, i64, i64) -> !llvm.ptr
  llvm.func @layoutImageDestroy(!llvm.ptr)
  func.func @main() {
    %c1 = arith.constant 1 : index
    %1 = arith.constant 1 : i64
    %0 = arith.constant 0 : i64
    %rgba32f = arith.constant 1 : i32
    %image = llvm.call @layoutImageCreate(%rgba32f, %1, %1, %0) : (i32, i64, i64, i64) -> !llvm.ptr
    gpu.launch_func @kernels::@fetch blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%image : !llvm.ptr)
    llvm.call @layoutImageDestroy(%image) : (!llvm.ptr) -> ()
    return
  }
}
