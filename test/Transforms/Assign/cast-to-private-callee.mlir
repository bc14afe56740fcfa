// A private function that takes a buffer through a cast also takes others, and keeps its
// type: the buffer is converted around the call.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-assign | FileCheck %s

// CHECK-LABEL: @between
// CHECK: %[[PLAIN:.*]] = memref.alloc() : memref<21xf64>
// CHECK: layout.convert ins(%{{.*}} : memref<21xf64, #{{.*}}>) outs(%[[PLAIN]] : memref<21xf64>)
// CHECK: %[[CAST:.*]] = memref.cast %[[PLAIN]] : memref<21xf64> to memref<?xf64>
// CHECK: call @exchange(%[[CAST]])
// CHECK: layout.convert ins(%[[PLAIN]] : memref<21xf64>)
// CHECK: memref.dealloc %[[PLAIN]]
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @exchange(%m: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  %last = arith.subi %n, %c1 : index
  %x = memref.load %m[%last] : memref<?xf64>
  %y = memref.load %m[%c0] : memref<?xf64>
  memref.store %x, %m[%c0] : memref<?xf64>
  memref.store %y, %m[%last] : memref<?xf64>
  return
}
func.func @between(%in: memref<21xf64>, %comm: memref<21xf64> {layout.transform = #t}, %out: memref<21xf64>) {
  affine.for %i = 0 to 21 {
    %a = affine.load %in[%i] : memref<21xf64>
    %b = arith.addf %a, %a : f64
    affine.store %b, %comm[%i] : memref<21xf64>
  }
  %v = memref.cast %comm : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  affine.for %j = 0 to 21 {
    %c = affine.load %comm[%j] : memref<21xf64>
    %d = arith.addf %c, %c : f64
    affine.store %d, %out[%j] : memref<21xf64>
  }
  return
}

// -----

// What is returned would be the copy.
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @same(%m: memref<?xf64>) -> memref<?xf64> {
  return %m : memref<?xf64>
}
// expected-note@+1 {{the layout is requested here}}
func.func @returned(%m: memref<21xf64> {layout.transform = #t}) {
  %v = memref.cast %m : memref<21xf64> to memref<?xf64>
  // expected-error@+1 {{may return a buffer for which a layout is requested from a function whose type cannot change; declare 'same' with the type 'memref<21xf64>', and pass the buffer without a cast}}
  %r = func.call @same(%v) : (memref<?xf64>) -> memref<?xf64>
  return
}
