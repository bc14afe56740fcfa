// Modes go bottom-up through calls. Recursive, address-taken and external
// functions: readwrite.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

// expected-remark@below {{caller_before_callee 0: write}}
func.func @caller_before_callee(%a: memref<14xi32>, %v: i32) {
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// expected-remark@below {{writer 0: write}}
func.func private @writer(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{reader 0: read}}
func.func private @reader(%a: memref<14xi32>) {
  %x = affine.load %a[3] : memref<14xi32>
  return
}

// expected-remark@below {{partial 0: readwrite}}
func.func private @partial(%a: memref<14xi32>, %v: i32) {
  affine.store %v, %a[3] : memref<14xi32>
  return
}

// expected-remark@below {{calls_reader 0: read}}
func.func @calls_reader(%a: memref<14xi32>) {
  call @reader(%a) : (memref<14xi32>) -> ()
  return
}

// expected-remark@below {{writes_then_reads 0: write}}
func.func @writes_then_reads(%a: memref<14xi32>, %v: i32) {
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  call @reader(%a) : (memref<14xi32>) -> ()
  call @partial(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// expected-remark@below {{reads_then_writes 0: readwrite}}
func.func @reads_then_writes(%a: memref<14xi32>, %v: i32) {
  call @reader(%a) : (memref<14xi32>) -> ()
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// expected-remark@below {{calls_partial 0: readwrite}}
func.func @calls_partial(%a: memref<14xi32>, %v: i32) {
  call @partial(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// Neither writes, both call each other.
// expected-remark@below {{even 0: readwrite}}
func.func private @even(%a: memref<14xi32>) {
  call @odd(%a) : (memref<14xi32>) -> ()
  return
}
// expected-remark@below {{odd 0: readwrite}}
func.func private @odd(%a: memref<14xi32>) {
  call @even(%a) : (memref<14xi32>) -> ()
  return
}
// Also what it does not touch.
// expected-remark@below {{itself 0: readwrite}}
// expected-remark@below {{itself 1: readwrite}}
func.func @itself(%a: memref<14xi32>, %b: memref<14xi32>) {
  call @itself(%a, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  return
}

// To call a recursive function is not to be one.
// expected-remark@below {{calls_recursive 0: readwrite}}
// expected-remark@below {{calls_recursive 1: read}}
func.func @calls_recursive(%a: memref<14xi32>, %b: memref<14xi32>) {
  call @even(%a) : (memref<14xi32>) -> ()
  call @reader(%b) : (memref<14xi32>) -> ()
  return
}

// expected-remark@below {{external 0: readwrite}}
func.func private @external(memref<14xi32>)

// expected-remark@below {{calls_external 0: readwrite}}
func.func @calls_external(%a: memref<14xi32>) {
  call @external(%a) : (memref<14xi32>) -> ()
  return
}

// Whatever it does, every element has been written.
// expected-remark@below {{writes_then_calls_external 0: write}}
func.func @writes_then_calls_external(%a: memref<14xi32>, %v: i32) {
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  call @external(%a) : (memref<14xi32>) -> ()
  return
}

// expected-remark@below {{address_taken 0: readwrite}}
func.func private @address_taken(%a: memref<14xi32>) {
  return
}
func.func @takes_address() -> ((memref<14xi32>) -> ()) {
  %f = constant @address_taken : (memref<14xi32>) -> ()
  return %f : (memref<14xi32>) -> ()
}
// expected-remark@below {{calls_indirectly 0: readwrite}}
func.func @calls_indirectly(%a: memref<14xi32>, %f: (memref<14xi32>) -> ()) {
  call_indirect %f(%a) : (memref<14xi32>) -> ()
  return
}

// A result may be the argument: what is stored into it is stored into %a.
// expected-remark@below {{returns_it 0: read}}
func.func private @returns_it(%a: memref<14xi32>) -> memref<14xi32> {
  return %a : memref<14xi32>
}
// expected-remark@below {{writes_result 0: readwrite}}
func.func @writes_result(%a: memref<14xi32>, %i: index, %v: i32) {
  %b = call @returns_it(%a) : (memref<14xi32>) -> memref<14xi32>
  memref.store %v, %b[%i] : memref<14xi32>
  return
}
// expected-remark@below {{reads_one_returns_other 0: read}}
// expected-remark@below {{reads_one_returns_other 1: read}}
func.func private @reads_one_returns_other(%a: memref<14xi32>, %b: memref<14xi32>) -> memref<14xi32> {
  %x = affine.load %a[3] : memref<14xi32>
  return %b : memref<14xi32>
}
// expected-remark@below {{writes_other_result 0: read}}
// expected-remark@below {{writes_other_result 1: readwrite}}
func.func @writes_other_result(%a: memref<14xi32>, %b: memref<14xi32>, %i: index, %v: i32) {
  %c = call @reads_one_returns_other(%a, %b) : (memref<14xi32>, memref<14xi32>) -> memref<14xi32>
  memref.store %v, %c[%i] : memref<14xi32>
  return
}
// expected-remark@below {{writes_returns_it 0: write}}
func.func private @writes_returns_it(%a: memref<14xi32>, %v: i32) -> memref<14xi32> {
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  return %a : memref<14xi32>
}
// expected-remark@below {{writes_through_result 0: write}}
func.func @writes_through_result(%a: memref<14xi32>, %i: index, %v: i32) {
  %b = call @writes_returns_it(%a, %v) : (memref<14xi32>, i32) -> memref<14xi32>
  memref.store %v, %b[%i] : memref<14xi32>
  return
}

// One buffer for two arguments: read through one before the other writes.
// expected-remark@below {{writes_and_updates 0: write}}
// expected-remark@below {{writes_and_updates 1: readwrite}}
func.func private @writes_and_updates(%a: memref<14xi32>, %b: memref<14xi32>, %v: i32) {
  %x = affine.load %b[3] : memref<14xi32>
  affine.store %x, %b[4] : memref<14xi32>
  call @writer(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}
// expected-remark@below {{passes_twice 0: readwrite}}
func.func @passes_twice(%a: memref<14xi32>, %v: i32) {
  call @writes_and_updates(%a, %a, %v) : (memref<14xi32>, memref<14xi32>, i32) -> ()
  return
}

// Functions of a nested module are no others.
module @nested {
  // expected-remark@below {{nested_taken 0: readwrite}}
  func.func private @nested_taken(%a: memref<14xi32>) {
    return
  }
  func.func @nested_takes() -> ((memref<14xi32>) -> ()) {
    %f = constant @nested_taken : (memref<14xi32>) -> ()
    return %f : (memref<14xi32>) -> ()
  }
  // expected-remark@below {{nested_reader 0: read}}
  func.func private @nested_reader(%a: memref<14xi32>) {
    return
  }
}
