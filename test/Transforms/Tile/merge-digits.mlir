// The last digit of a layout is less than a vector: with the digits around it, which all accesses
// have beside it, it is one loop, and vectors are made of that. Tiles that are not full stay.
//
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-tile-loops,layout-finalize,canonicalize)" --mlir-print-local-scope | FileCheck %s
//
// DEFINE: %{passes} =
// DEFINE: %{check} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v extents | paste -sd, | xargs -I{} layout-check %s --entry={} --pipeline="builtin.module(layout-assign,layout-apply,%{passes},layout-finalize)"
// REDEFINE: %{passes} = layout-tile-loops
// RUN: %{check}
// REDEFINE: %{passes} = layout-optimize
// RUN: %{check}
// REDEFINE: %{passes} = layout-set-target{target=x86-64-v4},layout-optimize
// RUN: %{check}
//
// DEFINE: %{extents} = layout-check %s --entry=extents --pipeline="builtin.module(layout-assign,layout-apply,layout-optimize,layout-finalize)" --dim=arg0.dim1:5
// RUN: %{extents} --dim=arg0.dim0:8
// RUN: %{extents} --dim=arg0.dim0:7
// RUN: %{extents} --dim=arg0.dim0:3
// RUN: %{extents} --dim=arg0.dim0:0

#channels = #layout.buffer<index_map<(c, h, w) -> (c floordiv 4, h, w, c mod 4)>, pad<undef>>

// The last of the three blocks has three channels.
// CHECK-LABEL: @relu
// CHECK:      %[[A:.*]] = memref.collapse_shape %arg0 {{\[\[}}0, 1, 2, 3]] : memref<3x6x7x4xi8> into memref<504xi8>
// CHECK:      %[[B:.*]] = memref.collapse_shape %arg1
// CHECK:      affine.for %[[O:.*]] = 0 to 6 {
// CHECK-NEXT:   affine.for %[[L:.*]] = 0 to min affine_map<(d0) -> (64, d0 * -64 + 336)>(%[[O]]) {
// CHECK-NEXT:     affine.load %[[A]][%[[O]] * 64 + %[[L]]]
// CHECK:      affine.for %{{.*}} = 2 to 3 {
// CHECK-NEXT:   affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT:     affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT:       affine.for %{{.*}} = 0 to 3 {
func.func @relu(%a: memref<11x6x7xi8> {layout.transform = #channels}, %b: memref<11x6x7xi8> {layout.transform = #channels}) {
  %zero = arith.constant 0 : i8
  affine.for %c = 0 to 11 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<11x6x7xi8>
        %1 = arith.maxsi %0, %zero : i8
        affine.store %1, %b[%c, %h, %w] : memref<11x6x7xi8>
      }
    }
  }
  return
}

// What only the last digit moves comes again and again.
// CHECK-LABEL: @bias
// CHECK: affine.load %arg1[%{{.*}} * 4 + %{{.*}} mod 4]
func.func @bias(%a: memref<12x6x7xi8> {layout.transform = #channels}, %d: memref<12xi8> {llvm.noalias}, %b: memref<12x6x7xi8> {layout.transform = #channels}) {
  affine.for %c = 0 to 12 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<12x6x7xi8>
        %1 = affine.load %d[%c] : memref<12xi8>
        %2 = arith.addi %0, %1 : i8
        affine.store %2, %b[%c, %h, %w] : memref<12x6x7xi8>
      }
    }
  }
  return
}

// In place, and of tiles whose rows may be missing, too.
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j floordiv 4, i mod 16, j mod 4)>, pad<undef>>
// CHECK-LABEL: @in_place
// CHECK: memref.collapse_shape
func.func @in_place(%a: memref<20x10xi16> {layout.transform = #tiles}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 10 {
      %0 = affine.load %a[%i, %j] : memref<20x10xi16>
      %1 = arith.addi %0, %0 : i16
      affine.store %1, %a[%i, %j] : memref<20x10xi16>
    }
  }
  return
}

// CHECK-LABEL: @extents
// CHECK: memref.collapse_shape
func.func @extents(%a: memref<?x?xi8> {layout.transform = #tiles}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %a, %c0 : memref<?x?xi8>
  %m = memref.dim %a, %c1 : memref<?x?xi8>
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %m {
      %0 = affine.load %a[%i, %j] : memref<?x?xi8>
      %1 = arith.addi %0, %0 : i8
      affine.store %1, %a[%i, %j] : memref<?x?xi8>
    }
  }
  return
}

// Neighbours of other rows are not beside it, and one row is read by what moves along another.
// CHECK-LABEL: @rows_above
// CHECK-NOT: collapse_shape
func.func @rows_above(%a: memref<12x6x7xi8> {layout.transform = #channels}, %b: memref<12x6x7xi8> {layout.transform = #channels}) {
  affine.for %c = 0 to 12 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 6 {
        %0 = affine.load %a[%c, %h, %w + 1] : memref<12x6x7xi8>
        affine.store %0, %b[%c, %h, %w] : memref<12x6x7xi8>
      }
    }
  }
  return
}

// CHECK-LABEL: @pixels
// CHECK-NOT: collapse_shape
func.func @pixels(%a: memref<12x6x7xi8> {layout.transform = #channels}, %d: memref<7xi8> {llvm.noalias}, %b: memref<12x6x7xi8> {layout.transform = #channels}) {
  affine.for %c = 0 to 12 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<12x6x7xi8>
        %1 = affine.load %d[%w] : memref<7xi8>
        %2 = arith.addi %0, %1 : i8
        affine.store %2, %b[%c, %h, %w] : memref<12x6x7xi8>
      }
    }
  }
  return
}

// A digit that is a vector already.
#long = #layout.buffer<index_map<(c, h, w) -> (c floordiv 64, h, w, c mod 64)>, pad<undef>>
// CHECK-LABEL: @vectors
// CHECK-NOT: collapse_shape
func.func @vectors(%a: memref<128x3x7xi8> {layout.transform = #long}, %b: memref<128x3x7xi8> {layout.transform = #long}) {
  affine.for %c = 0 to 128 {
    affine.for %h = 0 to 3 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<128x3x7xi8>
        %1 = arith.addi %0, %0 : i8
        affine.store %1, %b[%c, %h, %w] : memref<128x3x7xi8>
      }
    }
  }
  return
}

// Rows that have more than the digit in one buffer.
// CHECK-LABEL: @longer_rows
// CHECK-NOT: collapse_shape
func.func @longer_rows(%a: memref<12x6x7xi8> {layout.transform = #channels}, %d: memref<6x7x5xi8> {llvm.noalias}, %b: memref<12x6x7xi8> {layout.transform = #channels}) {
  affine.for %c = 0 to 12 {
    affine.for %h = 0 to 6 {
      affine.for %w = 0 to 7 {
        %0 = affine.load %a[%c, %h, %w] : memref<12x6x7xi8>
        %1 = affine.load %d[%h, %w, %c mod 4] : memref<6x7x5xi8>
        %2 = arith.addi %0, %1 : i8
        affine.store %2, %b[%c, %h, %w] : memref<12x6x7xi8>
      }
    }
  }
  return
}

// A view that a loop of the nest makes is collapsed there.
// CHECK-LABEL: func.func @view_in_loop(
// CHECK:         affine.for
// CHECK:           memref.collapse_shape
func.func @view_in_loop(%a: memref<2x33xi64>, %b: memref<1x9x4x3x1x1xi64> {llvm.noalias}, %c: memref<1x1x325xi64> {llvm.noalias}) {
  affine.for %i = 0 to 1 {
    %view = memref.collapse_shape %b [[0], [1, 2], [3], [4], [5]] : memref<1x9x4x3x1x1xi64> into memref<1x36x3x1x1xi64>
    affine.for %j = 0 to 32 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 1 {
          affine.for %m = 0 to 1 {
            %x = affine.load %a[%k, %j] : memref<2x33xi64>
            affine.store %x, %view[%i, %j, %k, %l, %m] : memref<1x36x3x1x1xi64>
          }
        }
      }
    }
    affine.for %j = 0 to 1 {
      affine.for %k = 0 to 322 {
        %x = affine.load %b[0, %k floordiv 40, (%k floordiv 10) mod 4, 0, 0, 0] : memref<1x9x4x3x1x1xi64>
        affine.store %x, %c[%i, %j, %k] : memref<1x1x325xi64>
      }
    }
  }
  return
}
