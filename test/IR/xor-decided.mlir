// Whether few indices have places of their own is decided by all of them, where mathematics
// takes too long.
// RUN: layout-opt %s --layout-apply --layout-finalize | FileCheck %s
// RUN: layout-check %s --entry=f,g --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"

#f = #layout.buffer<index_map<swizzle<3, 0, -3>>, pad<undef>>
#g = #layout.buffer<index_map<(i, j) -> (i xor j mod 8, j xor (i mod 4) floordiv 2 xor 3)>, pad<undef>>

// CHECK-LABEL: func.func @f(%{{.*}}: memref<64xi32>
func.func @f(%a: memref<20xi32, #f>, %b: memref<20xi32>) {
  affine.for %i = 0 to 20 {
    %x = affine.load %b[%i] : memref<20xi32>
    affine.store %x, %a[%i] : memref<20xi32, #f>
  }
  return
}
// CHECK-LABEL: func.func @g(%{{.*}}: memref<16x12xi32>
func.func @g(%a: memref<12x10xi32, #g>, %b: memref<12x10xi32>) {
  affine.for %i = 0 to 12 {
    affine.for %j = 0 to 10 {
      %x = affine.load %b[%i, %j] : memref<12x10xi32>
      affine.store %x, %a[%i, %j] : memref<12x10xi32, #g>
    }
  }
  return
}
