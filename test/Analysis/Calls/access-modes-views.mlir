// A view aliases its root: what happens to one happens to the other.
// RUN: %mlir_opt_with_plugin --load-pass-plugin=%test_plugin %s --pass-pipeline='builtin.module(test-layout-access-modes)' --verify-diagnostics -o /dev/null

#pad0 = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// expected-remark@below {{reads_view 0: read}}
func.func @reads_view(%a: memref<14xi32>, %i: index) {
  %b = memref.cast %a : memref<14xi32> to memref<?xi32>
  %x = memref.load %b[%i] : memref<?xi32>
  return
}

// expected-remark@below {{writes_cast 0: write}}
func.func @writes_cast(%a: memref<14xi32>, %v: i32) {
  %b = memref.cast %a : memref<14xi32> to memref<?xi32>
  affine.for %i = 0 to 14 {
    affine.store %v, %b[%i] : memref<?xi32>
  }
  return
}

// expected-remark@below {{writes_aligned 0: write}}
func.func @writes_aligned(%a: memref<14xi32>, %v: i32) {
  %b = memref.assume_alignment %a, 64 : memref<14xi32>
  affine.for %i = 0 to 14 {
    affine.store %v, %b[%i] : memref<14xi32>
  }
  return
}

// expected-remark@below {{writes_slice 0: readwrite}}
func.func @writes_slice(%a: memref<14xi32>, %v: i32) {
  %b = memref.subview %a[0] [13] [1] : memref<14xi32> to memref<13xi32, strided<[1]>>
  linalg.fill ins(%v : i32) outs(%b : memref<13xi32, strided<[1]>>)
  return
}

// expected-remark@below {{writes_slices 0: write}}
func.func @writes_slices(%a: memref<14xi32>, %v: i32) {
  affine.for %i = 0 to 14 step 4 {
    %n = affine.min affine_map<(i) -> (4, 14 - i)>(%i)
    %b = memref.subview %a[%i] [%n] [1] : memref<14xi32> to memref<?xi32, strided<[1], offset: ?>>
    linalg.fill ins(%v : i32) outs(%b : memref<?xi32, strided<[1], offset: ?>>)
  }
  return
}

// How long the slice is, at most 14, is not known.
// expected-remark@below {{writes_unknown_slice 0: readwrite}}
// expected-remark@below {{writes_unknown_slice 1: read}}
func.func @writes_unknown_slice(%a: memref<14xi32>, %sizes: memref<1xindex>, %v: i32) {
  %c14 = arith.constant 14 : index
  affine.for %k = 0 to 1 {
    %n = affine.load %sizes[%k] : memref<1xindex>
    %size = arith.minsi %n, %c14 : index
    %b = memref.subview %a[0] [%size] [1] : memref<14xi32> to memref<?xi32, strided<[1]>>
    linalg.fill ins(%v : i32) outs(%b : memref<?xi32, strided<[1]>>)
  }
  return
}

// Each row, seen as a vector.
// expected-remark@below {{writes_rows 0: write}}
func.func @writes_rows(%a: memref<5x14xi32>, %v: i32) {
  affine.for %i = 0 to 5 {
    %b = memref.subview %a[%i, 0] [1, 14] [1, 1] : memref<5x14xi32> to memref<14xi32, strided<[1], offset: ?>>
    affine.for %j = 0 to 14 {
      affine.store %v, %b[%j] : memref<14xi32, strided<[1], offset: ?>>
    }
  }
  return
}

// Every other element, then those in between.
// expected-remark@below {{writes_strided 0: write}}
func.func @writes_strided(%a: memref<14xi32>, %v: i32) {
  %b = memref.subview %a[0] [7] [2] : memref<14xi32> to memref<7xi32, strided<[2]>>
  %c = memref.subview %a[1] [7] [2] : memref<14xi32> to memref<7xi32, strided<[2], offset: 1>>
  linalg.fill ins(%v : i32) outs(%b : memref<7xi32, strided<[2]>>)
  linalg.fill ins(%v : i32) outs(%c : memref<7xi32, strided<[2], offset: 1>>)
  return
}

// expected-remark@below {{writes_slice_of_slice 0: readwrite}}
func.func @writes_slice_of_slice(%a: memref<14xi32>, %v: i32) {
  %b = memref.subview %a[0] [7] [2] : memref<14xi32> to memref<7xi32, strided<[2]>>
  %c = memref.subview %b[0] [7] [1] : memref<7xi32, strided<[2]>> to memref<7xi32, strided<[2]>>
  linalg.fill ins(%v : i32) outs(%c : memref<7xi32, strided<[2]>>)
  return
}

// Which elements a reinterpreted buffer has is not followed.
// expected-remark@below {{writes_reinterpreted 0: readwrite}}
func.func @writes_reinterpreted(%a: memref<14xi32>, %v: i32) {
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [2, 7], strides: [7, 1] : memref<14xi32> to memref<2x7xi32>
  linalg.fill ins(%v : i32) outs(%b : memref<2x7xi32>)
  return
}
// Of a single element, either.
// expected-remark@below {{writes_reinterpreted_element 0: readwrite}}
func.func @writes_reinterpreted_element(%a: memref<i32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %b = memref.reinterpret_cast %a to offset: [0], sizes: [1], strides: [1] : memref<i32> to memref<1xi32>
  memref.store %v, %b[%c0] : memref<1xi32>
  return
}

// Elements are logical ones: some places of the storage are padding.
// expected-remark@below {{writes_storage 0: write}}
func.func @writes_storage(%a: memref<14xi32, #pad0>, %v: i32) {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  linalg.fill ins(%v : i32) outs(%p : memref<4x4xi32>)
  return
}
// expected-remark@below {{writes_some_storage 0: readwrite}}
func.func @writes_some_storage(%a: memref<14xi32, #pad0>, %v: i32) {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  %q = memref.subview %p[0, 0] [4, 3] [1, 1] : memref<4x4xi32> to memref<4x3xi32, strided<[4, 1]>>
  linalg.fill ins(%v : i32) outs(%q : memref<4x3xi32, strided<[4, 1]>>)
  return
}
// expected-remark@below {{reads_storage 0: read}}
func.func @reads_storage(%a: memref<14xi32, #pad0>) {
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  %x = affine.load %p[3, 3] : memref<4x4xi32>
  return
}
// expected-remark@below {{writes_then_storage 0: write}}
func.func @writes_then_storage(%a: memref<14xi32, #pad0>, %v: i32) {
  affine.for %i = 0 to 14 {
    affine.store %v, %a[%i] : memref<14xi32, #pad0>
  }
  %p = layout.as_physical %a : memref<14xi32, #pad0> to memref<4x4xi32>
  affine.store %v, %p[3, 3] : memref<4x4xi32>
  return
}

// One of two buffers under a new name.
// expected-remark@below {{writes_selected 0: readwrite}}
// expected-remark@below {{writes_selected 1: readwrite}}
func.func @writes_selected(%a: memref<14xi32>, %b: memref<14xi32>, %c: i1, %v: i32) {
  %d = arith.select %c, %a, %b : memref<14xi32>
  affine.store %v, %d[3] : memref<14xi32>
  return
}
// Control flow that hands on one buffer hands on that one.
// expected-remark@below {{writes_block_argument 0: write}}
func.func @writes_block_argument(%a: memref<i32>, %v: i32) {
  cf.br ^bb1(%a : memref<i32>)
^bb1(%b: memref<i32>):
  memref.store %v, %b[] : memref<i32>
  return
}
// expected-remark@below {{writes_loop_carried 0: write}}
func.func @writes_loop_carried(%a: memref<i32>, %v: i32) {
  %r = affine.for %i = 0 to 4 iter_args(%b = %a) -> (memref<i32>) {
    memref.store %v, %b[] : memref<i32>
    affine.yield %b : memref<i32>
  }
  return
}
// A buffer that is stored can be loaded again.
// expected-remark@below {{writes_loaded 0: readwrite}}
// expected-remark@below {{writes_loaded 1: write}}
func.func @writes_loaded(%a: memref<14xi32>, %box: memref<memref<14xi32>>, %i: index, %v: i32) {
  memref.store %a, %box[] : memref<memref<14xi32>>
  %b = memref.load %box[] : memref<memref<14xi32>>
  memref.store %v, %b[%i] : memref<14xi32>
  return
}
// expected-remark@below {{becomes_pointer 0: readwrite}}
func.func @becomes_pointer(%a: memref<14xi32>) -> index {
  %p = memref.extract_aligned_pointer_as_index %a : memref<14xi32> -> index
  return %p : index
}
// expected-remark@below {{becomes_another_type 0: readwrite}}
func.func @becomes_another_type(%a: memref<14xi32>) -> !llvm.ptr {
  %p = builtin.unrealized_conversion_cast %a : memref<14xi32> to !llvm.ptr
  return %p : !llvm.ptr
}

// Where control never comes, values may go round in circles.
// expected-remark@below {{circle 0: readwrite}}
func.func @circle(%a: memref<14xi32>, %v: i32) {
  call @take(%a, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  return
^bb1:
  %b = memref.cast %c : memref<?xi32> to memref<14xi32>
  %c = memref.cast %b : memref<14xi32> to memref<?xi32>
  call @take(%b, %a) : (memref<14xi32>, memref<14xi32>) -> ()
  cf.br ^bb1
}
// expected-remark@below {{take 0: readwrite}}
// expected-remark@below {{take 1: readwrite}}
func.func private @take(memref<14xi32>, memref<14xi32>)
