// Nests get the loops that their plans state, and the plans of these.
// RUN: layout-opt %s --layout-tile-loops --split-input-file | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-tile-loops,layout-vectorize-loops)" --split-input-file | FileCheck %s --check-prefix=VECTOR --implicit-check-not=layout.loops

// CHECK-LABEL: @product
// CHECK: affine.for %[[J:.*]] = 0 to 4 {
// CHECK:   affine.for %[[I:.*]] = 0 to 16 {
// CHECK:     affine.for %[[K:.*]] = 0 to 48 {
// CHECK:       affine.for %{{.*}} = 0 to 4 {
// CHECK:         affine.for %{{.*}} = 0 to 16 {
// CHECK: } {layout.loops = #layout.loops<(d0, d1, d2, d3, d4) -> (d0, d1, d2, rows d3, lanes d4)>}
// VECTOR-LABEL: @product
// VECTOR: affine.for {{.*}} = 0 to 48 iter_args({{.*}}) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>)
func.func @product(%a: memref<64x48xf32>, %b: memref<48x64xf32>, %c: memref<64x64xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 48 {
        %x = affine.load %a[%i, %k] : memref<64x48xf32>
        %y = affine.load %b[%k, %j] : memref<48x64xf32>
        %s = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x64xf32>
      }
    }
  } {layout.loops = #layout.loops<(i, j, k) -> (j floordiv 16, i floordiv 4, k, rows i mod 4, lanes j mod 16)>}
  return
}

// -----

// A nest that is left to LLVM, and the one beside it.
// CHECK-LABEL: @keep
// CHECK:      affine.for %{{.*}} = 0 to 64 {
// CHECK-NEXT:   affine.for %{{.*}} = 0 to 64 {
// CHECK:      } {layout.loops = #layout.loops<keep>}
// VECTOR-LABEL: @keep
// VECTOR-NOT: vector
func.func @keep(%a: memref<64x64xf32>, %b: memref<4x64x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j floordiv 16, %i, %j mod 16] : memref<4x64x16xf32>
    }
  } {layout.loops = #layout.loops<keep>}
  return
}

// -----

// Only an order, and a loop that is unrolled.
// CHECK-LABEL: @order
// CHECK:      affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:   affine.for %{{.*}} = 0 to 64 {
// CHECK:      } {layout.loops = #layout.loops<(d0, d1) -> (unroll d0, d1)>}
// VECTOR-LABEL: @order
// VECTOR-COUNT-3: affine.for %{{.*}} = 0 to 64
func.func @order(%a: memref<64x3xf32>, %x: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 3 {
      affine.store %x, %a[%i, %j] : memref<64x3xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (unroll j, i)>}
  return
}

// -----

// Lanes with a part of the sum each.
// CHECK-LABEL: @row_sum
// CHECK:      affine.for %{{.*}} = 0 to 10 {
// CHECK:        affine.for %{{.*}} = 0 to 4 iter_args
// CHECK-NEXT:     affine.for %{{.*}} = 0 to 64 iter_args
// CHECK:        } {layout.loops = #layout.loops<(d0, d1) -> (d0, lanes d1)>}
// VECTOR-LABEL: @row_sum
// VECTOR: vector<64xi32>
// VECTOR: vector.reduction <add>
func.func @row_sum(%a: memref<10x256xi32>, %s: memref<10xi32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 256 {
      %x = affine.load %a[%i, %j] : memref<10x256xi32>
      %y = affine.load %s[%i] : memref<10xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %s[%i] : memref<10xi32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (i, j floordiv 64, lanes j mod 64)>}
  return
}

// -----

// A plan of the planner is as good as the search: it leaves no plan.
// CHECK-LABEL: @searched
// CHECK-NOT: layout.loops
// CHECK: affine.for %{{.*}} = 0 to 4 {
// VECTOR-LABEL: @searched
// VECTOR: vector<16xf32>
func.func @searched(%a: memref<64x64xf32>, %b: memref<4x64x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j floordiv 16, %i, %j mod 16] : memref<4x64x16xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j floordiv 16, i, lanes j mod 16), for [64, 64], by planner>}
  return
}
