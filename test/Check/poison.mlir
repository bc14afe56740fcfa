// Poison is followed from the operation that makes it to where it does harm, and
// nowhere else. What pipelines make is written by hand. Each of them divides with
// `exact` what is no multiple, by which a machine finds a number like any other.

// DEFINE: %{name} = nothing
// DEFINE: %{by} =
// DEFINE: %{poison} = true
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} --poison=%{poison} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})"

// AGREES: 4 runs agree (2 data sets x 2 poison patterns)
// STORE: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a store
// RESULT: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a result
// INDEX: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches an index
// BRANCH: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a branch
// DIVISOR: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a divisor
// CALL: error: after the pipeline, the value of 'arith.divui' (exact) is poison and reaches a call

func.func @nothing(%b: memref<4xi32>) {
  return
}
func.func @zero(%b: memref<4xi32>) -> index {
  %c0 = arith.constant 0 : index
  return %c0 : index
}

// 5 / 4, which is 1: as a number and as an index.
func.func private @poison() -> i32 {
  %c5 = arith.constant 5 : i32
  %c4 = arith.constant 4 : i32
  %d = arith.divui %c5, %c4 exact : i32
  return %d : i32
}
func.func private @poison_index() -> index {
  %d = func.call @poison() : () -> i32
  %i = arith.index_cast %d : i32 to index
  return %i : index
}

//===----------------------------------------------------------------------===//
// Where it does harm
//===----------------------------------------------------------------------===//

// REDEFINE: %{by} = stores
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SAYS
// SAYS: poison.mlir:[[#@LINE-16]]:8: error
// SAYS: layout-check: @nothing: what the pipeline makes uses a value that is poison
// SAYS-NEXT: on small integers, unknown memory filled with 0x7B, --seed=0
// REDEFINE: %{poison} = false
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
// REDEFINE: %{poison} = true
func.func @stores(%b: memref<4xi32>) {
  %d = func.call @poison() : () -> i32
  %m = memref.alloc() : memref<i32>
  memref.store %d, %m[] : memref<i32>
  memref.dealloc %m : memref<i32>
  return
}

// REDEFINE: %{by} = loads
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INDEX
func.func @loads(%b: memref<4xi32>) {
  %i = func.call @poison_index() : () -> index
  %x = memref.load %b[%i] : memref<4xi32>
  return
}

// REDEFINE: %{by} = branches
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=BRANCH
func.func @branches(%b: memref<4xi32>) {
  %d = func.call @poison() : () -> i32
  %c9 = arith.constant 9 : i32
  %m = memref.alloca() : memref<i32>
  %isNine = arith.cmpi eq, %d, %c9 : i32
  scf.if %isNine {
    memref.store %c9, %m[] : memref<i32>
  }
  return
}

// A bound of a loop.
// REDEFINE: %{by} = counts
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=BRANCH
func.func @counts(%b: memref<4xi32>) {
  %n = func.call @poison_index() : () -> index
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<4xi32>
    affine.store %x, %b[%i] : memref<4xi32>
  }
  return
}

// REDEFINE: %{by} = divides
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=DIVISOR
func.func @divides(%b: memref<4xi32>) {
  %d = func.call @poison() : () -> i32
  %c7 = arith.constant 7 : i32
  %m = memref.alloca() : memref<i32>
  %r = arith.remsi %c7, %d : i32
  memref.store %r, %m[] : memref<i32>
  return
}

// REDEFINE: %{by} = allocates
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=CALL
func.func @allocates(%b: memref<4xi32>) {
  %n = func.call @poison_index() : () -> index
  %m = memref.alloc(%n) : memref<?xi32>
  memref.dealloc %m : memref<?xi32>
  return
}

// REDEFINE: %{name} = zero
// REDEFINE: %{by} = returns
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=RESULT
func.func @returns(%b: memref<4xi32>) -> index {
  %c1 = arith.constant 1 : index
  %i = func.call @poison_index() : () -> index
  %r = arith.subi %i, %c1 : index
  return %r : index
}
// REDEFINE: %{name} = nothing

//===----------------------------------------------------------------------===//
// How it gets there
//===----------------------------------------------------------------------===//

// As the condition of a select, whatever its arms are.
// REDEFINE: %{by} = selects
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @selects(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %m = memref.alloca() : memref<i32>
  %x = memref.load %b[%c0] : memref<4xi32>
  %d = func.call @poison() : () -> i32
  %isOne = arith.cmpi eq, %d, %c1 : i32
  %r = arith.select %isOne, %c1, %x : i32
  memref.store %r, %m[] : memref<i32>
  return
}

// The arm that is not chosen does no harm, nor does what nobody uses, nor what
// `freeze` has made a number.
// REDEFINE: %{by} = selects_other
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @selects_other(%b: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %two = arith.constant 2 : i32
    %x = affine.load %b[%i] : memref<4xi32>
    %d = arith.divui %x, %two exact : i32
    %unused = arith.addi %d, %two : i32
    %odd = arith.remui %x, %two : i32
    %one = arith.constant 1 : i32
    %isOdd = arith.cmpi eq, %odd, %one : i32
    %half = arith.select %isOdd, %two, %d : i32
    %m = memref.alloca() : memref<2xi32>
    affine.store %half, %m[0] : memref<2xi32>
    %frozen = llvm.freeze %d : i32
    affine.store %frozen, %m[1] : memref<2xi32>
  }
  return
}

// Logic does not look away: LLVM's `and` of false and poison is poison.
// REDEFINE: %{by} = conjoins
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=BRANCH
func.func @conjoins(%b: memref<4xi32>) {
  %c1 = arith.constant 1 : i32
  %c99 = arith.constant 99 : i32
  %m = memref.alloca() : memref<i32>
  %x = affine.load %b[0] : memref<4xi32>
  %false = arith.cmpi eq, %x, %c99 : i32
  %d = func.call @poison() : () -> i32
  %isOne = arith.cmpi eq, %d, %c1 : i32
  %both = arith.andi %false, %isOne : i1
  scf.if %both {
    memref.store %c1, %m[] : memref<i32>
  }
  return
}

// Through what an `if` gives, where its arm is taken; and not where it is not.
// REDEFINE: %{by} = takes_arm
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @takes_arm(%b: memref<4xi32>) {
  %m = memref.alloca() : memref<i32>
  affine.for %i = 0 to 4 {
    %x = affine.if affine_set<(i) : (i - 3 == 0)>(%i) -> i32 {
      %d = func.call @poison() : () -> i32
      affine.yield %d : i32
    } else {
      %c1 = arith.constant 1 : i32
      affine.yield %c1 : i32
    }
    memref.store %x, %m[] : memref<i32>
  }
  return
}
// REDEFINE: %{by} = takes_other_arm
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @takes_other_arm(%b: memref<4xi32>) {
  %d = func.call @poison() : () -> i32
  %m = memref.alloca() : memref<i32>
  affine.for %i = 0 to 4 {
    %x = affine.if affine_set<(i) : (i - 4 == 0)>(%i) -> i32 {
      affine.yield %d : i32
    } else {
      %c1 = arith.constant 1 : i32
      affine.yield %c1 : i32
    }
    memref.store %x, %m[] : memref<i32>
  }
  return
}

// Through what loops carry: into the sum of all iterations, but not out of a loop
// that carries something else in the end.
// REDEFINE: %{by} = sums
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @sums(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %m = memref.alloca() : memref<i32>
  %sum = affine.for %i = 0 to 4 iter_args(%s = %c0) -> i32 {
    %w = arith.index_cast %i : index to i32
    %h = arith.divui %w, %c2 exact : i32
    %t = arith.addi %s, %h : i32
    affine.yield %t : i32
  }
  memref.store %sum, %m[] : memref<i32>
  return
}
// REDEFINE: %{by} = keeps_last
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @keeps_last(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  %m = memref.alloca() : memref<i32>
  %last = affine.for %i = 0 to 5 iter_args(%s = %c0) -> i32 {
    %w = arith.index_cast %i : index to i32
    %h = arith.divui %w, %c2 exact : i32
    affine.yield %h : i32
  }
  memref.store %last, %m[] : memref<i32>
  return
}
// REDEFINE: %{by} = while_odd
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @while_odd(%b: memref<4xi32>) {
  %c2 = arith.constant 2 : i32
  %c7 = arith.constant 7 : i32
  %m = memref.alloca() : memref<i32>
  %r:2 = scf.while (%n = %c7, %h = %c7) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ugt, %n, %c2 : i32
    scf.condition(%more) %n, %h : i32, i32
  } do {
  ^bb0(%n: i32, %unused: i32):
    %next = arith.subi %n, %c2 : i32
    %h = arith.divui %n, %c2 exact : i32
    scf.yield %next, %h : i32, i32
  }
  memref.store %r#1, %m[] : memref<i32>
  return
}

// Into functions and out of them, also those that call themselves. An argument
// that is not used does no harm, nor is one call another.
func.func private @second(%x: i32, %y: i32) -> i32 {
  return %y : i32
}
func.func private @down(%n: index, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %isEnd = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %isEnd -> i32 {
    scf.yield %x : i32
  } else {
    %less = arith.subi %n, %c1 : index
    %s = func.call @down(%less, %x) : (index, i32) -> i32
    scf.yield %s : i32
  }
  return %r : i32
}
// REDEFINE: %{by} = calls
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @calls(%b: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<i32>
  %d = func.call @poison() : () -> i32
  %r = func.call @down(%c3, %d) : (index, i32) -> i32
  memref.store %r, %m[] : memref<i32>
  return
}
// REDEFINE: %{by} = calls_unharmed
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @calls_unharmed(%b: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : i32
  %m = memref.alloca() : memref<3xi32>
  %d = func.call @poison() : () -> i32
  %x = func.call @second(%d, %c1) : (i32, i32) -> i32
  affine.store %x, %m[0] : memref<3xi32>
  %y = func.call @down(%c3, %d) : (index, i32) -> i32
  %z = func.call @down(%c3, %c1) : (index, i32) -> i32
  affine.store %z, %m[1] : memref<3xi32>
  %f = func.constant @second : (i32, i32) -> i32
  %w = func.call_indirect %f(%c1, %c1) : (i32, i32) -> i32
  affine.store %w, %m[2] : memref<3xi32>
  return
}

// Through the C library.
// REDEFINE: %{by} = takes_sine
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @takes_sine(%b: memref<4xi32>) {
  %m = memref.alloca() : memref<f64>
  %d = func.call @poison() : () -> i32
  %x = arith.uitofp %d : i32 to f64
  %y = math.tan %x : f64
  memref.store %y, %m[] : memref<f64>
  return
}

// In the body of a whole-buffer operation, in an atomic one.
// REDEFINE: %{by} = generic
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @generic(%b: memref<4xi32>) {
  %m = memref.alloc() : memref<4xi32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%m : memref<4xi32>) {
  ^bb0(%out: i32):
    %c2 = arith.constant 2 : i32
    %i = linalg.index 0 : index
    %w = arith.index_cast %i : index to i32
    %h = arith.divui %w, %c2 exact : i32
    linalg.yield %h : i32
  }
  memref.dealloc %m : memref<4xi32>
  return
}
// REDEFINE: %{by} = atomic
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @atomic(%b: memref<4xi32>) {
  %c3 = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %m = memref.alloca() : memref<i32>
  memref.store %c3, %m[] : memref<i32>
  %r = memref.generic_atomic_rmw %m[] : memref<i32> {
  ^bb0(%x: i32):
    %h = arith.divui %x, %c2 exact : i32
    memref.atomic_yield %h : i32
  }
  return
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

// Lanes 1 and 3 of <0, 1, 2, 3> / 2.
func.func private @lanes() -> vector<4xi32> {
  %c2 = arith.constant dense<2> : vector<4xi32>
  %x = arith.constant dense<[0, 1, 2, 3]> : vector<4xi32>
  %d = arith.divui %x, %c2 exact : vector<4xi32>
  return %d : vector<4xi32>
}

// REDEFINE: %{by} = stores_odd
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @stores_odd(%b: memref<4xi32>) {
  %m = memref.alloca() : memref<i32>
  %v = func.call @lanes() : () -> vector<4xi32>
  %r = vector.shuffle %v, %v [3, 1, 0] : vector<4xi32>, vector<4xi32>
  %x = vector.extract %r[1] : i32 from vector<3xi32>
  memref.store %x, %m[] : memref<i32>
  return
}

// REDEFINE: %{by} = adds_lanes
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @adds_lanes(%b: memref<4xi32>) {
  %m = memref.alloca() : memref<i32>
  %v = func.call @lanes() : () -> vector<4xi32>
  %s = vector.reduction <add>, %v : vector<4xi32> into i32
  memref.store %s, %m[] : memref<i32>
  return
}

// Lanes 0 and 2 are numbers: taken out, or stored under a mask, of one axis and
// of two.
// REDEFINE: %{by} = stores_even
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @stores_even(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %m = memref.alloca() : memref<2x4xi32>
  %v = func.call @lanes() : () -> vector<4xi32>
  %x = vector.extract %v[%c2] : i32 from vector<4xi32>
  memref.store %x, %m[%c0, %c0] : memref<2x4xi32>
  %r = vector.shuffle %v, %v [2, 0, 0, 2] : vector<4xi32>, vector<4xi32>
  vector.store %r, %m[%c0, %c0] : memref<2x4xi32>, vector<4xi32>
  %even = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  vector.maskedstore %m[%c0, %c0], %even, %v : memref<2x4xi32>, vector<4xi1>, vector<4xi32>
  %rows = vector.broadcast %v : vector<4xi32> to vector<2x4xi32>
  %mask = arith.constant dense<[[true, false, true, false], [false, false, true, false]]> : vector<2x4xi1>
  vector.transfer_write %rows, %m[%c0, %c0], %mask {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  return
}

// One lane of the mask more, in the second row.
// REDEFINE: %{by} = stores_rows
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=STORE
func.func @stores_rows(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<2x4xi32>
  %v = func.call @lanes() : () -> vector<4xi32>
  %rows = vector.broadcast %v : vector<4xi32> to vector<2x4xi32>
  %mask = arith.constant dense<[[true, false, true, false], [false, true, true, false]]> : vector<2x4xi1>
  vector.transfer_write %rows, %m[%c0, %c0], %mask {in_bounds = [true, true]} : vector<2x4xi32>, memref<2x4xi32>
  return
}

// A flag of a reduction; `ub.poison`, where a vector is begun and where it is
// left so.
// REDEFINE: %{by} = reduces
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=REDUCES
// REDUCES: the value of 'vector.reduction' (nnan) is poison and reaches a store
func.func @reduces(%b: memref<4xi32>) {
  %m = memref.alloca() : memref<f32>
  %v = arith.constant dense<[1.0, 0x7FC00000]> : vector<2xf32>
  %s = vector.reduction <maxnumf>, %v fastmath<nnan> : vector<2xf32> into f32
  memref.store %s, %m[] : memref<f32>
  return
}
// REDEFINE: %{by} = begins
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @begins(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %m = memref.alloca() : memref<2xi32>
  %p = ub.poison : vector<2xi32>
  %v = vector.insert %c1, %p[0] : i32 into vector<2xi32>
  %w = vector.insert %c1, %v[1] : i32 into vector<2xi32>
  vector.store %w, %m[%c0] : memref<2xi32>, vector<2xi32>
  return
}
// REDEFINE: %{by} = begins_only
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=UB
// UB: the value of 'ub.poison' is poison and reaches a store
func.func @begins_only(%b: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %m = memref.alloca() : memref<2xi32>
  %p = ub.poison : vector<2xi32>
  %v = vector.insert %c1, %p[0] : i32 into vector<2xi32>
  vector.store %v, %m[%c0] : memref<2xi32>, vector<2xi32>
  return
}
