// What stands in the way, named at the op: an error when asked for, else a
// remark and nothing is changed.
// RUN: layout-opt %s --split-input-file --layout-vectorize-elements="require=true vector-size=4" --verify-diagnostics
// RUN: layout-opt %s --split-input-file --layout-vectorize-elements --remarks-filter="layout" 2>&1 | FileCheck %s

// CHECK: layout-vectorize-elements/not-whole{{.*}}'memref.store' stores one element
// CHECK: memref.store %{{.*}} : memref<8x4xf32>
func.func @one_store(%a: memref<8x4xf32>, %i: index, %x: f32) {
  // expected-error@+1 {{the elements of 'memref<8x4xf32>' cannot become vectors: 'memref.store' stores one element; expects stores to the other elements of its vector beside it}}
  memref.store %x, %a[%i, %i] : memref<8x4xf32>
  return
}

// -----

// A call between the stores may see three of four.
func.func private @look()
// CHECK: layout-vectorize-elements/not-whole{{.*}}'memref.store' stores one element
func.func @interrupted(%a: memref<8x4xf32>, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{stores one element; 'func.call' is between it and the stores to the rest of its vector}}
  memref.store %x, %a[%i, %c0] : memref<8x4xf32>
  memref.store %x, %a[%i, %c1] : memref<8x4xf32>
  memref.store %x, %a[%i, %c2] : memref<8x4xf32>
  // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
  func.call @look() : () -> ()
  memref.store %x, %a[%i, %c3] : memref<8x4xf32>
  return
}

// -----

// Elements of two rows, and one element twice.
func.func @two_rows(%a: memref<8x2x4xf32>, %i: index, %j: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{stores one element}}
  memref.store %x, %a[%i, %c0, %c0] : memref<8x2x4xf32>
  memref.store %x, %a[%i, %c0, %c1] : memref<8x2x4xf32>
  memref.store %x, %a[%j, %c0, %c2] : memref<8x2x4xf32>
  memref.store %x, %a[%i, %c0, %c3] : memref<8x2x4xf32>
  return
}

// -----

func.func @twice(%a: memref<8x4xf32>, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{stores one element}}
  memref.store %x, %a[%i, %c0] : memref<8x4xf32>
  memref.store %x, %a[%i, %c1] : memref<8x4xf32>
  memref.store %x, %a[%i, %c2] : memref<8x4xf32>
  memref.store %x, %a[%i, %c2] : memref<8x4xf32>
  return
}

// -----

// A load between the stores that may read the same memory.
func.func @may_alias(%a: memref<8x4xf32>, %b: memref<8xf32>, %i: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-error@+1 {{stores one element}}
  memref.store %x, %a[%i, %c0] : memref<8x4xf32>
  memref.store %x, %a[%i, %c1] : memref<8x4xf32>
  // expected-note@+1 {{this op may read memory, so stores cannot be moved past it}}
  %y = memref.load %b[%i] : memref<8xf32>
  memref.store %y, %a[%i, %c2] : memref<8x4xf32>
  memref.store %y, %a[%i, %c3] : memref<8x4xf32>
  return
}

// -----

// Rows that differ in the map only.
func.func @two_affine_rows(%a: memref<8x4xf32>, %x: f32) {
  affine.for %i = 0 to 7 {
    // expected-error@+1 {{stores one element}}
    affine.store %x, %a[%i, 0] : memref<8x4xf32>
    affine.store %x, %a[%i, 1] : memref<8x4xf32>
    affine.store %x, %a[%i + 1, 2] : memref<8x4xf32>
    affine.store %x, %a[%i, 3] : memref<8x4xf32>
  }
  return
}

// -----

func.func @affine_offset(%a: memref<8x4xf32>) -> vector<4xf32> {
  // expected-error@+1 {{'affine.vector_load' does not access whole vectors}}
  %x = affine.vector_load %a[2, 1] : memref<8x4xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

// Not surely at the start of a vector, or of two vectors.
func.func @offset(%a: memref<8x4xf32>, %i: index) -> vector<4xf32> {
  // expected-error@+1 {{'vector.load' does not access whole vectors}}
  %x = vector.load %a[%i, %i] : memref<8x4xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @wide(%a: memref<8x4xf32>, %i: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.load' does not access whole vectors}}
  %x = vector.load %a[%i, %c0] : memref<8x4xf32>, vector<8xf32>
  return %x : vector<8xf32>
}

// -----

func.func @masked(%a: memref<8x4xf32>, %i: index, %m: vector<4xi1>, %f: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.transfer_read' does not access whole vectors}}
  %x = vector.transfer_read %a[%i, %c0], %f, %m : memref<8x4xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @across(%a: memref<4x4xf32>, %i: index, %f: f32) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{'vector.transfer_read' does not access whole vectors}}
  %x = vector.transfer_read %a[%c0, %c0], %f {permutation_map = affine_map<(d0, d1) -> (d0)>, in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @view(%i: index) -> f32 {
  %a = memref.alloc() : memref<8x4xf32>
  // expected-error@+1 {{'memref.collapse_shape' does not access whole vectors}}
  %s = memref.collapse_shape %a [[0, 1]] : memref<8x4xf32> into memref<32xf32>
  %x = memref.load %s[%i] : memref<32xf32>
  return %x : f32
}

// -----

func.func private @outside(memref<8x4xf32>)
func.func @external() {
  %a = memref.alloc() : memref<8x4xf32>
  // expected-error@+1 {{passes the buffer to a function whose type cannot change; make the function private, or pass a copy}}
  func.call @outside(%a) : (memref<8x4xf32>) -> ()
  memref.dealloc %a : memref<8x4xf32>
  return
}

// -----

func.func @returned() -> memref<8x4xf32> {
  %a = memref.alloc() : memref<8x4xf32>
  // expected-error@+1 {{returns the buffer from a function whose type cannot change; make the function private, or return a copy}}
  return %a : memref<8x4xf32>
}

// -----

func.func @carried(%c: i1, %i: index) -> f32 {
  %a = memref.alloc() : memref<8x4xf32>
  %b = memref.alloc() : memref<8x4xf32>
  // expected-error@+1 {{'arith.select' does not access whole vectors}}
  %s = arith.select %c, %a, %b : memref<8x4xf32>
  %x = memref.load %s[%i, %i] : memref<8x4xf32>
  return %x : f32
}

// -----

// expected-error@+1 {{keeps its interface, and for a dynamic shape there is no view of vectors}}
func.func @dynamic(%a: memref<?x4xf32>, %i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%i, %c0] : memref<?x4xf32>, vector<4xf32>
  return %x : vector<4xf32>
}

// -----

func.func @dim(%i: index, %v: vector<4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<8x4xf32>
  vector.store %v, %a[%i, %c0] : memref<8x4xf32>, vector<4xf32>
  // expected-error@+1 {{'memref.dim' does not access whole vectors}}
  %d = memref.dim %a, %i : memref<8x4xf32>
  return %d : index
}

// -----

func.func @for_carried(%a: memref<4x4xf32>, %n: index) {
  %z = arith.constant 0 : index
  %o = arith.constant 1 : index
  %l = memref.alloc() : memref<4x4xf32>
  %c = arith.constant dense<1.0> : vector<4xf32>
  vector.store %c, %l[%z, %z] : memref<4x4xf32>, vector<4xf32>
  // CHECK: not-whole{{.*}}Remark="'scf.for' does not access whole vectors"
  // CHECK: not-whole{{.*}}Remark="'scf.for' yields another name of the buffer; access the buffer itself"
  // CHECK: not-whole{{.*}}Remark="'scf.for' passes the buffer to its region"
  // expected-error @below {{the elements of 'memref<4x4xf32>' cannot become vectors: 'scf.for' does not access whole vectors}}
  %r = scf.for %i = %z to %n step %o iter_args(%x = %l) -> memref<4x4xf32> {
    %v = vector.load %x[%i, %z] : memref<4x4xf32>, vector<4xf32>
    vector.store %v, %x[%z, %z] : memref<4x4xf32>, vector<4xf32>
    scf.yield %x : memref<4x4xf32>
  }
  return
}

// -----

func.func @viewed(%b: memref<64xi8>, %i: index) {
  %z = arith.constant 0 : index
  %c = arith.constant dense<1.0> : vector<4xf32>
  // CHECK: not-whole{{.*}}Remark="'memref.view' yields another name of the buffer; access the buffer itself"
  // expected-error @below {{the elements of 'memref<4x4xf32>' cannot become vectors: 'memref.view' yields another name of the buffer; access the buffer itself}}
  %l = memref.view %b[%z][] : memref<64xi8> to memref<4x4xf32>
  vector.store %c, %l[%i, %z] : memref<4x4xf32>, vector<4xf32>
  return
}

// -----

func.func private @never(%a: memref<4x4xf32>) -> memref<4x4xf32> {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}
func.func @calls(%a: memref<4x4xf32>, %i: index) {
  %z = arith.constant 0 : index
  %c = arith.constant dense<1.0> : vector<4xf32>
  // CHECK: no-whole-access{{.*}}Remark="nothing reads or writes whole vectors of this buffer"
  // CHECK: not-whole{{.*}}Remark="'func.call' calls a function that never returns; remove what uses its result"
  // expected-error @below {{the elements of 'memref<4x4xf32>' cannot become vectors: 'func.call' calls a function that never returns; remove what uses its result}}
  %l = call @never(%a) : (memref<4x4xf32>) -> memref<4x4xf32>
  vector.store %c, %l[%i, %z] : memref<4x4xf32>, vector<4xf32>
  return
}
