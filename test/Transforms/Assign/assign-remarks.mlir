// What layout-assign says that it did.
// RUN: layout-opt %s -layout-assign -split-input-file --remarks-filter=layout \
// RUN:   2>&1 >/dev/null | FileCheck %s
// Without a filter it is silent.
// RUN: layout-opt %s -layout-assign -split-input-file 2>&1 >/dev/null \
// RUN:   | FileCheck %s --allow-empty --check-prefix=SILENT
// SILENT-NOT: remark

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#N = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func private @ext(memref<14xi32>)
func.func private @inner(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
// What is assumed of the plain buffer's alignment does not hold of the other.
// CHECK: remarks.mlir:[[@LINE+3]]:8: remark: [Missed] layout-assign/alignment-dropped {{.*}}Remark="dropped: the alignment was stated for the plain buffer, and is not known of the laid-out one; state it after layout-apply"
func.func @aligned(%v: i32) {
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.assume_alignment %a, 32 : memref<14xi32>
  affine.store %v, %b[3] : memref<14xi32>
  return
}

// CHECK: remarks.mlir:[[@LINE+8]]:19: remark: [Missed] layout-assign/padding-without-pad | Category:layout | Remark="no pad is stated for padding element (3, 2) of 'memref<14xi32, {{.*}}>'; no pass may touch it: state pad<...> in the layout"
// CHECK-DAG: remarks.mlir:[[@LINE+10]]:3: remark: [Passed] layout-assign/converted-around-call | Category:layout
// CHECK-DAG: remarks.mlir:[[@LINE+8]]:8: remark: [Passed] layout-assign/assigned | Category:layout | type="memref<14xi32, #layout.buffer<{{.*}}>>"
// CHECK-DAG: remarks.mlir:[[@LINE-15]]:26: remark: [Passed] layout-assign/assigned
// CHECK-DAG: remarks.mlir:[[@LINE+4]]:19: remark: [Passed] layout-assign/assigned
// CHECK-DAG: remarks.mlir:[[@LINE+3]]:19: remark: [Passed] layout-assign/local-buffer | Category:layout | Remark="argument #0 of 'public' keeps its type; the function works on a local buffer, mode read"
// CHECK-DAG: remarks.mlir:[[@LINE+2]]:63: remark: [Passed] layout-assign/local-buffer-for-callee | Category:layout | Remark="argument #1 of 'public' keeps its type; the function works on a local buffer, mode read; the caller must not let others access the argument during the call"

func.func @public(%a: memref<14xi32> {layout.transform = #N}, %b: memref<14xi32>) {
  call @inner(%b) : (memref<14xi32>) -> ()
  %c = memref.alloc() {layout.transform = #L} : memref<14xi32>
  call @ext(%c) : (memref<14xi32>) -> ()
  return
}

// -----

// What is said of an access to the plain buffer.
// CHECK: remarks.mlir:[[@LINE+5]]:3: remark: [Missed] layout-assign/access-hint-dropped | Category:layout | Remark="alignment and nontemporal are dropped, as they were stated for accesses to the plain buffer; state the layout in the type, and these two on accesses to the physical buffer"
// CHECK: remarks.mlir:[[@LINE+3]]:8: remark: [Missed] layout-assign/access-hint-dropped | Category:layout | Remark="alignment and nontemporal are dropped, as they were stated for accesses to the plain buffer; state the layout in the type, and these two on accesses to the physical buffer"
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @hints(%a: memref<16xi32> {layout.transform = #T}, %i: index) -> vector<4xi32> {
  %v = vector.load %a[%i] {alignment = 16} : memref<16xi32>, vector<4xi32>
  vector.store %v, %a[%i] {nontemporal = true} : memref<16xi32>, vector<4xi32>
  return %v : vector<4xi32>
}

// -----

// A device copies storage, so the host converts before and after.
// CHECK: remarks.mlir:[[@LINE+6]]:3: remark: [Passed] layout-assign/converted-around-copy | Category:layout | Remark="a device copies storage only, so the host converts"
// CHECK: remarks.mlir:[[@LINE+4]]:3: remark: [Passed] layout-assign/converted-around-copy
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func @copied(%u: memref<14xi32>) {
  %a = memref.alloc() {layout.transform = #T} : memref<14xi32>
  gpu.memcpy %a, %u : memref<14xi32>, memref<14xi32>
  gpu.memcpy %u, %a : memref<14xi32>, memref<14xi32>
  memref.dealloc %a : memref<14xi32>
  return
}

// -----

// What two calls return may be one buffer.
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
func.func private @make() -> memref<14xi32, #T>
func.func private @move(%x: memref<14xi32, #T>, %y: memref<14xi32, #T>, %i: index) {
  %v = memref.load %y[%i] : memref<14xi32, #T>
  memref.store %v, %x[%i] : memref<14xi32, #T>
  return
}
func.func @promises(%i: index, %z: memref<14xi32> {layout.transform = #T}) {
  %a = call @make() : () -> memref<14xi32, #T>
  %b = call @make() : () -> memref<14xi32, #T>
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Analysis] layout-assign/caller-promises-no-alias | Category:layout | Remark="cannot prove that the operands do not overlap, as their origins are unknown; the layout relies on the caller for it"
  call @move(%a, %b, %i) : (memref<14xi32, #T>, memref<14xi32, #T>, index) -> ()
  return
}

// -----

// Of a dynamic shape no element of the padding is known.
// CHECK: remarks.mlir:[[@LINE+2]]:23: remark: [Missed] layout-assign/padding-without-pad | Category:layout | Remark="no pad is stated for elements that may be padding of 'memref<?xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>'; no pass may touch it: state pad<...> in the layout"
#T = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @may_be_pad(%a: memref<?xi32, #T>) {
  return
}
