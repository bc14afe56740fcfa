// Buffers whose extents are not told by their physical shape, through control
// flow: the extents go the same way, beside them.
// RUN: layout-check %s --entry=select_same --arg=0:1 --dim=arg1.dim0:11 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=select_two,into_call,pads --arg=0:1 --dim=arg1.dim0:11 --dim=arg2.dim0:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=select_two --arg=0:0 --dim=arg1.dim0:11 --dim=arg2.dim0:7 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=carried --arg=0:3 --dim=arg1.dim0:5 --dim=arg2.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=carried --arg=0:4 --dim=arg1.dim0:5 --dim=arg2.dim0:6 --pipeline="builtin.module(layout-apply,canonicalize,layout-finalize)"
// RUN: layout-check %s --entry=carried_affine --dim=arg0.dim0:5 --dim=arg1.dim0:9 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=branch --arg=0:1 --dim=arg1.dim0:13 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=branch --arg=0:0 --dim=arg1.dim0:13 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=while --arg=0:5 --dim=arg1.dim0:9 --dim=arg2.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blocks,switch --arg=0:1 --dim=arg1.dim0:9 --dim=arg2.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=blocks --arg=0:0 --dim=arg1.dim0:9 --dim=arg2.dim0:6 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=clone --dim=arg0.dim0:9 --dim=arg1.dim0:9 --pipeline="builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=cast --dim=arg0.dim0:14 --pipeline="builtin.module(layout-apply,layout-finalize)"

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#two = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i floordiv 3, i mod 3, j mod 4)>, pad<5 : i32>>

func.func private @fill(%a: memref<?xi32, #zero>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #zero>
  affine.for %i = 0 to %n {
    %v = arith.index_cast %i : index to i32
    affine.store %v, %a[%i] : memref<?xi32, #zero>
  }
  return
}

func.func @select_same(%c: i1, %a: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %s = arith.select %c, %a, %a : memref<?xi32, #zero>
  func.call @fill(%s) : (memref<?xi32, #zero>) -> ()
  %n = memref.dim %s, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @select_two(%c: i1, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %s = arith.select %c, %a, %b : memref<?xi32, #zero>
  %n = memref.dim %s, %c0 : memref<?xi32, #zero>
  %v = arith.constant 77 : i32
  scf.for %i = %c0 to %n step %n {
    memref.store %v, %s[%i] : memref<?xi32, #zero>
  }
  return %n : index
}

func.func @carried(%m: index, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %m step %c1 iter_args(%x = %a, %y = %b) -> (memref<?xi32, #zero>, memref<?xi32, #zero>) {
    %n = memref.dim %x, %c0 : memref<?xi32, #zero>
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.addi %i, %k : index
      %v = arith.index_cast %s : index to i32
      memref.store %v, %x[%i] : memref<?xi32, #zero>
    }
    scf.yield %y, %x : memref<?xi32, #zero>, memref<?xi32, #zero>
  }
  %n = memref.dim %r#0, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @carried_affine(%a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = affine.for %k = 0 to 3 iter_args(%x = %a) -> (memref<?xi32, #zero>) {
    %n = memref.dim %x, %c0 : memref<?xi32, #zero>
    %t = memref.alloc(%n) : memref<?xi32, #zero>
    func.call @fill(%t) : (memref<?xi32, #zero>) -> ()
    memref.copy %t, %x : memref<?xi32, #zero> to memref<?xi32, #zero>
    memref.dealloc %t : memref<?xi32, #zero>
    affine.yield %b : memref<?xi32, #zero>
  }
  %n = memref.dim %r, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @branch(%c: i1, %a: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %r = scf.if %c -> (memref<?xi32, #zero>) {
    scf.yield %a : memref<?xi32, #zero>
  } else {
    %t = memref.alloc(%c6) : memref<?xi32, #zero>
    scf.yield %t : memref<?xi32, #zero>
  }
  func.call @fill(%r) : (memref<?xi32, #zero>) -> ()
  %n = memref.dim %r, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @while(%m: index, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%k = %c0, %x = %a, %y = %b) : (index, memref<?xi32, #zero>, memref<?xi32, #zero>) -> (memref<?xi32, #zero>, index, memref<?xi32, #zero>) {
    %go = arith.cmpi slt, %k, %m : index
    scf.condition(%go) %y, %k, %x : memref<?xi32, #zero>, index, memref<?xi32, #zero>
  } do {
  ^bb0(%y: memref<?xi32, #zero>, %k: index, %x: memref<?xi32, #zero>):
    func.call @fill(%y) : (memref<?xi32, #zero>) -> ()
    %l = arith.addi %k, %c1 : index
    scf.yield %l, %y, %x : index, memref<?xi32, #zero>, memref<?xi32, #zero>
  }
  %n = memref.dim %r#0, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @blocks(%c: i1, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  cf.cond_br %c, ^bb1(%c0, %a : index, memref<?xi32, #zero>), ^bb2(%b : memref<?xi32, #zero>)
^bb1(%i: index, %x: memref<?xi32, #zero>):
  %n = memref.dim %x, %i : memref<?xi32, #zero>
  func.call @fill(%x) : (memref<?xi32, #zero>) -> ()
  return %n : index
^bb2(%y: memref<?xi32, #zero>):
  cf.br ^bb1(%c0, %y : index, memref<?xi32, #zero>)
}

func.func @switch(%k: index, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %r = scf.index_switch %k -> memref<?xi32, #zero>
  case 1 {
    %e = scf.execute_region -> memref<?xi32, #zero> {
      scf.yield %b : memref<?xi32, #zero>
    }
    scf.yield %e : memref<?xi32, #zero>
  }
  default {
    scf.yield %a : memref<?xi32, #zero>
  }
  func.call @fill(%r) : (memref<?xi32, #zero>) -> ()
  %n = memref.dim %r, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @clone(%a: memref<?xi32, #zero>, %b: memref<?xi32>) {
  %c = bufferization.clone %a : memref<?xi32, #zero> to memref<?xi32, #zero>
  func.call @fill(%a) : (memref<?xi32, #zero>) -> ()
  memref.copy %c, %b : memref<?xi32, #zero> to memref<?xi32>
  memref.dealloc %c : memref<?xi32, #zero>
  return
}

func.func @cast(%a: memref<?xi32, #zero>) -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v = arith.constant 9 : i32
  %s = memref.cast %a : memref<?xi32, #zero> to memref<14xi32, #zero>
  memref.store %v, %s[%c3] : memref<14xi32, #zero>
  %d = memref.cast %s : memref<14xi32, #zero> to memref<?xi32, #zero>
  func.call @fill(%d) : (memref<?xi32, #zero>) -> ()
  %n = memref.dim %d, %c0 : memref<?xi32, #zero>
  return %n : index
}

func.func @into_call(%c: i1, %a: memref<?xi32, #zero>, %b: memref<?xi32, #zero>) {
  %s = arith.select %c, %a, %b : memref<?xi32, #zero>
  %t = arith.select %c, %b, %s : memref<?xi32, #zero>
  func.call @fill(%t) : (memref<?xi32, #zero>) -> ()
  return
}

// The padding of a new buffer is written where it gets its other name.
func.func @pads(%c: i1, %a: memref<?x5xi32, #two>, %b: memref<?x5xi32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?x5xi32, #two>
  %m = memref.dim %b, %c0 : memref<?x5xi32>
  %t = memref.alloc(%m) : memref<?x5xi32, #two>
  memref.copy %b, %t : memref<?x5xi32> to memref<?x5xi32, #two>
  %s = arith.select %c, %t, %a : memref<?x5xi32, #two>
  %k = arith.minsi %n, %m : index
  affine.for %i = 0 to %k {
    affine.for %j = 0 to 5 {
      %v = memref.load %s[%i, %j] : memref<?x5xi32, #two>
      memref.store %v, %b[%i, %j] : memref<?x5xi32>
    }
  }
  memref.dealloc %t : memref<?x5xi32, #two>
  return
}
