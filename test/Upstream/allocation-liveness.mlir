// What is not known to use a buffer is taken for no use: here the buffer that is loaded.
// Worked around in layout-plan-memory (LastUses.h). Mended if this test fails.
// RUN: %stock_mlir_opt %s --pass-pipeline="builtin.module(func.func(optimize-allocation-liveness))" | FileCheck %s
// CHECK:      memref.dealloc
// CHECK-NEXT: memref.load
// CHECK-NEXT: memref.load
func.func @f(%x: i32, %t: memref<1xmemref<4xi32>>) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%c0] : memref<4xi32>
  memref.store %a, %t[%c0] : memref<1xmemref<4xi32>>
  %q = memref.load %t[%c0] : memref<1xmemref<4xi32>>
  %v = memref.load %q[%c0] : memref<4xi32>
  memref.dealloc %a : memref<4xi32>
  return %v : i32
}
