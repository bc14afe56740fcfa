// RFC 0077, conv1d_cumsum: by A it is refused, as the initialisation of i reads
// what the computation of i - 1 wrote; by B it is fine.
// RUN: layout-opt %s --layout-apply --layout-sequential-access --remarks-filter=layout 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=by_a,by_b --pipeline="builtin.module(layout-apply,layout-sequential-access)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// CHECK: [Missed] layout-sequential-access/order {{.*}}"another order would change results: iteration 'affine.for' at {{[0-9:]+}} = {{4|8|12}} reads %{{.*}}[{{[0-2]}}, 3] that iteration 'affine.for' at {{[0-9:]+}} = {{3|7|11}}, {{.*}} wrote"
// CHECK: [Passed] layout-sequential-access/reordered

// CHECK-LABEL: @by_a
// CHECK:       affine.for %{{.*}} = 0 to 14 {
// CHECK:         affine.for %{{.*}} = 0 to 3 {
func.func @by_a(%a: memref<16xi32, #tiles> {layout.sequential}, %f: memref<3xi32>, %b: memref<14xi32, #tiles>) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %c0, %b[%i] : memref<14xi32, #tiles>
    } else {
      %p = affine.load %b[%i - 1] : memref<14xi32, #tiles>
      affine.store %p, %b[%i] : memref<14xi32, #tiles>
    }
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<16xi32, #tiles>
      %w = affine.load %f[%k] : memref<3xi32>
      %m = arith.muli %x, %w : i32
      %y = affine.load %b[%i] : memref<14xi32, #tiles>
      %s = arith.addi %y, %m : i32
      affine.store %s, %b[%i] : memref<14xi32, #tiles>
    }
  }
  return
}

// CHECK-LABEL: @by_b
// CHECK:       affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.if
// CHECK:             affine.for %[[K:.*]] = 0 to 3 {
// CHECK:               affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
func.func @by_b(%a: memref<16xi32, #tiles>, %f: memref<3xi32>, %b: memref<14xi32, #tiles> {layout.sequential}) {
  %c0 = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.if affine_set<(i) : (i == 0)>(%i) {
      affine.store %c0, %b[%i] : memref<14xi32, #tiles>
    } else {
      %p = affine.load %b[%i - 1] : memref<14xi32, #tiles>
      affine.store %p, %b[%i] : memref<14xi32, #tiles>
    }
    affine.for %k = 0 to 3 {
      %x = affine.load %a[%i + %k] : memref<16xi32, #tiles>
      %w = affine.load %f[%k] : memref<3xi32>
      %m = arith.muli %x, %w : i32
      %y = affine.load %b[%i] : memref<14xi32, #tiles>
      %s = arith.addi %y, %m : i32
      affine.store %s, %b[%i] : memref<14xi32, #tiles>
    }
  }
  return
}
