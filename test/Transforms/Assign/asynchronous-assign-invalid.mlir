// RUN: layout-opt %s --layout-assign --split-input-file --verify-diagnostics

// A task would go on with a local copy that is copied back and freed.

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// expected-note @below {{the buffer}}
func.func @task(%a: memref<14xi32> {layout.transform = #L}) -> !async.token {
  // expected-error @below {{'async.execute' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  // expected-note @above {{the layout is requested here}}
  %t = async.execute {
    %c0 = arith.constant 0 : index
    %v = arith.constant 0 : i32
    memref.store %v, %a[%c0] : memref<14xi32>
    async.yield
  }
  return %t : !async.token
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// expected-note @below {{the layout is requested here}}
memref.global @g : memref<14xi32> {layout.transform = #L}
func.func @task_on_global() {
  // expected-note @below {{the buffer}}
  %a = memref.get_global @g : memref<14xi32>
  // expected-error @below {{'async.execute' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = async.execute {
    %c0 = arith.constant 0 : index
    %v = arith.constant 0 : i32
    %same = memref.get_global @g : memref<14xi32>
    memref.store %v, %same[%c0] : memref<14xi32>
    async.yield
  }
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// expected-note @below {{the layout is requested here}}
// expected-note @below {{the buffer}}
func.func @launch(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
  %c1 = arith.constant 1 : index
  %before = gpu.wait async
  // expected-error @below {{'gpu.launch' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = gpu.launch async [%before] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%nx = %c1, %ny = %c1, %nz = %c1) {
    memref.store %v, %a[%tx] : memref<14xi32>
    gpu.terminator
  }
  return
}

// -----

// A callee that is not here says by its result that it is not done.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
func.func private @start(memref<14xi32>) -> !async.token
func.func @called(%v: i32) {
  // expected-note @below {{the layout is requested here}}
  // expected-note @below {{the buffer}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'func.call' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = call @start(%a) : (memref<14xi32>) -> !async.token
  async.await %t : !async.token
  return
}

// -----

// One that is here does so by what it does, also through a call of its own,
// with a buffer under the name by which another call returned it.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
func.func private @same(%a: memref<14xi32>) -> memref<14xi32> {
  return %a : memref<14xi32>
}
func.func private @starts(%a: memref<14xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %a[%c0] : memref<14xi32>
    async.yield
  }
  return
}
func.func private @passes_on(%a: memref<14xi32>, %v: i32) {
  %b = call @same(%a) : (memref<14xi32>) -> memref<14xi32>
  call @starts(%b, %v) : (memref<14xi32>, i32) -> ()
  return
}
// expected-note @below {{the layout is requested here}}
// expected-note @below {{the buffer}}
func.func @through_calls(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
  // expected-error @below {{'func.call' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  call @passes_on(%a, %v) : (memref<14xi32>, i32) -> ()
  return
}

// -----

// What the caller started before may be under way in the callee.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
// expected-note @below {{the layout is requested here}}
// expected-note @below {{the buffer}}
func.func @callee(%a: memref<14xi32> {layout.transform = #L}, %v: i32) {
  %c0 = arith.constant 0 : index
  memref.store %v, %a[%c0] : memref<14xi32>
  return
}
func.func @caller(%v: i32) {
  %a = memref.alloc() : memref<14xi32>
  %c1 = arith.constant 1 : index
  // expected-error @below {{'async.execute' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = async.execute {
    memref.store %v, %a[%c1] : memref<14xi32>
    async.yield
  }
  call @callee(%a, %v) : (memref<14xi32>, i32) -> ()
  async.await %t : !async.token
  return
}

// -----

// The name that is passed on may be one by which a callee returned the buffer.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
func.func private @external(memref<14xi32>)
func.func private @same(%a: memref<14xi32>) -> memref<14xi32> {
  return %a : memref<14xi32>
}
func.func @returned(%v: i32) {
  %c1 = arith.constant 1 : index
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'async.execute' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = async.execute {
    memref.store %v, %a[%c1] : memref<14xi32>
    async.yield
  }
  // expected-note @below {{the buffer}}
  %b = call @same(%a) : (memref<14xi32>) -> memref<14xi32>
  call @external(%b) : (memref<14xi32>) -> ()
  async.await %t : !async.token
  return
}

// -----

// A callee may have started something on the buffer that it returns.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
func.func private @external(memref<14xi32>)
func.func private @make(%v: i32) -> memref<14xi32> {
  %c1 = arith.constant 1 : index
  // expected-note @below {{the layout is requested here}}
  %a = memref.alloc() {layout.transform = #L} : memref<14xi32>
  // expected-error @below {{'async.execute' op may still be running where the local copy of its buffer with the requested layout is copied back and freed; make it synchronous, or state the layout in the type of the buffer}}
  %t = async.execute {
    memref.store %v, %a[%c1] : memref<14xi32>
    async.yield
  }
  return %a : memref<14xi32>
}
func.func @made(%v: i32) {
  // expected-note @below {{the buffer}}
  %b = call @make(%v) : (i32) -> memref<14xi32>
  call @external(%b) : (memref<14xi32>) -> ()
  return
}
