// What is returned belongs to the caller, so that of an argument a copy is.
// RUN: layout-opt %s --layout-compile=deallocate=true | FileCheck %s
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-bufferize,buffer-deallocation-pipeline,convert-bufferization-to-memref,layout-finalize)"
// CHECK-LABEL: llvm.func @f(
// CHECK:         llvm.call @malloc
// CHECK-NOT:     llvm.call @free
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}
