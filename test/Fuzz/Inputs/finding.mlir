// RUN: layout-check %s --entry=f --arg=3:1 --arg=4:2 --seed=537 --pipeline="builtin.module(layout-assign{change-interface=true},layout-normalize-memrefs,layout-apply{pad-placement=before},test-layout-tamper{function=f kind=swap},func.func(affine-simplify-structures),lower-affine,layout-finalize,layout-flatten)"
// differs: result differs
//   layout-check: @f: result differs at arg1[12]: expected -1, got 2
//   layout-check: @f: padding of arg1 at physical (1, 4, 0): expected 4.5, got 61280
//   layout-check: @f: padding of arg2 at physical (1, 6): expected -3.75, got 61280
//   layout-check: @f: guard zone of arg2 was overwritten, after the buffer
//     on small integers, unknown memory filled with 0x7B, --seed=537

#L0 = #layout.buffer<index_map<(d0) -> (d0)>>
#L1 = #layout.buffer<index_map<(d0) -> (d0 mod 2, d0 floordiv 4, -((d0 mod 4) floordiv 2) + 1)>, pad<4.500000e+00 : f16>>
#L2 = #layout.buffer<index_map<(d0) -> (d0)>, index_map<(d0) -> (d0 mod 3, d0 floordiv 3)>, pad<-3.750000e+00 : f16>>
#L3 = #layout.buffer<index_map<(d0) -> (d0 * 2), inverse (d0) -> (d0 floordiv 2)>>
func.func @f(%a0: memref<19xf16, #L0> , %a1: memref<19xf16, #L1> , %a2: memref<19xf16, #L2> , %cond: i1, %n: index) {
  %c = arith.constant -1.0 : f16
  %zero = arith.constant 0 : index
  %heap0 = memref.alloc()  : memref<19xf16, #L3>
  linalg.fill ins(%c : f16) outs(%heap0 : memref<19xf16, #L3>)
  linalg.fill ins(%c : f16) outs(%a1 : memref<19xf16, #L1>)
  cf.cond_br %cond, ^left0, ^right0
^left0:
  %v2 = arith.constant 14 : index
  %v1 = arith.addi %n, %v2 : index
  %v3 = memref.atomic_rmw addf %c, %a1[%v1] : (f16, memref<19xf16, #L1>) -> f16
  cf.br ^join0
^right0:
  %v5 = arith.constant 0 : index
  %v6 = arith.constant 20 : index
  %v7 = arith.constant 1 : index
  %unused11 = scf.while (%v10 = %v5) : (index) -> index {
    %v8 = arith.cmpi slt, %v10, %v6 : index
    scf.condition(%v8) %v10 : index
  } do {
    ^bb0(%v4: index):
    %v12 = arith.constant 19 : index
    %v13 = arith.cmpi slt, %v4, %v12 : index
    scf.if %v13 {
      %v15 = memref.load %a0[%n] : memref<19xf16, #L0>
      memref.store %v15, %heap0[%v4] : memref<19xf16, #L3>
    }
    %v9 = arith.addi %v4, %v7 : index
    scf.yield %v9 : index
  }
  cf.br ^join0
^join0:
  layout.convert ins(%a0 : memref<19xf16, #L0>) outs(%a2 : memref<19xf16, #L2>)
  memref.dealloc %heap0 : memref<19xf16, #L3>
  return
}
