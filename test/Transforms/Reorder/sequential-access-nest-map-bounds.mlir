// A new loop needs a first iteration, and a last one, that can be written down.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-sequential-access{nest-map=\"(j, i) -> (i floordiv 2, i mod 2, j)\"})" \
// RUN:   --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefixes=CHECK,GREATEST
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout --remark-policy=all 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,LEAST

// LEAST:         [Missed] layout-sequential-access/unknown-bounds
// LEAST-SAME:    the lowest index that the nest visits is not a known constant; bound the loops and symbols by constants or layout.assume
// GREATEST:      [Missed] layout-sequential-access/unknown-bounds
// GREATEST-SAME: the highest index that the nest visits is not known; bound the loops and symbols by constants or layout.assume
// CHECK-LABEL:   func.func @f
// CHECK:         affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to %{{.*}} {
func.func @f(%a: memref<?x4xi32>, %b: memref<?x4xi32> {llvm.noalias}) {
  %x = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?x4xi32>
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to %n {
      affine.store %x, %b[%i, %j] : memref<?x4xi32>
      affine.if affine_set<(j) : (j - 2 >= 0)>(%j) {
        affine.store %x, %a[%i - symbol(%n) + 4, %j] {layout.sequential} : memref<?x4xi32>
      }
    }
  }
  return
}
