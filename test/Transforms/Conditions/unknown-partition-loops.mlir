// Under a condition on numbers beyond the bounds on the work, 2^41: no condition is
// known to hold in a piece or to fail, and no bound to fit 64 bits.
//
// RUN: layout-opt %s --layout-partition-loops=max-pieces=1 --remarks-filter=layout --remark-policy=all 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-opt %s --layout-partition-loops=max-pieces=2 | FileCheck %s --check-prefix=POINT
// A bound that is not known to be implied is stated once, also by a second run.
// RUN: layout-opt %s --layout-partition-loops -o %t.once
// RUN: layout-opt %t.once --layout-partition-loops -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: FileCheck %s --check-prefix=ONCE < %t.once
// ONCE: affine_map<(d0)[s0] -> (16, d0 + s0 + 1)>
//
// RUN: layout-check %s --entry=bound --arg=1:7 --arg=2:1 --arg=3:9223372036854775807 --pipeline="builtin.module(layout-partition-loops)"
// RUN: layout-check %s --entry=bound --arg=1:7 --arg=2:1 --arg=3:2 --pipeline="builtin.module(layout-partition-loops)"

// The bound of the inner loop would be i + m + 1.
// REMARK: [Passed] layout-partition-loops/shrunk
// CHECK-LABEL: @bound
// CHECK:         affine.min #{{.*}}()[%arg3]
// CHECK:         affine.for %[[I:.*]] =
// CHECK:           affine.if #{{.*}}(%[[I]])[%arg2]
// CHECK:             affine.for %[[J:.*]] = 0 to min
// CHECK:               affine.if #{{.*}}(%[[J]], %[[I]])[%arg3]
func.func @bound(%a: memref<16x16xi32>, %x: i32, %n: index, %m: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n] : (i * 2199023255552 - n >= 0)>(%i)[%n] {
      affine.for %j = 0 to 16 {
        affine.if affine_set<(j, i)[m] : (i + m - j >= 0)>(%j, %i)[%m] {
          affine.store %x, %a[%i, %j] : memref<16x16xi32>
        }
      }
    }
  }
  return
}

// Whether the loop has values on both sides of 8 is not known: it is not split there,
// or its pieces would be, too, and theirs.
// REMARK: [Missed] layout-partition-loops/left
// POINT-LABEL: @point
// POINT-NEXT:    affine.for %{{.*}} to 16 {
// POINT-NEXT:      affine.if
// POINT:         return
func.func @point(%a: memref<16xi32>, %x: i32, %y: i32, %n: index) {
  affine.for %i = affine_map<()[n] -> ((n * 2199023255555) mod 8)>()[%n] to 16 {
    affine.if affine_set<(i) : (7 - i >= 0)>(%i) {
      affine.store %x, %a[%i] : memref<16xi32>
    } else {
      affine.store %y, %a[%i] : memref<16xi32>
    }
  }
  return
}
