// After an error nothing is said to be done: one buffer could get vectors, the
// other cannot.
// RUN: not layout-opt %s --layout-vectorize-elements="require=true" --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s

// CHECK-NOT: [Passed]
// CHECK:     error: the elements of 'memref<8x4xf32>' cannot become vectors: 'memref.store' stores one element
// CHECK-NOT: [Passed]
func.func @f(%a: memref<8x4xf32>, %i: index, %b: memref<8x4xf32>) {
  %x = memref.load %a[%i, %i] : memref<8x4xf32>
  memref.store %x, %b[%i, %i] : memref<8x4xf32>
  return
}
