// RUN: layout-opt %s --layout-sequential-access --split-input-file --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-sequential-access --split-input-file -o %t.after
// RUN: layout-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-sequential-access=reassociate=true --split-input-file | FileCheck %s --check-prefix=REASSOC

// RFC 0077, conv1d_cumsum: by %a, all initialisations would come first.
func.func @cumsum(%a: memref<16xi32> {layout.sequential}, %f: memref<3xi32>, %b: memref<14xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %p = affine.load %b[%i - 1] : memref<14xi32>
      affine.store %p, %b[%i] : memref<14xi32>
    } else {
      affine.store %c0, %b[%i] : memref<14xi32>
    }
    affine.for %k = 0 to 3 {
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Missed] layout-sequential-access/order | Category:layout | Remark="another order would change results: iteration 'affine.for' at {{[0-9:]+}} = 1 reads %{{.*}}[0] that iteration 'affine.for' at {{[0-9:]+}} = 0, {{.*}} wrote"
      %x = affine.load %a[%i + %k] : memref<16xi32>
      %w = affine.load %f[%k] : memref<3xi32>
      %m = arith.muli %x, %w : i32
      %y = affine.load %b[%i] : memref<14xi32>
      %s = arith.addi %m, %y : i32
      affine.store %s, %b[%i] : memref<14xi32>
    }
  }
  return
}

// -----

func.func @sum_of_floats(%a: memref<5x3xf32> {layout.sequential}, %s: memref<f32> {llvm.noalias}) {
  // REASSOC-LABEL: @sum_of_floats
  // REASSOC: affine.for %[[J:.*]] = 0 to 5
  // REASSOC: affine.load %{{.*}}[%[[J]],
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %x = affine.load %a[%j, %i] : memref<5x3xf32>
      %y = affine.load %s[] : memref<f32>
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Missed] layout-sequential-access/needs-reassociation | Category:layout | Remark="the order of 'arith.addf' would change; allow it by fastmath<reassoc> or reassociate=true: iteration
      %z = arith.addf %y, %x : f32
      affine.store %z, %s[] : memref<f32>
    }
  }
  return
}

// -----

func.func @shared_elements(%a: memref<7xf32> {layout.sequential}, %b: memref<14xf32>) {
  affine.for %i = 0 to 14 {
    // CHECK: refused.mlir:[[@LINE+1]]:10: remark: [Missed] layout-sequential-access/not-invertible | Category:layout | Remark="the index does not determine the iteration: (0) and (1) both map to (0)"
    %x = affine.load %a[%i floordiv 2] : memref<7xf32>
    affine.store %x, %b[%i] : memref<14xf32>
  }
  return
}

// -----

func.func @carried(%a: memref<5x3xf32> {layout.sequential}, %b: memref<f32>) {
  %c0 = arith.constant 0.0 : f32
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:10: remark: [Missed] layout-sequential-access/carries-values | Category:layout | Remark="a loop or branch around the access yields values; store them to memory first"
    %s = affine.for %j = 0 to 5 iter_args(%t = %c0) -> f32 {
      %x = affine.load %a[%j, %i] : memref<5x3xf32>
      %u = arith.addf %t, %x : f32
      affine.yield %u : f32
    }
    affine.store %s, %b[] : memref<f32>
  }
  return
}

// -----

func.func @parallel(%a: memref<5x3xf32> {layout.sequential}, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (3, 5) {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/no-loop | Category:layout | Remark="'affine.parallel' around the access is not reordered; write it as affine.for; layout-parallelize-loops makes it parallel afterwards"
    affine.store %x, %a[%j, %i] : memref<5x3xf32>
  }
  return
}

// -----

func.func @from_memory(%a: memref<14xf32> {layout.sequential}, %b: memref<14xindex>, %x: f32) {
  affine.for %i = 0 to 14 {
    %j = affine.load %b[%i] : memref<14xindex>
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/no-loop | Category:layout | Remark="the index is not affine in affine.for or scf.for loops around the access"
    memref.store %x, %a[%j] : memref<14xf32>
  }
  return
}

// -----

// What is read between the loops would be read in another nest.
func.func @value_between(%a: memref<5x3xf32> {layout.sequential}, %b: memref<3xf32>) {
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:10: remark: [Missed] layout-sequential-access/value-between-loops | Category:layout | Remark="a value that is computed between the loops, and not from loop variables alone, is used elsewhere in the nest; compute it where it is used"
    %x = affine.load %b[%i] : memref<3xf32>
    affine.for %j = 0 to 5 {
      affine.store %x, %a[%j, %i] : memref<5x3xf32>
    }
  }
  return
}

// -----

// Nor is it there for what stands behind the inner loop.
func.func @value_behind(%a: memref<5x3xf32> {layout.sequential, llvm.noalias}, %b: memref<3xf32> {llvm.noalias}, %c: memref<3xf32> {llvm.noalias}, %d: memref<3xf32> {llvm.noalias}, %y: f32) {
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:10: remark: [Missed] layout-sequential-access/value-between-loops | Category:layout | Remark="a value that is computed between the loops, and not from loop variables alone, is used elsewhere in the nest; compute it where it is used"
    %x = affine.load %b[%i] : memref<3xf32>
    affine.store %x, %c[%i] : memref<3xf32>
    affine.for %j = 0 to 5 {
      affine.store %y, %a[%j, %i] : memref<5x3xf32>
    }
    affine.store %x, %d[%i] : memref<3xf32>
  }
  return
}

// -----

func.func @two_arms(%a: memref<5x3xf32> {layout.sequential}, %x: f32) {
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/two-arms | Category:layout | Remark="a branch between the loops has code in both arms; split it into two branches"
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      affine.for %j = 0 to 5 {
        affine.store %x, %a[%j, %i] : memref<5x3xf32>
      }
    } else {
      affine.store %x, %a[0, %i] : memref<5x3xf32>
    }
  }
  return
}

// -----

// A call may do anything, so that nothing may come before it.
func.func private @unknown()
func.func @calls(%a: memref<5x3xf32> {layout.sequential}, %x: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      // CHECK: refused.mlir:[[@LINE+1]]:7: remark: [Analysis] layout-sequential-access/not-decided | Category:layout | Remark="cannot prove that the order may change: 'func.call' may access any memory"
      affine.store %x, %a[%j, %i] : memref<5x3xf32>
      func.call @unknown() : () -> ()
    }
  }
  return
}

// -----

// Two arguments may be the same memory.
func.func @may_alias(%a: memref<5x3xf32> {layout.sequential}, %b: memref<3x5xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Analysis] layout-sequential-access/not-decided {{.*}}%{{.*}} and %{{.*}} may be the same memory; state llvm.noalias if they are not"
      %x = affine.load %a[%j, %i] : memref<5x3xf32>
      affine.store %x, %b[%i, %j] : memref<3x5xf32>
    }
  }
  return
}

// -----

// Buffers that change places meet over the iterations.
func.func @ping_pong(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() {layout.sequential} : memref<4x4xf32>
  %b = memref.alloc() : memref<4x4xf32>
  %r:2 = scf.for %t = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (memref<4x4xf32>, memref<4x4xf32>) {
    affine.for %i = 1 to 4 {
      affine.for %j = 0 to 3 {
        %y = affine.load %p[%i - 1, %j + 1] : memref<4x4xf32>
        affine.store %y, %q[%i, %j] : memref<4x4xf32>
        // CHECK: refused.mlir:[[@LINE+1]]:9: remark: [Analysis] layout-sequential-access/not-decided
        affine.store %x, %a[%j, %i] : memref<4x4xf32>
      }
    }
    scf.yield %q, %p : memref<4x4xf32>, memref<4x4xf32>
  }
  %z = affine.load %a[0, 0] : memref<4x4xf32>
  return %z : f32
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @not_applied(%a: memref<14xf32, #tiles> {layout.sequential}, %x: f32) {
  affine.for %i = 0 to 14 {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/layout-not-applied | Category:layout | Remark="the layout of the buffer is not applied yet; run layout-apply first"
    affine.store %x, %a[%i] : memref<14xf32, #tiles>
  }
  return
}

// -----

func.func @bounds_depend(%a: memref<5xi32> {layout.sequential}, %b: memref<5xi32> {llvm.noalias}) {
  affine.for %i = 0 to 5 {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/bounds-depend | Category:layout | Remark="the bounds of an inner loop depend on a loop that is replaced; make them constant, with a condition in the body"
    affine.for %j = 0 to affine_map<(i) -> (5 - i)>(%i) {
      %x = affine.load %a[%i + %j] : memref<5xi32>
      %y = affine.load %b[%i] : memref<5xi32>
      %z = arith.addi %x, %y : i32
      affine.store %z, %b[%i] : memref<5xi32>
    }
  }
  return
}

// -----

// Intermediate sums are seen elsewhere.
func.func @observed(%a: memref<5x6xi32> {layout.sequential}, %s: memref<1xi32> {llvm.noalias}, %o: memref<5x6xi32> {llvm.noalias}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Missed] layout-sequential-access/order
      %x = affine.load %a[%j, %i] : memref<5x6xi32>
      %y = affine.load %s[0] : memref<1xi32>
      %t = arith.addi %y, %x : i32
      affine.store %t, %s[0] : memref<1xi32>
      affine.store %t, %o[%j, %i] : memref<5x6xi32>
    }
  }
  return
}

// -----

// The other way round, sums would come in another order than they are read.
func.func @prefix(%a: memref<14xi32> {layout.sequential}, %b: memref<14xi32> {llvm.noalias}) {
  affine.for %i = 1 to 14 {
    // CHECK: refused.mlir:[[@LINE+1]]:10: remark: [Missed] layout-sequential-access/order
    %x = affine.load %a[13 - %i] : memref<14xi32>
    %p = affine.load %b[%i - 1] : memref<14xi32>
    %s = arith.addi %x, %p : i32
    affine.store %s, %b[%i] : memref<14xi32>
  }
  return
}

// -----

// Nothing to walk.
// CHECK: refused.mlir:[[@LINE+1]]:24: remark: [Missed] layout-sequential-access/no-loop | Category:layout | Remark="the indices of its accesses are the same in all iterations of the loops around them; mark an access whose index changes"
func.func @one_element(%a: memref<5xf32> {layout.sequential}, %b: memref<5xf32>) {
  affine.for %i = 0 to 5 {
    %x = affine.load %a[3] : memref<5xf32>
    affine.store %x, %b[%i] : memref<5xf32>
  }
  return
}

// -----

func.func @unknown_bounds(%a: memref<5x3xf32> {layout.sequential}, %b: memref<5x3xf32>, %p: memref<1xindex>) {
  %z = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.load %p[%z] : memref<1xindex>
  affine.for %i = 0 to 3 {
    %k = memref.load %p[%z] : memref<1xindex>
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/not-affine | Category:layout | Remark="the index is not affine in the variables of the loops around it"
    scf.for %j = %z to %k step %one {
      %x = memref.load %a[%j, %i] : memref<5x3xf32>
      memref.store %x, %b[%j, %i] : memref<5x3xf32>
    }
  }
  return
}

// -----

func.func @unknown_step(%a: memref<5x3xf32> {layout.sequential}, %b: memref<5x3xf32>, %n: index) {
  %c3 = arith.constant 3 : index
  %z = arith.constant 0 : index
  // CHECK: refused.mlir:[[@LINE+1]]:3: remark: [Missed] layout-sequential-access/unknown-bounds | Category:layout | Remark="the bounds or the step of a loop around the access are not affine; make them constants, or affine in outer loops"
  scf.for %i = %z to %c3 step %n {
    affine.for %j = 0 to 5 {
      %x = memref.load %a[%j, %i] : memref<5x3xf32>
      memref.store %x, %b[%j, %i] : memref<5x3xf32>
    }
  }
  return
}

// -----

func.func @step_from_value(%a: memref<9x3xf32> {layout.sequential}, %b: memref<9x3xf32>, %n: index) {
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/unknown-bounds | Category:layout | Remark="a loop with a step other than 1 needs a constant lower bound"
    affine.for %j = %n to 9 step 2 {
      %x = affine.load %a[%j, %i] : memref<9x3xf32>
      affine.store %x, %b[%j, %i] : memref<9x3xf32>
    }
  }
  return
}

// -----

func.func @not_affine(%a: memref<5x3xf32> {layout.sequential}, %b: memref<5x3xf32>, %p: memref<5xindex>) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      %k = affine.load %p[%j] : memref<5xindex>
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Missed] layout-sequential-access/not-affine | Category:layout | Remark="the index is not affine in the variables of the loops around it"
      %x = memref.load %a[%k, %i] : memref<5x3xf32>
      memref.store %x, %b[%j, %i] : memref<5x3xf32>
    }
  }
  return
}

// -----

func.func @negative_value(%a: memref<9x3xf32> {layout.sequential}, %b: memref<9x3xf32>, %n: index) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 5 {
      // CHECK: refused.mlir:[[@LINE+1]]:12: remark: [Missed] layout-sequential-access/not-affine | Category:layout | Remark="the index depends on a value around the loops that may be negative; state by layout.assume that it is not"
      %x = affine.load %a[%j + symbol(%n), %i] : memref<9x3xf32>
      affine.store %x, %b[%j, %i] : memref<9x3xf32>
    }
  }
  return
}

// -----

func.func @lower_unknown(%a: memref<9x3xf32> {layout.sequential}, %b: memref<9x3xf32>, %n: index) {
  affine.for %i = 0 to 3 {
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/unknown-bounds | Category:layout | Remark="the lower bound of a loop around the access is not known to be a constant or an affine expression of outer loops; make it one"
    affine.for %j = %n to 5 {
      %x = affine.load %a[%j, %i] : memref<9x3xf32>
      affine.store %x, %b[%j, %i] : memref<9x3xf32>
    }
  }
  return
}

// -----

// The extent is known in a loop only, so that the new loops cannot be affine.
func.func @mixed_dialects(%z: f32, %n: index, %b: memref<4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %o = %c0 to %n step %c1 {
    %a = memref.alloc(%o) {layout.sequential} : memref<?x4xf32>
    affine.for %i = 0 to 4 {
      scf.for %j = %c0 to %o step %c1 {
        // CHECK: refused.mlir:[[@LINE+1]]:14: remark: [Missed] layout-sequential-access/mixed-dialects | Category:layout | Remark="the new loops must be scf.for, whose variables ops of the affine dialect in the body cannot use; lower those first (lower-affine)"
        %v = affine.load %b[%i] : memref<4xf32>
        memref.store %v, %a[%j, %i] : memref<?x4xf32>
      }
    }
    memref.dealloc %a : memref<?x4xf32>
  }
  return
}

// -----

func.func @bounds_between(%a: memref<4x4xf32> {layout.sequential}, %n: index, %b: memref<4x4xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 4 {
    %m = arith.addi %n, %c1 : index
    // CHECK: refused.mlir:[[@LINE+1]]:5: remark: [Missed] layout-sequential-access/bounds-depend | Category:layout | Remark="the bounds of an inner loop are computed between the loops; compute them before the nest"
    scf.for %k = %c0 to %m step %c1 {
      affine.for %j = 0 to 4 {
        %v = memref.load %b[%i, %k] : memref<4x4xf32>
        memref.store %v, %a[%j, %i] : memref<4x4xf32>
      }
    }
  }
  return
}
