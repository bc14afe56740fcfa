// Where a copy of a function does not help, or is not made, requests that meet
// are the error they are, and the module is what it was.
// RUN: layout-opt %s -layout-assign -split-input-file -verify-diagnostics
// RUN: not layout-opt %s -layout-assign -split-input-file \
// RUN:   -mlir-print-ir-after-failure 2>&1 | FileCheck %s --implicit-check-not=@pointer_ --implicit-check-not=@pick_
// CHECK: func.func @calls_pointer
// CHECK: call @pointer(
// CHECK: call @pointer(

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
// A recursive function is not copied.
func.func private @recursive(%a: memref<14xi32>, %c: i1) {
  scf.if %c {
    func.call @recursive(%a, %c) : (memref<14xi32>, i1) -> ()
  }
  return
}
func.func @calls_recursive(%c: i1) {
  // expected-note @below {{the other request}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (-d0 + 13)>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>; values that may be one buffer need one layout}}
  %b = memref.alloc() {layout.transform = #R} : memref<14xi32>
  call @recursive(%a, %c) : (memref<14xi32>, i1) -> ()
  // expected-note @below {{they meet in this 'func.call'}}
  call @recursive(%b, %c) : (memref<14xi32>, i1) -> ()
  return
}

// -----

// The function asks for one layout itself.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
// expected-note @below {{the other request}}
func.func private @wants(%a: memref<14xi32> {layout.transform = #L}) {
  return
}
func.func @calls_wants() {
  %a = memref.alloc() : memref<14xi32>
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (-d0 + 13)>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>; values that may be one buffer need one layout}}
  %b = memref.alloc() {layout.transform = #R} : memref<14xi32>
  call @wants(%a) : (memref<14xi32>) -> ()
  // expected-note @below {{they meet in this 'func.call'}}
  call @wants(%b) : (memref<14xi32>) -> ()
  return
}

// -----

// One call that brings two requests together, beside two that do not.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
func.func private @pick(%a: memref<14xi32>, %b: memref<14xi32>, %c: i1) {
  %m = arith.select %c, %a, %b : memref<14xi32>
  return
}
func.func @brings_together(%c: i1) {
  // expected-note @below {{the other request}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{the layout #layout.buffer<index_map<(d0) -> (-d0 + 13)>> is requested for a buffer that also gets the layout #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>; values that may be one buffer need one layout}}
  %b = memref.alloc() {layout.transform = #R} : memref<14xi32>
  call @pick(%a, %a, %c) : (memref<14xi32>, memref<14xi32>, i1) -> ()
  // expected-note @below {{they meet in this 'func.call'}}
  call @pick(%a, %b, %c) : (memref<14xi32>, memref<14xi32>, i1) -> ()
  return
}

// -----

// A copy that would do, but for an op that cannot be rewritten: said once, however
// many copies it stands in.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#R = #layout.buffer<index_map<(i) -> (13 - i)>>
func.func private @pointer(%a: memref<14xi32>) {
  // expected-note @below {{the layout is requested here}}
  %b = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{uses a buffer for which a layout is requested, and cannot be rewritten for a laid-out one; state the layout in the type of the buffer, and use layout.as_physical if the op is to see the storage, as its result has no layout}}
  %p = memref.extract_aligned_pointer_as_index %b : memref<14xi32> -> index
  return
}
func.func @calls_pointer() {
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  %b = memref.alloc() {layout.transform = #R} : memref<14xi32>
  call @pointer(%a) : (memref<14xi32>) -> ()
  call @pointer(%b) : (memref<14xi32>) -> ()
  return
}
