// A kernel that is compiled already cannot be run on the host; the rest of its module
// can.
// RUN: sh -c 'layout-check %s --entry=f --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s
// RUN: layout-check %s --entry=waits --pipeline="builtin.module()"
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#spirv.target_env<#spirv.vce<v1.3, [Shader], []>, #spirv.resource_limits<>>, "">]
  func.func @f() {
    %c1 = arith.constant 1 : index
    // CHECK: no-reference-binary.mlir:[[# @LINE + 1]]:5: error: launches a kernel that is not here; it is run where it is a gpu.func in a gpu.module beside the function that launches it
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    // CHECK: layout-check: @f: no reference: it cannot be lowered to LLVM
    return
  }
  func.func @waits() attributes {kernels = @kernels} {
    gpu.wait
    return
  }
}
