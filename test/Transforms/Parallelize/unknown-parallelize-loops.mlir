// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. Iterations of the outer loop are independent; of those of the inner one that
// is not known, and it is not taken, too, for all that there are threads.
//
// RUN: layout-opt %s --layout-parallelize-loops="min-work=1 threads=8" | FileCheck %s
// RUN: layout-check %s --entry=rows --pipeline="builtin.module(layout-parallelize-loops{min-work=1 threads=8})"

// CHECK: affine.parallel (%[[ROW:.*]]) = (0) to (2) {
// CHECK-NEXT: affine.for %[[COLUMN:.*]] = 0 to 16 {
// CHECK-NEXT: affine.load %{{.*}}[%[[ROW]], (%[[COLUMN]] * 2199023255555) mod 16]
func.func @rows(%a: memref<2x16xf32>) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, (%j * 2199023255555) mod 16] : memref<2x16xf32>
      affine.store %x, %a[%i, %j] : memref<2x16xf32>
    }
  }
  return
}

// Elements 4 and 5 are none. Within the buffer no two iterations meet, and where they
// are written nothing is said of races.
// RUN: layout-opt %s --layout-parallelize-loops="min-work=1 threads=8" --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// REMARK: [[#@LINE+2]]:3: remark: [Analysis] layout-parallelize-loops/not-decided {{.*}}"not parallel, as there might be a data race: every access to an element of both is out of bounds or never executed; remove such accesses"
func.func @outside(%a: memref<4xf32>) {
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i + 4] : memref<4xf32>
    affine.store %x, %a[%i] : memref<4xf32>
  }
  return
}
