// Memory that is reached by other ways than the index of its buffer.
// DEFINE: %{entry} = pointer
// DEFINE: %{pass} = layout-simplify
// DEFINE: %{check} = layout-check %s --entry=%{entry} --arg=1:4 --pipeline="builtin.module(%{pass})"
// RUN: %{check}
// REDEFINE: %{pass} = layout-remove-noop
// RUN: %{check}
// REDEFINE: %{entry} = overlapping
// RUN: %{check}
// REDEFINE: %{pass} = layout-simplify
// RUN: %{check}
// REDEFINE: %{entry} = overlapping_nests
// RUN: %{check}
// REDEFINE: %{pass} = layout-merge-loops
// RUN: %{check}

// By a pointer.
func.func @pointer(%a: memref<4xi32>, %x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xi32> -> index
  %q = arith.index_cast %p : index to i64
  %ptr = llvm.inttoptr %q : i64 to !llvm.ptr
  memref.store %x, %a[%c0] : memref<4xi32>
  %v = llvm.load %ptr : !llvm.ptr -> i32
  %c9 = arith.constant 9 : i32
  llvm.store %c9, %ptr : i32, !llvm.ptr
  %w = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %a[%c0] : memref<4xi32>
  %s = arith.addi %v, %w : i32
  return %s : i32
}

// By another index, where rows overlap.
func.func private @rows(%r: memref<4x4xi32, strided<[1, 1]>>, %x: i32) -> i32 {
  %c9 = arith.constant 9 : i32
  affine.store %x, %r[0, 1] : memref<4x4xi32, strided<[1, 1]>>
  affine.store %c9, %r[1, 0] : memref<4x4xi32, strided<[1, 1]>>
  %v = affine.load %r[0, 1] : memref<4x4xi32, strided<[1, 1]>>
  affine.store %x, %r[0, 1] : memref<4x4xi32, strided<[1, 1]>>
  return %v : i32
}
func.func @overlapping(%a: memref<8xi32>, %x: i32) -> i32 {
  %r = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<8xi32> to memref<4x4xi32, strided<[1, 1]>>
  %v = func.call @rows(%r, %x) : (memref<4x4xi32, strided<[1, 1]>>, i32) -> i32
  return %v : i32
}

func.func private @nests(%r: memref<4x4xi32, strided<[1, 1]>>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %r[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %v = affine.load %r[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
      %w = arith.addi %v, %v : i32
      affine.store %w, %r[%i, %j] : memref<4x4xi32, strided<[1, 1]>>
    }
  }
  return
}
func.func @overlapping_nests(%a: memref<8xi32>, %x: i32) {
  %r = memref.reinterpret_cast %a to offset: [0], sizes: [4, 4], strides: [1, 1] : memref<8xi32> to memref<4x4xi32, strided<[1, 1]>>
  func.call @nests(%r, %x) : (memref<4x4xi32, strided<[1, 1]>>, i32) -> ()
  return
}
