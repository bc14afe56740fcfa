// The checker can fail: each mistake that a pass could make is caught, with the
// place where it shows.

// DEFINE: %{entry} = double
// DEFINE: %{mistake} =
// DEFINE: %{seed} = 0
// DEFINE: %{check} = not layout-check %s --load-pass-plugin=%test_plugin --entry=%{entry} --seed=%{seed} --timeout=1 --bounds=false \
// DEFINE:   --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,test-layout-tamper{function=%{entry} %{mistake}})" 2>&1

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>

// Without a mistake, nothing is found.
// RUN: layout-check %s --entry=double --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)" | FileCheck %s --check-prefix=RIGHT
// RIGHT: layout-check: @double: 4 runs agree (2 data sets x 2 poison patterns), padding as guaranteed
func.func @double(%a: memref<14xi32, #none>, %b: memref<14xi32, #zero>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #none>
    %y = arith.addi %x, %x : i32
    affine.store %y, %b[%i] : memref<14xi32, #zero>
  }
  return
}

// Two indices swapped: a result differs, and padding is hit.
// REDEFINE: %{mistake} = kind=swap
// RUN: %{check} | FileCheck %s --check-prefix=SWAP
// SWAP: layout-check: @double: result differs at arg1[{{[0-9]+}}]: expected {{-?[0-9]+}}, got {{-?[0-9]+}}
// SWAP-NEXT: layout-check: @double: padding of arg1 at physical (3, 2): expected 0, got {{-?[0-9]+}}
// SWAP-NEXT: on small integers, unknown memory filled with 0x7B, --seed=0

// The seed chooses the data, and is printed.
// REDEFINE: %{seed} = 12
// RUN: %{check} | FileCheck %s --check-prefix=SEED
// SEED: --seed=12
// REDEFINE: %{seed} = 0

// A write into `none` padding.
// REDEFINE: %{mistake} = kind=write buffer=0 place=3,3
// RUN: %{check} | FileCheck %s --check-prefix=WRITE-NONE
// WRITE-NONE-NOT: result differs
// WRITE-NONE: none padding of arg0 at physical (3, 3) was written

// A write into padding that must hold a value.
// REDEFINE: %{mistake} = kind=write buffer=1 place=3,2
// RUN: %{check} | FileCheck %s --check-prefix=WRITE-PAD
// WRITE-PAD: padding of arg1 at physical (3, 2): expected 0, got 99

// A read of `none` padding: whatever lies there shows in the result.
// REDEFINE: %{mistake} = kind=read buffer=0 place=3,2
// RUN: %{check} | FileCheck %s --check-prefix=READ
// READ: result differs at arg1[0]: expected {{-?[0-9]+}}, got

// A produced pad left unwritten.
// REDEFINE: %{mistake} = kind=drop-constants
// RUN: %{check} | FileCheck %s --check-prefix=DROP
// DROP-NOT: result differs
// DROP: padding of arg1 at physical (3, 2): expected 0, got 2071690107

// Writes beyond either end, near and far.
// REDEFINE: %{mistake} = kind=write buffer=1 place=4,0
// RUN: %{check} | FileCheck %s --check-prefix=BEHIND
// BEHIND: guard zone of arg1 was overwritten, after the buffer
// REDEFINE: %{mistake} = kind=write buffer=0 place=-1,3
// RUN: %{check} | FileCheck %s --check-prefix=BEFORE
// BEFORE: guard zone of arg0 was overwritten, before the buffer
// REDEFINE: %{mistake} = kind=write buffer=0 place=100000,0
// RUN: %{check} | FileCheck %s --check-prefix=FAR
// FAR: what the pipeline makes: crashed (Segmentation fault)

// A read beyond the end.
// REDEFINE: %{mistake} = kind=read buffer=0 place=4,0
// RUN: %{check} | FileCheck %s --check-prefix=READ-BEHIND
// READ-BEHIND: result differs at arg1[0]

// Memory that is not the program's to free; a program without an end.
// REDEFINE: %{mistake} = kind=free buffer=0
// RUN: %{check} | FileCheck %s --check-prefix=FREE
// FREE: what the pipeline makes: freed a buffer that is not allocated
// REDEFINE: %{mistake} = kind=hang buffer=0 place=0,0
// RUN: %{check} | FileCheck %s --check-prefix=HANG
// HANG: what the pipeline makes: did not come to an end in 1 seconds of work

// `undef` padding may be written at will. What is read there must not matter.
// RUN: layout-check %s --load-pass-plugin=%test_plugin --entry=with_undef --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize,test-layout-tamper{function=with_undef kind=write buffer=0 place=3,3})"
// REDEFINE: %{entry} = with_undef
// REDEFINE: %{mistake} = kind=read buffer=0 place=3,3
// RUN: %{check} | FileCheck %s --check-prefix=READ-UNDEF
// READ-UNDEF: @with_undef: result differs at arg1[0]
func.func @with_undef(%a: memref<14xi32, #undef>, %b: memref<14xi32, #undef>) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #undef>
    affine.store %x, %b[%i] : memref<14xi32, #undef>
  }
  return
}

// Padding of results and of globals is looked at, too.
// REDEFINE: %{entry} = make
// REDEFINE: %{mistake} = kind=drop-constants
// RUN: %{check} | FileCheck %s --check-prefix=RESULT
// RESULT: @make: padding of result0 at physical (3, 2): expected 0, got
func.func @make(%a: memref<14xi32, #none>) -> memref<14xi32, #zero> {
  %r = memref.alloc() : memref<14xi32, #zero>
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xi32, #none>
    affine.store %x, %r[%i] : memref<14xi32, #zero>
  }
  return %r : memref<14xi32, #zero>
}
