// Atomics, prefetches, other names and clones of laid-out buffers.
// DEFINE: %{apply} = "builtin.module(layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=atomics --arg=1:3 --arg=2:6 --pipeline=%{apply}
// RUN: layout-check %s --entry=wrap --arg=1:3 --arg=2:6 --pipeline=%{apply}
// RUN: layout-check %s --entry=names --arg=2:3 --pipeline=%{apply}
// RUN: layout-check %s --entry=clones --arg=1:3 --pipeline=%{apply}

#lane = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>>

func.func @atomics(%a: memref<14xi32, #lane>, %i: index, %n: i32) -> (i32, i32) {
  %r = memref.rank %a : memref<14xi32, #lane>
  memref.prefetch %a[%i], read, locality<3>, data : memref<14xi32, #lane>
  scf.parallel (%j) = (%r) to (%i) step (%r) {
    %x = memref.atomic_rmw addi %n, %a[%j] : (i32, memref<14xi32, #lane>) -> i32
    affine.prefetch %a[symbol(%i) + 2], read, locality<3>, data : memref<14xi32, #lane>
  }
  %x = memref.atomic_rmw maxs %n, %a[%i] : (i32, memref<14xi32, #lane>) -> i32
  %y = memref.generic_atomic_rmw %a[%i] : memref<14xi32, #lane> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %n : i32
    memref.atomic_yield %new : i32
  }
  return %x, %y : i32, i32
}

// The first four elements stand again in the padding.
func.func @wrap(%a: memref<14xi32, #wrap>, %i: index, %n: i32) -> i32 {
  affine.parallel (%j) = (0) to (14) {
    %x = memref.atomic_rmw addi %n, %a[%j] : (i32, memref<14xi32, #wrap>) -> i32
  }
  %c0 = arith.constant 0 : index
  %y = memref.generic_atomic_rmw %a[%c0] : memref<14xi32, #wrap> {
  ^bb0(%old: i32):
    %new = arith.muli %old, %n : i32
    memref.atomic_yield %new : i32
  }
  return %y : i32
}

func.func @names(%a: memref<14xi32, #lane>, %b: memref<14xi32, #lane>, %i: index) -> i32 {
  %c, %d = memref.distinct_objects %a, %b : memref<14xi32, #lane>, memref<14xi32, #lane>
  %e = memref.assume_alignment %c, 4 : memref<14xi32, #lane>
  %f = memref.memory_space_cast %e : memref<14xi32, #lane> to memref<14xi32, #lane, 1>
  %g = memref.cast %f : memref<14xi32, #lane, 1> to memref<14xi32, #lane, 1>
  %x = memref.load %g[%i] : memref<14xi32, #lane, 1>
  memref.store %x, %d[%i] : memref<14xi32, #lane>
  return %x : i32
}

// To the same layout, to another one, to none, and from none.
func.func @clones(%a: memref<14xi32, #lane>, %i: index) -> (i32, i32, i32) {
  %b = bufferization.clone %a : memref<14xi32, #lane> to memref<14xi32, #lane>
  %c = bufferization.clone %b : memref<14xi32, #lane> to memref<14xi32>
  %d = bufferization.clone %c : memref<14xi32> to memref<14xi32, #wrap>
  %x = memref.load %b[%i] : memref<14xi32, #lane>
  %y = memref.load %c[%i] : memref<14xi32>
  %z = memref.load %d[%i] : memref<14xi32, #wrap>
  memref.dealloc %b : memref<14xi32, #lane>
  memref.dealloc %c : memref<14xi32>
  memref.dealloc %d : memref<14xi32, #wrap>
  return %x, %y, %z : i32, i32, i32
}
