// Facts that TVM's tests of padding state, by the number of the row.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply)" | FileCheck %s

// CHECK-DAG: #[[PADDING:.*]] = affine_set<(d0, d1) : (d0 * 4 + d1 - 14 >= 0)>
// CHECK-DAG: #[[PAD42:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<42 : i32>>
// CHECK-DAG: #[[WRAP:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<(d0, d1) -> (((d0 * 4 + d1) mod 14) floordiv 4, ((d0 * 4 + d1) mod 14) mod 4)>>
#bare = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#pad42 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<42 : i32>>
#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>,
                       pad<(i, j) -> (((4 * i + j) mod 14) floordiv 4, ((4 * i + j) mod 14) mod 4)>>

// PD-01. A map that pads nothing: no padding code, whatever the pad.
// RUN: layout-check %s --entry=no_padding,untouched,without_loop,assumed,wrapped --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// CHECK-LABEL: func.func @no_padding(
// CHECK-SAME: %[[A:.*]]: memref<4x4xi32> {{{.*}}}, %[[B:.*]]: memref<4x4xi32> {{{.*}}})
func.func @no_padding(%a: memref<16xi32> {layout.transform = #bare}, %b: memref<16xi32> {layout.transform = #pad42}) {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
  // CHECK-NEXT: affine.store %[[ZERO]], %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: affine.store %[[ZERO]], %[[B]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 16 {
    affine.store %zero, %a[%i] : memref<16xi32>
    affine.store %zero, %b[%i] : memref<16xi32>
  }
  return
}

// PD-02. The same with a second loop that reads.
// RUN: layout-check %s --entry=two_uses --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// CHECK-LABEL: func.func @two_uses(
// CHECK-SAME: %[[B:.*]]: memref<16xi32>)
func.func @two_uses(%b: memref<16xi32>) {
  %zero = arith.constant 0 : i32
  // CHECK: %[[A:.*]] = memref.alloc() : memref<4x4xi32>
  %a = memref.alloc() {layout.transform = #pad42} : memref<16xi32>
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
  // CHECK-NEXT: affine.store %{{.*}}, %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 16 {
  // CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: affine.store %[[X]], %[[B]][%[[I]]] : memref<16xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.dealloc
  affine.for %i = 0 to 16 {
    affine.store %zero, %a[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 16 {
    %x = affine.load %a[%i] : memref<16xi32>
    affine.store %x, %b[%i] : memref<16xi32>
  }
  memref.dealloc %a : memref<16xi32>
  return
}

// PD-05. Padding for which nothing is stated is never touched: no padding code,
// and a loop over the logical elements. (PD-04, the same
// as an error, is in pad-invalid.mlir.)
// CHECK-LABEL: func.func @untouched(
// CHECK-SAME: %[[A:.*]]: memref<4x4xi32>
func.func @untouched(%a: memref<14xi32> {layout.transform = #bare}) {
  // CHECK-NEXT: layout.padding %[[A]]
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
  // CHECK-NEXT: affine.store %[[ZERO]], %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 14 {
    affine.store %zero, %a[%i] : memref<14xi32>
  }
  return
}

// PD-09. A store outside of any loop. Into a buffer that is allocated here, the
// padding is written behind the last store, by a loop over the physical shape. In
// an argument that is written in part, the caller has put it there.
// CHECK-LABEL: func.func @without_loop(
// CHECK-SAME: %[[ARG:.*]]: memref<4x4xi32> {layout.access = "readwrite", llvm.noalias})
func.func @without_loop(%arg: memref<14xi32, #pad0>) -> memref<14xi32, #pad0> {
  // CHECK: layout.assume_padding %[[ARG]]
  // CHECK: %[[A:.*]] = memref.alloc() : memref<4x4xi32>
  %a = memref.alloc() : memref<14xi32, #pad0>
  memref.copy %arg, %a : memref<14xi32, #pad0> to memref<14xi32, #pad0>
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: affine.store %[[ZERO]], %[[ARG]][0, 0] : memref<4x4xi32>
  // CHECK-NEXT: affine.store %[[ZERO]], %[[A]][0, 0] : memref<4x4xi32>
  %zero = arith.constant 0 : i32
  affine.store %zero, %arg[0] : memref<14xi32, #pad0>
  affine.store %zero, %a[0] : memref<14xi32, #pad0>
  // CHECK: affine.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
  // CHECK-NEXT: affine.if #[[PADDING]](%[[I]], %[[J]]) {
  // CHECK-NEXT: affine.store %{{.*}}, %[[A]][%[[I]], %[[J]]] : memref<4x4xi32>
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[A]]
  return %a : memref<14xi32, #pad0>
}

// PD-13. A buffer that is only read: its padding is assumed before the loop.
// CHECK-LABEL: func.func @assumed(
// CHECK-SAME: %[[A:.*]]: memref<4x4xi32> {layout.access = "read", llvm.noalias}, %[[B:.*]]: memref<14xi32>)
func.func @assumed(%a: memref<14xi32> {layout.transform = #pad42}, %b: memref<14xi32>) {
  // CHECK: layout.assume_padding %[[A]] : memref<4x4xi32> of memref<14xi32, #[[PAD42]]>
  // CHECK-NEXT: affine.for %[[I:.*]] = 0 to 14 {
  // CHECK-NEXT: %[[X:.*]] = affine.load %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xi32>
  // CHECK-NEXT: affine.store %[[X]], %[[B]][%[[I]]] : memref<14xi32>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  return
}

// PD-15. A pad that names the buffer itself: element (4 i + j) mod 14. Assumed of a
// buffer that is read, written into one that is filled.
// CHECK-LABEL: func.func @wrapped(
// CHECK-SAME: %[[A:.*]]: memref<4x4xi32> {layout.access = "read", llvm.noalias}, %[[B:.*]]: memref<4x4xi32> {layout.access = "write", llvm.noalias})
func.func @wrapped(%a: memref<14xi32> {layout.transform = #wrap}, %b: memref<14xi32> {layout.transform = #wrap}) {
  // CHECK: layout.assume_padding %[[A]] : memref<4x4xi32> of memref<14xi32, #[[WRAP]]>
  // CHECK-NOT: layout.assume_padding
  // CHECK: affine.load %[[A]][%[[I:.*]] floordiv 4, %[[I]] mod 4]
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32>
    affine.store %x, %b[%i] : memref<14xi32>
  }
  return
}
