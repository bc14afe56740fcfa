// What stands on a device and is no function has no place on the host.
// RUN: sh -c 'layout-check %s --entry=f --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s
module attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @kernel() kernel {
      gpu.return
    }
    // CHECK: no-reference-device.mlir:[[# @LINE + 1]]:10: error: has no meaning on the host
    %c = arith.constant 1 : i32
  }
  func.func @f() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}
