// A bound or a divisor in the body is poison where a promise of the op that computes it
// does not hold: it may be computed where the body is executed now, and nowhere else.
//
// RUN: layout-opt %s --layout-apply --layout-overcompute --remarks-filter=layout --remark-policy=all 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=product --arg=1:2147483647 --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=sum_unsigned,difference_unsigned,product_unsigned,shift_unsigned,sum,lane --pipeline="builtin.module(layout-overcompute)"
// RUN: layout-check %s --entry=divisor --pipeline="builtin.module(layout-apply,layout-overcompute)"

// The product is an i32 whether it wraps around or not.
// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @product(
// CHECK:         affine.if
func.func @product(%a: memref<16xi32>, %big: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (0 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %t = arith.index_cast %i : index to i32
      %p = arith.muli %t, %big overflow<nsw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// -1 + 5 is 4, but -1 is the greatest of all unsigned numbers.
// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @sum_unsigned(
// CHECK:         affine.if
func.func @sum_unsigned(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %t = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %u = arith.index_cast %t : index to i32
      %p = arith.addi %u, %c5 overflow<nsw, nuw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// So is it in 5 - (-1).
// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @difference_unsigned(
// CHECK:         affine.if
func.func @difference_unsigned(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %t = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %u = arith.index_cast %t : index to i32
      %p = arith.subi %c20, %u overflow<nsw, nuw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @product_unsigned(
// CHECK:         affine.if
func.func @product_unsigned(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m5 = arith.constant -5 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (0 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %t = affine.apply affine_map<(i) -> (1 - i)>(%i)
      %u = arith.index_cast %t : index to i32
      %p = arith.muli %u, %m5 overflow<nsw, nuw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @shift_unsigned(
// CHECK:         affine.if
func.func @shift_unsigned(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %t = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %u = arith.index_cast %t : index to i32
      %p = arith.shli %u, %c2 overflow<nsw, nuw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// Here no operand is negative: the flags stay.
// CHECK-LABEL: @sum(
// CHECK-NOT:     affine.if
// CHECK:         arith.addi {{.*}} overflow<nsw, nuw>
func.func @sum(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %u = arith.index_cast %i : index to i32
      %p = arith.addi %u, %c5 overflow<nsw, nuw> : i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// Wider integers are not followed.
// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @wide(
// CHECK:         affine.if
func.func @wide(%a: memref<16xi128>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi128>
      %p = arith.addi %x, %x overflow<nsw> : i128
      %n = arith.index_cast %p : i128 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi128>
      }
    }
  }
  return
}

// REMARK: [Missed] layout-overcompute/may-be-poison {{.*}}"the condition stays: arith.fptosi may yield poison
// CHECK-LABEL: @conversion(
// CHECK:         affine.if
func.func @conversion(%a: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (13 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xf32>
      %p = arith.fptosi %x : f32 to i32
      %n = arith.index_cast %p : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xf32>
      }
    }
  }
  return
}

// The lane is 2199023255555 i, which is 4 i modulo 17, and exceeds 2^40: whether it
// is one of the vector is not known.
// REMARK: [Missed] layout-overcompute/may-be-poison {{.*}}"the condition stays: vector.extract may yield poison
// CHECK-LABEL: @lane(
// CHECK:         affine.if
func.func @lane(%a: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant dense<3> : vector<16xi32>
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %x = affine.load %a[%i] : memref<16xi32>
      %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 17)>(%i)
      %k = vector.extract %v[%p] : i32 from vector<16xi32>
      %n = arith.index_cast %k : i32 to index
      scf.for %j = %c0 to %n step %c1 {
        affine.store %x, %a[%i] : memref<16xi32>
      }
    }
  }
  return
}

// In padding, the factor 16 makes 2^32 of the divisor, which is 0.
// REMARK: [Missed] layout-overcompute/may-overflow
// CHECK-LABEL: @divisor(
// CHECK:         affine.if
#U = #layout.buffer<index_map<(i) -> (i floordiv 32, i mod 32)>, pad<undef>>
func.func @divisor(%b: memref<4xi32, #U>) {
  %big = arith.constant 268435456 : i32
  %y = arith.constant 1000000000 : i32
  affine.for %i = 1 to 32 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %t = arith.index_cast %i : index to i32
      %p = arith.muli %t, %big overflow<nsw> : i32
      %d = arith.divui %y, %p : i32
      affine.store %d, %b[%i] : memref<4xi32, #U>
    }
  }
  return
}
