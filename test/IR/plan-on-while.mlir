// Upstream copies a plan from an scf.for to an scf.while, where no pass can follow it: an error,
// in place of a plan that has no effect.
// RUN: layout-opt %s --scf-for-to-while --verify-diagnostics

func.func @f(%a: memref<14xi32>, %x: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-error @+1 {{'layout.loops' is not allowed on 'scf.while'}}
  scf.for %i = %c0 to %c14 step %c1 {
    memref.store %x, %a[%i] : memref<14xi32>
  } {layout.loops = #layout.loops<(i) -> (i)>}
  return
}
