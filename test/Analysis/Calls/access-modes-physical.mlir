// Stores through layout.as_physical write the element that lies at their place.
// RUN: layout-opt %s --layout-apply | FileCheck %s

#pad = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#skew = #layout.buffer<index_map<(i, j) -> (i + j, j)>>

// CHECK-LABEL: func.func @all(
// CHECK-SAME: layout.access = "write"
func.func @all(%b: memref<14xi32, #pad>, %x: i32) {
  %p = layout.as_physical %b : memref<14xi32, #pad> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %p[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// The last place that holds data is left out.
// CHECK-LABEL: func.func @all_but_the_last(
// CHECK-SAME: layout.access = "readwrite"
func.func @all_but_the_last(%b: memref<14xi32, #pad>, %x: i32) {
  %p = layout.as_physical %b : memref<14xi32, #pad> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (12 - 4 * i - j >= 0)>(%i, %j) {
        affine.store %x, %p[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// Padding is no element.
// CHECK-LABEL: func.func @data_only(
// CHECK-SAME: layout.access = "write"
func.func @data_only(%b: memref<14xi32, #pad>, %x: i32) {
  %p = layout.as_physical %b : memref<14xi32, #pad> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (13 - 4 * i - j >= 0)>(%i, %j) {
        affine.store %x, %p[%i, %j] : memref<4x4xi32>
      }
    }
  }
  return
}

// An element is read before it is written.
// CHECK-LABEL: func.func @reads_first(
// CHECK-SAME: layout.access = "readwrite"
func.func @reads_first(%b: memref<14xi32, #pad>) {
  %p = layout.as_physical %b : memref<14xi32, #pad> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %p[3 - %i, %j] : memref<4x4xi32>
      affine.store %x, %p[%i, %j] : memref<4x4xi32>
    }
  }
  return
}

// CHECK-LABEL: func.func @skewed(
// CHECK-SAME: layout.access = "write"
func.func @skewed(%b: memref<3x4xi32, #skew>, %x: i32) {
  %p = layout.as_physical %b : memref<3x4xi32, #skew> to memref<6x4xi32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(i, j) : (i - j >= 0, 2 - i + j >= 0)>(%i, %j) {
        affine.store %x, %p[%i, %j] : memref<6x4xi32>
      }
    }
  }
  return
}

// Places between the elements hold none.
#gaps = #layout.buffer<index_map<(i) -> (2 * i)>>
// CHECK-LABEL: func.func @between(
// CHECK-SAME: layout.access = "readwrite"
func.func @between(%b: memref<4xi32, #gaps>, %x: i32) {
  %p = layout.as_physical %b : memref<4xi32, #gaps> to memref<7xi32>
  affine.for %i = 0 to 3 {
    affine.store %x, %p[2 * %i + 1] : memref<7xi32>
  }
  affine.store %x, %p[6] : memref<7xi32>
  return
}
