// All parts in one run, and words in any order.
// RUN: layout-opt %s --layout-legalize | FileCheck %s
// RUN: layout-opt %s --layout-legalize=only=division,math | FileCheck %s --check-prefix=TWO
// RUN: layout-opt %s --layout-legalize=only=math,division | FileCheck %s --check-prefix=TWO
// RUN: not layout-opt %s --layout-legalize=only=maths 2>&1 | FileCheck %s --check-prefix=WORD
// RUN: layout-check %s --entry=f --arg=1:5 --pipeline="builtin.module(layout-legalize)"

// WORD: error: layout-legalize has no part 'maths'; its parts are elementwise, carried, empty-loops, remainders, slices, 

// CHECK-LABEL: func.func @f(
// CHECK-NOT:     affine.for
// CHECK-NOT:     math.isinf
// CHECK-NOT:     arith.floordivsi
// CHECK:         return
// TWO-LABEL: func.func @f(
// TWO:         affine.for
// TWO-NOT:     math.isinf
// TWO-NOT:     arith.floordivsi
// TWO:         return
func.func @f(%a: memref<8xf32>, %n: i32) -> (i1, i32) {
  affine.for %i = 10 to 5 {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %a[%i - 5] : memref<8xf32>
  }
  %c2 = arith.constant 2 : i32
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  %is = math.isinf %x : f32
  %q = arith.floordivsi %n, %c2 : i32
  return %is, %q : i1, i32
}
