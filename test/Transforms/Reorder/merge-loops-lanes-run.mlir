// Executed before and after, with vectors, linalg ops and names of one buffer.
// RUN: layout-check %s --entry=rows,one_too_far,columns,every_other --pipeline="builtin.module(layout-merge-loops)"
// RUN: layout-check %s --entry=linalg_rows --arg=2:5 --pipeline="builtin.module(layout-merge-loops)"
// RUN: layout-opt %s --layout-merge-loops | FileCheck %s

// CHECK-LABEL: @rows
// CHECK:         affine.for
// CHECK-NOT:     affine.for
func.func @rows(%a: memref<6x8xi32> {llvm.noalias}, %b: memref<6x8xi32> {llvm.noalias}, %c: memref<6x8xi32> {llvm.noalias}) {
  %c2 = arith.constant 2 : index
  affine.for %i = 0 to 6 {
    %v = vector.load %b[%i, %c2] : memref<6x8xi32>, vector<4xi32>
    vector.store %v, %a[%i, %c2] : memref<6x8xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 6 {
    %x = affine.load %a[%i, 5] : memref<6x8xi32>
    affine.store %x, %a[%i, 7] : memref<6x8xi32>
    %v = affine.vector_load %a[%i, 4] : memref<6x8xi32>, vector<4xi32>
    affine.vector_store %v, %c[%i, 0] : memref<6x8xi32>, vector<4xi32>
  }
  return
}

// CHECK-LABEL: @one_too_far
// CHECK-COUNT-2: affine.for
func.func @one_too_far(%a: memref<32xi32> {llvm.noalias}, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    %v = affine.vector_load %b[4 * %i] : memref<32xi32>, vector<4xi32>
    affine.vector_store %v, %a[4 * %i] : memref<32xi32>, vector<4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = affine.load %a[4 * %i + 4] : memref<32xi32>
    affine.store %v, %b[%i + 16] : memref<32xi32>
  }
  return
}

// CHECK-LABEL: @columns
// CHECK:         affine.for
// CHECK-NOT:     affine.for
func.func @columns(%a: memref<6x4xi32> {llvm.noalias}, %b: memref<6x4xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %z = arith.constant 7 : i32
  affine.for %i = 0 to 4 {
    %v = vector.transfer_read %b[%c0, %i], %z {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<6x4xi32>, vector<8xi32>
    vector.transfer_write %v, %a[%c0, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<8xi32>, memref<6x4xi32>
  }
  affine.for %i = 0 to 4 {
    %v = vector.transfer_read %a[%c0, %i], %z {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<6x4xi32>, vector<8xi32>
    %w = arith.addi %v, %v : vector<8xi32>
    vector.transfer_write %w, %b[%c0, %i] {permutation_map = affine_map<(d0, d1) -> (d0)>} : vector<8xi32>, memref<6x4xi32>
  }
  return
}

// CHECK-LABEL: @linalg_rows
// CHECK:         affine.for
// CHECK-NOT:     affine.for
func.func @linalg_rows(%a: memref<4x8xi32> {llvm.noalias}, %b: memref<4x8xi32> {llvm.noalias}, %x: i32) {
  affine.for %i = 0 to 4 {
    %r = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.fill ins(%x : i32) outs(%r : memref<8xi32, strided<[1], offset: ?>>)
  }
  affine.for %i = 0 to 4 {
    %r = memref.subview %a[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    %s = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
    linalg.add ins(%r, %s : memref<8xi32, strided<[1], offset: ?>>, memref<8xi32, strided<[1], offset: ?>>)
               outs(%r : memref<8xi32, strided<[1], offset: ?>>)
  }
  return
}

// Even elements, then odd ones: lanes two apart.
// CHECK-LABEL: @every_other
// CHECK:         affine.for
// CHECK-NOT:     affine.for
func.func @every_other(%a: memref<16xi32> {llvm.noalias}, %b: memref<8xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %even = memref.subview %a[0] [8] [2] : memref<16xi32> to memref<8xi32, strided<[2]>>
  affine.for %i = 0 to 2 {
    %v = affine.vector_load %b[4 * %i] : memref<8xi32>, vector<4xi32>
    %at = affine.apply affine_map<(d0) -> (4 * d0)>(%i)
    vector.transfer_write %v, %even[%at] {in_bounds = [true]} : vector<4xi32>, memref<8xi32, strided<[2]>>
  }
  affine.for %i = 0 to 2 {
    %x = affine.load %a[2 * %i + 9] : memref<16xi32>
    affine.store %x, %a[2 * %i + 1] : memref<16xi32>
  }
  return
}
