// Buffer deallocation frees a buffer at the end of its block although memory names it, which is read
// behind. `layout-drop-deallocs` leaves such buffers to the program. Mended if this test fails.
// RUN: %stock_mlir_opt %s --ownership-based-buffer-deallocation --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize | FileCheck %s

// CHECK: scf.if
// CHECK:   %[[B:.*]] = memref.alloc() : memref<8xf32>
// CHECK:   memref.store %[[B]]
// CHECK:   memref.dealloc %[[B]]
// CHECK: }
// CHECK: memref.load
func.func @f(%s: memref<1xmemref<8xf32>>, %is: i1) -> memref<8xf32> {
  %c0 = arith.constant 0 : index
  scf.if %is {
    %b = memref.alloc() : memref<8xf32>
    memref.store %b, %s[%c0] : memref<1xmemref<8xf32>>
  }
  %l = memref.load %s[%c0] : memref<1xmemref<8xf32>>
  return %l : memref<8xf32>
}
