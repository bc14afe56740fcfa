// The passes of RFC 0077 in the order that works.
// DEFINE: %{passes} = layout-apply,layout-optimize{padding=true walk-in-order=true},layout-finalize,canonicalize
// What loops become behind these passes is not asked here.
// RUN: layout-opt %s --pass-pipeline="builtin.module(%{passes})" --mlir-print-ir-after=layout-partition-loops -o /dev/null 2>&1 \
// RUN:   | layout-opt --pass-pipeline="builtin.module(canonicalize,cse,layout-hoist-invariants,layout-finalize,canonicalize)" | FileCheck %s
// RUN: layout-check %s --entry=twice,row_sums --pipeline="builtin.module(%{passes})"
// RUN: layout-check %s --entry=kept --arg=1:5 --pipeline="builtin.module(%{passes})"

#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// E6: one nest over all that is there.
// CHECK-LABEL: @twice
// CHECK-NEXT:  affine.for %[[IO:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[II:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NEXT:      arith.addi
// CHECK-NEXT:      affine.store %{{.*}}, %{{.*}}[%[[IO]], %[[II]]]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return
func.func @twice(%a: memref<14xi32, #any>, %b: memref<14xi32, #any> {layout.sequential}) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #any>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32, #any>
  }
  return
}

#zero = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>

// E8: the sum runs over what is 0.
// CHECK-LABEL: @row_sums
// CHECK-NOT:   affine.if
// CHECK:       affine.for %{{.*}} = 0 to 16 {
// CHECK:         affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 4 {
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @row_sums(%a: memref<16x14xi32, #zero> {layout.sequential}, %b: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 14 {
      %x = affine.load %a[%i, %j] : memref<16x14xi32, #zero>
      %y = affine.load %b[%i] : memref<16xi32>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  return
}

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

// E1: what may not be written is not: the last loop is shorter.
// CHECK-LABEL: @kept
// CHECK-NEXT:  affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT:    affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT:      affine.store
// CHECK:       affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT:    affine.store
// CHECK-NOT:   affine.if
// CHECK:       return
func.func @kept(%a: memref<14xi32, #none> {layout.sequential}, %x: i32) {
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32, #none>
  }
  return
}
