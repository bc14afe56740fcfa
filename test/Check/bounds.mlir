// Accesses out of bounds, which neither guard zones nor poison need to see: the
// index stays in the buffer, or what is read is not used.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{bounds} = true
// DEFINE: %{args} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} --bounds=%{bounds} %{args} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})"

//===----------------------------------------------------------------------===//
// After the pipeline
//===----------------------------------------------------------------------===//

// A pipeline that leaves a dimension, and finds the next row.
// REDEFINE: %{name} = first
// REDEFINE: %{by} = first_of_next_row
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: bounds.mlir:[[#@LINE+10]]:8: error: after the pipeline, index (0, 4) is outside of (4, 4)
// ROW: layout-check: @first: what the pipeline makes accesses memory out of bounds
// ROW-NEXT: on small integers, unknown memory filled with 0x7B, --seed=0
func.func @first(%a: memref<4x4xi32>) -> i32 {
  %x = affine.load %a[1, 0] : memref<4x4xi32>
  return %x : i32
}
func.func @first_of_next_row(%a: memref<4x4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = memref.load %a[%c0, %c4] : memref<4x4xi32>
  return %x : i32
}
// REDEFINE: %{bounds} = false
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
// AGREES: 4 runs agree
// REDEFINE: %{bounds} = true

// An element that is loaded and not needed: before the buffer.
// REDEFINE: %{name} = nothing
// REDEFINE: %{by} = reads_before
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=BEFORE
// BEFORE: error: after the pipeline, index (-1) is outside of (4)
func.func @nothing(%a: memref<4xi32>) {
  return
}
func.func @reads_before(%a: memref<4xi32>) {
  affine.for %i = 0 to 4 {
    %x = affine.load %a[%i - 1] : memref<4xi32>
  }
  return
}

// Vectors, with the lanes that they have.
// REDEFINE: %{by} = reads_lanes
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=LANES
// LANES: error: after the pipeline, index (2..5) is outside of (4)
func.func @reads_lanes(%a: memref<4xi32>) {
  %c2 = arith.constant 2 : index
  %x = vector.load %a[%c2] : memref<4xi32>, vector<4xi32>
  return
}

// A transfer that promises to stay inside; not one that does not.
// REDEFINE: %{by} = breaks_promise
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=PROMISE
// PROMISE: error: after the pipeline, index (3..6) is outside of (4)
func.func @breaks_promise(%a: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c3], %zero {in_bounds = [true]} : memref<4xi32>, vector<4xi32>
  vector.transfer_write %x, %a[%c3] {in_bounds = [true]} : vector<4xi32>, memref<4xi32>
  return
}
// REDEFINE: %{by} = promises_nothing
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @promises_nothing(%a: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %x = vector.transfer_read %a[%c3], %zero : memref<4xi32>, vector<4xi32>
  vector.transfer_write %x, %a[%c3] : vector<4xi32>, memref<4xi32>
  return
}

// A view that goes beyond its buffer, where it does; a view of a view.
// REDEFINE: %{by} = views_too_much
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=VIEW
// VIEW: error: after the pipeline, index (5) is outside of (4)
func.func @views_too_much(%a: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = memref.subview %a[%c1] [3] [2] : memref<4xi32> to memref<3xi32, strided<[2], offset: ?>>
  %x = memref.load %v[%c2] : memref<3xi32, strided<[2], offset: ?>>
  return
}
// REDEFINE: %{by} = views_row
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=INNER
// INNER: error: after the pipeline, index (2) is outside of (2)
func.func @views_row(%a: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %v = memref.subview %a[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
  %w = memref.subview %v[%c1] [2] [1] : memref<2xi32, strided<[1]>> to memref<2xi32, strided<[1], offset: ?>>
  %x = memref.load %w[%c1] : memref<2xi32, strided<[1], offset: ?>>
  return
}
// REDEFINE: %{by} = views_inside
// RUN: %{check} | FileCheck %s --check-prefix=AGREES
func.func @views_inside(%a: memref<4xi32>) {
  %c1 = arith.constant 1 : index
  %v = memref.subview %a[%c1] [3] [2] : memref<4xi32> to memref<3xi32, strided<[2], offset: ?>>
  %x = memref.load %v[%c1] : memref<3xi32, strided<[2], offset: ?>>
  return
}

// In an operation on whole buffers, by extents that only the run knows.
// REDEFINE: %{by} = copies_too_much
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: error: after the pipeline, index (4) is outside of (4)
func.func @copies_too_much(%a: memref<4xi32>) {
  %c5 = arith.constant 5 : index
  %l = memref.alloc(%c5) : memref<?xi32>
  %d = memref.cast %a : memref<4xi32> to memref<?xi32>
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%l : memref<?xi32>)
  memref.copy %l, %d : memref<?xi32> to memref<?xi32>
  memref.dealloc %l : memref<?xi32>
  return
}

//===----------------------------------------------------------------------===//
// In the program itself
//===----------------------------------------------------------------------===//

// Nobody's pipeline is at fault, and there is nothing to compare with: exit code 2.
// RUN: sh -c 'layout-check %s --entry=own_fault --arg=1:4 --pipeline="builtin.module()"; echo exit $?' 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: layout-check %s --entry=own_fault --arg=1:3 --pipeline="builtin.module()" | FileCheck %s --check-prefix=AGREES
// OWN: bounds.mlir:[[#@LINE+4]]:8: error: without layouts, index (4) is outside of (4)
// OWN: layout-check: @own_fault: no reference: the program without layouts: accesses memory out of bounds, on small integers (seed 0)
// OWN: exit 2
func.func @own_fault(%a: memref<4xi32>, %i: index) -> i32 {
  %x = memref.load %a[%i] : memref<4xi32>
  return %x : i32
}

// So it is where nobody needs what is loaded from a tensor.
// RUN: sh -c 'layout-check %s --entry=own_unused --arg=1:4 --pipeline="builtin.module(layout-bufferize)"; echo exit $?' 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: layout-check %s --entry=own_unused --arg=1:3 --pipeline="builtin.module(layout-bufferize)" | FileCheck %s --check-prefix=AGREES
// UNUSED: bounds.mlir:[[#@LINE+5]]:8: error: without layouts, index (4) is outside of (4)
// UNUSED: layout-check: @own_unused: no reference: the program without layouts: accesses memory out of bounds
// UNUSED: exit 2
func.func @own_unused(%t: tensor<4xi32>, %i: index) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %x = tensor.extract %t[%i] : tensor<4xi32>
  return %t : tensor<4xi32>
}

// Sizes of an expanded shape that its source does not have.
// REDEFINE: %{name} = split
// REDEFINE: %{by} = split_too_far
// REDEFINE: %{args} = --dim=arg0.dim0:12 --arg=1:3 --arg=2:4
// RUN: %{check}
// REDEFINE: %{args} = --dim=arg0.dim0:11 --arg=1:3 --arg=2:4
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SPLIT
// SPLIT: error: after the pipeline, index (11) is outside of (11)
// REDEFINE: %{args} =
func.func @split(%a: memref<?xi32>, %m: index, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  return %zero : i32
}
func.func @split_too_far(%a: memref<?xi32>, %m: index, %n: index) -> i32 {
  %zero = arith.constant 0 : i32
  %c1 = arith.constant 1 : index
  %i = arith.subi %m, %c1 : index
  %j = arith.subi %n, %c1 : index
  %b = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xi32> into memref<?x?xi32>
  %x = memref.load %b[%i, %j] : memref<?x?xi32>
  return %zero : i32
}

// The lanes of a vector in one row of it.
// REDEFINE: %{name} = row
// REDEFINE: %{by} = row_too_far
// REDEFINE: %{args} = --dim=arg0.dim0:5 --arg=1:2 --arg=2:3
// RUN: not %{check} 2>&1 | FileCheck %s --check-prefix=SPLIT-ROW
// SPLIT-ROW: error: after the pipeline, index (3..5) is outside of (5)
// REDEFINE: %{args} =
func.func @row(%a: memref<?xi32>, %m: index, %n: index) {
  return
}
func.func @row_too_far(%a: memref<?xi32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.expand_shape %a [[0, 1]] output_shape [%m, %n] : memref<?xi32> into memref<?x?xi32>
  %x = vector.load %b[%c1, %c0] : memref<?x?xi32>, vector<3xi32>
  return
}
