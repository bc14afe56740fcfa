// Which accesses wrap-indices takes modulo the extent, and why not the others.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-overcompute{wrap-indices=true})" --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=negative,vector,view --pipeline="builtin.module(layout-overcompute{wrap-indices=true})"

// An index that may be negative is no operand of arith.remui.
// CHECK-LABEL: @negative(
// CHECK-NOT:     scf.if
// CHECK:         arith.remsi
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @negative(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  %three = arith.constant 3 : index
  %zero = arith.constant 0 : index
  affine.for %i = 0 to 20 {
    %j = arith.subi %three, %i : index
    %inside = arith.cmpi sge, %j, %zero : index
    scf.if %inside {
      %v = memref.load %a[%j] : memref<16xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// Whether one is negative need not be known.
// CHECK-LABEL: @may_be_negative(
// CHECK-NOT:     affine.if
// CHECK:         arith.remsi
// CHECK-NOT:     affine.if
// CHECK:         return
func.func @may_be_negative(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %p = affine.apply affine_map<(i) -> ((i * 2199023255555) mod 17 - 3)>(%i)
      %v = memref.load %a[%p] : memref<16xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// CHECK-LABEL: @vector(
// CHECK:         affine.if
// REMARK: [Missed] layout-overcompute/{{.*}}reading %arg0[{{.*}}; not wrapped: wrap-indices applies to loads and stores of one element by 'affine' and 'memref' ops"
func.func @vector(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %v = affine.vector_load %a[%i] : memref<16xi32>, vector<4xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// CHECK-LABEL: @view(
// CHECK:         affine.if
// REMARK: [Missed] layout-overcompute/{{.*}}; not wrapped: wrap-indices applies to accesses of the buffer itself, and this is one of a view"
func.func @view(%a: memref<16xi32>, %b: memref<32xi32> {llvm.noalias}) {
  %view = memref.subview %a[4] [4] [1] : memref<16xi32> to memref<4xi32, strided<[1], offset: 4>>
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %v = affine.load %view[%i] : memref<4xi32, strided<[1], offset: 4>>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}

// CHECK-LABEL: @dynamic(
// CHECK:         affine.if
// REMARK: {{.*}}layout-overcompute/{{.*}}; not wrapped: wrap-indices needs constant extents"
func.func @dynamic(%a: memref<?xi32>, %b: memref<32xi32> {llvm.noalias}) {
  affine.for %i = 0 to 20 {
    affine.if affine_set<(i) : (3 - i >= 0)>(%i) {
      %v = affine.load %a[%i] : memref<?xi32>
      %x = affine.load %b[%i] : memref<32xi32>
      affine.store %x, %b[%i] : memref<32xi32>
    }
  }
  return
}
