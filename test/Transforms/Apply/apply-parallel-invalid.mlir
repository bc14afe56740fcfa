// Pad stages that several iterations or threads would execute on one buffer,
// also where only a caller shows that.
// RUN: layout-opt %s -layout-apply -split-input-file -verify-diagnostics

// Iteration 1 would copy what iteration 13 has not written yet.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
func.func private @put(
    // expected-note @below {{the buffer}}
    %a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}
func.func @callee(%a: memref<14xi32, #wrap>, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-note @below {{the parallel loop}}
  scf.parallel (%i) = (%c0) to (%c14) step (%c1) {
    // expected-error @below {{'func.call' op calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call @put(%a, %i, %v) : (memref<14xi32, #wrap>, index, i32) -> ()
    scf.reduce
  }
  return
}

// -----

// Two calls down, through a loop that hands the buffer on.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
// expected-note @below {{the buffer}}
func.func private @put(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}
func.func private @twice(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%b = %a) -> memref<14xi32, #wrap> {
    func.call @put(%b, %i, %v) : (memref<14xi32, #wrap>, index, i32) -> ()
    scf.yield %b : memref<14xi32, #wrap>
  }
  return
}
func.func @chain(%v: i32) {
  %a = memref.alloc() : memref<14xi32, #wrap>
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (14) {
    // expected-error @below {{calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call @twice(%a, %i, %v) : (memref<14xi32, #wrap>, index, i32) -> ()
  }
  memref.dealloc %a : memref<14xi32, #wrap>
  return
}

// -----

// Recursive, and called in parallel from outside of the recursion only.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
// expected-note @below {{the buffer}}
func.func private @again(%a: memref<14xi32, #wrap>, %i: index, %v: i32, %more: i1) {
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  scf.if %more {
    %no = arith.constant false
    func.call @other(%a, %i, %v, %no) : (memref<14xi32, #wrap>, index, i32, i1) -> ()
  }
  return
}
func.func private @other(%a: memref<14xi32, #wrap>, %i: index, %v: i32, %more: i1) {
  call @again(%a, %i, %v, %more) : (memref<14xi32, #wrap>, index, i32, i1) -> ()
  return
}
func.func @recursive(%a: memref<14xi32, #wrap>, %v: i32) {
  %true = arith.constant true
  // expected-note @below {{the parallel loop}}
  scf.forall (%i) in (14) {
    // expected-error @below {{calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call @other(%a, %i, %v, %true) : (memref<14xi32, #wrap>, index, i32, i1) -> ()
  }
  return
}

// -----

// A kernel written in place calls like any loop.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
// expected-note @below {{the buffer}}
func.func private @put(%a: memref<14xi32, #wrap>, %i: index, %v: i32) {
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %a[%i] : memref<14xi32, #wrap>
  return
}
func.func @kernel(%a: memref<14xi32, #wrap>, %v: i32) {
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  // expected-note @below {{the kernel}}
  gpu.launch blocks(%i, %j, %k) in (%sp = %c14, %sq = %c1, %sr = %c1) threads(%tp, %tq, %tr) in (%stp = %c1, %stq = %c1, %str = %c1) {
    // expected-error @below {{op calls what would have to write the padding of a buffer that all threads of a kernel share; inline the called function}}
    func.call @put(%a, %i, %v) : (memref<14xi32, #wrap>, index, i32) -> ()
    gpu.terminator
  }
  return
}

// -----

// Without elements nobody writes what the others write, before there are stages.
#spare = #layout.buffer<index_map<(i) -> (i)>, extent<[4]>, pad<0 : i32>>
// expected-note @below {{the buffer}}
func.func private @fill_none(%a: memref<0xi32, #spare>, %v: i32) {
  // expected-note @below {{it would be written at this op}}
  affine.for %i = 0 to 0 {
    affine.store %v, %a[%i] : memref<0xi32, #spare>
  }
  return
}
func.func @none(%a: memref<0xi32, #spare>, %v: i32) {
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (4) {
    // expected-error @below {{calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call @fill_none(%a, %v) : (memref<0xi32, #spare>, i32) -> ()
  }
  return
}

// -----

// Each call writes a part: its own element of the storage, beside the padding.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// expected-note @below {{the buffer}}
func.func private @put(%a: memref<14xi32, #zero>, %i: index, %v: i32) {
  %p = layout.as_physical %a : memref<14xi32, #zero> to memref<4x4xi32>
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %p[%i, %i] : memref<4x4xi32>
  return
}
func.func @part(%a: memref<14xi32, #zero>, %v: i32) {
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (4) {
    // expected-error @below {{calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call @put(%a, %i, %v) : (memref<14xi32, #zero>, index, i32) -> ()
  }
  return
}

// -----

// A global is one for all, wherever its name stands.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
memref.global "private" @g : memref<14xi32, #zero>
func.func @global(%v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (4) {
    // expected-note @below {{the buffer}}
    %a = memref.get_global @g : memref<14xi32, #zero>
    %p = layout.as_physical %a : memref<14xi32, #zero> to memref<4x4xi32>
    // expected-error @below {{'memref.store' op would have to write the padding of a buffer that all iterations of a parallel loop share}}
    memref.store %v, %p[%i, %c0] : memref<4x4xi32>
  }
  return
}

// -----

// In a function that is called by its address.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
memref.global "private" @g : memref<14xi32, #zero>
func.func private @bump(%i: index, %v: i32) {
  // expected-note @below {{the buffer}}
  %a = memref.get_global @g : memref<14xi32, #zero>
  %p = layout.as_physical %a : memref<14xi32, #zero> to memref<4x4xi32>
  // expected-note @below {{it would be written at this op}}
  memref.store %v, %p[%i, %i] : memref<4x4xi32>
  return
}
func.func @address(%v: i32) {
  %f = func.constant @bump : (index, i32) -> ()
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (4) {
    // expected-error @below {{'func.call_indirect' op calls what would have to write the padding of a buffer that all iterations of a parallel loop share; inline the called function}}
    func.call_indirect %f(%i, %v) : (index, i32) -> ()
  }
  return
}

// -----

// What a call returns may be older than the loop.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
memref.global "private" @g : memref<14xi32, #zero>
func.func private @get() -> memref<14xi32, #zero> {
  %a = memref.get_global @g : memref<14xi32, #zero>
  return %a : memref<14xi32, #zero>
}
func.func @returned(%v: i32) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (4) {
    // expected-note @below {{the buffer}}
    %a = func.call @get() : () -> memref<14xi32, #zero>
    %p = layout.as_physical %a : memref<14xi32, #zero> to memref<4x4xi32>
    // expected-error @below {{'memref.store' op would have to write the padding of a buffer that all iterations of a parallel loop share; make the loop sequential, or move what relies on the padding out of it}}
    memref.store %v, %p[%i, %c0] : memref<4x4xi32>
  }
  return
}

// -----

// A copy that is read as it lies, while others write what it is a copy of.
#wrap = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[16]>, pad<(p) -> ((p + 13) mod 14 + 1)>>
func.func @physical_read(%v: i32, %r: memref<16xi32>) {
  // expected-note @below {{the buffer}}
  %a = memref.alloc() : memref<14xi32, #wrap>
  %p = layout.as_physical %a : memref<14xi32, #wrap> to memref<16xi32>
  // expected-note @below {{the parallel loop}}
  affine.parallel (%i) = (0) to (14) {
    affine.store %v, %a[%i] : memref<14xi32, #wrap>
    // expected-error @below {{'affine.load' op would have to write the padding of a buffer that all iterations of a parallel loop share; make the loop sequential, or move what relies on the padding out of it}}
    %x = affine.load %p[%i] : memref<16xi32>
    affine.store %x, %r[%i] : memref<16xi32>
  }
  return
}
