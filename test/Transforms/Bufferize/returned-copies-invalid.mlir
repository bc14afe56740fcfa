// Buffer deallocation would return a copy, which a caller can tell.
// RUN: layout-opt %s --layout-bufferize=returns-copies --split-input-file --verify-diagnostics

// The copy is written, the argument is read.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @local(%s: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'same' may not own, as its argument, a view of one, one that is loaded from memory, that of a global, or one of more than 64 that it may return: buffer deallocation returns a copy, and what is written to one of the two may be read from the other; return nothing and write into an argument, inline 'same', or run layout-compile without 'deallocate'}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  %v = memref.load %a[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// Others read the argument; the function may be called from outside, too.
func.func @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @of_caller(%s: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}

// -----

// The argument is written, the copy is read.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @original(%s: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %s[%c1] : memref<8xf32>
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// The argument is written, the copy is returned.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @returned(%s: memref<8xf32>) -> memref<8xf32> {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %s[%c1] : memref<8xf32>
  return %r : memref<8xf32>
}

// -----

// A view of an argument.
func.func private @row(%b: memref<8x4xf32>, %i: index) -> memref<4xf32, strided<[1], offset: ?>> {
  %v = memref.subview %b[%i, 0] [1, 4] [1, 1] : memref<8x4xf32> to memref<4xf32, strided<[1], offset: ?>>
  return %v : memref<4xf32, strided<[1], offset: ?>>
}
func.func @view(%s: memref<8x4xf32>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'row' may not own}}
  %r = call @row(%s, %c1) : (memref<8x4xf32>, index) -> memref<4xf32, strided<[1], offset: ?>>
  affine.for %i = 0 to 4 {
    // expected-note @+1 {{this may write the result}}
    affine.store %k, %r[%i] : memref<4xf32, strided<[1], offset: ?>>
  }
  return
}

// -----

// The buffer of a global.
memref.global "private" @state : memref<8xf32> = dense<2.0>
func.func private @get() -> memref<8xf32> {
  %w = memref.get_global @state : memref<8xf32>
  return %w : memref<8xf32>
}
func.func @global() {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'get' may not own}}
  %r = call @get() : () -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}

// -----

// A callee writes the original, which no operand names.
memref.global "private" @state : memref<8xf32> = dense<2.0>
func.func private @get() -> memref<8xf32> {
  %w = memref.get_global @state : memref<8xf32>
  return %w : memref<8xf32>
}
func.func private @set() {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %w = memref.get_global @state : memref<8xf32>
  memref.store %k, %w[%c1] : memref<8xf32>
  return
}
func.func @set_elsewhere() -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'get' may not own}}
  %r = call @get() : () -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  call @set() : () -> ()
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A buffer that is loaded from memory.
func.func private @load(%s: memref<memref<8xf32>>) -> memref<8xf32> {
  %r = memref.load %s[] : memref<memref<8xf32>>
  return %r : memref<8xf32>
}
func.func @loaded(%s: memref<memref<8xf32>>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'load' may not own}}
  %r = call @load(%s) : (memref<memref<8xf32>>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}

// -----

// Of two results that are one buffer, one is a copy.
func.func private @twice() -> (memref<8xf32>, memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  return %a, %a : memref<8xf32>, memref<8xf32>
}
func.func @two() -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'twice' may not own}}
  %r:2 = call @twice() : () -> (memref<8xf32>, memref<8xf32>)
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %r#0[%c1] : memref<8xf32>
  %v = memref.load %r#1[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// Through a branch.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @branch(%s: memref<8xf32>, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  %r = scf.if %c -> memref<8xf32> {
    // expected-error @+1 {{returns a buffer that 'same' may not own}}
    %q = func.call @same(%a) : (memref<8xf32>) -> memref<8xf32>
    scf.yield %q : memref<8xf32>
  } else {
    scf.yield %a : memref<8xf32>
  }
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  %v = memref.load %a[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// The next iteration writes the original, the one after it reads the copy.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @loop(%s: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  %init = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init) -> memref<8xf32> {
    // expected-note @+1 {{this may write the original}}
    memref.store %k, %a[%c1] : memref<8xf32>
    // expected-error @+1 {{returns a buffer that 'same' may not own}}
    %q = func.call @same(%a) : (memref<8xf32>) -> memref<8xf32>
    scf.yield %q : memref<8xf32>
  }
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// The call of the next iteration writes the original by itself.
func.func private @add(%b: memref<8xf32>) -> memref<8xf32> {
  linalg.exp ins(%b : memref<8xf32>) outs(%b : memref<8xf32>)
  return %b : memref<8xf32>
}
func.func @loop_of_call(%s: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  %init = memref.alloc() : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %init) -> memref<8xf32> {
    // expected-note @+2 {{this may write the original}}
    // expected-error @+1 {{returns a buffer that 'add' may not own}}
    %q = func.call @add(%a) : (memref<8xf32>) -> memref<8xf32>
    %v = memref.load %x[%c1] : memref<8xf32>
    memref.store %v, %init[%c1] : memref<8xf32>
    scf.yield %q : memref<8xf32>
  }
  %v = memref.load %init[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// Blocks are executed one after the other.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @blocks(%s: memref<8xf32>, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  cf.br ^bb2
^bb2:
  %v = memref.load %a[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A function that calls itself.
func.func private @again(%b: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %false = arith.constant false
  %r = scf.if %c -> memref<8xf32> {
    %q = func.call @again(%b, %false) : (memref<8xf32>, i1) -> memref<8xf32>
    scf.yield %q : memref<8xf32>
  } else {
    scf.yield %b : memref<8xf32>
  }
  return %r : memref<8xf32>
}
func.func @recursive(%s: memref<8xf32>, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'again' may not own}}
  %r = call @again(%a, %c) : (memref<8xf32>, i1) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  %v = memref.load %a[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// The callee of a callee, casts, and a write by a third.
func.func private @inner(%b: memref<?xf32>) -> memref<?xf32> {
  return %b : memref<?xf32>
}
func.func private @outer(%b: memref<8xf32>) -> memref<8xf32> {
  %c = memref.cast %b : memref<8xf32> to memref<?xf32>
  %r = call @inner(%c) : (memref<?xf32>) -> memref<?xf32>
  %d = memref.cast %r : memref<?xf32> to memref<8xf32>
  return %d : memref<8xf32>
}
func.func private @set(%b: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  memref.store %k, %b[%c1] : memref<8xf32>
  return
}
func.func @nested(%s: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'outer' may not own}}
  %r = call @outer(%a) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  call @set(%r) : (memref<8xf32>) -> ()
  %v = memref.load %a[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A result of a later call may be the original, or the copy.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func private @pick(%a: memref<8xf32>, %b: memref<8xf32>, %c: i1) -> memref<8xf32> {
  %r = arith.select %c, %a, %b : memref<8xf32>
  return %r : memref<8xf32>
}
func.func @picked(%s: memref<8xf32>, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  %p = call @pick(%r, %a, %c) : (memref<8xf32>, memref<8xf32>, i1) -> memref<8xf32>
  %v = memref.load %p[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A callee that is only declared may write.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func private @unknown(memref<8xf32>)
func.func @declared(%s: memref<8xf32>) {
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  call @unknown(%r) : (memref<8xf32>) -> ()
  return
}

// -----

// A callee by its address.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @indirect(%s: memref<8xf32>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %f = func.constant @same : (memref<8xf32>) -> memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call_indirect %f(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}
