// A coefficient that exceeds 2^40, and so the bounds on the work: whether a copy
// within one buffer reads what it has written is not known.
//
// RUN: layout-opt %s > %t.before
// RUN: layout-opt %s --layout-vectorize-copies > %t.after
// RUN: diff %t.before %t.after
// RUN: layout-opt %s --layout-vectorize-copies --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s

// CHECK: remark: [Missed] layout-vectorize-copies/loops {{.*}}left to the passes for all nests: iterations may depend on each other: a coefficient is beyond 2^40"
func.func @within(%a: memref<?xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i * 2199023255555 + %j * 64] : memref<?xf32>
      affine.store %x, %a[%i * 64 + %j + 7] : memref<?xf32>
    }
  }
  return
}
