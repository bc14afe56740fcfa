// RUN: layout-opt %s --layout-remove-noop --split-input-file --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
//
// Loops with several variables, as well: each is told by its place.
// CHECK: [Missed] layout-remove-noop/needed{{.*}}"the store is needed: %arg0[[[I:[0-9]+]], [[J:[23]]]] may be read by 'affine.load' when dim 0 of 'affine.parallel' at {{[0-9:]+}} = [[I]], dim 1 of 'affine.parallel' at {{[0-9:]+}} = [[J]]"
func.func @parallel(%a: memref<8x4xi32> {llvm.noalias}, %b: memref<8x4xi32> {llvm.noalias}, %x: i32) {
  affine.parallel (%i, %j) = (0, 0) to (8, 4) {
    affine.store %x, %a[%i, %j] : memref<8x4xi32>
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 2 {
      %l = affine.load %a[%i, %j + 2] : memref<8x4xi32>
      affine.store %l, %b[%i, %j] : memref<8x4xi32>
    }
  }
  return
}
