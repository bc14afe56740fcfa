// Upstream's buffer passes see through the views. If they did not, the function
// below would return memory of its own stack.
// RUN: layout-opt %s --promote-buffers-to-stack | FileCheck %s

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// CHECK-LABEL: func.func @returned_storage(
// CHECK: memref.alloc()
func.func @returned_storage() -> memref<4x4xi32> {
  %a = memref.alloc() : memref<14xi32, #tile>
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  return %p : memref<4x4xi32>
}

// CHECK-LABEL: func.func @returned_view(
// CHECK: memref.alloc()
func.func @returned_view() -> memref<14xi32, #tile> {
  %p = memref.alloc() : memref<4x4xi32>
  %a = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #tile>
  return %a : memref<14xi32, #tile>
}

// CHECK-LABEL: func.func @local(
// CHECK: memref.alloca()
func.func @local(%i: index) -> i32 {
  %p = memref.alloc() : memref<4x4xi32>
  %a = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #tile>
  %x = memref.load %a[%i] : memref<14xi32, #tile>
  return %x : i32
}
