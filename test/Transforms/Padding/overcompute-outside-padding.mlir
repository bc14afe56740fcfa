// Behind the data comes padding, behind the padding the border of the image: a guard
// goes where both are zero.
// RUN: layout-opt %s --layout-apply --layout-overcompute | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-overcompute --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-check %s --entry=zero,one,none,flags --pipeline="builtin.module(layout-apply,layout-overcompute)"

#zero = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 7]>, pad<0 : i32>>
#one = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 7]>, pad<1 : i32>>
#none = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 7]>>

// CHECK-LABEL: func.func @zero(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch %{{.*}} : memref<4x7xi32, #layout.texture<read, outside = zero>>
func.func @zero(%a: memref<4x5xi32, #zero, #layout.texture<read, outside = zero>>, %b: memref<4x5xi32>) {
  %none = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(w) : (1 - w >= 0)>(%w) -> i32 {
        %v = affine.load %a[%h, %w + 3] : memref<4x5xi32, #zero, #layout.texture<read, outside = zero>>
        affine.yield %v : i32
      } else {
        affine.yield %none : i32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// REMARK: layout-overcompute/inside-image {{.*}}reading %arg0[0, 5], which is inside of the image
// CHECK-LABEL: func.func @one(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
func.func @one(%a: memref<4x5xi32, #one, #layout.texture<read, outside = zero>>, %b: memref<4x5xi32>) {
  %none = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(w) : (1 - w >= 0)>(%w) -> i32 {
        %v = affine.load %a[%h, %w + 3] : memref<4x5xi32, #one, #layout.texture<read, outside = zero>>
        affine.yield %v : i32
      } else {
        affine.yield %none : i32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// Padding that must not be read is not read, whatever is promised behind it.
// REMARK: layout-overcompute/reads-none-padding
// CHECK-LABEL: func.func @none(
// CHECK:         affine.if
// CHECK-NOT:     layout.fetch
func.func @none(%a: memref<4x5xi32, #none, #layout.texture<read, outside = zero>>, %b: memref<4x5xi32>) {
  %none = arith.constant 0 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      %x = affine.if affine_set<(w) : (1 - w >= 0)>(%w) -> i32 {
        %v = affine.load %a[%h, %w + 3] : memref<4x5xi32, #none, #layout.texture<read, outside = zero>>
        affine.yield %v : i32
      } else {
        affine.yield %none : i32
      }
      affine.store %x, %b[%h, %w] : memref<4x5xi32>
    }
  }
  return
}

// Of the padding nuw would hold; of the zeros behind it, it does not.
#any = #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[?, 5]>, pad<undef>>
// CHECK-LABEL: func.func @flags(
// CHECK-NOT:     affine.if
// CHECK:         layout.fetch
// CHECK-NEXT:    arith.subi %{{.*}}, %{{.*}} : i32
func.func @flags(%a: memref<4x5xi32, #one, #layout.texture<read, outside = zero>>, %b: memref<4x2xi32, #any>) {
  %one = arith.constant 1 : i32
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 5 {
      affine.if affine_set<(w) : (1 - w >= 0)>(%w) {
        %v = affine.load %a[%h, %w + 3] : memref<4x5xi32, #one, #layout.texture<read, outside = zero>>
        %x = arith.subi %v, %one overflow<nuw> : i32
        affine.store %x, %b[%h, %w] : memref<4x2xi32, #any>
      }
    }
  }
  return
}
