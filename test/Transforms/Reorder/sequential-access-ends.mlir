// New guards and bounds are sums that the program need not compute: they must not
// wrap around where a number is the first or the last of its type.
// RUN: layout-check %s --entry=far_start --arg=1:4611686018427387904 --arg=2:4611686018427387901 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=far_start --arg=1:1 --arg=2:-2 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-opt %s --layout-sequential-access | FileCheck %s
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=up_to,up_to_scf --arg=1:-9223372036854775808 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=up_to --arg=1:9223372036854775807 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=up_to,up_to_scf --arg=1:5 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=behind --dim=arg0.dim0:3 --arg=1:-9223372036854775808 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=behind --dim=arg0.dim0:3 --arg=1:8 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=in_front --dim=arg0.dim0:12 --arg=1:-9223372036854775808 --pipeline="builtin.module(layout-sequential-access)"
// RUN: layout-check %s --entry=in_front --dim=arg0.dim0:12 --arg=1:7 --pipeline="builtin.module(layout-sequential-access)"

// CHECK-LABEL: @up_to
// CHECK-SAME:  %[[N:[a-z0-9]+]]: index
// CHECK:       %[[M:.*]] = affine.max #{{.*}}()[%[[N]]]
// CHECK:       affine.for
// CHECK:         affine.if #{{.*}}%[[M]]
func.func @up_to(%a: memref<8x4xi32> {layout.sequential}, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to min affine_map<()[n] -> (8, n)>()[%n] {
      affine.store %one, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK-LABEL: @up_to_scf
// CHECK:       %[[N:.*]] = arith.muli
// CHECK:       %[[M:.*]] = affine.max #{{.*}}()[%[[N]]]
// CHECK:       scf.for
// CHECK:       affine.apply #{{.*}}%[[M]]
// CHECK:       scf.if
func.func @up_to_scf(%a: memref<8x4xi32> {layout.sequential}, %p: index) {
  %one = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  scf.for %k = %c1 to %c2 step %c1 {
    %n = arith.muli %k, %p : index
    scf.for %j = %c0 to %c4 step %c1 {
      scf.for %i = %c0 to %n step %c1 {
        memref.store %one, %a[%i, %j] : memref<8x4xi32>
      }
    }
  }
  return
}

// Where the bounds of a loop are two numbers, nothing says how far they are apart.
// REMARK:      [Missed] layout-sequential-access/may-wrap
// REMARK-SAME: a condition or bound of the new loops might not fit 64 bits; bound the extents and symbols by layout.assume
// CHECK-LABEL: @between
// CHECK:       affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to min
func.func @between(%a: memref<8x4xi32> {layout.sequential}, %n: index, %m: index) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to min affine_map<()[n, m] -> (8, n - m)>()[%n, %m] {
      affine.store %one, %a[%i, %j] : memref<8x4xi32>
    }
  }
  return
}

// CHECK-LABEL: @behind
// CHECK:       %[[M:.*]] = affine.max
// CHECK:       affine.for %{{.*}} = 0 to #{{.*}}[%[[M]]]
func.func @behind(%a: memref<?x4xi32> {layout.sequential}, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to %n {
      affine.if affine_set<(i) : (i - 5 >= 0)>(%i) {
        affine.store %one, %a[%i - 5, %j] : memref<?x4xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @in_front
// CHECK-NOT:   affine.m{{in|ax}}
// CHECK:       affine.for %{{.*}} = 5 to #{{.*}}[%{{.*}}]
func.func @in_front(%a: memref<?x4xi32> {layout.sequential}, %n: index) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %i = 0 to %n {
      affine.store %one, %a[%i + 5, %j] : memref<?x4xi32>
    }
  }
  return
}

// The loop of k may start anywhere.
func.func @far_start(%a: memref<8x4xi32> {layout.sequential}, %n: index, %m: index) {
  %one = arith.constant 1 : i32
  affine.for %j = 0 to 4 {
    affine.for %k = max affine_map<()[n] -> (n, 0)>()[%n] to affine_map<()[n] -> (n + 2)>()[%n] {
      affine.for %i = 0 to min affine_map<(k)[m] -> (8, k - m)>(%k)[%m] {
        affine.store %one, %a[%i, %j] : memref<8x4xi32>
      }
    }
  }
  return
}
