// What upstream's deallocation copies, as one of two owners would free it, is
// lowered, too; each of the buffers that are returned is one of its own.
// RUN: layout-opt %s --layout-compile=deallocate | FileCheck %s --implicit-check-not=bufferization
// CHECK: llvm.func @f
// CHECK: "llvm.intr.memcpy"
// RUN: layout-check %s --entry=f --arg=1:1 --rtol=1e-5 --pipeline="builtin.module(layout-bufferize,buffer-deallocation-pipeline,convert-bufferization-to-memref,layout-plan-memory)"
// RUN: layout-check %s --entry=f --arg=1:0 --rtol=1e-5 --pipeline="builtin.module(layout-bufferize,buffer-deallocation-pipeline,convert-bufferization-to-memref,layout-plan-memory)"
func.func @f(%a: tensor<8xf32>, %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.exp ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.if %c -> tensor<8xf32> {
    scf.yield %x : tensor<8xf32>
  } else {
    %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  }
  return %r, %x : tensor<8xf32>, tensor<8xf32>
}
