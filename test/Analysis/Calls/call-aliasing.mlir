// One root through two arguments, where either is laid out and the callee writes
// either: an error at the call. Where it is not known, the caller's promise.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-call-aliasing)' --verify-diagnostics -o /dev/null

#l = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func private @add(%x: memref<16xi32, #l>, %y: memref<16xi32, #l>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i] : memref<16xi32, #l>
    affine.store %a, %y[%i] : memref<16xi32, #l>
  }
  return
}
func.func private @add_plain(%x: memref<16xi32>, %y: memref<16xi32>) {
  affine.for %i = 0 to 16 {
    %a = affine.load %x[%i] : memref<16xi32>
    affine.store %a, %y[%i] : memref<16xi32>
  }
  return
}
func.func private @sum(%x: memref<16xi32, #l>, %y: memref<16xi32, #l>) {
  %a = affine.load %x[3] : memref<16xi32, #l>
  %b = affine.load %y[3] : memref<16xi32, #l>
  return
}
func.func private @store_physical(%x: memref<16xi32, #l>, %y: memref<4x4xi32>, %v: i32) {
  affine.store %v, %y[0, 0] : memref<4x4xi32>
  return
}
func.func private @external(memref<16xi32, #l>, memref<16xi32, #l>)
func.func private @make() -> memref<16xi32, #l>
memref.global "private" @g : memref<16xi32, #l>
memref.global "private" @h : memref<16xi32, #l>

func.func @same_argument(%a: memref<16xi32, #l>) {
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'add' writes argument 1}}
  call @add(%a, %a) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Each wrong call is reported.
func.func @same_allocation() {
  %a = memref.alloc() : memref<16xi32, #l>
  // expected-error@+1 {{passes one buffer as operands 0 and 1}}
  call @add(%a, %a) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

func.func @same_global() {
  %a = memref.get_global @g : memref<16xi32, #l>
  %b = memref.get_global @g : memref<16xi32, #l>
  // expected-error@+1 {{passes one buffer as operands 0 and 1}}
  call @add(%a, %b) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// A view aliases its root; only one of both arguments is laid out.
func.func @view(%a: memref<16xi32, #l>, %v: i32) {
  %p = layout.as_physical %a : memref<16xi32, #l> to memref<4x4xi32>
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'store_physical' writes argument 1}}
  call @store_physical(%a, %p, %v) : (memref<16xi32, #l>, memref<4x4xi32>, i32) -> ()
  return
}

// Who knows what it writes.
func.func @to_external(%a: memref<16xi32, #l>) {
  // expected-error@+1 {{passes one buffer as operands 0 and 1, of which 'external' writes argument 0}}
  call @external(%a, %a) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Nobody writes.
func.func @reads_twice(%a: memref<16xi32, #l>) {
  call @sum(%a, %a) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Neither is laid out.
func.func @plain(%a: memref<16xi32>) {
  call @add_plain(%a, %a) : (memref<16xi32>, memref<16xi32>) -> ()
  return
}

// Distinct: allocations, globals of two names, arguments with the promise.
func.func @distinct(%a: memref<16xi32, #l>, %b: memref<16xi32, #l>) {
  %c = memref.alloc() : memref<16xi32, #l>
  %d = memref.alloca() : memref<16xi32, #l>
  %g = memref.get_global @g : memref<16xi32, #l>
  %h = memref.get_global @h : memref<16xi32, #l>
  call @add(%a, %b) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  call @add(%a, %c) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  call @add(%c, %d) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  call @add(%g, %h) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  call @add(%a, %g) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Plain arguments may be the same, also with a global; not with `llvm.noalias`.
func.func @plain_origins(%p: memref<4x4xi32>, %q: memref<4x4xi32>, %n: memref<4x4xi32> {llvm.noalias}, %v: i32) {
  %a = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #l>
  %g = memref.get_global @g : memref<16xi32, #l>
  // expected-remark@+1 {{operands of unknown origin}}
  call @store_physical(%a, %q, %v) : (memref<16xi32, #l>, memref<4x4xi32>, i32) -> ()
  // expected-remark@+1 {{operands of unknown origin}}
  call @add(%a, %g) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  call @store_physical(%a, %n, %v) : (memref<16xi32, #l>, memref<4x4xi32>, i32) -> ()
  return
}

// What is chosen may be any that there is to choose from.
// What is returned may be anything, also an argument with the promise.
func.func @derived(%a: memref<16xi32, #l>, %b: memref<16xi32, #l>, %c: i1) {
  %d = arith.select %c, %a, %b : memref<16xi32, #l>
  %e = call @make() : () -> memref<16xi32, #l>
  // expected-error@+1 {{may pass one buffer as operands 0 and 1, of which 'add' writes argument 1}}
  call @add(%a, %d) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  // expected-remark@+1 {{operands of unknown origin}}
  call @add(%a, %e) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Where control never comes, a view may be one of itself.
func.func @circle(%a: memref<16xi32, #l>, %v: i32) {
  return
^bb1:
  %p = memref.cast %q : memref<?x4xi32> to memref<4x4xi32>
  %q = memref.cast %p : memref<4x4xi32> to memref<?x4xi32>
  // expected-remark@+1 {{operands of unknown origin}}
  call @store_physical(%a, %p, %v) : (memref<16xi32, #l>, memref<4x4xi32>, i32) -> ()
  cf.br ^bb1
}

// Two buffers that are said to be distinct, also where they come from elsewhere.
func.func @said_distinct() {
  %p = call @make() : () -> memref<16xi32, #l>
  %q = call @make() : () -> memref<16xi32, #l>
  %a, %b = memref.distinct_objects %p, %q : memref<16xi32, #l>, memref<16xi32, #l>
  call @add(%a, %b) : (memref<16xi32, #l>, memref<16xi32, #l>) -> ()
  return
}

// Memory that a group of threads has is nobody's argument.
func.func private @add_shared(%x: memref<16xi32, #l, 3>, %y: memref<16xi32, #l, 3>) {
  %a = affine.load %x[3] : memref<16xi32, #l, 3>
  affine.store %a, %y[3] : memref<16xi32, #l, 3>
  return
}
func.func @attribution(%a: memref<16xi32, #l, 3>, %n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             workgroup(%w : memref<16xi32, #l, 3>) {
    // expected-remark@+1 {{operands of unknown origin}}
    func.call @add_shared(%w, %a) : (memref<16xi32, #l, 3>, memref<16xi32, #l, 3>) -> ()
    gpu.terminator
  }
  return
}
