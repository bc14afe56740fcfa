// With only-fills, nests that read or do more than to store stay.
// RUN: layout-opt %s --layout-partition-loops=only-fills=true | FileCheck %s
// RUN: layout-opt %s --layout-partition-loops=only-fills=true --remarks-filter=layout 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=fill,copy,call --pipeline="builtin.module(layout-partition-loops{only-fills=true})"

// REMARK: remark: [Passed] layout-partition-loops/split
// REMARK-NOT: remark: [Missed]

// CHECK-LABEL: @fill
// CHECK-NOT: affine.if
// CHECK: return
func.func @fill(%a: memref<4x4xi32>) {
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
      } else {
        affine.store %c7, %a[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// CHECK-LABEL: @copy
// CHECK: affine.if
// CHECK: return
func.func @copy(%a: memref<14xi32>, %b: memref<4x4xi32>) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        %0 = affine.load %a[4 * %i + %j] : memref<14xi32>
        affine.store %0, %b[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

func.func private @set(%a: memref<4x4xi32>) {
  %c7 = arith.constant 7 : i32
  affine.store %c7, %a[1, 1] : memref<4x4xi32>
  return
}

// CHECK-LABEL: @call
// CHECK: affine.if
// CHECK: return
func.func @call(%a: memref<4x4xi32>) {
  %c7 = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        affine.store %c7, %a[%i, %j] : memref<4x4xi32>
        func.call @set(%a) : (memref<4x4xi32>) -> ()
      }
    }
  }
  return
}
