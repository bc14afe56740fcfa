// Requests for buffers that control flow carries, executed with and without.
// RUN: layout-check %s --entry=carried --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=carried --arg=1:3 --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen --arg=2:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=chosen --arg=2:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blocks --arg=1:4 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=recursive --arg=1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=returned --arg=1:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=freed --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
#pad7 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
!m = memref<14xi32>

// One request reaches all four names, and the argument by a local copy.
func.func @carried(%a: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() {layout.transform = #wrap} : !m
  memref.copy %a, %b : !m to !m
  %r:2 = scf.for %t = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (!m, !m) {
    affine.for %i = 1 to 13 {
      %l = affine.load %x[%i - 1] : !m
      affine.store %l, %y[%i] : !m
    }
    scf.yield %y, %x : !m, !m
  }
  memref.copy %r#0, %r#1 : !m to !m
  memref.dealloc %b : !m
  return
}

// A view of what was chosen.
func.func @chosen(%a: !m {layout.transform = #pad7}, %b: !m, %c: i1) {
  %v = arith.constant 5 : i32
  %m = scf.if %c -> !m {
    scf.yield %a : !m
  } else {
    %s = arith.select %c, %a, %b : !m
    scf.yield %s : !m
  }
  %w = memref.subview %m[2] [4] [1] : !m to memref<4xi32, strided<[1], offset: 2>>
  affine.for %i = 0 to 4 {
    affine.store %v, %w[%i] : memref<4xi32, strided<[1], offset: 2>>
  }
  return
}

func.func @blocks(%a: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() {layout.transform = #pad7} : !m
  memref.copy %a, %b : !m to !m
  cf.br ^loop(%c0, %a, %b : index, !m, !m)
^loop(%i: index, %x: !m, %y: !m):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  %v = memref.load %x[%i] : !m
  memref.store %v, %y[%c0] : !m
  %j = arith.addi %i, %c1 : index
  cf.br ^loop(%j, %y, %x : index, !m, !m)
^end:
  memref.dealloc %b : !m
  return
}

func.func @recursive(%a: !m {layout.transform = #wrap}, %n: index) {
  call @even(%a, %n) : (!m, index) -> ()
  return
}
func.func private @even(%a: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.cmpi sgt, %n, %c0 : index
  scf.if %c {
    %v = memref.load %a[%c1] : !m
    memref.store %v, %a[%n] : !m
    %k = arith.subi %n, %c1 : index
    func.call @odd(%a, %k) : (!m, index) -> ()
  }
  return
}
func.func private @odd(%a: !m, %n: index) {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%n] : !m
  memref.store %v, %a[%c0] : !m
  call @even(%a, %n) : (!m, index) -> ()
  return
}

// A result that is an argument or a new buffer.
func.func private @pick(%a: !m, %b: !m, %c: i1) -> (!m, !m) {
  %five = arith.constant 5 : i32
  affine.store %five, %a[2] : !m
  %m = arith.select %c, %a, %b : !m
  return %m, %a : !m, !m
}
func.func @returned(%out: !m, %c: i1) {
  %six = arith.constant 6 : i32
  %a = memref.alloc() {layout.transform = #wrap} : !m
  %b = memref.alloc() : !m
  linalg.fill ins(%six : i32) outs(%a : !m)
  linalg.fill ins(%six : i32) outs(%b : !m)
  %r:2 = call @pick(%a, %b, %c) : (!m, !m, i1) -> (!m, !m)
  affine.store %six, %r#0[13] : !m
  affine.store %six, %r#1[0] : !m
  memref.copy %b, %out : !m to !m
  memref.dealloc %a : !m
  memref.dealloc %b : !m
  return
}

// What a callee made is the function's own, under the name by which another
// returned it; a local copy that goes the same way is not.
func.func private @make() -> !m {
  %a = memref.alloc() {layout.transform = #pad7} : !m
  return %a : !m
}
func.func private @fill(%a: !m) -> !m {
  %v = arith.constant 4 : i32
  linalg.fill ins(%v : i32) outs(%a : !m)
  return %a : !m
}
func.func @freed(%out: !m) {
  %made = call @make() : () -> !m
  %filled = call @fill(%made) : (!m) -> !m
  %same = call @fill(%out) : (!m) -> !m
  memref.copy %filled, %same : !m to !m
  memref.dealloc %filled : !m
  return
}
