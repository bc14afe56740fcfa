// What layout-apply refuses, and where.
// RUN: layout-opt %s --split-input-file --allow-unregistered-dialect --layout-apply --verify-diagnostics
// RUN: not layout-opt %s --split-input-file --layout-apply=pad-placement=middle 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: for the --pad-placement option: expects after or before, found 'middle'

func.func @negative() {
  // expected-error@+1 {{maps (0) to (-3)}}
  %a = memref.alloc() : memref<16xf32, affine_map<(i) -> (2 * i - 3)>>
  return
}

// -----

func.func @aliasing() {
  // expected-error@+1 {{(0, 0) and (2, 0) both map to (0, 0)}}
  %a = memref.alloc() : memref<4x4xf32, affine_map<(i, j) -> (i mod 2, j)>>
  return
}

// -----

// expected-error@+1 {{maps (0) to (-3)}}
func.func @negative_argument(%a: memref<16xf32, affine_map<(i) -> (2 * i - 3)>>) {
  return
}

// -----

func.func @symbolic(%s: index) {
  // expected-error@+1 {{symbolic divisor s0 in 'd0 floordiv s0'}}
  %a = memref.alloc()[%s] : memref<14xf32, affine_map<(i)[s] -> (i floordiv s, i mod s)>>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @unknown_op(%a: memref<16xf32, #tile>) {
  // expected-error@+1 {{'test.unknown' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
  "test.unknown"(%a) : (memref<16xf32, #tile>) -> ()
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @cast(%a: memref<16xf32, #tile>) {
  // expected-error@+1 {{'memref.cast' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage, as an unranked memref has no layout}}
  %u = memref.cast %a : memref<16xf32, #tile> to memref<*xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @reduced(%a: memref<16xf32, #tile>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a) -> memref<16xf32, #tile> {
    scf.reduce(%a : memref<16xf32, #tile>) {
    ^bb0(%x: memref<16xf32, #tile>, %y: memref<16xf32, #tile>):
      // expected-error@+1 {{'scf.reduce.return' op cannot be rewritten for a laid-out buffer; use layout.as_physical if the op is to see the storage}}
      scf.reduce.return %y : memref<16xf32, #tile>
    }
  }
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @callee(memref<16xf32, #tile>)
func.func @function_value() {
  // expected-error@+1 {{uses as a value a function whose type has a laid-out buffer, and indirect calls cannot be rewritten; call the function by its name}}
  %f = func.constant @callee : (memref<16xf32, #tile>) -> ()
  return
}

// -----

// CRT: injective on 15 elements, but no place is decoded by digits.
#crt = #layout.buffer<index_map<(i) -> (i mod 3, i mod 7)>, pad<0 : i32>>
// expected-error-re@+1 {{cannot write the padding of {{.*}} without an inverse of its map; state one in the index_map, or pad<none> or pad<undef>: }}
func.func @no_inverse(%a: memref<15xi32, #crt>, %v: i32) {
  affine.for %i = 0 to 15 {
    affine.store %v, %a[%i] : memref<15xi32, #crt>
  }
  return
}

// -----

// expected-error@+1 {{still requests a layout by 'layout.transform'; run layout-assign before layout-apply}}
func.func @request(%a: memref<14xf32> {layout.transform = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>}) {
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func @scalable(%a: memref<16xf32, #tile>, %i: index) {
  %z = arith.constant 0.0 : f32
  // expected-error@+1 {{cannot access a laid-out buffer by a scalable vector, whose number of lanes is not known; use a vector of fixed length}}
  %v = vector.transfer_read %a[%i], %z : memref<16xf32, #tile>, vector<[4]xf32>
  return
}

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{cannot apply the layout nested inside of 'memref<memref<14xi32}}
func.func private @nested_type(memref<memref<14xi32, #tile>>)

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{cannot apply the layout nested inside of 'tuple<}}
func.func private @tuple(tuple<memref<14xi32, #tile>, i32>)

// -----

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{has a tensor with a layout}}
func.func @tensor(%t: tensor<14xi32, #tile>, %m: memref<14xi32, #tile>) -> tensor<14xi32, #tile> {
  return %t : tensor<14xi32, #tile>
}

// -----

// One buffer twice, under a name that may stand for it.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @two(memref<16xf32, #tile>, memref<16xf32, #tile>)
func.func @twice(%a: memref<16xf32, #tile>, %b: memref<16xf32, #tile>, %c: i1) {
  %m = arith.select %c, %a, %b : memref<16xf32, #tile>
  // expected-error@+1 {{may pass one buffer as operands 0 and 1, of which 'two' writes argument 0; a written argument with a layout must not overlap other memory: pass a copy}}
  call @two(%a, %m) : (memref<16xf32, #tile>, memref<16xf32, #tile>) -> ()
  return
}

// -----

// The same, where the two change places, once they have met.
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
func.func private @two(memref<16xf32, #tile>, memref<16xf32, #tile>)
func.func @met(%a: memref<16xf32, #tile>, %b: memref<16xf32, #tile>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<16xf32, #tile>, memref<16xf32, #tile>) {
    // expected-error@+1 {{may pass one buffer as operands 0 and 1}}
    func.call @two(%x, %y) : (memref<16xf32, #tile>, memref<16xf32, #tile>) -> ()
    scf.yield %y, %y : memref<16xf32, #tile>, memref<16xf32, #tile>
  }
  return
}

// -----

// Iterations would write the padding of one buffer together.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
func.func private @reads(memref<14xi32, #wrap>)
// expected-note@+1 {{the buffer}}
func.func @shared(%a: memref<14xi32, #wrap>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-note@+1 {{the parallel loop}}
  scf.parallel (%i) = (%c0) to (%c14) step (%c1) {
    memref.store %v, %a[%i] : memref<14xi32, #wrap>
    // expected-error@+1 {{'func.call' op would have to write the padding of a buffer that all iterations of a parallel loop share; make the loop sequential, or move what relies on the padding out of it}}
    func.call @reads(%a) : (memref<14xi32, #wrap>) -> ()
    scf.reduce
  }
  return
}

// -----

// One storage under two layouts: elements would be overwritten before they are
// read.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#M = #layout.buffer<index_map<(i) -> (i mod 4, i floordiv 4)>>
func.func @copy_in_place(%a: memref<16xi32, #L>) {
  %p = layout.as_physical %a : memref<16xi32, #L> to memref<4x4xi32>
  %m = layout.as_logical %p : memref<4x4xi32> to memref<16xi32, #M>
  // expected-error @below {{'memref.copy' op may copy a buffer onto itself, from}}
  memref.copy %a, %m : memref<16xi32, #L> to memref<16xi32, #M>
  return
}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{'func.func' op has a tensor with a layout, 'tensor<14xi32, #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>>'; run layout-bufferize before layout-apply}}
func.func @tensor(%a: tensor<14xi32, #L>) {
  return
}

// -----

// What globals start with is packed at compile time, if it can be.
#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, b)>>
// expected-error@+1 {{'memref.global' op cannot apply the layout to an initial value of element type 'vector<2xf32>'; initialize the global in a function, or use integers, floats or complex numbers}}
memref.global "private" @vectors : memref<14xvector<2xf32>, #L> = uninitialized

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{'memref.global' op expects a dense<...> initial value or a resource, as the layout is applied to it at compile time, but it is neither dense nor a resource}}
memref.global "private" @sparse : memref<2xi32, #L> = sparse<[[0]], [5]>

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{at compile time, but there is no such resource}}
memref.global "private" @missing : memref<2xi32, #L> = dense_resource<nowhere>

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// expected-error@+1 {{at compile time, but the resource has 8 bytes, not 12}}
memref.global "private" @short : memref<3xi32, #L> = dense_resource<numbers>
{-# dialect_resources: { builtin: { numbers: "0x040000000100000002000000" } } #-}

// -----

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[100000000, 4]>, pad<0 : i32>>
// expected-error@+1 {{'memref.global' op cannot apply the layout to an initial value of 400000000 physical elements; at most 67108864 are packed at compile time}}
memref.global "private" @large : memref<14xi32, #L> = dense<1>
