// Buffers with a border of a dynamic extent, executed with and without their
// layouts: empty, of one element, of several.
// RUN: layout-opt %s --layout-assign --layout-apply | FileCheck %s
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:0 --dim=arg1.dim0:0 --dim=arg2.dim0:0 --dim=arg3.dim0:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:1 --dim=arg1.dim0:1 --dim=arg2.dim0:1 --dim=arg3.dim0:1 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=fill --dim=arg0.dim0:6 --dim=arg1.dim0:7 --dim=arg2.dim0:8 --dim=arg3.dim0:9 --pipeline="builtin.module(layout-assign,layout-apply{pad-placement=before},layout-finalize)"
// RUN: layout-check %s --entry=calls --dim=arg0.dim0:0 --dim=arg0.dim1:2 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=calls --dim=arg0.dim0:2 --dim=arg0.dim1:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=calls --dim=arg0.dim0:5 --dim=arg0.dim1:3 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=result --arg=0:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=result --arg=0:5 --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=requested --dim=arg0.dim0:0 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=requested --dim=arg0.dim0:5 --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=fixed --pipeline="builtin.module(layout-assign,layout-apply,layout-finalize)"

#zeros = #layout.buffer<index_map<(i) -> (i)>, extent<[? + 1]>, pad<0 : i32>>
#both = #layout.buffer<index_map<(i) -> (i + 2)>, extent<[? + 3]>, pad<value (a) -> (a)>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[? + 1, ? + 2]>, pad<undef>>
#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[? + 1, ?]>, pad<7 : i32>,
                       index_map<(a, b) -> (b, a)>, extent<[?, ? + 1]>>

// Logical extents are recovered: n + 1 and n + 5 tell n; tiles do not.
// CHECK-LABEL: func.func @fill(
// CHECK-SAME:    %[[A:.*]]: memref<?xi32>{{.*}}, %[[B:.*]]: memref<?xi32>{{.*}}, %{{.*}}: memref<?x6xi32>{{.*}}, %{{.*}}: memref<4x?xi32>{{.*}}, %{{.*}}: index, %{{.*}}: index)
// CHECK:         %[[P:.*]] = memref.dim %[[A]]
// CHECK:         affine.apply #{{.*}}()[%[[P]]]
func.func @fill(%a: memref<?xi32, #zeros>, %b: memref<?xi32, #both>, %c: memref<?xi32, #any>, %d: memref<?xi32, #none>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #zeros>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %a[%i] : memref<?xi32, #zeros>
  }
  %m = memref.dim %b, %c0 : memref<?xi32, #both>
  affine.for %i = 0 to %m {
    %x = arith.index_cast %m : index to i32
    affine.store %x, %b[%i] : memref<?xi32, #both>
  }
  %k = memref.dim %c, %c0 : memref<?xi32, #any>
  affine.for %i = 0 to %k {
    %x = arith.index_cast %k : index to i32
    affine.store %x, %c[%i] : memref<?xi32, #any>
  }
  %l = memref.dim %d, %c0 : memref<?xi32, #none>
  affine.for %i = 0 to %l {
    %x = affine.load %d[%i] : memref<?xi32, #none>
    %y = arith.addi %x, %x : i32
    affine.store %y, %d[%i] : memref<?xi32, #none>
  }
  return
}

#rows = #layout.buffer<index_map<(i, j) -> (j, i + 1)>, extent<[?, ? + 1]>, pad<-1 : i64>>
func.func private @double(%a: memref<?x?xi64, #rows>) -> memref<?x?xi64, #rows> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi64, #rows>
  %m = memref.dim %a, %c1 : memref<?x?xi64, #rows>
  %b = memref.alloc(%n, %m) : memref<?x?xi64, #rows>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.load %a[%i, %j] : memref<?x?xi64, #rows>
      %y = arith.addi %x, %x : i64
      affine.store %y, %b[%i, %j] : memref<?x?xi64, #rows>
    }
  }
  return %b : memref<?x?xi64, #rows>
}
func.func @calls(%out: memref<?x?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?x?xi64>
  %m = memref.dim %out, %c1 : memref<?x?xi64>
  %a = memref.alloc(%n, %m) : memref<?x?xi64, #rows>
  memref.copy %out, %a : memref<?x?xi64> to memref<?x?xi64, #rows>
  %b = func.call @double(%a) : (memref<?x?xi64, #rows>) -> memref<?x?xi64, #rows>
  %k = memref.dim %b, %c0 : memref<?x?xi64, #rows>
  affine.for %i = 0 to %k {
    affine.for %j = 0 to %m {
      %x = affine.load %b[%i, %j] : memref<?x?xi64, #rows>
      affine.store %x, %out[%i, %j] : memref<?x?xi64>
    }
  }
  memref.dealloc %a : memref<?x?xi64, #rows>
  memref.dealloc %b : memref<?x?xi64, #rows>
  return
}

// A result has its border, and no extent beside it.
// CHECK-LABEL: func.func @result(
// CHECK-SAME:    %[[N:.*]]: index) -> memref<?xi32> {
// CHECK:         %[[P:.*]] = affine.apply #{{.*}}()[%[[N]]]
// CHECK:         memref.alloc(%[[P]]) : memref<?xi32>
func.func @result(%n: index) -> memref<?xi32, #both> {
  %a = memref.alloc(%n) : memref<?xi32, #both>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %i : index to i32
    affine.store %x, %a[%i] : memref<?xi32, #both>
  }
  return %a : memref<?xi32, #both>
}

func.func @requested(%a: memref<?xi32> {layout.transform = #both}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32>
  %b = memref.alloc(%n) {layout.transform = #zeros} : memref<?xi32>
  affine.for %i = 0 to %n {
    %x = affine.load %a[%i] : memref<?xi32>
    affine.store %x, %b[%i] : memref<?xi32>
  }
  affine.for %i = 0 to %n {
    %x = affine.load %b[%i] : memref<?xi32>
    %y = arith.addi %x, %x : i32
    affine.store %y, %a[%i] : memref<?xi32>
  }
  memref.dealloc %b : memref<?xi32>
  return
}

// The same of static extents, and a buffer known as both.
// CHECK-LABEL: func.func @fixed(
// CHECK-SAME:    memref<6xi32>
// CHECK:         memref.cast %{{.*}} : memref<6xi32> to memref<?xi32>
func.func @fixed(%a: memref<5xi32, #zeros>) {
  %c0 = arith.constant 0 : index
  %b = memref.cast %a : memref<5xi32, #zeros> to memref<?xi32, #zeros>
  %n = memref.dim %b, %c0 : memref<?xi32, #zeros>
  affine.for %i = 0 to %n {
    %x = arith.index_cast %n : index to i32
    affine.store %x, %b[%i] : memref<?xi32, #zeros>
  }
  return
}
