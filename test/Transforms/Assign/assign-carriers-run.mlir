// Loops, branches and scopes that carry or hold buffers which get a layout.
// DEFINE: %{assign} = "builtin.module(layout-assign,layout-apply,layout-finalize)"
// DEFINE: %{change} = "builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=whilecarry --arg=2:4 --pipeline=%{assign}
// RUN: layout-check %s --entry=whilecarry --arg=2:4 --pipeline=%{change}
// RUN: layout-check %s --entry=switchcarry --arg=2:1 --pipeline=%{assign}
// RUN: layout-check %s --entry=switchcarry --arg=2:1 --pipeline=%{change}
// RUN: layout-check %s --entry=cfswitch --arg=3:2 --pipeline=%{assign}
// RUN: layout-check %s --entry=cfswitch --arg=3:2 --pipeline=%{change}
// RUN: layout-check %s --entry=affif --arg=2:4 --pipeline=%{assign}
// RUN: layout-check %s --entry=affif --arg=2:4 --pipeline=%{change}
// RUN: layout-check %s --entry=alloca_scope --pipeline=%{assign}
// RUN: layout-check %s --entry=alloca_scope --pipeline=%{change}
// RUN: layout-check %s --entry=parred --pipeline=%{assign}
// RUN: layout-check %s --entry=parred --pipeline=%{change}
// RUN: layout-check %s --entry=forall --pipeline=%{assign}
// RUN: layout-check %s --entry=forall --pipeline=%{change}
// RUN: layout-check %s --entry=parcalls --pipeline=%{assign}
// RUN: layout-check %s --entry=parcalls --pipeline=%{change}
// RUN: layout-check %s --entry=nestedwhile --arg=2:3 --pipeline=%{assign}
// RUN: layout-check %s --entry=nestedwhile --arg=2:3 --pipeline=%{change}

#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#long = #layout.buffer<index_map<(i, j) -> (j, i floordiv 3, i mod 3)>, pad<undef>>
#rows = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<1.0 : f32>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<5 : i32>>
#wide = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i64>>

func.func @whilecarry(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32> {layout.transform = #lane}, %n: i32) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %r:2 = scf.while (%x = %a, %y = %b, %k = %n) : (memref<14xi32>, memref<14xi32>, i32) -> (memref<14xi32>, memref<14xi32>) {
    %c = arith.cmpi sgt, %k, %zero : i32
    memref.store %k, %x[%z] : memref<14xi32>
    scf.condition(%c) %y, %x : memref<14xi32>, memref<14xi32>
  } do {
  ^bb0(%p: memref<14xi32>, %q: memref<14xi32>):
    %v = memref.load %q[%z] : memref<14xi32>
    %w = arith.subi %v, %one : i32
    %i = arith.index_cast %v : i32 to index
    memref.store %w, %p[%i] : memref<14xi32>
    scf.yield %p, %q, %w : memref<14xi32>, memref<14xi32>, i32
  }
  %v = memref.load %r#0[%z] : memref<14xi32>
  %i = arith.constant 9 : index
  memref.store %v, %r#1[%i] : memref<14xi32>
  return
}

func.func @switchcarry(%a: memref<8x3xf32> {layout.transform = #rows}, %b: memref<8x3xf32> {layout.transform = #rows}, %k: index) {
  %z = arith.constant 0 : index
  %l = memref.alloca() {layout.transform = #rows} : memref<8x3xf32>
  memref.copy %a, %l : memref<8x3xf32> to memref<8x3xf32>
  %r = scf.index_switch %k -> memref<8x3xf32>
  case 0 { scf.yield %a : memref<8x3xf32> }
  case 1 { scf.yield %l : memref<8x3xf32> }
  default { scf.yield %b : memref<8x3xf32> }
  %s = scf.execute_region -> memref<8x3xf32> {
    %c = arith.cmpi eq, %k, %z : index
    cf.cond_br %c, ^x(%a : memref<8x3xf32>), ^x(%r : memref<8x3xf32>)
  ^x(%q: memref<8x3xf32>):
    scf.yield %q : memref<8x3xf32>
  }
  affine.for %i = 0 to 8 { affine.for %j = 0 to 3 {
    %v = affine.load %b[%i, %j] : memref<8x3xf32>
    affine.store %v, %s[%i, %j] : memref<8x3xf32>
  } }
  memref.copy %l, %a : memref<8x3xf32> to memref<8x3xf32>
  return
}

func.func @cfswitch(%a: memref<6xi32> {layout.transform = #lane}, %b: memref<6xi32> {layout.transform = #lane}, %c: memref<6xi32> {layout.transform = #lane}, %k: i32) -> i32 {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  cf.switch %k : i32, [ default: ^d(%a, %b : memref<6xi32>, memref<6xi32>), 1: ^d(%b, %a : memref<6xi32>, memref<6xi32>), 2: ^e(%c : memref<6xi32>) ]
^d(%x: memref<6xi32>, %y: memref<6xi32>):
  %v = memref.load %x[%o] : memref<6xi32>
  memref.store %v, %y[%z] : memref<6xi32>
  cf.br ^e(%y : memref<6xi32>)
^e(%w: memref<6xi32>):
  %u = memref.load %w[%z] : memref<6xi32>
  memref.store %u, %w[%o] : memref<6xi32>
  return %u : i32
}

func.func @affif(%a: memref<5x5xi32> {layout.transform = #tiles}, %b: memref<5x5xi32> {layout.transform = #tiles}, %n: index) {
  %q = affine.if affine_set<()[n] : (n - 2 >= 0)>()[%n] -> memref<5x5xi32> { affine.yield %a : memref<5x5xi32> } else { affine.yield %b : memref<5x5xi32> }
  affine.for %i = 0 to 5 { affine.for %j = 0 to 5 {
    %x = affine.load %q[%i, %j] : memref<5x5xi32>
    %y = affine.load %b[%j, %i] : memref<5x5xi32>
    %s = arith.subi %x, %y : i32
    affine.store %s, %b[%j, %i] : memref<5x5xi32>
  } }
  return
}

func.func @alloca_scope(%a: memref<7x3xi32> {layout.transform = #tiles}) {
  %r = memref.alloca_scope -> i32 {
    %l = memref.alloca() {layout.transform = #tiles} : memref<7x3xi32>
    memref.copy %a, %l : memref<7x3xi32> to memref<7x3xi32>
    %z = arith.constant 2 : index
    %x = memref.load %l[%z, %z] : memref<7x3xi32>
    memref.alloca_scope.return %x : i32
  }
  affine.for %i = 0 to 7 {
    %m = memref.alloca() {layout.transform = #tiles} : memref<7x3xi32>
    affine.for %j = 0 to 3 { affine.store %r, %m[%i, %j] : memref<7x3xi32> }
    %x = affine.load %m[%i, 1] : memref<7x3xi32>
    affine.store %x, %a[6 - %i, 2] : memref<7x3xi32>
  }
  return
}

func.func @parred(%a: memref<8x4xi64> {layout.transform = #long}, %b: memref<8x4xi64> {layout.transform = #long}) -> i64 {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %i0 = arith.constant 0 : i64
  %r = scf.parallel (%i, %j) = (%z, %z) to (%c8, %c4) step (%one, %one) init (%i0) -> i64 {
    %x = memref.load %a[%i, %j] : memref<8x4xi64>
    memref.store %x, %b[%i, %j] : memref<8x4xi64>
    scf.reduce(%x : i64) {
    ^bb0(%l: i64, %h: i64):
      %s = arith.addi %l, %h : i64
      scf.reduce.return %s : i64
    }
  }
  return %r : i64
}

func.func @forall(%a: memref<6x7xi32> {layout.transform = #tiles}, %b: memref<7x6xi32> {layout.transform = #tiles}) {
  scf.forall (%i, %j) in (6, 7) {
    %x = memref.load %a[%i, %j] : memref<6x7xi32>
    %y = arith.muli %x, %x : i32
    memref.store %y, %b[%j, %i] : memref<7x6xi32>
  }
  affine.parallel (%i, %j) = (0, 0) to (6, 7) step (2, 7) {
    %x = affine.load %b[%j, %i] : memref<7x6xi32>
    affine.store %x, %a[%i, %j] : memref<6x7xi32>
  }
  return
}

func.func private @parcalls_inc(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32> {layout.transform = #lane}, %i: index) {
  %x = memref.load %a[%i] : memref<14xi32>
  %y = arith.addi %x, %x : i32
  memref.store %y, %b[%i] : memref<14xi32>
  return
}
func.func private @parcalls_tmp(%a: memref<14xi32> {layout.transform = #lane}, %i: index) -> i32 {
  %l = memref.alloca() {layout.transform = #lane} : memref<14xi32>
  affine.for %k = 0 to 14 {
    %x = affine.load %a[%k] : memref<14xi32>
    affine.store %x, %l[13 - %k] : memref<14xi32>
  }
  %r = memref.load %l[%i] : memref<14xi32>
  return %r : i32
}
func.func @parcalls(%a: memref<14xi32> {layout.transform = #lane}, %b: memref<14xi32> {layout.transform = #lane}, %c: memref<14xi32>) {
  affine.parallel (%i) = (0) to (14) {
    func.call @parcalls_inc(%a, %b, %i) : (memref<14xi32>, memref<14xi32>, index) -> ()
  }
  scf.forall (%i) in (14) {
    %x = func.call @parcalls_tmp(%a, %i) : (memref<14xi32>, index) -> i32
    memref.store %x, %c[%i] : memref<14xi32>
  }
  return
}

func.func @nestedwhile(%a: memref<10xi64> {layout.transform = #wide}, %b: memref<10xi64> {layout.transform = #wide}, %n: i64) {
  %z = arith.constant 0 : index
  %i0 = arith.constant 0 : i64
  %i1 = arith.constant 1 : i64
  %r:3 = scf.while (%x = %a, %y = %b, %k = %n) : (memref<10xi64>, memref<10xi64>, i64) -> (memref<10xi64>, memref<10xi64>, i64) {
    %c = arith.cmpi sgt, %k, %i0 : i64
    %s:2 = scf.if %c -> (memref<10xi64>, memref<10xi64>) { scf.yield %y, %x : memref<10xi64>, memref<10xi64> } else { scf.yield %x, %y : memref<10xi64>, memref<10xi64> }
    scf.condition(%c) %s#0, %s#1, %k : memref<10xi64>, memref<10xi64>, i64
  } do {
  ^bb0(%x: memref<10xi64>, %y: memref<10xi64>, %k: i64):
    %m = arith.subi %k, %i1 : i64
    %ki = arith.index_cast %k : i64 to index
    %q = scf.while (%w = %x, %c = %m) : (memref<10xi64>, i64) -> memref<10xi64> {
      %d = arith.cmpi sgt, %c, %i0 : i64
      memref.store %c, %w[%ki] : memref<10xi64>
      scf.condition(%d) %y : memref<10xi64>
    } do {
    ^bb0(%v: memref<10xi64>):
      %l = memref.load %v[%ki] : memref<10xi64>
      memref.store %l, %v[%z] : memref<10xi64>
      scf.yield %v, %i0 : memref<10xi64>, i64
    }
    scf.yield %q, %x, %m : memref<10xi64>, memref<10xi64>, i64
  }
  memref.store %r#2, %r#0[%z] : memref<10xi64>
  return
}
