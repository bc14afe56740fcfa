// What a bound is computed from divides by instructions, so that nothing is known
// of it but that it is a number: no loop counts to the largest one.
// RUN: layout-check %s --entry=f --arg=3:0 --arg=4:2 --dim=arg0.dim0:12 --dim=arg1.dim0:12 --dim=arg2.dim0:12 --seed=950 --timeout=20 --pipeline="builtin.module(layout-assign,layout-lower-convert,layout-apply{pad-placement=before},layout-tile-loops,layout-vectorize-loops,lower-affine,layout-merge-loops,layout-overcompute,layout-partition-loops,layout-partition-loops{max-pieces=3},layout-vectorize-loops,func.func(affine-scalrep),layout-finalize,loop-invariant-code-motion,layout-flatten,symbol-dce,layout-simplify,func.func(scf-for-loop-peeling),layout-tile-loops,layout-sequential-access)"

#L0 = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<-24 : i32>, index_map<(d0, d1) -> (d1 floordiv 3, d0, d1 mod 3)>, pad<value (d0, d1, d2) -> (-d0 - d1 + 3)>>
#L1 = #layout.buffer<index_map<(d0) -> (d0)>, extent<[?]>, pad<2147483647 : i32>, index_map<(d0) -> (d0)>, extent<[?]>, pad<2147483647 : i32>>
#L2 = #layout.buffer<index_map<(d0) -> (((d0 mod 2) mod 6) floordiv 2, (d0 mod 4) floordiv 2, d0 floordiv 4, (d0 mod 2) floordiv 6, d0 mod 2)>, extent<[4, 2, ?, ?, ? + 2]>, index_map<(d0, d1, d2, d3, d4) -> (d0, d1, 1, d2, d3, d4)>, extent<[4, ?, ?, ? + 2, ? + 2, 4]>, pad<-2147483648 : i32>, axis_separator<[1, 2, 3, 5]>>
func.func @f(%a0: memref<?xi32> {layout.transform = #L0, layout.sequential, llvm.noalias}, %a1: memref<?xi32> {layout.transform = #L1, llvm.noalias}, %a2: memref<?xi32> {layout.transform = #L2, layout.sequential, llvm.noalias}, %cond: i1, %n: index) {
  %c = arith.constant 0 : i32
  %zero = arith.constant 0 : index
  %v1 = arith.constant 12 : index
  %heap0 = memref.alloc(%v1)  : memref<?xi32>
  linalg.fill ins(%c : i32) outs(%heap0 : memref<?xi32>)
  affine.for %v2 = 0 to 12 {
    %v3 = affine.for %v6 = 0 to 5 iter_args(%v4 = %c) -> (i32) {
      %v7 = affine.load %a0[0] : memref<?xi32>
      %v5 = arith.addi %v4, %v7 : i32
      affine.yield %v5 : i32
    }
    affine.store %v3, %heap0[%v2] : memref<?xi32>
  }
  affine.for %v8 = 0 to 3 {
    affine.for %v9 = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 * 4 + d1 >= 0, d0 * 4 + d1 - 1 >= 0)>(%v8, %v9) {
        %v10 = affine.load %a0[%v8 * 4 + %v9] {layout.sequential} : memref<?xi32>
        %v11 = affine.load %a0[%v8 * 4 + %v9] : memref<?xi32>
        %v12 = arith.xori %v11, %v10 : i32
        %v13 = affine.load %a0[%v8 * 4 + %v9] : memref<?xi32>
        affine.store %v12, %a0[%v8 * 4 + %v9] : memref<?xi32>
      }
    }
  }
  memref.dealloc %heap0 : memref<?xi32>
  return
}
