// At most 64 copies in a module: five functions of 14 layouts, 13 copies each.
// RUN: not layout-opt %s -layout-assign --remarks-filter=layout 2>&1 | FileCheck %s

// CHECK: too-many-clones
// CHECK-SAME: more than 16 copies of it, or 64 of all functions, would be needed
// CHECK: is requested for a buffer that also gets the layout

func.func private @use0(%a: memref<14xi32>) {
  return
}
func.func private @use1(%a: memref<14xi32>) {
  return
}
func.func private @use2(%a: memref<14xi32>) {
  return
}
func.func private @use3(%a: memref<14xi32>) {
  return
}
func.func private @use4(%a: memref<14xi32>) {
  return
}
func.func @callers() {
  %a0 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 0)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a0) : (memref<14xi32>) -> ()
  call @use1(%a0) : (memref<14xi32>) -> ()
  call @use2(%a0) : (memref<14xi32>) -> ()
  call @use3(%a0) : (memref<14xi32>) -> ()
  call @use4(%a0) : (memref<14xi32>) -> ()
  %a1 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a1) : (memref<14xi32>) -> ()
  call @use1(%a1) : (memref<14xi32>) -> ()
  call @use2(%a1) : (memref<14xi32>) -> ()
  call @use3(%a1) : (memref<14xi32>) -> ()
  call @use4(%a1) : (memref<14xi32>) -> ()
  %a2 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 2)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a2) : (memref<14xi32>) -> ()
  call @use1(%a2) : (memref<14xi32>) -> ()
  call @use2(%a2) : (memref<14xi32>) -> ()
  call @use3(%a2) : (memref<14xi32>) -> ()
  call @use4(%a2) : (memref<14xi32>) -> ()
  %a3 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 3)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a3) : (memref<14xi32>) -> ()
  call @use1(%a3) : (memref<14xi32>) -> ()
  call @use2(%a3) : (memref<14xi32>) -> ()
  call @use3(%a3) : (memref<14xi32>) -> ()
  call @use4(%a3) : (memref<14xi32>) -> ()
  %a4 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 4)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a4) : (memref<14xi32>) -> ()
  call @use1(%a4) : (memref<14xi32>) -> ()
  call @use2(%a4) : (memref<14xi32>) -> ()
  call @use3(%a4) : (memref<14xi32>) -> ()
  call @use4(%a4) : (memref<14xi32>) -> ()
  %a5 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 5)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a5) : (memref<14xi32>) -> ()
  call @use1(%a5) : (memref<14xi32>) -> ()
  call @use2(%a5) : (memref<14xi32>) -> ()
  call @use3(%a5) : (memref<14xi32>) -> ()
  call @use4(%a5) : (memref<14xi32>) -> ()
  %a6 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 6)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a6) : (memref<14xi32>) -> ()
  call @use1(%a6) : (memref<14xi32>) -> ()
  call @use2(%a6) : (memref<14xi32>) -> ()
  call @use3(%a6) : (memref<14xi32>) -> ()
  call @use4(%a6) : (memref<14xi32>) -> ()
  %a7 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 7)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a7) : (memref<14xi32>) -> ()
  call @use1(%a7) : (memref<14xi32>) -> ()
  call @use2(%a7) : (memref<14xi32>) -> ()
  call @use3(%a7) : (memref<14xi32>) -> ()
  call @use4(%a7) : (memref<14xi32>) -> ()
  %a8 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 8)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a8) : (memref<14xi32>) -> ()
  call @use1(%a8) : (memref<14xi32>) -> ()
  call @use2(%a8) : (memref<14xi32>) -> ()
  call @use3(%a8) : (memref<14xi32>) -> ()
  call @use4(%a8) : (memref<14xi32>) -> ()
  %a9 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 9)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a9) : (memref<14xi32>) -> ()
  call @use1(%a9) : (memref<14xi32>) -> ()
  call @use2(%a9) : (memref<14xi32>) -> ()
  call @use3(%a9) : (memref<14xi32>) -> ()
  call @use4(%a9) : (memref<14xi32>) -> ()
  %a10 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 10)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a10) : (memref<14xi32>) -> ()
  call @use1(%a10) : (memref<14xi32>) -> ()
  call @use2(%a10) : (memref<14xi32>) -> ()
  call @use3(%a10) : (memref<14xi32>) -> ()
  call @use4(%a10) : (memref<14xi32>) -> ()
  %a11 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 11)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a11) : (memref<14xi32>) -> ()
  call @use1(%a11) : (memref<14xi32>) -> ()
  call @use2(%a11) : (memref<14xi32>) -> ()
  call @use3(%a11) : (memref<14xi32>) -> ()
  call @use4(%a11) : (memref<14xi32>) -> ()
  %a12 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 12)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a12) : (memref<14xi32>) -> ()
  call @use1(%a12) : (memref<14xi32>) -> ()
  call @use2(%a12) : (memref<14xi32>) -> ()
  call @use3(%a12) : (memref<14xi32>) -> ()
  call @use4(%a12) : (memref<14xi32>) -> ()
  %a13 = memref.alloc() {layout.transform = #layout.buffer<index_map<(i) -> (i + 13)>, extent<[40]>, pad<0 : i32>>} : memref<14xi32>
  call @use0(%a13) : (memref<14xi32>) -> ()
  call @use1(%a13) : (memref<14xi32>) -> ()
  call @use2(%a13) : (memref<14xi32>) -> ()
  call @use3(%a13) : (memref<14xi32>) -> ()
  call @use4(%a13) : (memref<14xi32>) -> ()
  return
}
