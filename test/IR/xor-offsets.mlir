// Operands of xor that are an index and a constant: digits of `j + 1` are undone as those of an
// index are, whatever the other extent is, and pads are found.
// RUN: layout-opt %s --layout-apply --layout-finalize | FileCheck %s
// RUN: layout-check %s --entry=rows --dim=arg0.dim0:24 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=pads,both --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"

#rows = #layout.buffer<index_map<(i, j) -> (i, (j + 1) xor (i mod 8))>, pad<undef>>
#pads = #layout.buffer<index_map<(i, j) -> ((i + 1) xor (j mod 8), j)>, pad<7 : i32>>
#both = #layout.buffer<index_map<(i, j) -> (i + 2, (j + 13) xor ((i + 2) mod 16))>, pad<7 : i32>>

// CHECK-LABEL: func.func @rows(%{{.*}}: memref<?x72xi32>
func.func @rows(%a: memref<?x64xi32, #rows>, %b: memref<24x64xi32>) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 64 {
      %x = affine.load %b[%i, %j] : memref<24x64xi32>
      affine.store %x, %a[%i, %j] : memref<?x64xi32, #rows>
    }
  }
  return
}
// CHECK-LABEL: func.func @pads(
func.func @pads(%a: memref<16x8xi32, #pads>, %b: memref<16x8xi32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %x = affine.load %b[%i, %j] : memref<16x8xi32>
      affine.store %x, %a[%i, %j] : memref<16x8xi32, #pads>
    }
  }
  return
}
// CHECK-LABEL: func.func @both(
func.func @both(%a: memref<20x30xi32, #both>, %b: memref<20x30xi32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      %x = affine.load %b[%i, %j] : memref<20x30xi32>
      affine.store %x, %a[%i, %j] : memref<20x30xi32, #both>
    }
  }
  return
}
