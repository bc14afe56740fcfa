// Bounds on the work: the answer is then not known, and says which bound was hit.
// See also simplify-many-stores.test.
//
// RUN: layout-opt %s --layout-simplify --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-simplify --split-input-file | FileCheck %s --check-prefix=KEPT

// Negated, this is a disjunction of conjunctions of disjunctions.
// CHECK:      [Analysis] layout-simplify/condition-not-decided
// CHECK-SAME: the condition has too many parts
// KEPT-LABEL: @parts
// KEPT:         arith.xori
// KEPT:         scf.if
func.func @parts(%a: memref<16xi32>) {
  %x = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  scf.for %i = %c0 to %c4 step %c1 : i32 {
    scf.for %j = %c0 to %c4 step %c1 : i32 {
      %m = arith.muli %i, %c4 : i32
      %s = arith.addi %m, %j : i32
      %k = arith.index_cast %s : i32 to index
      %q = arith.divsi %s, %c4 : i32
      %r = arith.remsi %s, %c4 : i32
      %e = arith.cmpi eq, %q, %i : i32
      %d = arith.cmpi ne, %r, %j : i32
      %c = arith.xori %e, %d : i1
      scf.if %c {
        memref.store %x, %a[%k] : memref<16xi32>
      }
    }
  }
  return
}

// -----

// CHECK:      [Analysis] layout-simplify/condition-not-decided
// CHECK-SAME: too many parts
// CHECK:      [Analysis] layout-simplify/condition-not-decided
// CHECK-SAME: too many constraints on too many variables
// KEPT-LABEL: @variables
// KEPT:         affine.if
// KEPT:           affine.if
func.func @variables(%a: memref<16xi32>) {
  %x = arith.constant 1 : i32
  affine.parallel (%i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11, %i12, %i13, %i14, %i15, %i16, %i17, %i18, %i19, %i20, %i21, %i22, %i23, %i24, %i25, %i26, %i27)
      = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
      to (4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4)
      step (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2) {
    // Pairs of neighbours.
    affine.if affine_set<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27)
        : (d0 + d1 - 1 >= 0, d1 + d2 - 1 >= 0, d2 + d3 - 1 >= 0, d3 + d4 - 1 >= 0, d4 + d5 - 1 >= 0, d5 + d6 - 1 >= 0, d6 + d7 - 1 >= 0, d7 + d8 - 1 >= 0, d8 + d9 - 1 >= 0, d9 + d10 - 1 >= 0, d10 + d11 - 1 >= 0, d11 + d12 - 1 >= 0, d12 + d13 - 1 >= 0, d13 + d14 - 1 >= 0, d14 + d15 - 1 >= 0, d15 + d16 - 1 >= 0, d16 + d17 - 1 >= 0, d17 + d18 - 1 >= 0, d18 + d19 - 1 >= 0, d19 + d20 - 1 >= 0)>(
        %i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11, %i12, %i13, %i14, %i15, %i16, %i17, %i18, %i19, %i20, %i21, %i22, %i23, %i24, %i25, %i26, %i27) {
      affine.if affine_set<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27)
          : (d0 + d1 + d2 + d3 + d4 + d5 + d6 + d7 + d8 + d9 + d10 + d11 + d12 + d13 + d14 + d15 + d16 + d17 + d18 + d19 + d20 + d21 + d22 + d23 + d24 + d25 + d26 + d27 - 6 == 0)>(
          %i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11, %i12, %i13, %i14, %i15, %i16, %i17, %i18, %i19, %i20, %i21, %i22, %i23, %i24, %i25, %i26, %i27) {
        affine.store %x, %a[0] : memref<16xi32>
      }
    }
  }
  return
}

// -----

// A product of an index and a number is no variable.
// CHECK:      [Analysis] layout-simplify/condition-not-decided
// CHECK-SAME: cannot decide the condition: it is not affine, or has too many parts
// KEPT-LABEL: @product
// KEPT:         affine.if
func.func @product(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n] : (i * n - 3 >= 0)>(%i)[%n] {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}

// -----

// Which of 14 numbers come to 2500003, or 3 more at most?
// CHECK:      [Analysis] layout-simplify/condition-not-decided
// CHECK-SAME: too many constraints on too many variables
// KEPT-LABEL: @hard_sum
// KEPT:         affine.if
// KEPT:           affine.if
func.func @hard_sum(%a: memref<16xi32>, %x: i32) {
  affine.parallel (%i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11, %i12, %i13) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0) to (2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2) {
    affine.if affine_set<(a, b, c, d, e, f, g, h, i, j, k, l, m, n)
        : (a * 810213 + b * 719377 + c * 623109 + d * 999331 + e * 887123 + f * 641573 + g * 731297 + h * 900107 + i * 555557 + j * 678901 + k * 765432 + l * 876543 + m * 987654 + n * 543210 - 2500003 >= 0, 2500006 - a * 810213 - b * 719377 - c * 623109 - d * 999331 - e * 887123 - f * 641573 - g * 731297 - h * 900107 - i * 555557 - j * 678901 - k * 765432 - l * 876543 - m * 987654 - n * 543210 >= 0)>(
        %i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11, %i12, %i13) {
      affine.if affine_set<(a) : (a - 1 == 0)>(%i0) {
        affine.store %x, %a[0] : memref<16xi32>
      }
    }
  }
  return
}
