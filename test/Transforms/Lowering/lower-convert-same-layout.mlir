// Between two buffers of one layout all of the storage is copied, padding too, which holds on
// both sides what the types state: no place is asked what it is.
//
// RUN: layout-opt %s -layout-lower-convert | FileCheck %s
//
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-lower-convert,layout-apply,layout-finalize)"
// RUN: %{check} --entry=constant,steps,functions,undef,sparse,none
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:0
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:13
// RUN: %{check} --entry=dynamic --dim=arg0.dim0:16
// RUN: layout-check %s --entry=constant,steps,functions,undef,sparse,none --pipeline="builtin.module(layout-apply,layout-optimize,layout-finalize)"

#constant = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// CHECK-LABEL: func.func @constant(
// CHECK-DAG:  %[[FROM:.*]] = layout.as_physical %arg0 {{.*}} to memref<4x4xi32>
// CHECK-DAG:  %[[TO:.*]] = layout.as_physical %arg1 {{.*}} to memref<4x4xi32>
// CHECK:      affine.for %[[I:.*]] = 0 to 4
// CHECK-NEXT:   affine.for %[[J:.*]] = 0 to 4
// CHECK-NEXT:     %[[X:.*]] = affine.load %[[FROM]][%[[I]], %[[J]]]
// CHECK-NEXT:     affine.store %[[X]], %[[TO]][%[[I]], %[[J]]]
func.func @constant(%a: memref<14xi32, #constant>, %b: memref<14xi32, #constant>) {
  layout.convert ins(%a : memref<14xi32, #constant>) outs(%b : memref<14xi32, #constant>)
  return
}

#steps = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<1 : i32>,
                        index_map<(a, b) -> (a floordiv 3, b, a mod 3)>, pad<2 : i32>>
// CHECK-LABEL: func.func @steps(
// CHECK-NOT: affine.if
// CHECK: return
func.func @steps(%a: memref<14xi32, #steps>, %b: memref<14xi32, #steps>) {
  layout.convert ins(%a : memref<14xi32, #steps>) outs(%b : memref<14xi32, #steps>)
  return
}

#copy = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b - 14) mod 4)>>
#value = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (a, b) -> (4 * a - b)>>
// CHECK-LABEL: func.func @functions(
// CHECK-NOT: affine.if
// CHECK: return
func.func @functions(%a: memref<14xi32, #copy>, %b: memref<14xi32, #copy>, %c: memref<14xi32, #value>, %d: memref<14xi32, #value>) {
  layout.convert ins(%a : memref<14xi32, #copy>) outs(%b : memref<14xi32, #copy>)
  layout.convert ins(%c : memref<14xi32, #value>) outs(%d : memref<14xi32, #value>)
  return
}

#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
// CHECK-LABEL: func.func @undef(
// CHECK-NOT: affine.if
// CHECK: return
func.func @undef(%a: memref<14xi32, #undef>, %b: memref<14xi32, #undef>) {
  layout.convert ins(%a : memref<14xi32, #undef>) outs(%b : memref<14xi32, #undef>)
  return
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-NOT: affine.if
// CHECK: return
func.func @dynamic(%a: memref<?xi32, #undef>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #undef>
  %b = memref.alloc(%n) : memref<?xi32, #undef>
  layout.convert ins(%a : memref<?xi32, #undef>) outs(%b : memref<?xi32, #undef>)
  affine.for %i = 0 to %n {
    %0 = affine.load %b[%i] : memref<?xi32, #undef>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %a[%i] : memref<?xi32, #undef>
  }
  memref.dealloc %b : memref<?xi32, #undef>
  return
}

// Three elements of 1024 places, of which nothing is stated: these three are less.
#sparse = #layout.buffer<index_map<(i) -> (i floordiv 1024, i mod 1024)>, pad<undef>>
// CHECK-LABEL: func.func @sparse(
// CHECK: affine.if
func.func @sparse(%a: memref<3xi32, #sparse>, %b: memref<3xi32, #sparse>) {
  layout.convert ins(%a : memref<3xi32, #sparse>) outs(%b : memref<3xi32, #sparse>)
  return
}

// Padding that must not be touched is not.
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: func.func @none(
// CHECK: affine.if
func.func @none(%a: memref<14xi32, #none>, %b: memref<14xi32, #none>) {
  layout.convert ins(%a : memref<14xi32, #none>) outs(%b : memref<14xi32, #none>)
  return
}
