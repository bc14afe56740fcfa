// Walks beyond the bounds on the work, where coefficients exceed 2^40: a guard that is
// not known to be needless stays, and a bound that is not known to hold is not used.
//
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout --remark-policy=all 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=beyond --arg=2:7 --arg=3:1 --pipeline="builtin.module(layout-sequential-access)"
//
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-sequential-access{nest-map="(i, j) -> (i * 2199023255555 + j)"})' | FileCheck %s --check-prefix=GUARD
// RUN: layout-opt %s --pass-pipeline='builtin.module(layout-sequential-access{nest-map="(i, j) -> ((i * 2199023255555 + j * 3) mod 1024)"})' --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=INVERSE

// The other store goes beyond the buffer that is walked.
// REMARK: [Passed] layout-sequential-access/reordered
// CHECK-LABEL: @beyond
// CHECK:         affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 20 {
func.func @beyond(%a: memref<16x16xi32> {llvm.noalias}, %b: memref<32x16xi32> {llvm.noalias}, %x: i32, %n: index) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 16 {
      affine.if affine_set<(i)[n] : (i * 2199023255552 - n >= 0)>(%i)[%n] {
        affine.if affine_set<(i) : (15 - i >= 0)>(%i) {
          affine.store %x, %a[%j, %i] {layout.sequential} : memref<16x16xi32>
        }
        affine.store %x, %b[%i, %j] : memref<32x16xi32>
      }
    }
  }
  return
}

// Most numbers of the walk are no iteration.
// GUARD: affine_set<(d0) : ({{.*}}-(d0 mod 2199023255555) + 7 >= 0)>
// GUARD-LABEL: @between
// GUARD:         affine.for
// GUARD-NEXT:      affine.if
// INVERSE: [Missed] layout-sequential-access/not-invertible {{.*}}Remark="the nest map does not determine the iteration"
func.func @between(%a: memref<16x8xf32> {llvm.noalias}, %b: memref<16x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %x = affine.load %b[%i, %j] : memref<16x8xf32>
      affine.store %x, %a[%i, %j] : memref<16x8xf32>
    }
  } {layout.sequential}
  return
}
