// Which elements vectors and linalg ops touch, and by which names.
// RUN: layout-opt %s --layout-merge-loops --split-input-file --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// CHECK-LABEL: @rows
// CHECK:         affine.for
// CHECK:           vector.store
// CHECK:           vector.load
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @rows(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    %at = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    vector.store %x, %a[%at] : memref<16xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %at = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    %v = vector.load %a[%at] : memref<16xi32>, vector<4xi32>
    affine.vector_store %v, %b[4 * %i] : memref<16xi32>, vector<4xi32>
  }
  return
}

// -----

// Lane 3 of the store is the element in front of the next load.
// CHECK-LABEL: @next_to_it
// CHECK:         affine.for
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @next_to_it(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32> {llvm.noalias}, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    affine.vector_store %x, %a[4 * %i] : memref<64xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[4 * %i + 3] : memref<64xi32>
    affine.store %v, %b[%i] : memref<64xi32>
  }
  return
}

// -----

// CHECK-LABEL: @one_too_far
// CHECK-COUNT-2: affine.for
// REMARK: [Missed] layout-merge-loops/dependence {{.*}}reads %arg0[{{(4|8|12)}}] that iteration
func.func @one_too_far(%a: memref<64xi32> {llvm.noalias}, %b: memref<64xi32> {llvm.noalias}, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    affine.vector_store %x, %a[4 * %i] : memref<64xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[4 * %i + 4] : memref<64xi32>
    affine.store %v, %b[%i] : memref<64xi32>
  }
  return
}

// -----

// Masks only take elements away.
// CHECK-LABEL: @masked
// CHECK:         affine.for
// CHECK:           vector.maskedstore
// CHECK:           vector.maskedload
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @masked(%a: memref<4x8xi32> {llvm.noalias}, %b: memref<4x8xi32> {llvm.noalias}, %m: vector<8xi1>, %x: vector<8xi32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    vector.maskedstore %a[%i, %c0], %m, %x : memref<4x8xi32>, vector<8xi1>, vector<8xi32>
  }
  affine.for %i = 0 to 4 {
    %v = vector.maskedload %a[%i, %c0], %m, %x : memref<4x8xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
    vector.store %v, %b[%i, %c0] : memref<4x8xi32>, vector<8xi32>
  }
  return
}

// -----

// Whether the mask has the lanes that would meet is not known.
// CHECK-LABEL: @masked_next_row
// CHECK-COUNT-2: affine.for
// REMARK: [Analysis] layout-merge-loops/not-decided {{.*}}cannot determine which elements of %arg0 'vector.maskedstore' touches"
func.func @masked_next_row(%a: memref<8x8xi32> {llvm.noalias}, %b: memref<8x8xi32> {llvm.noalias}, %m: vector<8xi1>, %x: vector<8xi32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    vector.maskedstore %a[%i, %c0], %m, %x : memref<8x8xi32>, vector<8xi1>, vector<8xi32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[%i + 1, 0] : memref<8x8xi32>
    affine.store %v, %b[%i, 0] : memref<8x8xi32>
  }
  return
}

// -----

// What is gathered may be any element.
// CHECK-LABEL: @gathered
// CHECK-COUNT-2: affine.for
// REMARK: [Analysis] layout-merge-loops/not-decided {{.*}}cannot determine which elements of %arg0 'vector.gather' touches"
func.func @gathered(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %at: vector<4xi32>, %m: vector<4xi1>, %x: vector<4xi32>) {
  affine.for %i = 0 to 4 {
    affine.vector_store %x, %a[4 * %i] : memref<16xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %w = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    %v = vector.gather %a[%w][%at], %m, %x : memref<16xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    affine.vector_store %v, %b[4 * %i] : memref<16xi32>, vector<4xi32>
  }
  return
}

// -----

// A column, by its permutation map; what it has outside of the buffer is none.
// CHECK-LABEL: @columns
// CHECK:         affine.for
// CHECK:           vector.transfer_write
// CHECK:           vector.transfer_read
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @columns(%a: memref<6x4xi32> {llvm.noalias}, %b: memref<4x8xi32> {llvm.noalias}, %z: i32, %x: vector<8xi32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 4 {
    vector.transfer_write %x, %a[%c0, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<8xi32>, memref<6x4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = vector.transfer_read %a[%c0, %i], %z {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<6x4xi32>, vector<8xi32>
    vector.store %v, %b[%i, %c0] : memref<4x8xi32>, vector<8xi32>
  }
  return
}

// -----

// Lanes end with the view that they are written through.
// CHECK-LABEL: @outside_of_the_view
// CHECK:         affine.for
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @outside_of_the_view(%a: memref<16xi32> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: vector<8xi32>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 2 {
    %v = affine.load %a[4 * %i] : memref<16xi32>
    affine.store %v, %b[%i] : memref<16xi32>
  }
  affine.for %i = 0 to 2 {
    %at = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    %v = memref.subview %a[%at] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: ?>>
    vector.transfer_write %x, %v[%c0] : vector<8xi32>, memref<4xi32, strided<[1], offset: ?>>
  }
  return
}

// -----

// CHECK-LABEL: @linalg_rows
// CHECK:         affine.for
// CHECK:           linalg.fill
// CHECK:           linalg.add
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @linalg_rows(%a: memref<4x8xi32> {llvm.noalias}, %b: memref<4x8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    %r = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.fill ins(%x : i32) outs(%r : memref<8xi32, strided<[1], offset: ?>>)
  }
  affine.for %i = 0 to 4 {
    %r = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    %s = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%r, %r : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>)
               outs(%s : memref<8xi32, strided<[1], offset: ?>>)
  }
  return
}

// -----

// Each iteration reads all rows.
// CHECK-LABEL: @linalg_all
// CHECK-COUNT-2: affine.for
// REMARK: [Missed] layout-merge-loops/dependence {{.*}}reads %arg0[{{[0-3], [0-7]}}] that iteration
func.func @linalg_all(%a: memref<4x8xi32> {llvm.noalias}, %b: memref<4x8xi32> {llvm.noalias}, %v: vector<8xi32>) {
  affine.for %i = 0 to 4 {
    affine.vector_store %v, %a[%i, 0] : memref<4x8xi32>, vector<8xi32>
  }
  affine.for %i = 0 to 4 {
    linalg.copy ins(%a : memref<4x8xi32>) outs(%b : memref<4x8xi32>)
  }
  return
}

// -----

// Places of one storage are told apart, as elements are.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: @storage
// CHECK:         affine.for
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @storage(%a: memref<16xi32, #tiles> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  %p = layout.as_physical %a : memref<16xi32, #tiles> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %p[%i, 1] : memref<4x4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[4 * %i + 1] : memref<16xi32, #tiles>
    affine.store %v, %b[%i] : memref<16xi32>
  }
  return
}

// -----

// CHECK-LABEL: @other_names
// CHECK:         affine.for
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @other_names(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32> {llvm.noalias}, %x: f32) {
  %p, %q = memref.distinct_objects %a, %b : memref<4xf32>, memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %x, %p[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %y = affine.load %a[%i] : memref<4xf32>
    affine.store %y, %c[%i] : memref<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: @other_names_shifted
// CHECK-COUNT-2: affine.for
// REMARK: [Missed] layout-merge-loops/dependence {{.*}}reads %arg0[{{[1-3]}}] that iteration
func.func @other_names_shifted(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32> {llvm.noalias}, %x: f32) {
  %p, %q = memref.distinct_objects %a, %b : memref<8xf32>, memref<8xf32>
  affine.for %i = 0 to 4 {
    affine.store %x, %p[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 4 {
    %y = affine.load %a[%i + 1] : memref<8xf32>
    affine.store %y, %c[%i] : memref<8xf32>
  }
  return
}

// -----

// A place of padding may be written with any element.
#padded = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
// CHECK-LABEL: @storage_with_padding
// CHECK-COUNT-2: affine.for
// REMARK: [Analysis] layout-merge-loops/not-decided
func.func @storage_with_padding(%a: memref<14xi32, #padded> {llvm.noalias}, %b: memref<16xi32> {llvm.noalias}, %x: i32) {
  %p = layout.as_physical %a : memref<14xi32, #padded> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.store %x, %a[3 * %i] : memref<14xi32, #padded>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %p[3, %i] : memref<4x4xi32>
    affine.store %v, %b[%i] : memref<16xi32>
  }
  return
}
