// Bounds that are quotients of extents, as those of pooling: no sum with one wraps around that
// does not with the extent.
//
// RUN: layout-opt %s --layout-apply --layout-set-target=target=x86-64-v4 --layout-tile-loops -o /dev/null --remarks-filter=layout 2>&1 | FileCheck %s
//
// DEFINE: %{m} = 0
// DEFINE: %{n} = 0
// DEFINE: %{check} = layout-check %s --entry=pool --dim=arg0.dim0:%{m} --dim=arg0.dim1:%{n} --dim=arg1.dim0:%{m} --dim=arg1.dim1:%{n} --dim=arg2.dim0:%{n} --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize,layout-finalize)"
// RUN: %{check}
// REDEFINE: %{m} = 2
// REDEFINE: %{n} = 3
// RUN: %{check}
// REDEFINE: %{m} = 17
// REDEFINE: %{n} = 66
// RUN: %{check}
// REDEFINE: %{m} = 67
// REDEFINE: %{n} = 131
// RUN: %{check}

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<undef>>

// CHECK: [[#@LINE+5]]:3: remark: [Passed] layout-tile-loops/tiled
func.func @pool(%a: memref<?x?xi32, #tiles>, %c: memref<?x?xi32, #tiles>, %row: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %m = memref.dim %a, %c0 : memref<?x?xi32, #tiles>
  %n = memref.dim %row, %c0 : memref<?xi32>
  affine.for %i = 0 to affine_map<()[s0] -> (s0 floordiv 2 - 1)>()[%m] {
    affine.for %j = 0 to affine_map<()[s0] -> ((s0 - 3) floordiv 2 + 1)>()[%n] {
      affine.for %r = 0 to 3 {
        affine.for %s = 0 to 3 {
          %0 = affine.load %a[%i * 2 + %r, %j * 2 + %s] : memref<?x?xi32, #tiles>
          %1 = affine.load %c[%i, %j] : memref<?x?xi32, #tiles>
          %2 = arith.maxsi %0, %1 : i32
          affine.store %2, %c[%i, %j] : memref<?x?xi32, #tiles>
        }
      }
    }
  }
  return
}

// Of a number that may be any, one more may wrap around.
// CHECK: [[#@LINE+2]]:3: remark: [Missed] layout-tile-loops/loops {{.*}}wrap around
func.func @any(%a: memref<40x40xi32, #tiles>, %c: memref<40x40xi32, #tiles>, %n: index) {
  affine.for %i = 0 to affine_map<()[s0] -> ((s0 + 1) floordiv 2)>()[%n] {
    affine.for %j = 0 to 40 {
      %0 = affine.load %a[%i, %j] : memref<40x40xi32, #tiles>
      affine.store %0, %c[%j, %i] : memref<40x40xi32, #tiles>
    }
  }
  return
}
