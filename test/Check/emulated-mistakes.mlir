// Mistakes are found in an emulator as they are here (mistakes.mlir).
// REQUIRES: emulates-aarch64

// DEFINE: %{mistake} =
// DEFINE: %{check} = not layout-check %s --target=cortex-a76 --load-pass-plugin=%test_plugin --entry=double --bounds=false \
// DEFINE:   --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,test-layout-tamper{function=double %{mistake}})" 2>&1

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>

// REDEFINE: %{mistake} = kind=swap
// RUN: %{check} | FileCheck %s --check-prefix=SWAP
// SWAP: layout-check: @double: result differs at arg1[{{[0-9]+}}]: expected {{-?[0-9]+}}, got {{-?[0-9]+}}
// SWAP-NEXT: layout-check: @double: padding of arg1 at physical (3, 2): expected 0, got {{-?[0-9]+}}
// REDEFINE: %{mistake} = kind=write buffer=0 place=3,3
// RUN: %{check} | FileCheck %s --check-prefix=WRITE-NONE
// WRITE-NONE: none padding of arg0 at physical (3, 3) was written
// REDEFINE: %{mistake} = kind=read buffer=0 place=3,2
// RUN: %{check} | FileCheck %s --check-prefix=READ
// READ: result differs at arg1[0]: expected {{-?[0-9]+}}, got
func.func @double(%a: memref<14xi32, #none>, %b: memref<14xi32, #zero>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #none>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32, #zero>
  }
  return
}

// Ends of the emulated program, by a signal and by the clock.
// RUN: not layout-check %s --target=cortex-a76 --entry=crash --bounds=false --pipeline="builtin.module(layout-apply)" 2>&1 | FileCheck %s --check-prefix=CRASH
// CRASH: @crash: no reference: the program without layouts: crashed (Segmentation fault): qemu: uncaught target signal 11
func.func @crash(%a: memref<6xi32>) {
  %c = arith.constant 100000000 : index
  %c0 = arith.constant 0 : index
  %0 = memref.load %a[%c] : memref<6xi32>
  memref.store %0, %a[%c0] : memref<6xi32>
  return
}
// RUN: not layout-check %s --target=cortex-a76 --entry=forever --timeout=2 --pipeline="builtin.module(layout-apply)" 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: @forever: no reference: the program without layouts: did not come to an end in 2 seconds of work
func.func @forever(%a: memref<6xi32>) {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : index
  scf.while : () -> () {
    %0 = memref.load %a[%c0] : memref<6xi32>
    %1 = arith.ori %0, %c1 : i32
    memref.store %1, %a[%c0] : memref<6xi32>
    scf.condition(%true)
  } do {
    scf.yield
  }
  return
}

// RUN: not layout-check %s --target=cortex-a76 --load-pass-plugin=%test_plugin --entry=read --pipeline="builtin.module(test-layout-substitute{name=read by=write})" 2>&1 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: error: after the pipeline, element (2) of the constant @table is written
// CONSTANT: @read: what the pipeline makes writes the constant @table
memref.global "private" constant @other : memref<2xi32> = dense<7>
memref.global "private" constant @table : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @read(%a: memref<4xi32>) {
  %other = memref.get_global @other : memref<2xi32>
  %table = memref.get_global @table : memref<4xi32>
  memref.copy %table, %a : memref<4xi32> to memref<4xi32>
  return
}
func.func @write(%a: memref<4xi32>) {
  %c2 = arith.constant 2 : index
  %v = arith.constant 7 : i32
  %other = memref.get_global @other : memref<2xi32>
  %table = memref.get_global @table : memref<4xi32>
  memref.copy %table, %a : memref<4xi32> to memref<4xi32>
  memref.store %v, %table[%c2] : memref<4xi32>
  return
}
