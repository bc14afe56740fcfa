// A constant is only read. A write that a pass makes there crashes a program, or is
// lost; here it is found, in this process and in an emulator (emulated-mistakes.mlir).

// DEFINE: %{by} =
// DEFINE: %{check} = layout-check %s --load-pass-plugin=%test_plugin --entry=read \
// DEFINE:   --pipeline="builtin.module(test-layout-substitute{name=read by=%{by}})" 2>&1
// DEFINE: %{wrong} = sh -c '%{check}; test $? -eq 1'

memref.global "private" constant @table : memref<2x3xf32> = dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]>
memref.global "private" constant @bits : memref<i1> = dense<true>
memref.global constant @wide : memref<3xi129> = dense<[1, 2, 3]>

// RUN: layout-check %s --entry=read --pipeline="builtin.module()" | FileCheck %s --check-prefix=READ
// READ: @read: 6 runs agree
func.func @read(%a: memref<2x3xf32>) {
  %table = memref.get_global @table : memref<2x3xf32>
  memref.copy %table, %a : memref<2x3xf32> to memref<2x3xf32>
  return
}

// The results are right: it is written afterwards.
// REDEFINE: %{by} = write
// RUN: %{wrong} | FileCheck %s --check-prefix=WRITE
// WRITE: error: after the pipeline, element (1, 2) of the constant @table is written
// WRITE: @read: what the pipeline makes writes the constant @table
// WRITE-NEXT: on small integers, unknown memory filled with 0x7B, --seed=0
func.func @write(%a: memref<2x3xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %v = arith.constant 7.0 : f32
  %table = memref.get_global @table : memref<2x3xf32>
  memref.copy %table, %a : memref<2x3xf32> to memref<2x3xf32>
  memref.store %v, %table[%c1, %c2] : memref<2x3xf32>
  return
}

// Through a view and a call, and so that results differ, too.
// REDEFINE: %{by} = write_row
// RUN: %{wrong} | FileCheck %s --check-prefix=ROW
// ROW: error: after the pipeline, element (1, 0) of the constant @table is written
// ROW: @read: result differs at arg0[1, 0]: expected 3
// ROW: @read: what the pipeline makes writes the constant @table
func.func private @fill(%row: memref<3xf32, strided<[1], offset: ?>>, %v: f32) {
  linalg.fill ins(%v : f32) outs(%row : memref<3xf32, strided<[1], offset: ?>>)
  return
}
func.func @write_row(%a: memref<2x3xf32>) {
  %v = arith.constant 7.0 : f32
  %table = memref.get_global @table : memref<2x3xf32>
  %row = memref.subview %table[1, 0] [1, 3] [1, 1] : memref<2x3xf32> to memref<3xf32, strided<[1], offset: 3>>
  %any = memref.cast %row : memref<3xf32, strided<[1], offset: 3>> to memref<3xf32, strided<[1], offset: ?>>
  call @fill(%any, %v) : (memref<3xf32, strided<[1], offset: ?>>, f32) -> ()
  memref.copy %table, %a : memref<2x3xf32> to memref<2x3xf32>
  return
}

// Of other sizes: a bit, and more than a word. The first constant counts.
// REDEFINE: %{by} = write_others
// RUN: %{wrong} | FileCheck %s --check-prefix=BIT
// BIT: error: after the pipeline, element () of the constant @bits is written
// BIT: @read: what the pipeline makes writes the constant @bits
func.func @write_others(%a: memref<2x3xf32>) {
  %c2 = arith.constant 2 : index
  %false = arith.constant false
  %v = arith.constant 7 : i129
  %wide = memref.get_global @wide : memref<3xi129>
  memref.store %v, %wide[%c2] : memref<3xi129>
  %bits = memref.get_global @bits : memref<i1>
  memref.store %false, %bits[] : memref<i1>
  %table = memref.get_global @table : memref<2x3xf32>
  memref.copy %table, %a : memref<2x3xf32> to memref<2x3xf32>
  return
}
// REDEFINE: %{by} = write_wide
// RUN: %{wrong} | FileCheck %s --check-prefix=WIDE
// WIDE: error: after the pipeline, element (2) of the constant @wide is written
func.func @write_wide(%a: memref<2x3xf32>) {
  %c2 = arith.constant 2 : index
  %v = arith.constant 7 : i129
  %table = memref.get_global @table : memref<2x3xf32>
  memref.copy %table, %a : memref<2x3xf32> to memref<2x3xf32>
  %wide = memref.get_global @wide : memref<3xi129>
  memref.store %v, %wide[%c2] : memref<3xi129>
  return
}

// The program itself: nothing to compare with.
// RUN: sh -c 'layout-check %s --entry=write --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=ITSELF
// ITSELF: error: without layouts, element (1, 2) of the constant @table is written
// ITSELF: @write: no reference: the program without layouts: writes the constant @table, on small integers (seed 0)

// An entry that calls itself has one start.
// RUN: sh -c 'layout-check %s --entry=again --arg=0:3 --pipeline="builtin.module()" 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=AGAIN
// AGAIN: error: without layouts, element (0, 0) of the constant @table is written
func.func @again(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 7.0 : f32
  %more = arith.cmpi ne, %n, %c0 : index
  scf.if %more {
    %less = arith.subi %n, %c1 : index
    %table = memref.get_global @table : memref<2x3xf32>
    memref.store %v, %table[%c0, %less] : memref<2x3xf32>
    func.call @again(%less) : (index) -> ()
  }
  return
}
