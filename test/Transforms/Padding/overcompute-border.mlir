// A border of zeros behind a dynamic extent, and in front of it: the guards of a
// stencil go, as the places that it reads outside of the data are there, whatever
// the extent, and hold what the other arm yields.
// RUN: layout-opt %s --layout-apply --layout-overcompute --canonicalize | FileCheck %s
// RUN: layout-check %s --entry=stencil --dim=arg0.dim0:0 --dim=arg1.dim0:0 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=stencil --dim=arg0.dim0:1 --dim=arg1.dim0:1 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=stencil --dim=arg0.dim0:6 --dim=arg1.dim0:7 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=rows_and_columns --dim=arg0.dim0:0 --dim=arg0.dim1:3 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=rows_and_columns --dim=arg0.dim0:3 --dim=arg0.dim1:0 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=rows_and_columns --dim=arg0.dim0:1 --dim=arg0.dim1:1 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=rows_and_columns --dim=arg0.dim0:4 --dim=arg0.dim1:5 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=two_places,other_value,untouchable --dim=arg0.dim0:6 --dim=arg1.dim0:6 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=undef_to_undef --dim=arg0.dim0:0 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"
// RUN: layout-check %s --entry=undef_to_undef --dim=arg0.dim0:5 --pipeline="builtin.module(layout-apply,layout-overcompute,layout-finalize)"

#border = #layout.buffer<index_map<(i) -> (i + 1)>, extent<[? + 1]>, pad<0 : i32>>

// CHECK-LABEL: func.func @stencil(
// CHECK:         affine.for
// CHECK:           affine.for
// CHECK-NOT:         affine.if
// CHECK:             affine.load
// CHECK-NOT:         affine.if
// CHECK:         return
func.func @stencil(%a: memref<?xi32, #border>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32, #border>
  affine.for %i = 0 to %n {
    %sum = affine.for %k = 0 to 3 iter_args(%s = %zero) -> i32 {
      %x = affine.if affine_set<(i, k)[n] : (i + k - 1 >= 0, n - i - k >= 0)>(%i, %k)[%n] -> i32 {
        %v = affine.load %a[%i + %k - 1] : memref<?xi32, #border>
        affine.yield %v : i32
      } else {
        affine.yield %zero : i32
      }
      %t = arith.addi %s, %x : i32
      affine.yield %t : i32
    }
    affine.store %sum, %b[%i] : memref<?xi32>
  }
  return
}

// A local buffer with a border around rows and columns.
#around = #layout.buffer<index_map<(i, j) -> (i + 1, j + 1)>, extent<[? + 1, ? + 1]>, pad<0.0 : f32>>

// CHECK-LABEL: func.func @rows_and_columns(
// CHECK:         memref.alloc
// CHECK:         affine.if
// CHECK:           affine.store {{.*}} : memref<?x?xf32>
// CHECK:         affine.load {{.*}} : memref<?x?xf32>
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @rows_and_columns(%out: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %out, %c0 : memref<?x?xf32>
  %m = memref.dim %out, %c1 : memref<?x?xf32>
  %a = memref.alloc(%n, %m) : memref<?x?xf32, #around>
  memref.copy %out, %a : memref<?x?xf32> to memref<?x?xf32, #around>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %x = affine.if affine_set<(i, j)[n, m] : (i - 1 >= 0, m - j - 2 >= 0)>(%i, %j)[%n, %m] -> f32 {
        %v = affine.load %a[%i - 1, %j + 1] : memref<?x?xf32, #around>
        affine.yield %v : f32
      } else {
        affine.yield %zero : f32
      }
      %y = affine.if affine_set<(i, j)[n, m] : (n - i - 2 >= 0)>(%i, %j)[%n, %m] -> f32 {
        %v = affine.load %a[%i + 1, %j] : memref<?x?xf32, #around>
        affine.yield %v : f32
      } else {
        affine.yield %zero : f32
      }
      %t = arith.addf %x, %y : f32
      affine.store %t, %out[%i, %j] : memref<?x?xf32>
    }
  }
  memref.dealloc %a : memref<?x?xf32, #around>
  return
}

// One place more than the border has: that is no padding, and the guard stays.
// CHECK-LABEL: func.func @two_places(
// CHECK:         affine.if
// CHECK:         return
func.func @two_places(%a: memref<?xi32, #border>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32, #border>
  affine.for %i = 0 to %n {
    %x = affine.if affine_set<(i)[n] : (n - i - 3 >= 0)>(%i)[%n] -> i32 {
      %v = affine.load %a[%i + 2] : memref<?xi32, #border>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%i] : memref<?xi32>
  }
  return
}

// The border holds something else, or anything, or may not be read.
#ones = #layout.buffer<index_map<(i) -> (i)>, extent<[? + 1]>, pad<1 : i32>>
// CHECK-LABEL: func.func @other_value(
// CHECK:         affine.if
// CHECK:         return
func.func @other_value(%a: memref<?xi32, #ones>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32, #ones>
  affine.for %i = 0 to %n {
    %x = affine.if affine_set<(i)[n] : (n - i - 2 >= 0)>(%i)[%n] -> i32 {
      %v = affine.load %a[%i + 1] : memref<?xi32, #ones>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%i] : memref<?xi32>
  }
  return
}

#no = #layout.buffer<index_map<(i) -> (i)>, extent<[? + 1]>>
// CHECK-LABEL: func.func @untouchable(
// CHECK:         affine.if
// CHECK:         return
func.func @untouchable(%a: memref<?xi32, #no>, %b: memref<?xi32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %n = memref.dim %a, %c0 : memref<?xi32, #no>
  affine.for %i = 0 to %n {
    %x = affine.if affine_set<(i)[n] : (n - i - 2 >= 0)>(%i)[%n] -> i32 {
      %v = affine.load %a[%i + 1] : memref<?xi32, #no>
      affine.yield %v : i32
    } else {
      affine.yield %zero : i32
    }
    affine.store %x, %b[%i] : memref<?xi32>
  }
  return
}

// What is read of the border is lost, as it is written to a border of undef.
#any = #layout.buffer<index_map<(i) -> (i)>, extent<[? + 1]>, pad<undef>>
// CHECK-LABEL: func.func @undef_to_undef(
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @undef_to_undef(%a: memref<?xi32, #any>) -> memref<?xi32, #any> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %a, %c0 : memref<?xi32, #any>
  %b = memref.alloc(%n) : memref<?xi32, #any>
  affine.for %i = 0 to affine_map<()[n] -> (n + 1)>()[%n] {
    affine.if affine_set<(i)[n] : (n - i - 1 >= 0)>(%i)[%n] {
      %v = affine.load %a[%i] : memref<?xi32, #any>
      %w = arith.addi %v, %v : i32
      affine.store %w, %b[%i] : memref<?xi32, #any>
    }
  }
  return %b : memref<?xi32, #any>
}
