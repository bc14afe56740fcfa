// A call that may hand the buffer back under another name cannot work on a copy.
// RUN: layout-opt %s --split-input-file --layout-assign --verify-diagnostics

#reverse = #layout.buffer<index_map<(i) -> (13 - i)>>
func.func @identity(%a: memref<14xi32>) -> memref<14xi32> {
  return %a : memref<14xi32>
}
func.func @caller(%i: index, %x: i32) {
  // expected-note@+1 {{requested here}}
  %a = memref.alloc() {layout.transform = #reverse} : memref<14xi32>
  // expected-error@+1 {{may return a buffer for which a layout is requested from a function whose type cannot change; make the function private, or run layout-assign with change-interface}}
  %r = func.call @identity(%a) : (memref<14xi32>) -> memref<14xi32>
  memref.store %x, %r[%i] : memref<14xi32>
  return
}

// -----

// A mode is stated of a request, too.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{contradicts the stated mode "write" of argument 0}}
func.func @stated(%a: memref<14xi32> {layout.transform = #tile, layout.access = "write"}, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<14xi32>
  return %x : i32
}
