// RUN: layout-opt %s --layout-raise-loops --mlir-print-local-scope | FileCheck %s
// RUN: layout-opt %s --layout-raise-loops=keep-parallel=true --mlir-print-local-scope | FileCheck %s --check-prefix=THREADS
//
// Executed before and after.
// DEFINE: %{run} = --pipeline="builtin.module(layout-raise-loops)"
// RUN: layout-check %s %{run} --entry=bounds --dim=arg0.dim0:7 --arg=1:3
// RUN: layout-check %s %{run} --entry=bounds --dim=arg0.dim0:40 --arg=1:60
// RUN: layout-check %s %{run} --entry=carried --arg=1:2.5
// RUN: layout-check %s %{run} --entry=result_as_bound --arg=1:2.5
// RUN: layout-check %s %{run} --entry=lowered_divisions
// RUN: layout-check %s --pipeline="builtin.module(layout-raise-loops,canonicalize)" --entry=digit_of_digit --arg=1:2.5
// RUN: layout-check %s %{run} --entry=narrow --dim=arg0.dim0:13 --arg=1:7
// RUN: layout-check %s %{run} --entry=narrow --dim=arg0.dim0:13 --arg=1:-7
// RUN: layout-check %s %{run} --entry=unsigned --dim=arg0.dim0:13 --arg=1:2.5
// RUN: layout-check %s %{run} --entry=computed_in_the_loop --dim=arg0.dim1:6 --arg=1:7 --arg=2:2.5
// RUN: layout-check %s %{run} --entry=branch --arg=1:2.5 --arg=2:3.5
// RUN: layout-check %s %{run} --entry=parallel --dim=arg0.dim0:5 --arg=1:5 --arg=2:2.5
// RUN: layout-check %s --pipeline="builtin.module(layout-raise-loops{keep-parallel=true})" --entry=parallel --dim=arg0.dim0:5 --arg=1:5 --arg=2:2.5
// RUN: layout-check %s %{run} --entry=far_bound --arg=1:-9223372036854775808 --arg=2:9223372036854775807
// RUN: layout-check %s %{run} --entry=far_bound --arg=1:9223372036854775807 --arg=2:-9223372036854775808
// RUN: layout-check %s %{run} --entry=far_bound --arg=1:2 --arg=2:6
// RUN: layout-check %s %{run} --entry=attributes
// RUN: layout-check %s %{run} --entry=inner_only --dim=arg1.dim0:5 --arg=2:5 --arg=3:2

// An extent, a product by a constant, a minimum.
// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: %[[A:.*]]: memref<?x64xf32>, %[[N:.*]]: index
// CHECK-DAG: %[[DIM:.*]] = memref.dim %[[A]]
// CHECK: affine.for %[[I:.*]] = 0 to %[[DIM]] {
// CHECK-NEXT: affine.for %[[J:.*]] = max affine_map<(d0)[s0] -> (d0 * 2 + 1, s0)>(%[[I]])[%[[N]]] to min affine_map<(d0)[s0] -> (d0 * 2 + 33, s0, 64)>(%[[I]])[%[[DIM]]] step 4 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][%[[I]], %[[J]] - 1]
// CHECK-NEXT: affine.store %[[X]], %[[A]][%[[I]], %[[J]]]
func.func @bounds(%a: memref<?x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %rows = memref.dim %a, %c0 : memref<?x64xf32>
  scf.for %i = %c0 to %rows step %c1 {
    %twice = arith.muli %i, %c2 : index
    %next = arith.addi %twice, %c1 : index
    %low = arith.maxsi %next, %n : index
    %end = arith.addi %next, %c32 : index
    // In the loop, and still one number.
    %again = memref.dim %a, %c0 : memref<?x64xf32>
    %less = arith.minsi %end, %again : index
    %high = arith.minsi %less, %c64 : index
    scf.for %j = %low to %high step %c4 {
      %before = arith.subi %j, %c1 : index
      %x = memref.load %a[%i, %before] : memref<?x64xf32>
      memref.store %x, %a[%i, %j] : memref<?x64xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @carried(
// CHECK: %[[SUM:.*]]:2 = affine.for %[[I:.*]] = 0 to 8 iter_args(%[[S:.*]] = %{{.*}}, %[[T:.*]] = %{{.*}}) -> (f32, index) {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK: affine.yield
// CHECK: return %[[SUM]]#0, %[[SUM]]#1
func.func @carried(%a: memref<8xf32>, %x: f32) -> (f32, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %sum:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %x, %t = %c0) -> (f32, index) {
    %0 = memref.load %a[%i] : memref<8xf32>
    %1 = arith.addf %s, %0 : f32
    %2 = arith.addi %t, %i : index
    scf.yield %1, %2 : f32, index
  }
  return %sum#0, %sum#1 : f32, index
}

// A result of a raised loop is outside of the next one.
// CHECK-LABEL: func.func @result_as_bound(
// CHECK: %[[N:.*]] = affine.for
// CHECK: affine.for %{{.*}} = 0 to min affine_map<()[s0] -> (8, s0)>()[%[[N]]] {
func.func @result_as_bound(%a: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %n = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %c1) -> (index) {
    %double = arith.addi %t, %t : index
    scf.yield %double : index
  }
  %end = arith.minsi %c8, %n : index
  scf.for %i = %c0 to %end step %c1 {
    memref.store %x, %a[%i] : memref<8xf32>
  }
  return
}

// What lower-affine makes of divisions, of any sign.
// CHECK-LABEL: func.func @lowered_divisions(
// CHECK: affine.for %[[I:.*]] = -4 to 4 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] mod 4]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]] floordiv 4 + 1, %[[I]] ceildiv 4 + 1]
func.func @lowered_divisions(%a: memref<4xf32>, %b: memref<3x3xf32>) {
  %c-4 = arith.constant -4 : index
  %c-1 = arith.constant -1 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c-4 to %c4 step %c1 {
    %rest = arith.remsi %i, %c4 : index
    %below = arith.cmpi slt, %rest, %c0 : index
    %wrapped = arith.addi %rest, %c4 : index
    %mod = arith.select %below, %wrapped, %rest : index
    %x = memref.load %a[%mod] : memref<4xf32>
    %negative = arith.cmpi slt, %i, %c0 : index
    %mirrored = arith.subi %c-1, %i : index
    %dividend = arith.select %negative, %mirrored, %i : index
    %quotient = arith.divsi %dividend, %c4 : index
    %back = arith.subi %c-1, %quotient : index
    %floor = arith.select %negative, %back, %quotient : index
    %row = arith.addi %floor, %c1 : index
    %least = arith.cmpi sle, %i, %c0 : index
    %minus = arith.subi %c0, %i : index
    %less = arith.subi %i, %c1 : index
    %dividend1 = arith.select %least, %minus, %less : index
    %quotient1 = arith.divsi %dividend1, %c4 : index
    %back1 = arith.subi %c0, %quotient1 : index
    %more = arith.addi %quotient1, %c1 : index
    %ceil = arith.select %least, %back1, %more : index
    %column = arith.addi %ceil, %c1 : index
    memref.store %x, %b[%row, %column] : memref<3x3xf32>
  }
  return
}

// MLIR 22 folds (i mod 4) floordiv 2 to 1 for i in [2, 8).
// CHECK-LABEL: func.func @digit_of_digit(
// CHECK: affine.store %{{.*}}, %{{.*}}[(%{{.*}} floordiv 2) mod 2]
func.func @digit_of_digit(%a: memref<2xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c2 to %c8 step %c1 {
    %digit = arith.remui %i, %c4 : index
    %half = arith.divui %digit, %c2 : index
    memref.store %x, %a[%half] : memref<2xf32>
  }
  return
}

// The variable is i32, and the bound is an argument.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME: %[[N:[a-z0-9]+]]: i32
// CHECK: %[[END:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK: affine.for %[[I:.*]] = 0 to %[[END]] {
// CHECK-NEXT: %[[I32:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK-NEXT: %[[X:.*]] = arith.sitofp %[[I32]]
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[%[[I]] * 2]
func.func @narrow(%a: memref<?xf32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = arith.sitofp %i : i32 to f32
    %twice = arith.muli %i, %c2 overflow<nsw> : i32
    %at = arith.index_cast %twice : i32 to index
    memref.store %x, %a[%at] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @unsigned(
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
func.func @unsigned(%a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?xf32>
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<?xf32>
  }
  return
}

// Half of %n is the same in all iterations.
// CHECK-LABEL: func.func @computed_in_the_loop(
// CHECK: %[[HALF:.*]] = arith.shrui %{{.*}}, %{{.*}} : index
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to %[[HALF]] {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]] + symbol(%[[HALF]])]
func.func @computed_in_the_loop(%a: memref<4x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %half = arith.shrui %n, %c1 : index
    scf.for %j = %c0 to %half step %c1 {
      %at = arith.addi %j, %half : index
      memref.store %x, %a[%i, %at] : memref<4x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @branch(
// CHECK: affine.if affine_set<(d0, d1) : (d0 - d1 >= 0, d1 mod 2 == 0)>(%{{.*}}, %{{.*}}) {
// CHECK-NEXT: affine.store
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store
func.func @branch(%a: memref<8x8xf32>, %x: f32, %y: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %lower = arith.cmpi sge, %i, %j : index
      %rest = arith.remui %j, %c2 : index
      %even = arith.cmpi eq, %rest, %c0 : index
      %both = arith.andi %lower, %even : i1
      scf.if %both {
        memref.store %x, %a[%i, %j] : memref<8x8xf32>
      } else {
        memref.store %y, %a[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}

// CHECK-LABEL: func.func @parallel(
// CHECK: affine.for %[[I:.*]] = 0 to %{{.*}} {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 step 2 {
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT: scf
// THREADS-LABEL: func.func @parallel(
// THREADS: affine.parallel (%[[I:.*]]) = (0) to (symbol(%{{.*}})) {
// THREADS-NEXT: affine.for %[[J:.*]] = 0 to 8 step 2 {
// THREADS-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
func.func @parallel(%a: memref<?x8xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c8) step (%c1, %c2) {
    memref.store %x, %a[%i, %j] : memref<?x8xf32>
  }
  return
}

// "No limit" is the last number: what is taken from it must not wrap around.
// CHECK-LABEL: func.func @far_bound(
// CHECK-SAME: %{{.*}}, %[[LOW:.*]]: index, %[[N:.*]]: index)
// CHECK-DAG: %[[L:.*]] = affine.max affine_map<(d0) -> (d0, -1099511627776)>(%[[LOW]])
// CHECK-DAG: %[[H:.*]] = affine.max affine_map<(d0) -> (d0, -1099511627776)>(%[[N]])
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if affine_set<(d0)[s0, s1] : (d0 - s0 >= 0, -d0 + s1 - 1 >= 0)>(%[[I]])[%[[L]], %[[H]]] {
func.func @far_bound(%a: memref<8xi32>, %low: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1 : i32
  scf.for %i = %c0 to %c8 step %c1 {
    %behind = arith.cmpi sge, %i, %low : index
    %before = arith.cmpi slt, %i, %n : index
    %in = arith.andi %behind, %before : i1
    scf.if %in {
      memref.store %one, %a[%i] : memref<8xi32>
    }
  }
  return
}

// Attributes, as marks on loops and accesses, stay.
// CHECK-LABEL: func.func @attributes(
// CHECK: affine.load %{{.*}}[%{{.*}}] {on.load}
// CHECK: } {on.loop}
func.func @attributes(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] {on.load} : memref<8xf32>
    memref.store %x, %a[%i] : memref<8xf32>
  } {on.loop}
  return
}

// Only the inner loop is affine; the place of the outer one is not known to it.
// CHECK-LABEL: func.func @inner_only(
// CHECK: scf.for %[[T:.*]] =
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: memref.store %{{.*}}, %{{.*}}[%[[T]], %[[I]]]
func.func @inner_only(%a: memref<8xf32>, %b: memref<?x8xf32>, %n: index, %step: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %t = %c0 to %n step %step {
    scf.for %i = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i] : memref<8xf32>
      memref.store %x, %b[%t, %i] : memref<?x8xf32>
    }
  }
  return
}

// Kernels are left alone.
// CHECK-LABEL: func.func @launch(
// CHECK: gpu.launch
// CHECK: scf.for
func.func @launch(%a: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %x, %a[%i] : memref<8xf32>
    }
    gpu.terminator
  }
  return
}
