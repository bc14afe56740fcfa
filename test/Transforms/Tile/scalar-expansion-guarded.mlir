// A buffer of a size that is not known is made where its loop is executed: where it
// is not, there may not be as much memory.
// RUN: layout-check %s --entry=sums --arg=2:1000000000000000 --arg=3:0 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-set-target{target=x86-64-v4},layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=sums --arg=2:37 --arg=3:1 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-set-target{target=x86-64-v4},layout-optimize,layout-finalize)"

#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 16, i mod 16, j mod 16)>, pad<undef>>

func.func @sums(%a: memref<29x37xf64, #tiles>, %b: memref<37xf64> {llvm.noalias}, %n: index, %c: i1) {
  %zero = arith.constant 0.0 : f64
  scf.if %c {
    affine.for %j = 0 to %n {
      %0 = affine.for %i = 0 to 29 iter_args(%t = %zero) -> (f64) {
        %1 = affine.load %a[%i, %j] : memref<29x37xf64, #tiles>
        %2 = arith.addf %t, %1 : f64
        affine.yield %2 : f64
      }
      affine.store %0, %b[%j] : memref<37xf64>
    }
  }
  return
}
