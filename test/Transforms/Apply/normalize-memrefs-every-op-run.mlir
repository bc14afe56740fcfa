// The ways a buffer with a plain map travels, and the forms of accesses to it.
// DEFINE: %{normalize} = "builtin.module(layout-normalize-memrefs)"
// RUN: layout-check %s --entry=whilecarry --arg=2:4 --pipeline=%{normalize}
// RUN: layout-check %s --entry=switchcarry --arg=2:1 --pipeline=%{normalize}
// RUN: layout-check %s --entry=cfswitch --arg=3:2 --pipeline=%{normalize}
// RUN: layout-check %s --entry=affif --arg=2:4 --pipeline=%{normalize}
// RUN: layout-check %s --entry=alloca_scope --pipeline=%{normalize}
// RUN: layout-check %s --entry=forall --pipeline=%{normalize}
// RUN: layout-check %s --entry=names --arg=2:3 --pipeline=%{normalize}
// RUN: layout-check %s --entry=cfblocks --arg=2:5 --pipeline=%{normalize}
// RUN: layout-check %s --entry=masked --arg=2:3 --pipeline=%{normalize}
// RUN: layout-check %s --entry=gather --arg=2:2 --pipeline=%{normalize}
// RUN: layout-check %s --entry=resultsloop --arg=2:3 --pipeline=%{normalize}

#lane = affine_map<(i) -> (i floordiv 4, i mod 4)>
#rows = affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
#tiles = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>

func.func @whilecarry(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %n: i32) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b, %k = %n) : (memref<14xi32, #lane>, memref<14xi32, #lane>, i32) -> (memref<14xi32, #lane>, memref<14xi32, #lane>) {
    %c = arith.cmpi sgt, %k, %zero : i32
    memref.store %k, %x[%z] : memref<14xi32, #lane>
    scf.condition(%c) %y, %x : memref<14xi32, #lane>, memref<14xi32, #lane>
  } do {
  ^bb0(%p: memref<14xi32, #lane>, %q: memref<14xi32, #lane>):
    %v = memref.load %q[%z] : memref<14xi32, #lane>
    %w = arith.subi %v, %one : i32
    %i = arith.index_cast %v : i32 to index
    memref.store %w, %p[%i] : memref<14xi32, #lane>
    scf.yield %p, %q, %w : memref<14xi32, #lane>, memref<14xi32, #lane>, i32
  }
  %v = memref.load %r#0[%z] : memref<14xi32, #lane>
  %i = arith.constant 9 : index
  memref.store %v, %r#1[%i] : memref<14xi32, #lane>
  return
}

func.func @switchcarry(%a: memref<8x3xf32, #rows>, %b: memref<8x3xf32, #rows>, %k: index) {
  %z = arith.constant 0 : index
  %l = memref.alloca() : memref<8x3xf32, #rows>
  memref.copy %a, %l : memref<8x3xf32, #rows> to memref<8x3xf32, #rows>
  %r = scf.index_switch %k -> memref<8x3xf32, #rows>
  case 0 { scf.yield %a : memref<8x3xf32, #rows> }
  case 1 { scf.yield %l : memref<8x3xf32, #rows> }
  default { scf.yield %b : memref<8x3xf32, #rows> }
  %s = scf.execute_region -> memref<8x3xf32, #rows> {
    %c = arith.cmpi eq, %k, %z : index
    cf.cond_br %c, ^x(%a : memref<8x3xf32, #rows>), ^x(%r : memref<8x3xf32, #rows>)
  ^x(%q: memref<8x3xf32, #rows>):
    scf.yield %q : memref<8x3xf32, #rows>
  }
  affine.for %i = 0 to 8 { affine.for %j = 0 to 3 {
    %v = affine.load %b[%i, %j] : memref<8x3xf32, #rows>
    affine.store %v, %s[%i, %j] : memref<8x3xf32, #rows>
  } }
  memref.copy %l, %a : memref<8x3xf32, #rows> to memref<8x3xf32, #rows>
  return
}

func.func @cfswitch(%a: memref<6xi32, #lane>, %b: memref<6xi32, #lane>, %c: memref<6xi32, #lane>, %k: i32) -> i32 {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  cf.switch %k : i32, [ default: ^d(%a, %b : memref<6xi32, #lane>, memref<6xi32, #lane>), 1: ^d(%b, %a : memref<6xi32, #lane>, memref<6xi32, #lane>), 2: ^e(%c : memref<6xi32, #lane>) ]
^d(%x: memref<6xi32, #lane>, %y: memref<6xi32, #lane>):
  %v = memref.load %x[%o] : memref<6xi32, #lane>
  memref.store %v, %y[%z] : memref<6xi32, #lane>
  cf.br ^e(%y : memref<6xi32, #lane>)
^e(%w: memref<6xi32, #lane>):
  %u = memref.load %w[%z] : memref<6xi32, #lane>
  memref.store %u, %w[%o] : memref<6xi32, #lane>
  return %u : i32
}

func.func @affif(%a: memref<5x5xi32, #tiles>, %b: memref<5x5xi32, #tiles>, %n: index) {
  %q = affine.if affine_set<()[n] : (n - 2 >= 0)>()[%n] -> memref<5x5xi32, #tiles> { affine.yield %a : memref<5x5xi32, #tiles> } else { affine.yield %b : memref<5x5xi32, #tiles> }
  affine.for %i = 0 to 5 { affine.for %j = 0 to 5 {
    %x = affine.load %q[%i, %j] : memref<5x5xi32, #tiles>
    %y = affine.load %b[%j, %i] : memref<5x5xi32, #tiles>
    %s = arith.subi %x, %y : i32
    affine.store %s, %b[%j, %i] : memref<5x5xi32, #tiles>
  } }
  return
}

func.func @alloca_scope(%a: memref<7x3xi32, #tiles>) {
  %r = memref.alloca_scope -> i32 {
    %l = memref.alloca() : memref<7x3xi32, #tiles>
    memref.copy %a, %l : memref<7x3xi32, #tiles> to memref<7x3xi32, #tiles>
    %z = arith.constant 2 : index
    %x = memref.load %l[%z, %z] : memref<7x3xi32, #tiles>
    memref.alloca_scope.return %x : i32
  }
  affine.for %i = 0 to 7 {
    %m = memref.alloca() : memref<7x3xi32, #tiles>
    affine.for %j = 0 to 3 { affine.store %r, %m[%i, %j] : memref<7x3xi32, #tiles> }
    %x = affine.load %m[%i, 1] : memref<7x3xi32, #tiles>
    affine.store %x, %a[6 - %i, 2] : memref<7x3xi32, #tiles>
  }
  return
}

func.func @forall(%a: memref<6x7xi32, #tiles>, %b: memref<7x6xi32, #tiles>) {
  scf.forall (%i, %j) in (6, 7) {
    %x = memref.load %a[%i, %j] : memref<6x7xi32, #tiles>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j, %i] : memref<7x6xi32, #tiles>
  }
  affine.parallel (%i, %j) = (0, 0) to (6, 7) step (2, 7) {
    %x = affine.load %b[%j, %i] : memref<7x6xi32, #tiles>
    affine.store %x, %a[%i, %j] : memref<6x7xi32, #tiles>
  }
  return
}

func.func @names(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %i: index) {
  %p = memref.assume_alignment %a, 4 : memref<14xi32, #lane>
  %d:2 = memref.distinct_objects %p, %b : memref<14xi32, #lane>, memref<14xi32, #lane>
  memref.prefetch %d#0[%i], read, locality<1>, data : memref<14xi32, #lane>
  %x = memref.load %d#0[%i] : memref<14xi32, #lane>
  memref.store %x, %d#1[%i] : memref<14xi32, #lane>
  %r = memref.rank %a : memref<14xi32, #lane>
  memref.store %x, %a[%r] : memref<14xi32, #lane>
  return
}

func.func @cfblocks(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %n: index) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  cf.br ^head(%a, %b, %z : memref<14xi32, #lane>, memref<14xi32, #lane>, index)
^head(%x: memref<14xi32, #lane>, %y: memref<14xi32, #lane>, %i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit(%y : memref<14xi32, #lane>)
^body:
  %v = memref.load %x[%i] : memref<14xi32, #lane>
  %w = arith.muli %v, %v : i32
  memref.store %w, %y[%i] : memref<14xi32, #lane>
  %j = arith.addi %i, %o : index
  %p = arith.remui %i, %o : index
  %odd = arith.cmpi eq, %p, %z : index
  cf.cond_br %odd, ^head(%y, %x, %j : memref<14xi32, #lane>, memref<14xi32, #lane>, index), ^head(%x, %y, %j : memref<14xi32, #lane>, memref<14xi32, #lane>, index)
^exit(%q: memref<14xi32, #lane>):
  %l = memref.load %q[%o] : memref<14xi32, #lane>
  memref.store %l, %b[%n] : memref<14xi32, #lane>
  return
}

func.func @masked(%a: memref<4x13xf32, #rows>, %b: memref<4x13xf32, #rows>, %n: index) {
  %z = arith.constant 0 : index
  %pad = arith.constant 9.5 : f32
  %pass = arith.constant dense<3.0> : vector<6xf32>
  %m = vector.create_mask %n : vector<6xi1>
  affine.for %i = 0 to 4 {
    %c4 = arith.constant 4 : index
    %x = vector.maskedload %a[%i, %c4], %m, %pass : memref<4x13xf32, #rows>, vector<6xi1>, vector<6xf32> into vector<6xf32>
    vector.maskedstore %b[%i, %n], %m, %x : memref<4x13xf32, #rows>, vector<6xi1>, vector<6xf32>
    %c10 = arith.constant 10 : index
    %y = vector.transfer_read %a[%i, %c10], %pad {in_bounds = [false]} : memref<4x13xf32, #rows>, vector<6xf32>
    vector.transfer_write %y, %b[%i, %c10] {in_bounds = [false]} : vector<6xf32>, memref<4x13xf32, #rows>
    %e = vector.expandload %a[%i, %c4], %m, %pass : memref<4x13xf32, #rows>, vector<6xi1>, vector<6xf32> into vector<6xf32>
    vector.compressstore %b[%i, %z], %m, %e : memref<4x13xf32, #rows>, vector<6xi1>, vector<6xf32>
  }
  return
}

func.func @gather(%a: memref<5x12xi32, #tiles>, %b: memref<5x12xi32, #tiles>, %n: index) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %idx = arith.constant dense<[3, 0, 7, 7, 1]> : vector<5xindex>
  %perm = arith.constant dense<[4, 0, 3, 2, 1]> : vector<5xindex>
  %mask = arith.constant dense<[true, true, false, true, true]> : vector<5xi1>
  %pass = arith.constant dense<-5> : vector<5xi32>
  %x = vector.gather %a[%n, %z] [%idx], %mask, %pass : memref<5x12xi32, #tiles>, vector<5xindex>, vector<5xi1>, vector<5xi32> into vector<5xi32>
  vector.scatter %b[%one, %n] [%perm], %mask, %x : memref<5x12xi32, #tiles>, vector<5xindex>, vector<5xi1>, vector<5xi32>
  return
}

func.func private @resultsloop_swap(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %v: i32) -> (memref<14xi32, #lane>, memref<14xi32, #lane>) {
  %z = arith.constant 0 : index
  %x = memref.load %a[%z] : memref<14xi32, #lane>
  %y = arith.addi %x, %v : i32
  memref.store %y, %b[%z] : memref<14xi32, #lane>
  return %b, %a : memref<14xi32, #lane>, memref<14xi32, #lane>
}
func.func @resultsloop(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %n: index) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %r:2 = scf.for %i = %z to %n step %o iter_args(%x = %a, %y = %b) -> (memref<14xi32, #lane>, memref<14xi32, #lane>) {
    %v = arith.index_cast %i : index to i32
    %s:2 = func.call @resultsloop_swap(%x, %y, %v) : (memref<14xi32, #lane>, memref<14xi32, #lane>, i32) -> (memref<14xi32, #lane>, memref<14xi32, #lane>)
    scf.yield %s#0, %s#1 : memref<14xi32, #lane>, memref<14xi32, #lane>
  }
  %x = memref.load %r#0[%z] : memref<14xi32, #lane>
  memref.store %x, %r#1[%o] : memref<14xi32, #lane>
  return
}
