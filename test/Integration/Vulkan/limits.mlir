// Kernels whose workgroups no device has.
// RUN: %host_to_llvm %s -o %t.mlir
// RUN: not %run_on_vulkan -e wide %t.mlir 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not %run_on_vulkan -e large %t.mlir 2>&1 | FileCheck %s --check-prefix=LARGE

module attributes {gpu.container_module} {
  gpu.module @kernels [#spirv.target_env<#spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]>, #spirv.resource_limits<>>] {
    spirv.module Logical GLSL450 requires #spirv.vce<v1.3, [Shader], [SPV_KHR_storage_buffer_storage_class]> {
      spirv.func @wide() "None" {
        spirv.Return
      }
      spirv.func @large() "None" {
        spirv.Return
      }
      spirv.EntryPoint "GLCompute" @wide
      spirv.ExecutionMode @wide "LocalSize", 1000000, 1, 1
      spirv.EntryPoint "GLCompute" @large
      spirv.ExecutionMode @large "LocalSize", 64, 64, 64
    }
    llvm.func @wide() attributes {gpu.kernel}
    llvm.func @large() attributes {gpu.kernel}
  }

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
}
