// A map of fewer results than the nest has loops tells no order of its iterations,
// though it names the outer loop first.
// RUN: not layout-opt %s --layout-sequential-access="nest-map=(i,j)->(i)" 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(i,j)" --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(3-i,j)" --remarks-filter=layout -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER

// CHECK: error: layout-sequential-access: nest-map is not injective on this nest: (0, 0) and (0, 1) both map to (0)
// SAME:  [Passed] layout-sequential-access/in-order {{.*}}"the nest has the loops of nest-map as it is"
// OTHER: [Passed] layout-sequential-access/reordered {{.*}}"rewritten by nest-map: 2 new loops, without a condition"
func.func @columns(%a: memref<4x4xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j, %i] : memref<4x4xf32>
    }
  } {layout.sequential}
  return
}
