// What layout-finalize makes of undefined values differs from the program only
// where the program itself may.
// RUN: layout-check %s --entry=choices,arithmetic --pipeline="builtin.module(layout-apply,layout-finalize)"

#padding = affine_set<(i, j) : (i - 3 == 0, j - 2 >= 0)>
func.func @choices(%a: memref<14xi32>, %b: memref<4x4xi32>, %c: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  %u = layout.undef : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.if #padding(%i, %j) -> i32 {
        affine.yield %u : i32
      } else {
        %y = affine.load %a[%i * 4 + %j] : memref<14xi32>
        affine.yield %y : i32
      }
      affine.store %x, %b[%i, %j] : memref<4x4xi32>
      %z = affine.load %c[%i, %j] : memref<4x4xi32>
      %isPositive = arith.cmpi sgt, %z, %zero : i32
      %v = layout.undef : i32
      %s = arith.select %isPositive, %z, %v : i32
      affine.store %s, %c[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

func.func @arithmetic(%a: memref<14xi32>, %b: memref<4xi32>, %c: memref<14xi32>) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %u = layout.undef : i32
  // Even, whatever %u is, and 0 or 1: what they are exactly cannot be told, but
  // their last bits and signs can.
  %even = arith.muli %u, %c2 : i32
  %bit = arith.andi %even, %c1 : i32
  affine.store %bit, %b[0] : memref<4xi32>
  %difference = arith.subi %u, %u : i32
  affine.store %difference, %b[1] : memref<4xi32>
  %sum = arith.addi %u, %c1 : i32
  %twice = arith.addi %sum, %sum : i32
  %last = arith.andi %twice, %c1 : i32
  affine.store %last, %b[2] : memref<4xi32>
  %fresh = layout.undef : i32
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %c[%i] : memref<14xi32>
  }
  %anything = arith.xori %fresh, %c2 : i32
  affine.store %anything, %b[3] : memref<4xi32>
  return
}
