// A loop that would become more pieces than `max-pieces` stays whole, and says so.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops)" | FileCheck %s --check-prefix=SPLIT
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops{max-pieces=3})" | FileCheck %s --check-prefix=SPLIT
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops{max-pieces=2})" | FileCheck %s --check-prefix=WHOLE
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops{max-pieces=2})" \
// RUN:   --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-partition-loops{max-pieces=3})"
// RUN: layout-check %s --entry=f --pipeline="builtin.module(layout-partition-loops{max-pieces=2})"

// SPLIT-LABEL: @f
// SPLIT:       affine.for %{{.*}} = 0 to 3
// SPLIT-NOT:   affine.if
// SPLIT:       affine.for %{{.*}} = 3 to 10
// SPLIT-NOT:   affine.if
// SPLIT:       affine.for %{{.*}} = 10 to 16
// SPLIT-NOT:   affine.if
// SPLIT:       return

// WHOLE-LABEL: @f
// WHOLE:       affine.for %{{.*}} = 0 to 16
// WHOLE-NEXT:    affine.if
// WHOLE:         affine.if

// REMARK:      :[[#@LINE + 6]]:{{[0-9]+}}: remark: [Analysis] layout-partition-loops/too-many-pieces
// REMARK-SAME: would become 3 loops, the limit is 2
// REMARK:      [Missed] layout-partition-loops/left
func.func @f(%a: memref<16xi32>) {
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i) : (i - 3 >= 0)>(%i) {
      affine.store %one, %a[%i] : memref<16xi32>
    }
    affine.if affine_set<(i) : (9 - i >= 0)>(%i) {
      affine.store %two, %a[%i] : memref<16xi32>
    }
  }
  return
}
