// Groups that lack iterations: 14 of 16.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=icelake-server},layout-apply,layout-vectorize-loops)" | FileCheck %s
// RUN: layout-check %s --entry=two_products --arg=3:7 --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-apply,layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"
// RUN: layout-check %s --entry=no_padding --pipeline="builtin.module(layout-set-target{target=icelake-server},layout-apply,layout-vectorize-loops,layout-legalize{only=vectors dot-instructions=false},layout-finalize)"

// Iterations that are there are counted for the zero point that is no constant. To fill
// the groups of the other factor with 5 would be right only if all were.
// CHECK-LABEL: @two_products
// CHECK: layout.dot
// CHECK-NOT: vector.maskedload
func.func @two_products(%a: memref<4x14xi8>, %b: memref<4x14xi8>, %w: memref<4x16x4xi8>, %z: i32, %c: memref<4x16xi32> {llvm.noalias}, %d: memref<4x16xi32> {llvm.noalias}) {
  %minus_five = arith.constant -5 : i32
  affine.for %k4 = 0 to 4 {
    affine.for %kk = 0 to min affine_map<(d0) -> (4, 14 - 4 * d0)>(%k4) {
      affine.for %r = 0 to 4 {
        affine.for %l = 0 to 16 {
          %x = affine.load %a[%r, 4 * %k4 + %kk] : memref<4x14xi8>
          %v = affine.load %b[%r, 4 * %k4 + %kk] : memref<4x14xi8>
          %y = affine.load %w[%k4, %l, %kk] : memref<4x16x4xi8>
          %x1 = arith.extsi %x : i8 to i32
          %v1 = arith.extsi %v : i8 to i32
          %y1 = arith.extsi %y : i8 to i32
          %x2 = arith.subi %x1, %z : i32
          %v2 = arith.addi %v1, %minus_five : i32
          %p = arith.muli %x2, %y1 : i32
          %q = arith.muli %v2, %y1 : i32
          %s = affine.load %c[%r, %l] : memref<4x16xi32>
          %s1 = arith.addi %s, %p : i32
          affine.store %s1, %c[%r, %l] : memref<4x16xi32>
          %t = affine.load %d[%r, %l] : memref<4x16xi32>
          %t1 = arith.addi %t, %q : i32
          affine.store %t1, %d[%r, %l] : memref<4x16xi32>
        }
      }
    }
  }
  return
}

// Two elements of each last group are padding that must not be read, which no result
// would show: they would be multiplied by 0.
// CHECK-LABEL: @no_padding
// CHECK: scf.if
// CHECK: vector.load {{.*}} vector<64xi8>
// CHECK: } else {
// CHECK-NOT: vector.load {{.*}} vector<64xi8>
// CHECK-COUNT-16: affine.load %arg1
// CHECK-NOT: vector.load {{.*}} vector<64xi8>
#w = #layout.buffer<index_map<(k, j) -> (k floordiv 4, j, k mod 4)>>
func.func @no_padding(%a: memref<4x14xi8>, %w: memref<14x16xi8, #w>, %c: memref<4x16xi32> {llvm.noalias}) {
  affine.for %k4 = 0 to 4 {
    affine.for %kk = 0 to min affine_map<(d0) -> (4, 14 - 4 * d0)>(%k4) {
      affine.for %r = 0 to 4 {
        affine.for %l = 0 to 16 {
          %x = affine.load %a[%r, 4 * %k4 + %kk] : memref<4x14xi8>
          %y = affine.load %w[4 * %k4 + %kk, %l] : memref<14x16xi8, #w>
          %x1 = arith.extui %x : i8 to i32
          %y1 = arith.extsi %y : i8 to i32
          %p = arith.muli %x1, %y1 : i32
          %s = affine.load %c[%r, %l] : memref<4x16xi32>
          %s1 = arith.addi %s, %p : i32
          affine.store %s1, %c[%r, %l] : memref<4x16xi32>
        }
      }
    }
  }
  return
}
