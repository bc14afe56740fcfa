// Of a minimum or maximum, a result that divides too often to be expressed may be the one
// that counts. What the others say is a bound of it, and no more.
//
// RUN: layout-opt %s --layout-simplify | FileCheck %s
// RUN: layout-check %s --entry=least,most --arg=1:7 --pipeline="builtin.module(layout-simplify)"

// CHECK-LABEL: @least
// CHECK: affine.min
// CHECK: arith.cmpi sge
// CHECK: scf.if
// CHECK-LABEL: @most
// CHECK: affine.max
// CHECK: arith.cmpi sle
// CHECK: scf.if
#sum = affine_map<(b) -> ((b * 3 + 1) floordiv 7 + (b * 3) floordiv 7 + (b * 3 + 3) floordiv 7 + (b * 3 + 5) floordiv 7 + (b * 3 + 5) floordiv 8 + (b * 3 + 4) floordiv 8 + (b * 3 + 4) floordiv 9 + (b * 3 + 2) floordiv 9 + (b * 3 + 1) floordiv 11 + (b * 3 + 3) floordiv 11, 3)>
func.func @least(%a: memref<6xi32>, %x: i32) {
  %c3 = arith.constant 3 : index
  affine.for %b = 0 to 6 {
    %m = affine.min #sum(%b)
    %c = arith.cmpi sge, %m, %c3 : index
    scf.if %c {
      memref.store %x, %a[%b] : memref<6xi32>
    }
  }
  return
}

func.func @most(%a: memref<6xi32>, %x: i32) {
  %c3 = arith.constant 3 : index
  affine.for %b = 0 to 6 {
    %m = affine.max #sum(%b)
    %c = arith.cmpi sle, %m, %c3 : index
    scf.if %c {
      memref.store %x, %a[%b] : memref<6xi32>
    }
  }
  return
}
