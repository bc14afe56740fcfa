// A read of storage that is not known to touch data only: the pad is there before.
// RUN: layout-opt %s --layout-apply | FileCheck %s

#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// The place is beyond the bounds on the work: 2199023255555 exceeds 2^40.
// CHECK-LABEL: @place
// CHECK:         %[[PAD:.*]] = arith.constant 7 : i32
// CHECK:         affine.store %[[PAD]]
// CHECK:         affine.load
func.func @place(%n: index, %x: i32) -> i32 {
  %a = memref.alloc() : memref<14xi32, #pad>
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32, #pad>
  }
  %p = layout.as_physical %a : memref<14xi32, #pad> to memref<4x4xi32>
  %r = affine.load %p[((symbol(%n) * 2199023255555) mod 16) floordiv 4, ((symbol(%n) * 2199023255555) mod 16) mod 4] : memref<4x4xi32>
  return %r : i32
}

// There is padding for some extents.
// CHECK-LABEL: @extent
// CHECK:         %[[PAD:.*]] = arith.constant 7 : i32
// CHECK:         affine.store %[[PAD]]
// CHECK:         affine.load
func.func @extent(%n: index, %x: i32) -> i32 {
  %a = memref.alloc(%n) : memref<?xi32, #pad>
  affine.for %i = 0 to %n {
    affine.store %x, %a[%i] : memref<?xi32, #pad>
  }
  %p = layout.as_physical %a : memref<?xi32, #pad> to memref<?x4xi32>
  %r = affine.load %p[0, 3] : memref<?x4xi32>
  return %r : i32
}
