// A vector is taken apart in the arm of a branch whose other arm is to be executed more often.
// RUN: layout-check %s --entry=f --arg=4:0 --arg=5:0 --seed=21 --pipeline="builtin.module(layout-assign,sccp,func.func(affine-loop-normalize),func.func(convert-linalg-to-loops),layout-assign,canonicalize,layout-apply,layout-apply,layout-raise-loops,layout-tile-loops,layout-vectorize-loops,lower-affine,func.func(convert-linalg-to-loops),layout-sequential-access,layout-merge-loops,layout-distribute-loops,layout-remove-noop,layout-hoist-conditions,layout-hoist-conditions{split=false},layout-hoist-conditions{selects=false},layout-partition-loops,layout-partition-loops{max-pieces=3},layout-avoid-overcompute,layout-optimize{padding=true},layout-parallelize-loops{min-work=1},layout-optimize,layout-optimize{padding=true},layout-merge-loops,layout-finalize,canonicalize,layout-flatten,lower-affine,loop-invariant-code-motion)"

#L0 = #layout.buffer<index_map<(d0) -> (d0)>, pad<(d0) -> (d0 - ((d0 + 1) floordiv 6) * 6 + 1)>>
#L1 = #layout.buffer<index_map<(d0) -> (d0 floordiv 2, d0 mod 2)>, pad<(d0, d1) -> ((d0 * 2 + d1 - ((d0 * 2 + d1 + 1) floordiv 6) * 6 + 1) floordiv 2, d0 * 2 + d1 - ((d0 * 2 + d1 + 1) floordiv 2) * 2 + 1)>, index_map<(d0, d1) -> ((d0 floordiv 6) floordiv 2, (d0 floordiv 6) mod 2, d1 + 5, (d0 mod 6) * 2)>>
memref.global "private" @scalar6 : memref<index> = dense<-1>
func.func @f(%a0: memref<6xindex> {llvm.noalias}, %a1: memref<6xindex> {llvm.noalias}, %a2: memref<6xindex> {layout.transform = #L0, llvm.noalias}, %a3: memref<6xindex> {llvm.noalias}, %cond: i1, %n: index) {
  %c = arith.constant 2 : index
  %zero = arith.constant 0 : index
  %heap0 = memref.alloc() {layout.transform = #L1} : memref<6xindex>
  linalg.fill ins(%c : index) outs(%heap0 : memref<6xindex>)
  %v1 = memref.get_global @scalar6 : memref<index>
  %v3 = arith.constant 0 : index
  %v4 = arith.constant 6 : index
  %v5 = arith.constant 1 : index
  scf.for %v2 = %v3 to %v4 step %v5 {
    %v6 = memref.load %a2[%v2] : memref<6xindex>
    %v7 = memref.load %a2[%v2] : memref<6xindex>
    %v8 = arith.muli %v6, %v7 : index
    memref.store %v8, %a0[%v2] : memref<6xindex>
  }
  %v10 = arith.constant 0 : index
  %v11 = arith.constant 6 : index
  %v12 = arith.constant 1 : index
  scf.for %v9 = %v10 to %v11 step %v12 {
    %v13 = memref.load %a1[%v9] : memref<6xindex>
    memref.store %v13, %v1[] : memref<index>
    memref.store %v13, %heap0[%v9] : memref<6xindex>
  }
  cf.cond_br %cond, ^left0, ^right0
^left0:
  memref.alloca_scope {
    %v14 = affine.vector_load %heap0[%n] : memref<6xindex>, vector<3xindex>
    affine.vector_store %v14, %heap0[0] : memref<6xindex>, vector<3xindex>
    memref.copy %a2, %a1 : memref<6xindex> to memref<6xindex>
  }
  cf.br ^join0
^right0:
  cf.br ^join0
^join0:
  memref.dealloc %heap0 : memref<6xindex>
  return
}
