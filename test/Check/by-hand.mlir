// What a pipeline could make, written by hand: `@f_...` takes the place of `@f`.

// DEFINE: %{name} =
// DEFINE: %{by} =
// DEFINE: %{dims} = --rtol=0
// DEFINE: %{right} = layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} %{dims} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})" 2>&1
// DEFINE: %{wrong} = not layout-check %s --load-pass-plugin=%test_plugin --entry=%{name} %{dims} \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=%{name} by=%{by}})" 2>&1

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#value = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<value (io, ii) -> (io * 100 - ii)>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>>
#steps = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, pad<1 : i32>,
                        index_map<(a, b) -> (a floordiv 2, a mod 2, b)>, pad<2 : i32>>

//===----------------------------------------------------------------------===//
// What padding holds where it is assumed, and what where it is not.
//===----------------------------------------------------------------------===//

// The sum of the whole physical buffer is that of the data, as the padding is 0.
// REDEFINE: %{name} = sum
// REDEFINE: %{by} = sum_assuming
// RUN: %{right} | FileCheck %s --check-prefix=SUM
// SUM: @sum: 4 runs agree
func.func @sum(%a: memref<14xi32, #zero>) -> i32 {
  %c0 = arith.constant 0 : i32
  %s = affine.for %i = 0 to 14 iter_args(%t = %c0) -> i32 {
    %x = affine.load %a[%i] : memref<14xi32, #zero>
    %n = arith.addi %t, %x : i32
    affine.yield %n : i32
  }
  return %s : i32
}
func.func @sum_assuming(%a: memref<4x4xi32> {layout.access = "read"}) -> i32 {
  %s = func.call @sum_of_all(%a) : (memref<4x4xi32>) -> i32
  return %s : i32
}
func.func @sum_of_all(%a: memref<4x4xi32>) -> i32 {
  %c0 = arith.constant 0 : i32
  %s = affine.for %i = 0 to 4 iter_args(%t = %c0) -> i32 {
    %r = affine.for %j = 0 to 4 iter_args(%u = %t) -> i32 {
      %x = affine.load %a[%i, %j] : memref<4x4xi32>
      %n = arith.addi %u, %x : i32
      affine.yield %n : i32
    }
    affine.yield %r : i32
  }
  return %s : i32
}

// With mode `write` the padding is not there yet.
// REDEFINE: %{by} = sum_not_assuming
// RUN: %{wrong} | FileCheck %s --check-prefix=SUM-WRITE
// SUM-WRITE: @sum: result differs at result0: expected {{-?[0-9]+}}, got
// SUM-WRITE-NEXT: @sum: padding of arg0 at physical (3, 2): expected 0, got
func.func @sum_not_assuming(%a: memref<4x4xi32> {layout.access = "write"}) -> i32 {
  %s = func.call @sum_of_all(%a) : (memref<4x4xi32>) -> i32
  return %s : i32
}

// Value pads, copying pads and pads of several steps are there at entry. They
// read, in order: 0 * 100 - 0 and so on; the first two elements; the step.
// REDEFINE: %{name} = pads
// REDEFINE: %{by} = pads_read
// RUN: %{right} | FileCheck %s --check-prefix=PADS
// PADS: @pads: 4 runs agree
func.func @pads(%v: memref<14xi32, #value>, %w: memref<14xi32, #wrap>, %s: memref<5xi32, #steps>) -> (i32, i32, i32, i32, i32, i32, i32) {
  %a = arith.constant 298 : i32
  %b = arith.constant 297 : i32
  %c = affine.load %w[0] : memref<14xi32, #wrap>
  %d = affine.load %w[1] : memref<14xi32, #wrap>
  %e = arith.constant 1 : i32
  %f = arith.constant 2 : i32
  return %a, %b, %c, %d, %e, %f, %f : i32, i32, i32, i32, i32, i32, i32
}
func.func @pads_read(%v: memref<4x4xi32>, %w: memref<4x4xi32>, %s: memref<2x2x2xi32>) -> (i32, i32, i32, i32, i32, i32, i32) {
  %a = affine.load %v[3, 2] : memref<4x4xi32>
  %b = affine.load %v[3, 3] : memref<4x4xi32>
  %c = affine.load %w[3, 2] : memref<4x4xi32>
  %d = affine.load %w[3, 3] : memref<4x4xi32>
  %e = affine.load %s[1, 0, 1] : memref<2x2x2xi32>
  %f = affine.load %s[1, 1, 0] : memref<2x2x2xi32>
  %g = affine.load %s[1, 1, 1] : memref<2x2x2xi32>
  return %a, %b, %c, %d, %e, %f, %g : i32, i32, i32, i32, i32, i32, i32
}

// A copying pad must follow its source.
// REDEFINE: %{name} = set
// REDEFINE: %{by} = set_and_follow
// RUN: %{right} | FileCheck %s --check-prefix=FOLLOW
// FOLLOW: @set: 4 runs agree
// REDEFINE: %{by} = set_only
// RUN: %{wrong} | FileCheck %s --check-prefix=NOT-FOLLOW
// NOT-FOLLOW: @set: padding of arg0 at physical (3, 3): expected 77, got
func.func @set(%w: memref<14xi32, #wrap>) {
  %c = arith.constant 77 : i32
  affine.store %c, %w[1] : memref<14xi32, #wrap>
  return
}
func.func @set_and_follow(%w: memref<4x4xi32>) {
  %c = arith.constant 77 : i32
  affine.store %c, %w[0, 1] : memref<4x4xi32>
  affine.store %c, %w[3, 3] : memref<4x4xi32>
  return
}
func.func @set_only(%w: memref<4x4xi32>) {
  %c = arith.constant 77 : i32
  affine.store %c, %w[0, 1] : memref<4x4xi32>
  return
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

// A layout in a type is the interface: nothing but the physical memref will do.
// REDEFINE: %{name} = sum
// REDEFINE: %{by} = sum_logical
// RUN: %{wrong} | FileCheck %s --check-prefix=TYPE
// TYPE: @sum: the pipeline turns arg0 of type memref<14xi32, #layout.buffer<{{.*}}>> into memref<14xi32>, which has not the physical shape of its layout
func.func @sum_logical(%a: memref<14xi32>) -> i32 {
  %x = affine.load %a[0] : memref<14xi32>
  return %x : i32
}
// REDEFINE: %{by} = sum_void
// RUN: %{wrong} | FileCheck %s --check-prefix=COUNT
// COUNT: @sum: the pipeline changes the number of arguments or results of @sum
func.func @sum_void(%a: memref<4x4xi32>) {
  return
}
// REDEFINE: %{by} = sum_wide
// RUN: %{wrong} | FileCheck %s --check-prefix=SCALAR
// SCALAR: @sum: the pipeline changes the type of result0 to i64
func.func @sum_wide(%a: memref<4x4xi32>) -> i64 {
  %x = arith.constant 0 : i64
  return %x : i64
}
// REDEFINE: %{by} = nobody
// RUN: %{wrong} | FileCheck %s --check-prefix=GONE
// GONE: @sum: the pipeline removes @sum
// REDEFINE: %{by} = sum_declared
// RUN: %{wrong} | FileCheck %s --check-prefix=DECLARED
// DECLARED: @sum: the pipeline removes the body of @sum
func.func private @sum_declared(memref<4x4xi32>) -> i32

// A request may change the interface or not.
// REDEFINE: %{name} = request
// REDEFINE: %{by} = request_inside
// RUN: %{right} | FileCheck %s --check-prefix=REQUEST
// REDEFINE: %{by} = request_interface
// RUN: %{right} | FileCheck %s --check-prefix=REQUEST
// REQUEST: @request: 4 runs agree
func.func @request(%a: memref<14xi32> {layout.transform = #zero}) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[9] : memref<14xi32>
  return
}
func.func @request_inside(%a: memref<14xi32>) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[9] : memref<14xi32>
  return
}
func.func @request_interface(%a: memref<4x4xi32> {layout.access = "readwrite"}) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[2, 1] : memref<4x4xi32>
  return
}

// If the shapes do not tell, a stated access mode does.
// REDEFINE: %{name} = square
// REDEFINE: %{by} = square_inside
// RUN: %{right} | FileCheck %s --check-prefix=SQUARE
// REDEFINE: %{by} = square_interface
// RUN: %{right} | FileCheck %s --check-prefix=SQUARE
// SQUARE: @square: 4 runs agree
func.func @square(%a: memref<3x3xi32> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>}) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[0, 2] : memref<3x3xi32>
  return
}
func.func @square_inside(%a: memref<3x3xi32>) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[0, 2] : memref<3x3xi32>
  return
}
func.func @square_interface(%a: memref<3x3xi32> {layout.access = "readwrite"}) {
  %c = arith.constant 77 : i32
  affine.store %c, %a[2, 0] : memref<3x3xi32>
  return
}

// The extent of a dynamic buffer that its physical shape does not tell is one
// more argument; one that it tells is none.
// REDEFINE: %{name} = dynamic
// REDEFINE: %{dims} = --dim=arg0.dim0:13 --dim=arg1.dim0:3
// REDEFINE: %{by} = dynamic_physical
// RUN: %{right} | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: @dynamic: 4 runs agree
// REDEFINE: %{by} = dynamic_without
// RUN: %{wrong} | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: @dynamic: the pipeline adds 0 arguments to @dynamic; expects an index for each of the 1 extents that the physical shapes do not determine
func.func @dynamic(%a: memref<?xi32, #zero>, %b: memref<?x2xi32, #layout.buffer<index_map<(i, j) -> (j, i)>>>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #zero>
  %m = memref.dim %b, %c0 : memref<?x2xi32, #layout.buffer<index_map<(i, j) -> (j, i)>>>
  return %n, %m : index, index
}
func.func @dynamic_physical(%a: memref<?x4xi32>, %b: memref<2x?xi32>, %n: index) -> (index, index) {
  %c1 = arith.constant 1 : index
  %m = memref.dim %b, %c1 : memref<2x?xi32>
  return %n, %m : index, index
}
func.func @dynamic_without(%a: memref<?x4xi32>, %b: memref<2x?xi32>) -> (index, index) {
  %c1 = arith.constant 1 : index
  %m = memref.dim %b, %c1 : memref<2x?xi32>
  return %m, %m : index, index
}
// REDEFINE: %{dims} = --rtol=0

//===----------------------------------------------------------------------===//
// Memory of the program itself
//===----------------------------------------------------------------------===//

// Local buffers have guard zones, on the heap and on the stack.
// REDEFINE: %{name} = nothing
// REDEFINE: %{dims} = --bounds=false
// REDEFINE: %{by} = heap_overrun
// RUN: %{wrong} | FileCheck %s --check-prefix=LOCAL
// REDEFINE: %{by} = heap_overrun_freed
// RUN: %{wrong} | FileCheck %s --check-prefix=LOCAL
// REDEFINE: %{by} = stack_overrun
// RUN: %{wrong} | FileCheck %s --check-prefix=LOCAL
// REDEFINE: %{dims} = --rtol=0
// LOCAL: @nothing: guard zone of a local buffer of 16 bytes was overwritten
func.func @nothing(%a: memref<4xi32>) -> i32 {
  %x = affine.load %a[0] : memref<4xi32>
  return %x : i32
}
func.func @heap_overrun(%a: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %l = memref.alloc() : memref<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %l[%c5] : memref<4xi32>
  return %x : i32
}
func.func @heap_overrun_freed(%a: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant -1 : index
  %l = memref.alloc() : memref<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %l[%c5] : memref<4xi32>
  memref.dealloc %l : memref<4xi32>
  return %x : i32
}
func.func @stack_overrun(%a: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 4 : index
  %l = memref.alloca() : memref<4xi32>
  %x = memref.load %a[%c0] : memref<4xi32>
  memref.store %x, %l[%c5] : memref<4xi32>
  return %x : i32
}

// What they hold before they are written is not known, nor after they are freed.
// REDEFINE: %{by} = uninitialised
// RUN: %{wrong} | FileCheck %s --check-prefix=UNINITIALISED
// REDEFINE: %{by} = freed
// RUN: %{wrong} | FileCheck %s --check-prefix=UNINITIALISED
// UNINITIALISED: @nothing: result differs at result0: expected {{-?[0-9]+}}, got 2071690107
func.func @uninitialised(%a: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %l = memref.alloc() : memref<4xi32>
  %x = memref.load %l[%c0] : memref<4xi32>
  return %x : i32
}
func.func @freed(%a: memref<4xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %l = memref.alloc() : memref<4xi32>
  %y = memref.load %a[%c0] : memref<4xi32>
  memref.store %y, %l[%c0] : memref<4xi32>
  memref.dealloc %l : memref<4xi32>
  %x = memref.load %l[%c0] : memref<4xi32>
  return %x : i32
}

// The memory between the rows of a strided argument is nobody's.
// REDEFINE: %{name} = strided
// REDEFINE: %{by} = strided_into_gap
// REDEFINE: %{dims} = --bounds=false
// RUN: %{wrong} | FileCheck %s --check-prefix=GAP
// REDEFINE: %{dims} = --rtol=0
// GAP: @strided: memory between the rows of arg0 was overwritten
func.func @strided(%a: memref<3x4xi32, strided<[7, 1], offset: 2>>) {
  return
}
func.func @strided_into_gap(%a: memref<3x4xi32, strided<[7, 1], offset: 2>>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c77 = arith.constant 77 : i32
  memref.store %c77, %a[%c0, %c4] : memref<3x4xi32, strided<[7, 1], offset: 2>>
  return
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// 0.0 is not -0.0: bits are compared.
// REDEFINE: %{name} = copy
// REDEFINE: %{by} = copy_plus_zero
// RUN: %{wrong} | FileCheck %s --check-prefix=MINUS-ZERO
// MINUS-ZERO: @copy: result differs at arg1[{{[0-9]+, [0-9]+}}]: expected {{-0(.0)?}}, got 0
// MINUS-ZERO-NEXT: on special values
func.func @copy(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
  memref.copy %a, %b : memref<8x16xf32> to memref<8x16xf32>
  return
}
func.func @copy_plus_zero(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<8x16xf32>
      %y = arith.addf %x, %zero : f32
      affine.store %y, %b[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// NaN is NaN, whatever its bits are: the sign changes those of every NaN, and
// changes back those of everything else.
// REDEFINE: %{by} = copy_negating_nan
// RUN: %{right} | FileCheck %s --check-prefix=NAN
// NAN: @copy: 6 runs agree
func.func @copy_negating_nan(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<8x16xf32>
      %n = arith.negf %x : f32
      %isnan = arith.cmpf uno, %x, %x : f32
      %y = arith.select %isnan, %n, %x : f32
      affine.store %y, %b[%i, %j] : memref<8x16xf32>
    }
  }
  return
}
// REDEFINE: %{by} = copy_without_nan
// RUN: %{wrong} | FileCheck %s --check-prefix=NO-NAN
// NO-NAN: @copy: result differs at arg1[{{[0-9]+, [0-9]+}}]: expected NaN, got 0
func.func @copy_without_nan(%a: memref<8x16xf32>, %b: memref<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<8x16xf32>
      %isnan = arith.cmpf uno, %x, %x : f32
      %y = arith.select %isnan, %zero, %x : f32
      affine.store %y, %b[%i, %j] : memref<8x16xf32>
    }
  }
  return
}

// A sum in another order: exact on small integers, not on others, but close.
// REDEFINE: %{name} = rows
// REDEFINE: %{by} = rows_backwards
// RUN: %{wrong} | FileCheck %s --check-prefix=ORDER
// ORDER: @rows: result differs at arg1[{{[0-9]+}}]
// ORDER-NEXT: on special values
// REDEFINE: %{dims} = --rtol=1e-4
// RUN: %{right} | FileCheck %s --check-prefix=CLOSE
// CLOSE: @rows: 6 runs agree
func.func @rows(%a: memref<16x50xf32>, %b: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %s = affine.for %j = 0 to 50 iter_args(%t = %zero) -> f32 {
      %x = affine.load %a[%i, %j] : memref<16x50xf32>
      %n = arith.addf %t, %x : f32
      affine.yield %n : f32
    }
    affine.store %s, %b[%i] : memref<16xf32>
  }
  return
}
func.func @rows_backwards(%a: memref<16x50xf32>, %b: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %s = affine.for %j = 0 to 50 iter_args(%t = %zero) -> f32 {
      %x = affine.load %a[%i, 49 - %j] : memref<16x50xf32>
      %n = arith.addf %t, %x : f32
      affine.yield %n : f32
    }
    affine.store %s, %b[%i] : memref<16xf32>
  }
  return
}
// REDEFINE: %{dims} = --rtol=0

// Mutable globals are results.
// REDEFINE: %{name} = count
// REDEFINE: %{by} = count_twice
// RUN: %{wrong} | FileCheck %s --check-prefix=GLOBAL
// GLOBAL: @count: result differs at @counters[1]: expected 21, got 22
memref.global @counters : memref<2xi32> = dense<[10, 20]>
memref.global @scratch : memref<5xi32> = uninitialized
func.func @count() {
  %c1 = arith.constant 1 : i32
  %g = memref.get_global @counters : memref<2xi32>
  %s = memref.get_global @scratch : memref<5xi32>
  %x = affine.load %g[1] : memref<2xi32>
  %y = arith.addi %x, %c1 : i32
  affine.store %y, %g[1] : memref<2xi32>
  affine.store %y, %s[1] : memref<5xi32>
  return
}
func.func @count_twice() {
  %c2 = arith.constant 2 : i32
  %g = memref.get_global @counters : memref<2xi32>
  %x = affine.load %g[1] : memref<2xi32>
  %y = arith.addi %x, %c2 : i32
  affine.store %y, %g[1] : memref<2xi32>
  return
}
