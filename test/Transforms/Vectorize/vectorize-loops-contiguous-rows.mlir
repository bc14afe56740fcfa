// Rows of stride 1 are contiguous, however far they lie from each other and wherever the first
// begins; nothing is read behind the end of a row.
//
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-optimize --canonicalize --cse --mlir-print-local-scope --remarks-filter=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
//
// DEFINE: %{target} =
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-set-target{target=%{target}},layout-optimize)" --entry=elementwise,product,stored,slices,overlapping,stored_overlapping,one_row,columns,interleaved
// REDEFINE: %{target} = x86-64-v4
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v3
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v2
// RUN: %{check}
// RUN: layout-check %s --pipeline="builtin.module(layout-optimize)" --entry=dynamic --dim=arg0.dim0:3 --dim=arg0.dim1:61 --dim=arg1.dim0:3 --dim=arg1.dim1:61
// RUN: layout-check %s --pipeline="builtin.module(layout-optimize)" --entry=dynamic --dim=arg0.dim0:2 --dim=arg0.dim1:7 --dim=arg1.dim0:2 --dim=arg1.dim1:7

// CHECK-LABEL: @elementwise
// CHECK: vector.load %arg0[{{.*}}] : memref<32x61xf32, strided<[128, 1]>>, vector<{{.*}}xf32>
// CHECK-NOT: nontemporal
// CHECK: return
func.func @elementwise(%a: memref<32x61xf32, strided<[128, 1]>>, %b: memref<32x61xf32> {llvm.noalias}) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 61 {
      %x = affine.load %a[%i, %j] : memref<32x61xf32, strided<[128, 1]>>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<32x61xf32>
    }
  }
  return
}

// Lanes are rows, of which blocks are transposed.
// CHECK-LABEL: @product
// CHECK: vector.load %arg0[{{.*}}] : memref<33x64xf32, strided<[128, 1], offset: ?>>, vector<16xf32>
func.func @product(%a: memref<33x64xf32, strided<[128, 1], offset: ?>>, %x: memref<64xf32>, %b: memref<33xf32> {llvm.noalias}) {
  affine.for %i = 0 to 33 {
    affine.for %j = 0 to 64 {
      %w = affine.load %a[%i, %j] : memref<33x64xf32, strided<[128, 1], offset: ?>>
      %v = affine.load %x[%j] : memref<64xf32>
      %o = affine.load %b[%i] : memref<33xf32>
      %m = arith.mulf %w, %v : f32
      %y = arith.addf %o, %m : f32
      affine.store %y, %b[%i] : memref<33xf32>
    }
  }
  return
}

// CHECK-LABEL: @stored
// CHECK: vector.store {{.*}} : memref<19x40xf32, strided<[48, 1], offset: 5>>, vector<{{.*}}xf32>
func.func @stored(%a: memref<19x40xf32>, %b: memref<19x40xf32, strided<[48, 1], offset: 5>> {llvm.noalias}) {
  affine.for %i = 0 to 19 {
    affine.for %j = 0 to 40 {
      %x = affine.load %a[%i, %j] : memref<19x40xf32>
      %y = arith.mulf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<19x40xf32, strided<[48, 1], offset: 5>>
    }
  }
  return
}

// CHECK-LABEL: @dynamic
func.func @dynamic(%a: memref<?x?xf32, strided<[?, 1], offset: ?>>, %b: memref<?x?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  %n = memref.dim %a, %c1 : memref<?x?xf32, strided<[?, 1], offset: ?>>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i, %j] : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<?x?xf32>
    }
  }
  return
}

// CHECK-LABEL: @slices
// CHECK: vector.load {{.*}}strided<[61, 1], offset: ?>>
func.func @slices(%a: memref<6x61x61xf32>, %b: memref<61x61xf32> {llvm.noalias}) {
  affine.for %l = 0 to 6 {
    %s = memref.subview %a[%l, 0, 0] [1, 61, 61] [1, 1, 1] : memref<6x61x61xf32> to memref<61x61xf32, strided<[61, 1], offset: ?>>
    affine.for %i = 0 to 61 {
      affine.for %j = 0 to 61 {
        %x = affine.load %s[%i, %j] : memref<61x61xf32, strided<[61, 1], offset: ?>>
        %o = affine.load %b[%i, %j] : memref<61x61xf32>
        %y = arith.addf %x, %o : f32
        affine.store %y, %b[%i, %j] : memref<61x61xf32>
      }
    }
  }
  return
}

// Rows that overlap may be read.
// CHECK-LABEL: @overlapping
// CHECK: vector.load
func.func @overlapping(%a: memref<16x32xf32, strided<[1, 1]>>, %b: memref<16x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %x = affine.load %a[%i, %j] : memref<16x32xf32, strided<[1, 1]>>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<16x32xf32>
    }
  }
  return
}

// Stores to rows that overlap keep their order.
// CHECK-LABEL: @stored_overlapping
// CHECK-NOT: vector.store
// CHECK: return
func.func @stored_overlapping(%a: memref<16x32xf32>, %b: memref<16x32xf32, strided<[1, 1]>> {llvm.noalias}) {
  affine.for %j = 0 to 32 {
    affine.for %i = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<16x32xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<16x32xf32, strided<[1, 1]>>
    }
  }
  return
}

// All rows are one.
func.func @one_row(%a: memref<16x32xf32>, %b: memref<16x32xf32, strided<[0, 1]>> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %x = affine.load %a[%i, %j] : memref<16x32xf32>
      %o = affine.load %b[%i, %j] : memref<16x32xf32, strided<[0, 1]>>
      %y = arith.addf %x, %o : f32
      affine.store %y, %b[%i, %j] : memref<16x32xf32, strided<[0, 1]>>
    }
  }
  return
}

// Columns are not contiguous.
// CHECK-LABEL: @columns
// CHECK-NOT: vector.load %arg0
// REMARK: rows of 'memref<16x32xf32, strided<[1, 16]>>' are not known to be contiguous
func.func @columns(%a: memref<16x32xf32, strided<[1, 16]>>, %b: memref<16x32xf32> {llvm.noalias}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %x = affine.load %a[%i, %j] : memref<16x32xf32, strided<[1, 16]>>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<16x32xf32>
    }
  }
  return
}

// Groups of four lie side by side within a row, but the rows are apart: they are no one dimension.
// CHECK-LABEL: @interleaved
func.func @interleaved(%a: memref<8x4xf32, strided<[6, 1]>>, %b: memref<4x8xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%j, %i] : memref<8x4xf32, strided<[6, 1]>>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%i, %j] : memref<4x8xf32>
    }
  }
  return
}
