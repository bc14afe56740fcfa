// A function that requests a layout for its argument gets it from callers that pass a view, too: they convert it
// around the call.
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-assign | FileCheck %s
// RUN: layout-opt %s --split-input-file --verify-diagnostics --layout-assign=change-interface | FileCheck %s

// CHECK-LABEL: @exchange
// CHECK-SAME: (%{{.*}}: memref<?xf64, #
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @exchange(%m: memref<?xf64> {layout.transform = #t}) {
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
// CHECK-LABEL: @plain
// CHECK: %[[VIEW:.*]] = memref.cast %arg0 : memref<21xf64> to memref<?xf64>
// CHECK: %[[COPY:.*]] = memref.alloc(%{{.*}}) : memref<?xf64, #
// CHECK: layout.convert ins(%[[VIEW]] : memref<?xf64>) outs(%[[COPY]] :
// CHECK: call @exchange(%[[COPY]])
// CHECK: layout.convert ins(%[[COPY]] : {{.*}}) outs(%[[VIEW]] : memref<?xf64>)
// CHECK: memref.dealloc %[[COPY]]
func.func @plain(%a: memref<21xf64>) {
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  return
}
// CHECK-LABEL: @reshaped
// CHECK: memref.collapse_shape
// CHECK: layout.convert
// CHECK: call @exchange
func.func @reshaped(%a: memref<3x?xf64>) {
  %v = memref.collapse_shape %a [[0, 1]] : memref<3x?xf64> into memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  return
}
// The buffer that is viewed has a layout of its own: it becomes plain first.
// CHECK-LABEL: @both
// CHECK: %[[OWN:.*]] = memref.alloc() : memref<21xf64, #
// CHECK: layout.convert ins(%[[OWN]] : {{.*}}) outs(%[[PLAIN:.*]] : memref<21xf64>)
// CHECK: %[[CAST:.*]] = memref.cast %[[PLAIN]]
// CHECK: layout.convert ins(%[[CAST]] : memref<?xf64>) outs(%[[COPY:.*]] :
// CHECK: call @exchange(%[[COPY]])
// CHECK: layout.convert ins(%[[COPY]] : {{.*}}) outs(%[[CAST]] : memref<?xf64>)
// CHECK: layout.convert ins(%[[PLAIN]] : memref<21xf64>) outs(%[[OWN]] :
func.func @both(%in: memref<21xf64>, %out: memref<21xf64>) {
  %a = memref.alloc() {layout.transform = #t} : memref<21xf64>
  affine.for %i = 0 to 21 {
    %x = affine.load %in[%i] : memref<21xf64>
    affine.store %x, %a[%i] : memref<21xf64>
  }
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @exchange(%v) : (memref<?xf64>) -> ()
  affine.for %i = 0 to 21 {
    %x = affine.load %a[%i] : memref<21xf64>
    affine.store %x, %out[%i] : memref<21xf64>
  }
  memref.dealloc %a : memref<21xf64>
  return
}

// -----

// What the callee has through another request may be reached by it in another way.
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
// expected-note@+1 {{the layout is requested here}}
func.func private @inner(%m: memref<?xf64> {layout.transform = #t}) {
  return
}
func.func private @outer(%m: memref<?xf64>) {
  func.call @inner(%m) : (memref<?xf64>) -> ()
  return
}
func.func @caller(%a: memref<21xf64>) {
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  // expected-error@+1 {{forwards a view where a layout is requested, which a view cannot have of its own; request the layout for argument #0 of 'outer' too, so that the view is converted around the call}}
  func.call @outer(%v) : (memref<?xf64>) -> ()
  return
}

// -----

#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
// expected-note@+1 {{the layout is requested here}}
func.func private @same(%m: memref<?xf64> {layout.transform = #t}) -> memref<?xf64> {
  return %m : memref<?xf64>
}
func.func @returned(%a: memref<21xf64>) {
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  // expected-error@+1 {{may return a view that it converts into the requested layout around the call; pass the buffer that is viewed}}
  %r = func.call @same(%v) : (memref<?xf64>) -> memref<?xf64>
  return
}

// -----

// Caller and callee would both free the copy.
#t = #layout.buffer<index_map<(i) -> (i floordiv 8, i mod 8)>, pad<0.0 : f64>>
func.func private @free(%m: memref<?xf64>) {
  // expected-error@+1 {{frees a buffer of which a call passes a copy with another layout, so that both the function and the caller would free the copy; free the buffer after the call}}
  memref.dealloc %m : memref<?xf64>
  return
}
func.func private @consume(%m: memref<?xf64>) {
  func.call @free(%m) : (memref<?xf64>) -> ()
  return
}
func.func @freed() {
  // expected-note@+1 {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #t} : memref<21xf64>
  %v = memref.cast %a : memref<21xf64> to memref<?xf64>
  func.call @consume(%v) : (memref<?xf64>) -> ()
  return
}
