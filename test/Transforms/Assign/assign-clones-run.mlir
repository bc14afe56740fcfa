// Functions copied per layout, executed with and without layouts.
// RUN: layout-check %s --entry=differing --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=differing --arg=1:9 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=results --arg=1:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=results --arg=1:0 --pipeline="builtin.module(layout-assign,layout-lower-convert,layout-apply,layout-finalize)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
#reversed = #layout.buffer<index_map<(i) -> (13 - i)>>
!m = memref<14xi32>

// Three layouts and none, through two levels of calls, both ways round.
func.func private @add(%a: !m, %b: !m, %k: index) {
  affine.for %i = 0 to 13 {
    %x = affine.load %a[%i] : !m
    %y = affine.load %b[%i + 1] : !m
    %z = arith.addi %x, %y : i32
    affine.store %z, %b[%i] : !m
  }
  %w = memref.load %a[%k] : !m
  affine.store %w, %b[13] : !m
  return
}
func.func private @both(%a: !m, %b: !m, %k: index) {
  call @add(%a, %b, %k) : (!m, !m, index) -> ()
  call @add(%b, %a, %k) : (!m, !m, index) -> ()
  return
}
func.func @differing(%out: !m, %k: index) {
  %one = arith.constant 1 : i32
  %a = memref.alloc() {layout.transform = #tiles} : !m
  %b = memref.alloc() {layout.transform = #wrap} : !m
  %c = memref.alloc() {layout.transform = #reversed} : !m
  memref.copy %out, %a : !m to !m
  linalg.fill ins(%one : i32) outs(%b : !m)
  memref.copy %out, %c : !m to !m
  call @both(%a, %b, %k) : (!m, !m, index) -> ()
  call @both(%b, %c, %k) : (!m, !m, index) -> ()
  call @both(%c, %a, %k) : (!m, !m, index) -> ()
  call @both(%c, %out, %k) : (!m, !m, index) -> ()
  memref.dealloc %a : !m
  memref.dealloc %b : !m
  memref.dealloc %c : !m
  return
}

// Results of calls that are their arguments, in branches and loops.
func.func private @pick(%a: !m, %b: !m, %c: i1) -> !m {
  %m = arith.select %c, %a, %b : !m
  return %m : !m
}
func.func @results(%out: !m, %c: i1) {
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #tiles} : !m
  %b = memref.alloc() : !m
  %d = memref.alloc() {layout.transform = #wrap} : !m
  %e = memref.alloc() : !m
  linalg.fill ins(%five : i32) outs(%a : !m)
  linalg.fill ins(%six : i32) outs(%b : !m)
  linalg.fill ins(%six : i32) outs(%d : !m)
  linalg.fill ins(%five : i32) outs(%e : !m)
  %x = call @pick(%a, %b, %c) : (!m, !m, i1) -> !m
  %y = call @pick(%d, %e, %c) : (!m, !m, i1) -> !m
  %v = affine.load %x[13] : !m
  affine.store %v, %y[0] : !m
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%t = %y) -> !m {
    %u = func.call @pick(%t, %d, %c) : (!m, !m, i1) -> !m
    affine.store %v, %u[9] : !m
    scf.yield %u : !m
  }
  call @add(%x, %out, %c1) : (!m, !m, index) -> ()
  call @add(%r, %out, %c0) : (!m, !m, index) -> ()
  memref.dealloc %a : !m
  memref.dealloc %b : !m
  memref.dealloc %d : !m
  memref.dealloc %e : !m
  return
}
