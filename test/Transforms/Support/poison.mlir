// To branch on poison is a fault, to compute it is not: no branch is put where
// the program has none, if its condition may break a promise.
//
// RUN: layout-opt %s --layout-hoist-conditions | FileCheck %s
// RUN: layout-opt %s --layout-hoist-conditions --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --layout-remove-noop | FileCheck %s --check-prefix=NOOP
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s --check-prefix=PARTITION
// RUN: layout-opt %s --layout-apply --layout-sequential-access | FileCheck %s --check-prefix=SEQUENTIAL

// The sum may wrap around where %n is 0.
// CHECK-LABEL: @no_iteration
// CHECK:       scf.for
// CHECK-NEXT:    scf.if
// REMARK:      [Missed] layout-hoist-conditions/may-be-poison {{.*}}Remark="the loop may have no iteration, and the condition may be poison then: an op with poison-generating flags, such as nsw, computes it; remove these flags"
func.func @no_iteration(%n: index, %x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.addi %x, %y overflow<nsw> : i32
  %c = arith.cmpi sgt, %s, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @some_iteration
// CHECK:       scf.if
// CHECK-NEXT:    scf.for
func.func @some_iteration(%x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %s = arith.addi %x, %y overflow<nsw> : i32
    %c = arith.cmpi sgt, %s, %x : i32
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @without_promise
// CHECK:       scf.if
// CHECK-NEXT:    scf.for
func.func @without_promise(%n: index, %x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = arith.addi %x, %y : i32
    %c = arith.cmpi sgt, %s, %x : i32
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @shift
// CHECK:       scf.for
// CHECK-NEXT:    scf.if
func.func @shift(%n: index, %x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.shli %x, %y : i32
  %c = arith.cmpi sgt, %s, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// A select may choose by poison, and store it.
// NOOP-LABEL: @select
// NOOP:       arith.select
// NOOP-NEXT:  affine.store
func.func @select(%x: f32, %y: f32, %a: memref<1xf32>) {
  %u = layout.undef : f32
  %s = arith.addf %x, %y fastmath<nnan> : f32
  %c = arith.cmpf ogt, %s, %x : f32
  %v = arith.select %c, %x, %u : f32
  affine.store %v, %a[0] : memref<1xf32>
  return
}

// What is divided, and what a branch yields, may be poison as well.
// CHECK-LABEL: @behind_a_division
// CHECK:       scf.for
// CHECK-NEXT:    scf.if
func.func @behind_a_division(%n: index, %x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %s = arith.addi %x, %y overflow<nsw> : i32
  %d = arith.divsi %s, %c3 : i32
  %c = arith.cmpi sgt, %d, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @behind_a_branch
// CHECK:       scf.for
// CHECK-NEXT:    scf.if
func.func @behind_a_branch(%n: index, %x: i32, %y: i32, %p: i1, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.if %p -> i32 {
    %t = arith.addi %x, %y overflow<nsw> : i32
    scf.yield %t : i32
  } else {
    scf.yield %y : i32
  }
  %c = arith.cmpi sgt, %s, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// CHECK-LABEL: @behind_a_loop
// CHECK:       scf.for
// CHECK:       scf.for
// CHECK-NEXT:    scf.if
func.func @behind_a_loop(%n: index, %x: i32, %y: i32, %a: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> i32 {
    %u = arith.addi %t, %y overflow<nsw> : i32
    scf.yield %u : i32
  }
  %c = arith.cmpi sgt, %s, %x : i32
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}

// Where %n is 0 nobody compares with the product; a bound would.
// PARTITION-LABEL: @bound
// PARTITION:       scf.for %{{.*}} = %{{.*}} to %arg0
// PARTITION:         scf.if
func.func @bound(%n: index, %x: i32, %y: i32, %v: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.muli %x, %y overflow<nsw> : i32
  %k = arith.index_cast %m : i32 to index
  scf.for %i = %c0 to %n step %c1 {
    %c = arith.cmpi slt, %i, %k : index
    scf.if %c {
      memref.store %v, %a[%i] : memref<?xf32>
    }
  }
  return
}

// PARTITION-LABEL: @bound_of_the_loop
// PARTITION-NOT:   scf.if
// PARTITION:       return
func.func @bound_of_the_loop(%x: i32, %y: i32, %v: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = arith.muli %x, %y overflow<nsw> : i32
  %k = arith.index_cast %m : i32 to index
  %e = arith.addi %k, %c1 : index
  scf.for %i = %c0 to %k step %c1 {
    %c = arith.cmpi slt, %i, %k : index
    scf.if %c {
      memref.store %v, %a[%i] : memref<?xf32>
    }
  }
  return
}

#columns = #layout.buffer<index_map<(i, j) -> (j, i)>>

// The bound of the inner loop is not tested where the outer one has no
// iteration.
// SEQUENTIAL-LABEL: @inner_bound
// SEQUENTIAL:       affine.for %{{.*}} = 0 to %arg0
// SEQUENTIAL-NEXT:    affine.for %{{.*}} = 0 to
func.func @inner_bound(%n: index, %x: i32, %y: i32, %v: f32, %a: memref<8x8xf32, #columns> {layout.sequential}) {
  %m = arith.muli %x, %y overflow<nsw> : i32
  %k = arith.index_cast %m : i32 to index
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %k {
      affine.store %v, %a[%i, %j] : memref<8x8xf32, #columns>
    }
  }
  return
}

// Sums of which the order changes may overflow in between.
// SEQUENTIAL-LABEL: @reordered_sum
// SEQUENTIAL:       arith.addf %{{[^ ]+}}, %{{[^ ]+}} fastmath<reassoc>
func.func @reordered_sum(%a: memref<8x8xf32, #columns> {layout.sequential}, %b: memref<1xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<8x8xf32, #columns>
      %y = affine.load %b[0] : memref<1xf32>
      %s = arith.addf %y, %x fastmath<reassoc,nnan,ninf> : f32
      affine.store %s, %b[0] : memref<1xf32>
    }
  }
  return
}
