// Buffer deallocation would return a copy, and the original is accessed by tasks, through memory that holds it, by
// another name, or by the op that accesses the copy.
// RUN: layout-opt %s --layout-bufferize=returns-copies --split-input-file --verify-diagnostics

// A task writes the original while the call copies it.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @task(%s: memref<8xf32> {llvm.noalias}) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %token = async.execute {
    // expected-note @+1 {{this may write the original}}
    memref.store %k, %s[%c1] : memref<8xf32>
    async.yield
  }
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  async.await %token : !async.token
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A task of the callee does.
func.func private @start(%b: memref<8xf32>) -> (memref<8xf32>, !async.token) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %token = async.execute {
    memref.store %k, %b[%c1] : memref<8xf32>
    async.yield
  }
  return %b, %token : memref<8xf32>, !async.token
}
func.func @task_of_callee(%s: memref<8xf32> {llvm.noalias}) -> f32 {
  %c1 = arith.constant 1 : index
  // expected-note @+2 {{this may write the original}}
  // expected-error @+1 {{returns a buffer that 'start' may not own}}
  %r, %token = call @start(%s) : (memref<8xf32>) -> (memref<8xf32>, !async.token)
  async.await %token : !async.token
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// The original is reached by memory that holds it.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @kept_read(%box: memref<memref<8xf32>>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.store %a, %box[] : memref<memref<8xf32>>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}

// -----

func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func private @set(%box: memref<memref<8xf32>>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %b = memref.load %box[] : memref<memref<8xf32>>
  memref.store %k, %b[%c1] : memref<8xf32>
  return
}
func.func @kept_written(%box: memref<memref<8xf32>>) -> f32 {
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  memref.store %a, %box[] : memref<memref<8xf32>>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  call @set(%box) : (memref<memref<8xf32>>) -> ()
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// What one op writes it reads itself.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func private @shift(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 7 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %y[%i + 1] : memref<8xf32>
  }
  return
}
func.func @one_op(%s: memref<8xf32> {llvm.noalias}) {
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  call @shift(%r, %s) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// A program may keep what a function allocates.
func.func private @keep(%box: memref<memref<8xf32>>) -> memref<8xf32> {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
  memref.store %a, %box[] : memref<memref<8xf32>>
  return %a : memref<8xf32>
}
func.func @kept_by_callee(%box: memref<memref<8xf32>>) {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'keep' may not own}}
  %r = call @keep(%box) : (memref<memref<8xf32>>) -> memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  return
}

// -----

// Another argument may be the same buffer.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @other_argument(%s: memref<8xf32>, %t: memref<8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%s) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %t[%c1] : memref<8xf32>
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

// A name of the copy that may be the original, too.
func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @selected(%s: memref<8xf32>, %c: i1) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.copy %s, %a : memref<8xf32> to memref<8xf32>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  %t = arith.select %c, %r, %a : memref<8xf32>
  // expected-note @+1 {{this may write the result}}
  memref.store %k, %r[%c1] : memref<8xf32>
  %v = memref.load %t[%c1] : memref<8xf32>
  return %v : f32
}

// -----

func.func private @same(%b: memref<8xf32>) -> memref<8xf32> {
  return %b : memref<8xf32>
}
func.func @kept_and_loaded(%box: memref<memref<8xf32>>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.store %a, %box[] : memref<memref<8xf32>>
  // expected-error @+1 {{returns a buffer that 'same' may not own}}
  %r = call @same(%a) : (memref<8xf32>) -> memref<8xf32>
  %b = memref.load %box[] : memref<memref<8xf32>>
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %b[%c1] : memref<8xf32>
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}

// -----

func.func private @load(%box: memref<memref<8xf32>>) -> memref<8xf32> {
  %r = memref.load %box[] : memref<memref<8xf32>>
  return %r : memref<8xf32>
}
func.func @loaded_by_callee(%box: memref<memref<8xf32>>) -> f32 {
  %c1 = arith.constant 1 : index
  %k = arith.constant 5.0 : f32
  %a = memref.alloc() : memref<8xf32>
  memref.store %a, %box[] : memref<memref<8xf32>>
  // expected-error @+1 {{returns a buffer that 'load' may not own}}
  %r = call @load(%box) : (memref<memref<8xf32>>) -> memref<8xf32>
  // expected-note @+1 {{this may write the original}}
  memref.store %k, %a[%c1] : memref<8xf32>
  %v = memref.load %r[%c1] : memref<8xf32>
  return %v : f32
}
