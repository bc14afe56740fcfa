// Loops and indices that are not followed: each reason, and nothing is changed.
//
// RUN: layout-opt %s --layout-sequential-access --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-sequential-access --split-input-file -o %t.after
// RUN: layout-opt %s --split-input-file -o %t.before
// RUN: diff %t.before %t.after

// CHECK:      [Missed] layout-sequential-access/unknown-bounds
// CHECK-SAME: the lower bound of a loop around the access is not known to be a constant or an affine expression of outer loops; make it one
func.func @lower(%n: index, %a: memref<16x4xi32>) {
  %x = arith.constant 1 : i32
  %c16 = arith.constant 16 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %c4 step %c1 {
    scf.for %i = %n to %c16 step %c1 {
      memref.store %x, %a[%i, %j] {layout.sequential} : memref<16x4xi32>
    }
  }
  return
}

// -----

// CHECK:      [Missed] layout-sequential-access/unknown-bounds
// CHECK-SAME: the bounds or the step of a loop around the access are not affine; make them constants, or affine in outer loops
func.func @step(%n: index, %a: memref<16x4xi32>) {
  %x = arith.constant 1 : i32
  %c16 = arith.constant 16 : index
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c16 step %n {
      memref.store %x, %a[%i, %j] {layout.sequential} : memref<16x4xi32>
    }
  }
  return
}

// -----

// CHECK:      [Missed] layout-sequential-access/unknown-bounds
// CHECK-SAME: a loop with a step other than 1 needs a constant lower bound
func.func @start(%a: memref<16x4xi32>) {
  %x = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = affine_map<(j) -> (j)>(%j) to 16 step 2 {
      affine.store %x, %a[%i, %j] {layout.sequential} : memref<16x4xi32>
    }
  }
  return
}

// -----

// CHECK:      [Missed] layout-sequential-access/not-affine
// CHECK-SAME: the index is not affine in the variables of the loops around it
func.func @loaded(%p: memref<16xi32>, %a: memref<16x4xi32>) {
  %x = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 16 {
      %l = affine.load %p[%i] : memref<16xi32>
      %k = arith.index_cast %l : i32 to index
      memref.store %x, %a[%k, %j] {layout.sequential} : memref<16x4xi32>
    }
  }
  return
}

// -----

// CHECK:      [Missed] layout-sequential-access/not-affine
// CHECK-SAME: the index depends on a value around the loops that may be negative; state by layout.assume that it is not
func.func @negative(%n: index, %a: memref<16x4xi32>) {
  %x = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to 8 {
      affine.store %x, %a[%i + symbol(%n), %j] {layout.sequential} : memref<16x4xi32>
    }
  }
  return
}

// -----

// A bound that is loaded is no bound of affine.for.
// CHECK:      [Missed] layout-sequential-access/mixed-dialects
// CHECK-SAME: the new loops must be scf.for, whose variables ops of the affine dialect in the body cannot use; lower those first (lower-affine)
func.func @mixed(%p: memref<4xindex>, %b: memref<4x16xi32>, %a: memref<16x4xi32> {llvm.noalias}) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%t) = (%c0) to (%c4) step (%c1) {
    %n = memref.load %p[%t] : memref<4xindex>
    affine.for %j = 0 to 4 {
      scf.for %i = %c0 to %n step %c1 {
        %x = affine.load %b[%j, 0] : memref<4x16xi32>
        memref.store %x, %a[%i, %j] {layout.sequential} : memref<16x4xi32>
      }
    }
  }
  return
}

// -----

// CHECK:      [Missed] layout-sequential-access/not-affine
// CHECK-SAME: the index is not affine in the variables of the loops around it
func.func @product(%a: memref<16x16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      affine.store %x, %a[%j * symbol(%n), %i] {layout.sequential} : memref<16x16xi32>
    }
  }
  return
}
