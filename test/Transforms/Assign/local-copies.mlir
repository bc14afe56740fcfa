// Local copies for requests, beside accesses that cannot tell them.
// RUN: layout-opt %s --split-input-file --layout-assign -o /dev/null

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
// The function guarantees by its request that nothing else is its argument.
func.func @beside_requested(%a: memref<6xi32> {layout.transform = #L}) -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c1 = arith.constant 1 : i32
  affine.store %c1, %g[2] : memref<6xi32>
  %x = affine.load %a[2] : memref<6xi32>
  return %x : i32
}
func.func private @ext(memref<14xi32>, memref<14xi32>)
// One buffer is one copy, two are two.
func.func @once() {
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.alloc() {layout.transform = #L} : memref<14xi32>
  call @ext(%a, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  call @ext(%a, %b) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}
// The type of the function changes, so that it frees what it gets.
func.func private @free(%a: memref<14xi32> {layout.transform = #L}) {
  memref.dealloc %a : memref<14xi32>
  return
}
func.func @freed() {
  %a = memref.alloc() : memref<14xi32>
  call @free(%a) : (memref<14xi32>) -> ()
  return
}

// -----

// What has a layout is not the plain memory of the global, wherever it comes from.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global @g : memref<6xi32> = dense<7> {layout.transform = #L}
func.func @beside_laid_out(%box: memref<memref<6xi32, #L>> {llvm.noalias}) -> i32 {
  %g = memref.get_global @g : memref<6xi32>
  %c1 = arith.constant 1 : i32
  affine.store %c1, %g[2] : memref<6xi32>
  %a = memref.load %box[] : memref<memref<6xi32, #L>>
  %x = affine.load %a[2] : memref<6xi32, #L>
  return %x : i32
}

// -----

// The buffer that is viewed has a layout of its own, which is requested before that of the callee.
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func @both(%x: f64) -> f64 {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {layout.transform = #t} : memref<21xf64>
  memref.store %x, %a[%c1] : memref<21xf64>
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @negate(%v) : (memref<?xf64>) -> ()
  %y = memref.load %a[%c1] : memref<21xf64>
  memref.dealloc %a : memref<21xf64>
  return %y : f64
}
func.func private @negate(%m: memref<?xf64> {layout.transform = #t}) {
  %c1 = arith.constant 1 : index
  %x = memref.load %m[%c1] : memref<?xf64>
  %y = arith.negf %x : f64
  memref.store %y, %m[%c1] : memref<?xf64>
  return
}

// -----

// A view is converted for a callee that requests the layout, and which accesses no global that is its argument.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
memref.global "private" @g : memref<6xi32> = dense<7>
memref.global "private" @other : memref<i32> = dense<7>
func.func private @asks(%a: memref<6xi32> {layout.transform = #L}) {
  %c0 = arith.constant 0 : index
  %o = memref.get_global @other : memref<i32>
  %x = memref.load %o[] : memref<i32>
  memref.store %x, %o[] : memref<i32>
  memref.store %x, %a[%c0] : memref<6xi32>
  return
}
func.func @f(%x: memref<2x3xi32>) {
  %g = memref.get_global @g : memref<6xi32>
  call @asks(%g) : (memref<6xi32>) -> ()
  %v = memref.collapse_shape %x [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  call @asks(%v) : (memref<6xi32>) -> ()
  return
}
