// Padding that one fact leaves undefined may hold something by another one, of
// the layout that `layout.as_logical` gives the storage: its stores stay.
// RUN: layout-opt %s --layout-apply --layout-remove-noop | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-remove-noop --layout-sequential-access --layout-overcompute | FileCheck %s

#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

func.func private @sum(%a: memref<14xi32, #Z> {layout.sequential}, %t: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %s = affine.load %t[0] : memref<1xi32>
    %x = affine.load %a[%i] : memref<14xi32, #Z>
    %y = arith.addi %s, %x : i32
    affine.store %y, %t[0] : memref<1xi32>
  }
  return
}

// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[U:[a-z0-9]+]]: memref<4x4xi32>
// CHECK:         affine.store %{{.*}}, %[[U]][%{{.*}}, %{{.*}}]
// CHECK:         call @sum(%[[U]]
func.func @two(%u: memref<14xi32, #U>, %t: memref<1xi32>) {
  %p = layout.as_physical %u : memref<14xi32, #U> to memref<4x4xi32>
  %z = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #Z>
  call @sum(%z, %t) : (memref<14xi32, #Z>, memref<1xi32>) -> ()
  return
}
