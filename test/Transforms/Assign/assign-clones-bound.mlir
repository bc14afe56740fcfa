// At most 16 copies of a function: 17 layouts, then 18.
// RUN: not layout-opt %s -layout-assign -split-input-file --remarks-filter=layout \
// RUN:   -mlir-print-ir-after-failure 2>&1 >%t | FileCheck %s --check-prefix=REFUSED
// RUN: FileCheck %s <%t

// CHECK: func.func private @use(
// CHECK-COUNT-16: func.func private @use_
// CHECK-NOT: func.func private
// CHECK-COUNT-17: call @use
// CHECK-NOT: call
// CHECK: return
func.func private @use(%a: memref<14xi32>) {
  return
}
func.func @callers() {
  %a0 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 0)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a0) : (memref<14xi32>) -> ()
  %a1 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a1) : (memref<14xi32>) -> ()
  %a2 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 2)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a2) : (memref<14xi32>) -> ()
  %a3 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 3)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a3) : (memref<14xi32>) -> ()
  %a4 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 4)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a4) : (memref<14xi32>) -> ()
  %a5 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 5)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a5) : (memref<14xi32>) -> ()
  %a6 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 6)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a6) : (memref<14xi32>) -> ()
  %a7 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 7)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a7) : (memref<14xi32>) -> ()
  %a8 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 8)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a8) : (memref<14xi32>) -> ()
  %a9 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 9)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a9) : (memref<14xi32>) -> ()
  %a10 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 10)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a10) : (memref<14xi32>) -> ()
  %a11 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 11)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a11) : (memref<14xi32>) -> ()
  %a12 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 12)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a12) : (memref<14xi32>) -> ()
  %a13 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 13)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a13) : (memref<14xi32>) -> ()
  %a14 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 14)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a14) : (memref<14xi32>) -> ()
  %a15 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 15)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a15) : (memref<14xi32>) -> ()
  %a16 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 16)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a16) : (memref<14xi32>) -> ()
  return
}

// -----

// REFUSED-NOT: error
// REFUSED: remark: [Analysis] layout-assign/too-many-clones | Category:layout | Remark="calls pass 'use' buffers of so many different layouts that more than 16 copies of it, or 64 of all functions, would be needed"
// REFUSED: error: the layout {{.*}} is requested for a buffer that also gets the layout {{.*}}; values that may be one buffer need one layout
// REFUSED: func.func private @use(
// REFUSED-NOT: func.func private
// REFUSED-COUNT-18: call @use(
func.func private @use(%a: memref<14xi32>) {
  return
}
func.func @callers() {
  %a0 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 0)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a0) : (memref<14xi32>) -> ()
  %a1 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a1) : (memref<14xi32>) -> ()
  %a2 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 2)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a2) : (memref<14xi32>) -> ()
  %a3 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 3)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a3) : (memref<14xi32>) -> ()
  %a4 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 4)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a4) : (memref<14xi32>) -> ()
  %a5 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 5)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a5) : (memref<14xi32>) -> ()
  %a6 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 6)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a6) : (memref<14xi32>) -> ()
  %a7 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 7)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a7) : (memref<14xi32>) -> ()
  %a8 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 8)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a8) : (memref<14xi32>) -> ()
  %a9 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 9)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a9) : (memref<14xi32>) -> ()
  %a10 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 10)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a10) : (memref<14xi32>) -> ()
  %a11 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 11)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a11) : (memref<14xi32>) -> ()
  %a12 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 12)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a12) : (memref<14xi32>) -> ()
  %a13 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 13)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a13) : (memref<14xi32>) -> ()
  %a14 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 14)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a14) : (memref<14xi32>) -> ()
  %a15 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 15)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a15) : (memref<14xi32>) -> ()
  %a16 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 16)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a16) : (memref<14xi32>) -> ()
  %a17 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 17)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use(%a17) : (memref<14xi32>) -> ()
  return
}
