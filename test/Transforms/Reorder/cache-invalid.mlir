// RUN: layout-opt %s --layout-cache --split-input-file --verify-diagnostics

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func @returned(%a: memref<14xi32> {layout.cache = #tiles}) -> memref<14xi32> {
  // expected-error @+1 {{layout-cache: 'func.return' op uses the cached buffer, and cannot use the copy in its place; expects loads and stores of the buffer itself there: put 'layout.cache' on a loop with these, beside that on the buffer}}
  return %a : memref<14xi32>
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @callee(memref<14xi32>)
func.func @called(%a: memref<14xi32> {layout.cache = #tiles}) {
  // expected-error @+1 {{layout-cache: 'func.call' op uses the cached buffer, and cannot use the copy in its place; expects loads and stores of the buffer itself there: put 'layout.cache' on a loop with these, beside that on the buffer}}
  call @callee(%a) : (memref<14xi32>) -> ()
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @other_name(%a: memref<14xi32> {layout.cache = #tiles}, %x: i32) {
  %v = memref.cast %a : memref<14xi32> to memref<?xi32>
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
    // expected-error @+1 {{layout-cache: 'affine.store' op uses another name of the cached buffer, and cannot use the copy in its place; expects loads and stores of the buffer itself there: put 'layout.cache' on a loop without this op}}
    affine.store %x, %v[13 - %i] : memref<?xi32>
  } {layout.cache}
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @no_loop(%x: i32) {
  // expected-error @+1 {{layout-cache: the buffer is marked, but no loop is; mark one by 'layout.cache'}}
  %a = memref.alloc() {layout.cache = #tiles} : memref<14xi32>
  affine.store %x, %a[0] : memref<14xi32>
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @nested(%a: memref<14xi32> {layout.cache = #tiles}, %x: i32) {
  affine.for %i = 0 to 14 {
    // expected-error @+1 {{layout-cache: the loop is inside of another marked loop; mark one of them}}
    affine.for %j = 0 to 14 {
      affine.store %x, %a[%j] : memref<14xi32>
    } {layout.cache}
  } {layout.cache}
  return
}

// -----

// expected-error @+1 {{'layout.cache' expects a #layout.buffer, found unit}}
func.func @no_layout(%a: memref<14xi32> {layout.cache}) {
  return
}

// -----

func.func @on_op(%a: memref<14xi32>, %x: i32) {
  // expected-error @+1 {{'layout.cache' is not allowed on 'affine.store', only on function arguments, memref.alloc, memref.alloca and loops}}
  affine.store %x, %a[0] {layout.cache} : memref<14xi32>
  return
}

// -----

// expected-error @+1 {{'layout.cache': }}
func.func @rank(%a: memref<14xi32> {layout.cache = #layout.buffer<index_map<(i, j) -> (j, i)>>}) {
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @other(memref<14xi32>) -> memref<14xi32>
func.func @name_from_call(%x: i32) {
  %a = memref.alloc() {layout.cache = #tiles} : memref<14xi32>
  // expected-error @+1 {{layout-cache: the cached buffer may get another name here, whose uses are not rewritten; use the buffer itself}}
  %b = call @other(%a) : (memref<14xi32>) -> memref<14xi32>
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
    affine.store %x, %b[13 - %i] : memref<14xi32>
  } {layout.cache}
  return
}

// -----

// What one iteration writes back undoes what the others wrote.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @parallel(%a: memref<14x4xi32> {layout.cache = #layout.buffer<index_map<(i, j) -> (j, i)>>}, %x: i32) {
  // expected-note @+1 {{the parallel loop}}
  affine.parallel (%i) = (0) to (14) {
    // expected-error @+1 {{layout-cache: all iterations of a parallel loop would work on copies of one buffer here, which overwrite each other when written back; mark a loop around all of them}}
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%i, %j] : memref<14x4xi32>
    } {layout.cache}
  }
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @one_of_two(%a: memref<14xi32> {layout.cache = #tiles}, %b: memref<14xi32>, %c: i1, %x: i32, %i: index) {
  affine.for %k = 0 to 4 {
    %m = arith.select %c, %a, %b : memref<14xi32>
    // expected-error @+1 {{layout-cache: 'memref.store' op uses a buffer that may be the cached one, and cannot use the copy in its place; expects loads and stores of the buffer itself there: put 'layout.cache' on a loop without this op}}
    memref.store %x, %m[%i] : memref<14xi32>
  } {layout.cache}
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>

func.func @task(%a: memref<14xi32> {layout.cache = #tiles}, %v: i32) -> !async.token {
  // expected-error @+1 {{layout-cache: the op may still be running where the copy of the buffer that it uses is filled, written back or freed; make it synchronous}}
  %t = async.execute {
    %c0 = arith.constant 0 : index
    memref.store %v, %a[%c0] : memref<14xi32>
    async.yield
  }
  return %t : !async.token
}

// -----

func.func @no_buffer(%a: memref<14xi32>, %x: i32) {
  // expected-error @+1 {{layout-cache: the loop is marked, but no buffer is; mark one by 'layout.cache' with a layout}}
  affine.for %i = 0 to 14 {
    affine.store %x, %a[%i] : memref<14xi32>
  } {layout.cache}
  return
}

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error @+1 {{layout-cache: an argument is marked to be cached, but the function has no body}}
func.func private @declared(memref<14xi32> {layout.cache = #tiles})

// -----

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
module attributes {gpu.container_module} {
  gpu.module @inner {
    // expected-error @+1 {{layout-cache: 'layout.cache' is supported in the bodies of func.func only}}
    gpu.func @kernel(%a: memref<14xi32> {layout.cache = #tiles}) kernel {
      gpu.return
    }
  }
}
