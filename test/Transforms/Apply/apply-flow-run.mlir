// Buffers that control flow carries, executed with and without the layouts.
// RUN: layout-check %s --entry=ping_pong --arg=2:3 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=ping_pong,cf_switch,returns_choice --arg=2:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=ping_pong_wrap --arg=2:3 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen,switch --arg=2:5 --arg=3:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen,switch --arg=2:5 --arg=3:1 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --arg=1:0 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=local --arg=1:1 --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=while,cf_switch --arg=2:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=switch --arg=2:5 --arg=3:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blocks --arg=2:5 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=affine_carried,scopes,once,parallel --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=born_in_loop,recursive --arg=1:4 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=returns_choice,nested_choice --arg=2:1 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=out_of_order --arg=1:1 --pipeline="builtin.module(layout-apply,layout-finalize)"

#pad7 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
!a = memref<14xi32, #pad7>
!w = memref<14xi32, #wrap>

// Two buffers that change places.
func.func @ping_pong(%a: !a, %b: !a, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!a, !a) {
    affine.for %i = 0 to 14 {
      %v = affine.load %x[%i] : !a
      %s = arith.addi %v, %one : i32
      affine.store %s, %y[%i] : !a
    }
    scf.yield %y, %x : !a, !a
  }
  %v = affine.load %r#1[3] : !a
  affine.store %v, %r#0[13] : !a
  return
}

// A stencil reads the halo that copies, in buffers that change places.
func.func private @smooth(%x: !w, %y: !w) {
  affine.for %i = 1 to 13 {
    %l = affine.load %x[%i - 1] : !w
    %r = affine.load %x[%i + 1] : !w
    %s = arith.addi %l, %r : i32
    affine.store %s, %y[%i] : !w
  }
  return
}
func.func @ping_pong_wrap(%a: !w, %b: !w, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!w, !w) {
    func.call @smooth(%x, %y) : (!w, !w) -> ()
    %v = affine.load %x[0] : !w
    affine.store %v, %y[13] : !w
    scf.yield %y, %x : !w, !w
  }
  return
}

// A store through one of several.
func.func @chosen(%a: !w, %b: !w, %i: i32, %c: i1) {
  %m = arith.select %c, %a, %b : !w
  affine.for %k = 0 to 14 {
    affine.store %i, %m[%k] : !w
  }
  %s = scf.if %c -> !w {
    %v = affine.load %m[1] : !w
    affine.store %v, %b[2] : !w
    scf.yield %b : !w
  } else {
    scf.yield %m : !w
  }
  affine.store %i, %s[13] : !w
  return
}

// A local buffer that is freed under another name.
func.func @local(%out: !w, %c: i1) {
  %five = arith.constant 5 : i32
  %six = arith.constant 6 : i32
  %a = memref.alloc() : !w
  %b = memref.alloc() : !w
  linalg.fill ins(%five : i32) outs(%a : !w)
  linalg.fill ins(%six : i32) outs(%b : !w)
  %m, %o = scf.if %c -> (!w, !w) {
    scf.yield %a, %b : !w, !w
  } else {
    scf.yield %b, %a : !w, !w
  }
  func.call @smooth(%m, %o) : (!w, !w) -> ()
  memref.copy %o, %out : !w to !w
  memref.dealloc %m : !w
  memref.dealloc %o : !w
  return
}

func.func @while(%a: !a, %b: !a, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k:3 = scf.while (%i = %c0, %x = %a, %y = %b) : (index, !a, !a) -> (index, !a, !a) {
    %c = arith.cmpi slt, %i, %n : index
    %v = memref.load %x[%i] : !a
    memref.store %v, %y[%i] : !a
    scf.condition(%c) %i, %y, %x : index, !a, !a
  } do {
  ^bb0(%i: index, %x: !a, %y: !a):
    %j = arith.addi %i, %c1 : index
    %w = memref.load %x[%i] : !a
    memref.store %w, %y[%j] : !a
    scf.yield %j, %x, %y : index, !a, !a
  }
  %v = memref.load %k#1[%c0] : !a
  memref.store %v, %k#2[%c1] : !a
  return
}

func.func @switch(%a: !a, %b: !a, %v: i32, %n: index) {
  %m = scf.index_switch %n -> !a
  case 0 {
    scf.yield %a : !a
  }
  case 1 {
    scf.yield %b : !a
  }
  default {
    %l = memref.alloc() : !a
    scf.yield %l : !a
  }
  affine.for %i = 0 to 14 {
    affine.store %v, %m[%i] : !a
  }
  memref.copy %m, %b : !a to !a
  return
}

func.func @blocks(%a: !a, %b: !a, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%c0, %a, %b : index, !a, !a)
^loop(%i: index, %x: !a, %y: !a):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body(%y : !a), ^end(%x : !a)
^body(%z: !a):
  %v = memref.load %x[%i] : !a
  memref.store %v, %z[%c0] : !a
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j, %z, %x : index, !a, !a)
^end(%last: !a):
  %w = memref.load %last[%c0] : !a
  memref.store %w, %a[%c1] : !a
  return
}

func.func @cf_switch(%a: !a, %b: !a, %f: i32) {
  %v = arith.constant 11 : i32
  cf.switch %f : i32, [
    default: ^join(%a : !a),
    0: ^join(%b : !a),
    1: ^other
  ]
^other:
  cf.br ^join(%a : !a)
^join(%m: !a):
  affine.store %v, %m[5] : !a
  return
}

// affine.for carries, affine.if chooses.
#even = affine_set<(d0) : (d0 mod 2 == 0)>
func.func @affine_carried(%a: !a, %b: !a) {
  %r = affine.for %i = 0 to 14 iter_args(%x = %a) -> !a {
    %m = affine.if #even(%i) -> !a {
      affine.yield %x : !a
    } else {
      affine.yield %b : !a
    }
    %v = affine.load %m[%i] : !a
    affine.store %v, %x[0] : !a
    affine.yield %m : !a
  }
  %v = affine.load %r[0] : !a
  affine.store %v, %a[1] : !a
  return
}

// Out of a region, a buffer that was born there.
func.func @scopes(%out: !w) {
  %five = arith.constant 5 : i32
  %a = scf.execute_region -> !w {
    %l = memref.alloc() : !w
    linalg.fill ins(%five : i32) outs(%l : !w)
    scf.yield %l : !w
  }
  %s = memref.alloca_scope -> !w {
    affine.store %five, %out[3] : !w
    memref.alloca_scope.return %out : !w
  }
  func.call @smooth(%a, %s) : (!w, !w) -> ()
  memref.dealloc %a : !w
  return
}

// Loops of one and of no iteration, which hand on all the same.
func.func @once(%a: !a, %b: !a) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 3 : i32
  %r:2 = scf.for %t = %c0 to %c1 step %c1 iter_args(%x = %a, %y = %b) -> (!a, !a) {
    scf.yield %y, %x : !a, !a
  }
  %s = scf.for %t = %c0 to %c0 step %c1 iter_args(%x = %r#0) -> !a {
    scf.yield %b : !a
  }
  %q = affine.for %i = 0 to 1 iter_args(%x = %s) -> !a {
    affine.yield %a : !a
  }
  affine.store %v, %s[0] : !a
  affine.store %v, %q[1] : !a
  return
}

// Writes of all iterations, the padding behind them.
func.func @parallel(%a: !w, %b: !w) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  scf.parallel (%i) = (%c0) to (%c14) step (%c1) {
    %v = memref.load %a[%i] : !w
    memref.store %v, %b[%i] : !w
    scf.reduce
  }
  scf.forall (%i) in (14) {
    %v = memref.load %b[%i] : !w
    memref.store %v, %a[%i] : !w
  }
  affine.parallel (%i) = (0) to (14) {
    %v = affine.load %a[%i] : !w
    affine.store %v, %b[%i] : !w
  }
  func.call @smooth(%a, %b) : (!w, !w) -> ()
  return
}

// A new buffer in each iteration, carried to the next.
func.func @born_in_loop(%a: !w, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : !w
  memref.copy %a, %first : !w to !w
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %first) -> !w {
    %l = memref.alloc() : !w
    memref.copy %x, %l : !w to !w
    memref.dealloc %x : !w
    %v = memref.load %l[%i] : !w
    memref.store %v, %l[%c0] : !w
    scf.yield %l : !w
  }
  func.call @smooth(%r, %a) : (!w, !w) -> ()
  memref.dealloc %r : !w
  return
}

// Functions that call each other.
func.func @recursive(%a: !w, %n: index) {
  call @even(%a, %n) : (!w, index) -> ()
  return
}
func.func private @even(%a: !w, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.cmpi sgt, %n, %c0 : index
  scf.if %c {
    %v = memref.load %a[%c1] : !w
    memref.store %v, %a[%n] : !w
    %m = arith.subi %n, %c1 : index
    func.call @odd(%a, %m) : (!w, index) -> ()
  }
  return
}
func.func private @odd(%a: !w, %n: index) {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%n] : !w
  memref.store %v, %a[%c0] : !w
  call @even(%a, %n) : (!w, index) -> ()
  return
}

// Several results, one of which is an argument.
func.func private @pick(%a: !w, %b: !w, %c: i1) -> (!w, !w) {
  %five = arith.constant 5 : i32
  affine.store %five, %a[2] : !w
  %m = arith.select %c, %a, %b : !w
  return %m, %a : !w, !w
}
func.func @returns_choice(%a: !w, %b: !w, %c: i1) {
  %six = arith.constant 6 : i32
  %r:2 = call @pick(%a, %b, %c) : (!w, !w, i1) -> (!w, !w)
  affine.store %six, %r#0[13] : !w
  affine.store %six, %r#1[0] : !w
  return
}

// A choice of a choice.
func.func @nested_choice(%a: !a, %b: !a, %c: i1) {
  %v = arith.constant 9 : i32
  %m = arith.select %c, %a, %b : !a
  affine.for %i = 0 to 14 {
    affine.store %v, %m[%i] : !a
  }
  %n = scf.if %c -> !a {
    scf.yield %m : !a
  } else {
    scf.yield %a : !a
  }
  affine.store %v, %n[1] : !a
  return
}

// Blocks in another order than control takes.
func.func @out_of_order(%a: !a, %c: i1) {
  cf.br ^second
^third(%x: !a, %y: !a):
  %c0 = arith.constant 0 : index
  %d = memref.dim %x, %c0 : !a
  %e = memref.dim %y, %c0 : !a
  %f = arith.addi %d, %e : index
  %v = arith.index_cast %f : index to i32
  memref.store %v, %a[%c0] : !a
  return
^second:
  %l = memref.alloc() : !a
  cf.cond_br %c, ^third(%l, %a : !a, !a), ^third(%a, %l : !a, !a)
}
