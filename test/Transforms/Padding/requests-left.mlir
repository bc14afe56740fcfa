// Passes that know padding from layouts say so where one is still requested.
// RUN: layout-opt %s --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s -DPASS=layout-overcompute
// RUN: layout-opt %s --layout-avoid-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s -DPASS=layout-avoid-overcompute
// RUN: layout-opt %s --layout-remove-noop --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s -DPASS=layout-remove-noop
// RUN: layout-opt %s --layout-simplify --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s -DPASS=layout-simplify

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK: [[#@LINE+1]]:1: remark: [Missed] [[PASS]]/request-left{{.*}}'layout.transform' is not applied, so nothing is known of the padding of that layout; run layout-assign first
func.func @f(%a: memref<14xi32> {layout.transform = #tile}) {
  // CHECK: [[#@LINE+1]]:{{.*}}[[PASS]]/request-left
  %b = memref.alloc() {layout.transform = #tile} : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  return
}
