// MLIR's canonicaliser takes e mod c to be at least (least e) mod c, and so
// (i mod 4) floordiv 2 for 1 where i is in [2, 8). What layout-apply writes
// gives it no such expression.
// RUN: layout-check %s --entry=reversed --pipeline="builtin.module(layout-apply,func.func(affine-loop-unroll{unroll-factor=2}),layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=window,inner --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"


!i = memref<17xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, (i mod 4) floordiv 3, (i mod 4) mod 3)>, pad<value (a, b, c) -> (a * 7 + b)>>>
func.func @inner(%a: !i, %b: memref<17xi32>) {
  affine.for %i = 3 to 12 {
    %x = affine.load %b[%i] : memref<17xi32>
    affine.store %x, %a[%i] : !i
  }
  return
}

!r = memref<5xf32, #layout.buffer<index_map<(i) -> (4 - i)>, index_map<(i) -> (i mod 2, i floordiv 4, (i mod 4) floordiv 2)>>>
func.func @reversed(%a: !r, %b: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %x = affine.load %a[%i] : !r
    %y = arith.addf %x, %x : f32
    affine.store %y, %a[%i] : !r
    affine.store %x, %b[%i] : memref<5xf32>
  }
  return
}

!w = memref<12xi32, #layout.buffer<index_map<(i) -> (i floordiv 6, (i mod 6) floordiv 4, i mod 4, (i mod 12) floordiv 2 mod 3)>>>
func.func @window(%a: !w, %f: memref<3xi32>, %b: memref<3xi32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 3 {
      affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
        %x = affine.load %a[%i - %j] : !w
        %y = affine.load %b[%i] : memref<3xi32>
        %z = arith.addi %x, %y : i32
        affine.store %z, %b[%i] : memref<3xi32>
      }
    }
  }
  return
}
