// Stated plans whose partial rows are a smaller tile, also where no row is missing, or where rows
// are not in registers.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops,layout-vectorize-loops)" | FileCheck %s
// RUN: layout-check %s --entry=two_bounds,full,sums --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops,layout-vectorize-loops)"
// RUN: layout-check %s --entry=two_bounds,full,sums --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-tile-loops,layout-vectorize-loops)"
// RUN: layout-check %s --entry=no_registers --arg=0:7 --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-tile-loops,layout-vectorize-loops)"

// Lanes are lacking, and no rows.
// CHECK-LABEL: @no_registers
// CHECK:         vector.maskedstore
func.func @no_registers(%x: i32, %b: memref<13x7x14xi32>) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to affine_map<(d) -> (d + 1)>(%j) {
        affine.store %x, %b[%j, %i, %k] : memref<13x7x14xi32>
      }
    }
  } {layout.loops = #layout.loops<(i, j, k) -> (j, rows<edge> i, lanes k)>}
  return
}

// Lanes are lacking where two loops around them tell, and rows are executed one by one.
// CHECK-LABEL: @two_bounds
func.func @two_bounds(%x: memref<16x4xi32> {llvm.noalias}, %b: memref<16x17x4xi32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = affine_map<(d0) -> (d0)>(%j) to 2 {
        %0 = affine.load %x[%i, %k + 2] : memref<16x4xi32>
        affine.store %0, %b[%i, %j, %k + 1] : memref<16x17x4xi32>
      }
    }
  } {layout.loops = #layout.loops<(i, j, k) -> (i floordiv 2, j, k floordiv 2, rows<edge> i mod 2, lanes k mod 2)>}
  return
}

// CHECK-LABEL: @full
// CHECK:         vector.store
func.func @full(%x: memref<6x32xf32> {llvm.noalias}, %b: memref<6x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 32 {
      %0 = affine.load %x[%i, %j] : memref<6x32xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i, %j] : memref<6x32xf32>
    }
  } {layout.loops = #layout.loops<(i, j) -> (j floordiv 16, rows<edge> i, lanes j mod 16)>}
  return
}

// CHECK-LABEL: @sums
// CHECK:         vector.load %{{.*}} : memref<10x32xf32>, vector<16xf32>
func.func @sums(%a: memref<10x5xf32> {llvm.noalias}, %b: memref<5x32xf32> {llvm.noalias}, %c: memref<10x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 5 {
        %0 = affine.load %a[%i, %k] : memref<10x5xf32>
        %1 = affine.load %b[%k, %j] : memref<5x32xf32>
        %2 = affine.load %c[%i, %j] : memref<10x32xf32>
        %3 = arith.mulf %0, %1 fastmath<contract> : f32
        %4 = arith.addf %2, %3 fastmath<contract> : f32
        affine.store %4, %c[%i, %j] : memref<10x32xf32>
      }
    }
  } {layout.loops = #layout.loops<(i, j, k) -> (j floordiv 16, i floordiv 4, k, rows<edge> i mod 4, lanes j mod 16)>}
  return
}
