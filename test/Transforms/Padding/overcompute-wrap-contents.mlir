// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" | FileCheck %s
// RUN: layout-check %s --entry=arms,results,zeros --pipeline="builtin.module(layout-overcompute{wrap-indices=true})"

// What a load yields at its wrapped index is what counts, in every comparison of
// the two arms: index 5 falls on element 0, which holds 2 and not 0.
// CHECK-LABEL: @arms
// CHECK:       affine.if
func.func @arms(%out: memref<6xi64>) {
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<5xi64>
  affine.for %i = 0 to 4 {
    affine.store %two, %a[%i] : memref<5xi64>
  }
  affine.store %zero, %a[4] : memref<5xi64>
  affine.for %j = 0 to 6 {
    affine.if affine_set<(j) : (3 - j >= 0)>(%j) {
      %x = affine.load %a[%j] : memref<5xi64>
      affine.store %x, %out[%j] : memref<6xi64>
    } else {
      affine.store %zero, %out[%j] : memref<6xi64>
    }
  }
  memref.dealloc %a : memref<5xi64>
  return
}

// CHECK-LABEL: @results
// CHECK:       scf.if
func.func @results(%out: memref<6xi64>) {
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  %three = arith.constant 3 : index
  %a = memref.alloc() : memref<5xi64>
  affine.for %i = 0 to 4 {
    affine.store %two, %a[%i] : memref<5xi64>
  }
  affine.store %zero, %a[4] : memref<5xi64>
  affine.for %j = 0 to 6 {
    %inside = arith.cmpi sle, %j, %three : index
    %y = scf.if %inside -> i64 {
      %x = memref.load %a[%j] : memref<5xi64>
      scf.yield %x : i64
    } else {
      scf.yield %zero : i64
    }
    affine.store %y, %out[%j] : memref<6xi64>
  }
  memref.dealloc %a : memref<5xi64>
  return
}

// Where element 0 holds a zero as well, the two arms are the same.
// CHECK-LABEL: @zeros
// CHECK-NOT:   affine.if
// CHECK:       affine.load %{{.*}}[%{{.*}} mod 5]
func.func @zeros(%out: memref<6xi64>) {
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  %a = memref.alloc() : memref<5xi64>
  affine.store %zero, %a[0] : memref<5xi64>
  affine.for %i = 1 to 4 {
    affine.store %two, %a[%i] : memref<5xi64>
  }
  affine.store %zero, %a[4] : memref<5xi64>
  affine.for %j = 0 to 6 {
    affine.if affine_set<(j) : (3 - j >= 0)>(%j) {
      %x = affine.load %a[%j] : memref<5xi64>
      affine.store %x, %out[%j] : memref<6xi64>
    } else {
      affine.store %zero, %out[%j] : memref<6xi64>
    }
  }
  memref.dealloc %a : memref<5xi64>
  return
}

// A promise is proven at the wrapped index, too: 5 is no multiple of 4, so the
// flag goes or the guard stays.
// CHECK-LABEL: @flag
// CHECK-NOT:   arith.divui {{.*}} exact
// CHECK:       return
func.func @flag(%out: memref<6xi64>) {
  layout.padding %out : memref<6xi64> of memref<4xi64, #layout.buffer<index_map<(i) -> (i)>, extent<[6]>, pad<undef>>>
  %five = arith.constant 5 : i64
  %four = arith.constant 4 : i64
  %a = memref.alloc() : memref<5xi64>
  affine.store %five, %a[0] : memref<5xi64>
  affine.for %i = 1 to 5 {
    affine.store %four, %a[%i] : memref<5xi64>
  }
  affine.for %j = 0 to 6 {
    affine.if affine_set<(j) : (3 - j >= 0, j - 1 >= 0)>(%j) {
      %x = affine.load %a[%j] : memref<5xi64>
      %y = arith.divui %x, %four exact : i64
      affine.store %y, %out[%j] : memref<6xi64>
    }
  }
  memref.dealloc %a : memref<5xi64>
  return
}
