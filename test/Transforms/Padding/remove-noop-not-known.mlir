// Stores of which it is not known whether somebody needs them. All stay.
// RUN: layout-opt %s --layout-remove-noop --split-input-file --allow-unregistered-dialect --remarks-filter=layout --remark-policy=all 2>&1 >/dev/null | FileCheck %s
// RUN: layout-opt %s --layout-remove-noop --split-input-file --allow-unregistered-dialect | FileCheck %s --check-prefix=SAME

// SAME-COUNT-8: store
// SAME-NOT:     store

// CHECK: remove-noop-not-known.mlir:[[# @LINE + 4]]:5: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: it is used in 'some.region', which may be executed at any time"
// CHECK: remove-noop-not-known.mlir:[[# @LINE + 6]]:3: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: it is used in 'some.region', which may be executed at any time"
func.func @unknown_region(%a: memref<4xi32>, %x: i32, %i: index) {
  "some.region"() ({
    memref.store %x, %a[%i] : memref<4xi32>
    "some.end"() : () -> ()
  }) : () -> ()
  memref.store %x, %a[%i] : memref<4xi32>
  return
}

// -----

// CHECK: remove-noop-not-known.mlir:[[# @LINE + 5]]:5: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: the buffer escapes the region in which it is allocated"
// CHECK: remove-noop-not-known.mlir:[[# @LINE + 8]]:5: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: the buffer escapes the region in which it is allocated"
func.func @handed_out(%c: i1, %x: i32, %i: index) -> memref<4xi32> {
  %r = scf.if %c -> memref<4xi32> {
    %a = memref.alloc() : memref<4xi32>
    memref.store %x, %a[%i] : memref<4xi32>
    scf.yield %a : memref<4xi32>
  } else {
    %b = memref.alloc() : memref<4xi32>
    memref.store %x, %b[%i] : memref<4xi32>
    scf.yield %b : memref<4xi32>
  }
  return %r : memref<4xi32>
}

// -----

// CHECK: remove-noop-not-known.mlir:[[# @LINE + 3]]:3: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: the buffer may be one of several"
func.func @one_of_two(%c: i1, %x: i32, %i: index, %a: memref<4xi32>, %b: memref<4xi32>) {
  %r = arith.select %c, %a, %b : memref<4xi32>
  memref.store %x, %r[%i] : memref<4xi32>
  return
}

// -----

// CHECK: remove-noop-not-known.mlir:[[# @LINE + 3]]:3: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: possible: %alloc[0] may be read by 'memref.store', if 'memref.store' reads it (which elements it reads is not known)"
func.func @another_value(%x: i32, %i: index, %m: memref<memref<4xi32>>) {
  %a = memref.alloc() : memref<4xi32>
  memref.store %x, %a[%i] : memref<4xi32>
  memref.store %a, %m[] : memref<memref<4xi32>>
  return
}

// -----

// CHECK: remove-noop-not-known.mlir:[[# @LINE + 4]]:7: remark: [Analysis] layout-remove-noop/not-known | Category:layout | Remark="cannot determine whether the store is needed: too many constraints"
func.func @far_condition(%a: memref<16xi32>, %x: i32, %n: index) {
  affine.for %i = 0 to 16 {
    affine.if affine_set<(i)[n] : ((n + i) floordiv 4398046511104 >= 0)>(%i)[%n] {
      affine.store %x, %a[%i] : memref<16xi32>
    }
  }
  return
}
