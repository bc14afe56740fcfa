// RUN: layout-check %s --entry=conditions --arg=1:3 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=conditions --arg=1:-2 --pipeline="builtin.module(layout-simplify)"
// RUN: layout-check %s --entry=neighbours --pipeline="builtin.module(layout-simplify)"

func.func @conditions(%a: memref<6x7xi32>, %n: index) {
  %v1 = arith.constant 1 : i32
  %v2 = arith.constant 2 : i32
  %v3 = arith.constant 3 : i32
  %c3 = arith.constant 3 : index
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 step 2 {
      %p = arith.cmpi slt, %i, %c3 : index
      %q = arith.cmpi sle, %j, %n : index
      %r = arith.xori %p, %q : i1
      scf.if %r {
        scf.if %p {
          affine.store %v1, %a[%i, %j] : memref<6x7xi32>
        } else {
          %s = arith.select %q, %v2, %v1 : i32
          affine.store %s, %a[%i, %j] : memref<6x7xi32>
        }
      } else {
        affine.if affine_set<(i, j) : (2 - i >= 0, 3 - i >= 0, j mod 2 == 0)>(%i, %j) {
          affine.store %v3, %a[%i, %j] : memref<6x7xi32>
        }
      }
    }
  }
  return
}

func.func @neighbours(%a: memref<4x4xi32>, %b: memref<4x4xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        %x = affine.load %b[%i, %j] : memref<4x4xi32>
        affine.store %x, %a[%i, %j] : memref<4x4xi32>
      }
      affine.if affine_set<(i, j) : (i - 3 == 0, j - 2 >= 0)>(%i, %j) {
        affine.store %zero, %a[%i, %j] : memref<4x4xi32>
      }
      affine.if affine_set<(i, j) : (4 * i + j - 14 >= 0)>(%i, %j) {
        affine.store %zero, %b[%i, %j] : memref<4x4xi32>
      } else {
        %y = affine.load %a[%i, %j] : memref<4x4xi32>
        affine.store %y, %b[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}
