// Vectors and linalg ops in a nest touch the elements that they touch, not the
// whole buffer.
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=vectors,overlapping,structured,structured_rows,names --pipeline="builtin.module(layout-sequential-access)"

// CHECK-LABEL: @vectors
// CHECK:         affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK:             affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @vectors(%a: memref<4x8xi32> {layout.sequential}, %b: memref<8x16xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x8xi32>
      %v = vector.broadcast %x : i32 to vector<4xi32>
      affine.vector_store %v, %b[%i, 4 * %j] : memref<8x16xi32>, vector<4xi32>
    }
  }
  return
}

// CHECK-LABEL: @overlapping
// CHECK:         affine.for %{{.*}} = 0 to 8 {
// REMARK: [Missed] layout-sequential-access/order {{.*}}another order would change results: iteration {{.*}} writes %{{.*}}[{{[0-9]+}}] that iteration {{.*}} wrote"
func.func @overlapping(%a: memref<4x8xi32> {layout.sequential}, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x8xi32>
      %v = vector.broadcast %x : i32 to vector<4xi32>
      affine.vector_store %v, %b[%i + 4 * %j] : memref<32xi32>, vector<4xi32>
    }
  }
  return
}

// CHECK-LABEL: @structured(
// CHECK:         affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK:             affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @structured(%a: memref<4x8xi32> {layout.sequential}, %b: memref<8x4x3xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x8xi32>
      %v = memref.subview %b[%i, %j, 0] [1, 1, 3] [1, 1, 1] : memref<8x4x3xi32> to memref<3xi32, strided<[1], offset: ?>>
      linalg.fill ins(%x : i32) outs(%v : memref<3xi32, strided<[1], offset: ?>>)
    }
  }
  return
}

// CHECK-LABEL: @structured_rows
// CHECK:         affine.for %{{.*}} = 0 to 8 {
// REMARK: [Missed] layout-sequential-access/order {{.*}}another order would change results: iteration {{.*}} writes %{{.*}}[{{[0-9]+}}, {{[0-9]+}}] that iteration {{.*}} wrote"
func.func @structured_rows(%a: memref<4x8xi32> {layout.sequential}, %b: memref<11x3xi32> {llvm.noalias}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x8xi32>
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %j)
      %v = memref.subview %b[%at, 0] [1, 3] [1, 1] : memref<11x3xi32> to memref<3xi32, strided<[1], offset: ?>>
      linalg.fill ins(%x : i32) outs(%v : memref<3xi32, strided<[1], offset: ?>>)
    }
  }
  return
}

// One buffer under two names, and another.
// CHECK-LABEL: @names
// CHECK:         affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 8 {
// CHECK:             affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @names(%a: memref<4x8xi32> {layout.sequential}, %b: memref<4x8xi32> {llvm.noalias}, %c: memref<4x8xi32> {llvm.noalias}) {
  %p, %q = memref.distinct_objects %b, %c : memref<4x8xi32>, memref<4x8xi32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x8xi32>
      affine.store %x, %p[%j, %i] : memref<4x8xi32>
      %y = affine.load %b[%j, %i] : memref<4x8xi32>
      affine.store %y, %c[%j, %i] : memref<4x8xi32>
    }
  }
  return
}

// The storage of a buffer; no data set of layout-check has it.
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
// CHECK-LABEL: @storage
// CHECK:         affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:      affine.for %[[I:.*]] = 0 to 4 {
// CHECK:             affine.load %{{.*}}[%[[J]], %[[I]]]
func.func @storage(%a: memref<4x4xi32> {layout.sequential}, %b: memref<16xi32, #tiles> {llvm.noalias}) {
  %p = layout.as_physical %b : memref<16xi32, #tiles> to memref<4x4xi32>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%j, %i] : memref<4x4xi32>
      affine.store %x, %p[%j, %i] : memref<4x4xi32>
      %y = affine.load %b[4 * %j + %i] : memref<16xi32, #tiles>
      %z = arith.addi %x, %y : i32
      affine.store %z, %p[%j, %i] : memref<4x4xi32>
    }
  }
  return
}
