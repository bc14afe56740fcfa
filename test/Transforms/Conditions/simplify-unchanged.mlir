// After an error the module is what it was, also where only what an earlier
// round has simplified shows that a promise is false.
// RUN: not layout-opt %s --layout-simplify --mlir-print-ir-after-failure 2>&1 \
// RUN:   | FileCheck %s

// CHECK: error: 'layout.assume' op is false whenever the function is called, which makes every call undefined; correct or remove it
// CHECK-LABEL: func.func @promise_in_a_branch(
// CHECK:         scf.if
// CHECK-NEXT:      memref.store
// CHECK-NEXT:      arith.cmpi
// CHECK-NEXT:      layout.assume
// CHECK-NEXT:    }
func.func @promise_in_a_branch(%a: memref<4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %negative = arith.cmpi slt, %n, %c0 : index
  %small = arith.cmpi slt, %n, %c5 : index
  layout.assume %negative : i1
  scf.if %small {
    memref.store %one, %a[%c0] : memref<4xi32>
    %large = arith.cmpi sgt, %n, %c5 : index
    layout.assume %large : i1
  }
  return
}
