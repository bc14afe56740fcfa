// RUN: layout-opt %s --layout-partition-loops=always --split-input-file --verify-diagnostics

// A product of variables is not affine.
func.func @product(%m: index, %n: index, %x: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %j = %c0 to %n step %c1 {
    %s = arith.muli %j, %m : index
    %c = arith.cmpi slt, %s, %n : index
    // expected-error @+1 {{cannot remove this condition on a loop variable by splitting loops, as always=true demands: it is not affine in the loop's variable; compare sums of variables, constants and what the loop does not change, with sign; or state no always}}
    scf.if %c {
      memref.store %x, %a[%s] : memref<?xf32>
    }
  }
  return
}

// -----

// TVM LP::test_multi_loop: the product belongs to the outer loop.
func.func @outer_product(%m: index, %n: index, %x: f32, %a: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %im = arith.muli %i, %m : index
    scf.for %j = %c0 to %n step %c1 {
      %s = arith.addi %im, %j : index
      %c = arith.cmpi slt, %s, %n : index
      scf.if %c {
        memref.store %x, %a[%s] : memref<?xf32>
      }
    }
  }
  return
}

// -----

func.func @possible(%x: f32, %a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(i) : (5 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// Odd and even alternate: no split decides that.
func.func @alternating(%x: f32, %a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{cannot remove this condition on a loop variable by splitting loops, as always=true demands: it is periodic (mod, floordiv); tile the loop by the period; or state no always}}
    affine.if affine_set<(i) : (i mod 2 == 0)>(%i) {
      affine.store %x, %a[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @parallel(%a: memref<8xi32>, %x: i32) {
  affine.parallel (%i) = (0) to (8) {
    // expected-error @+1 {{as always=true demands: 'affine.parallel' is not split; write it as affine.for; layout-parallelize-loops makes it parallel afterwards; or state no always}}
    affine.if affine_set<(i) : (i - 5 >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<8xi32>
    }
  }
  return
}
