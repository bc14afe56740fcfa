// A sum over whole tiles is a sum over the data, where the padding adds nothing.
//
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute | FileCheck %s --check-prefix=OVER
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --layout-avoid-overcompute | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-sequential-access --layout-overcompute --layout-avoid-overcompute \
// RUN:   --remarks-filter=layout --remark-format=emitRemark 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=rows,float_rows,element_wise,product --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-avoid-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=rows --pipeline="builtin.module(layout-apply,layout-sequential-access,layout-overcompute,layout-avoid-overcompute,layout-partition-loops,layout-finalize)"

#I = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0 : i32>>
#F = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<0.0 : f32>>
#U = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// REMARK-DAG:  [Passed] layout-avoid-overcompute/guarded {{.*}}Remark="the body is executed only where this accesses data: what it stores elsewhere is not needed, or is there already"

// OVER-LABEL:  @rows
// OVER-NOT:    affine.if
// CHECK-LABEL: @rows
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK:         affine.for %[[JO:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[JI:.*]] = 0 to 4 {
// CHECK-NEXT:        affine.if #{{.*}}(%[[I]], %[[JO]], %[[JI]]) {
// CHECK:               arith.addi
// CHECK-NEXT:          affine.store
func.func @rows(%a: memref<16x14xi32, #I> {layout.sequential}, %b: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<16xi32>
    affine.for %j = 0 to 14 {
      %x = affine.load %b[%i] : memref<16xi32>
      %y = affine.load %a[%i, %j] : memref<16x14xi32, #I>
      %s = arith.addi %x, %y : i32
      affine.store %s, %b[%i] : memref<16xi32>
    }
  }
  return
}

// A sum that starts at +0.0 is never -0.0: +0.0 changes nothing.
// OVER-LABEL:  @float_rows
// OVER-NOT:    affine.if
// CHECK-LABEL: @float_rows
// CHECK:       affine.if
// CHECK:         arith.addf
func.func @float_rows(%a: memref<16x14xf32, #F> {layout.sequential}, %b: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.store %zero, %b[%i] : memref<16xf32>
    affine.for %j = 0 to 14 {
      %x = affine.load %b[%i] : memref<16xf32>
      %y = affine.load %a[%i, %j] : memref<16x14xf32, #F>
      %s = arith.addf %x, %y : f32
      affine.store %s, %b[%i] : memref<16xf32>
    }
  }
  return
}

// OVER-LABEL:  @element_wise
// OVER-NOT:    affine.if
// CHECK-LABEL: @element_wise
// CHECK:       affine.if
func.func @element_wise(%a: memref<14xi32, #U> {layout.sequential}, %b: memref<14xi32, #U>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #U>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32, #U>
  }
  return
}

#O = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>>
// OVER-LABEL:  @product
// OVER-NOT:    affine.if
// CHECK-LABEL: @product
// CHECK:       affine.if
// CHECK:         arith.muli
func.func @product(%a: memref<14xi32, #O> {layout.sequential}, %b: memref<1xi32>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %b[0] : memref<1xi32>
    %y = affine.load %a[%i] : memref<14xi32, #O>
    %s = arith.muli %x, %y : i32
    affine.store %s, %b[0] : memref<1xi32>
  }
  return
}

// How many places there are is no sum of what they hold.
// CHECK-LABEL: @whole_tiles
// CHECK-NOT:   affine.if
// CHECK:       return
// REMARK-DAG:  [Missed] layout-avoid-overcompute/needed {{.*}}Remark="padded iterations are not skipped: %arg1[0] may be read by 'affine.load'
#Z = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @whole_tiles(%a: memref<14xi32, #Z>, %b: memref<1xi32>) {
  %one = arith.constant 1 : i32
  %p = layout.as_physical %a : memref<14xi32, #Z> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[0] : memref<1xi32>
      %y = affine.load %p[%i, %j] : memref<4x4xi32>
      %t = arith.addi %y, %one : i32
      %s = arith.addi %x, %t : i32
      affine.store %s, %b[0] : memref<1xi32>
    }
  }
  return
}

// Any start: it may be -0.0, and +0.0 added to it is +0.0.
// CHECK-LABEL: @any_start
// CHECK-NOT:   affine.if
// CHECK:       return
// REMARK-DAG:  [Missed] layout-avoid-overcompute/needs-flag {{.*}}Remark="fastmath<nsz> on this op would allow to skip padded iterations, which then store what is there already"
#G = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
func.func @any_start(%a: memref<14xf32, #G>, %b: memref<1xf32>) {
  %p = layout.as_physical %a : memref<14xf32, #G> to memref<4x4xf32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %b[0] : memref<1xf32>
      %y = affine.load %p[%i, %j] : memref<4x4xf32>
      %s = arith.addf %x, %y : f32
      affine.store %s, %b[0] : memref<1xf32>
    }
  }
  return
}

// Either store of a pair is needless, not both: the first is overwritten, the
// second stores what is there.
// CHECK-LABEL: @either
// CHECK-NOT:   affine.if
// CHECK:       return
// REMARK-DAG:  [Missed] layout-avoid-overcompute/either {{.*}}Remark="padded iterations are not skipped: of two stores to one buffer each is redundant only if the other is executed; remove one of them"
func.func @either(%a: memref<14xi32, #Z>, %b: memref<1xi32>) {
  %five = arith.constant 5 : i32
  %p = layout.as_physical %a : memref<14xi32, #Z> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %y = affine.load %p[%i, %j] : memref<4x4xi32>
      affine.store %five, %b[0] : memref<1xi32>
      affine.store %five, %b[0] : memref<1xi32>
    }
  }
  return
}
