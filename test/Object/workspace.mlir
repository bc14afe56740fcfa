// A program that takes all its memory from its caller: the same numbers as by itself, no
// allocation, nothing written outside of the bytes that it asks for, and nothing computed with
// less.

// RUN: rm -rf %t && mkdir %t
// RUN: layout-cc %s -o %t/own.o --header=%t/own.h -fdeallocate
// RUN: layout-cc %s -o %t/given.o --header=%t/given.h -fworkspace=argument
// RUN: %llvm_bin/llvm-objcopy --redefine-sym _mlir_ciface_layers=own_layers --redefine-sym layers=own_layers_plain %t/own.o
// RUN: %llvm_bin/clang -std=c11 -Wall -Wextra -Werror -I%t %S/Inputs/workspace.c %t/own.o %t/given.o -lm -o %t/run
// RUN: %t/run | FileCheck %s
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/given.h
// CHECK: too few bytes: 1
// CHECK: not aligned: 2
// CHECK: of 2^60 rows: 1
// CHECK: refused: 1
// CHECK: sizes 1 2 7 64: equal, 0 allocations
// HEADER: static inline int32_t layers(float *arg0, int64_t arg0_extent0, float *arg1, int64_t arg1_extent0, int8_t *arg2, int64_t arg2_extent0) {
// HEADER: static inline int64_t layers_workspace_bytes(int64_t arg0, int64_t arg1) {

func.func @layers(%x: memref<?x40xf32>, %out: memref<?x24xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %u = arith.constant dense<0.125> : tensor<40x72xf32>
  %v = arith.constant dense<-0.25> : tensor<72x24xf32>
  %rows = memref.dim %x, %c0 : memref<?x40xf32>
  %t = bufferization.to_tensor %x restrict : memref<?x40xf32> to tensor<?x40xf32>
  %e = tensor.empty(%rows) : tensor<?x72xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x72xf32>) -> tensor<?x72xf32>
  %h = linalg.matmul ins(%t, %u : tensor<?x40xf32>, tensor<40x72xf32>)
      outs(%f : tensor<?x72xf32>) -> tensor<?x72xf32>
  %g = linalg.exp ins(%h : tensor<?x72xf32>) outs(%e : tensor<?x72xf32>) -> tensor<?x72xf32>
  %e2 = tensor.empty(%rows) : tensor<?x24xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<?x24xf32>) -> tensor<?x24xf32>
  %r = linalg.matmul ins(%g, %v : tensor<?x72xf32>, tensor<72x24xf32>)
      outs(%f2 : tensor<?x24xf32>) -> tensor<?x24xf32>
  bufferization.materialize_in_destination %r in restrict writable %out
      : (tensor<?x24xf32>, memref<?x24xf32>) -> ()
  return
}
