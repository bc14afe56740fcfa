// RUN: layout-opt %s --layout-collapse-dims --mlir-print-local-scope --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: FileCheck %s --check-prefix=KEPT < %t.remarks
// RUN: layout-opt %s --layout-collapse-dims --layout-collapse-dims --mlir-print-local-scope | FileCheck %s

// A second run finds no division.
// REMARK-COUNT-1: [Passed] layout-collapse-dims/collapsed
// REMARK: collapse-dims.mlir:[[#@LINE+13]]:{{.*}}: remark: [Passed] layout-collapse-dims/collapsed | {{.*}}"one dimension for 3: accesses divide one index by the sizes of the buffer"
// REMARK-COUNT-6: layout-collapse-dims/collapsed
// REMARK-NOT: remark

// CHECK-LABEL: @reversed(
// CHECK-SAME: %[[V:.*]]: memref<3x32xf32>, %[[W:.*]]: memref<2x4x8xf32>
// CHECK-DAG: %[[ROW:.*]] = memref.collapse_shape %[[V]] {{\[\[}}0, 1]] : memref<3x32xf32> into memref<96xf32>
// CHECK-DAG: %[[TILES:.*]] = memref.collapse_shape %[[W]] {{\[\[}}0, 1, 2]] : memref<2x4x8xf32> into memref<64xf32>
// CHECK: affine.load %[[ROW]][-%{{.*}} + 60]
// CHECK: affine.store %{{.*}}, %[[TILES]][%{{.*}}]
// Accesses that do not divide follow.
// CHECK: affine.load %[[ROW]][37]
// CHECK: affine.store %{{.*}}, %[[ROW]][%{{.*}} * 32 + %{{.*}}]
func.func @reversed(%v: memref<3x32xf32>, %w: memref<2x4x8xf32>) {
  affine.for %i = 0 to 61 {
    %x = affine.load %v[(-%i + 60) floordiv 32, (-%i + 60) mod 32] : memref<3x32xf32>
    affine.store %x, %w[%i floordiv 32, (%i floordiv 8) mod 4, %i mod 8] : memref<2x4x8xf32>
  }
  %y = affine.load %v[1, 5] : memref<3x32xf32>
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 32 {
      affine.store %y, %v[%i, %j] : memref<3x32xf32>
    }
  }
  return
}

// The digits of 2 i, which are written without the factor; and by arithmetic.
// CHECK-LABEL: @even(
// CHECK: memref.collapse_shape
// CHECK: affine.load %{{.*}}[%{{.*}} * 2] : memref<?xi32>
// CHECK: %[[AT:.*]] = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%{{.*}})[%{{.*}}]
// CHECK: memref.store %{{.*}}, %{{.*}}[%[[AT]]] : memref<?xi32>
func.func @even(%v: memref<?x8xi32>, %n: index) {
  affine.for %i = 0 to 4 {
    %x = affine.load %v[%i floordiv 4, (2 * %i) mod 8] : memref<?x8xi32>
    %0 = affine.apply affine_map<(i)[n] -> ((i + n) floordiv 8)>(%i)[%n]
    %1 = affine.apply affine_map<(i)[n] -> ((i + n) mod 8)>(%i)[%n]
    memref.store %x, %v[%0, %1] : memref<?x8xi32>
  }
  return
}

// Ops on the buffer as a whole keep it.
// CHECK-LABEL: @whole(
// CHECK: %[[V:.*]] = memref.alloc() : memref<2x8xf32>
// CHECK: %[[ROW:.*]] = memref.collapse_shape %[[V]]
// CHECK: memref.copy %{{.*}}, %[[V]]
// CHECK: affine.load %[[ROW]][%{{.*}} + 3] : memref<16xf32>
// CHECK: memref.dealloc %[[V]]
func.func @whole(%from: memref<2x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %v = memref.alloc() : memref<2x8xf32>
  memref.copy %from, %v : memref<2x8xf32> to memref<2x8xf32>
  %sum = affine.for %i = 0 to 10 iter_args(%s = %zero) -> f32 {
    %x = affine.load %v[(%i + 3) floordiv 8, (%i + 3) mod 8] : memref<2x8xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  memref.dealloc %v : memref<2x8xf32>
  return %sum : f32
}

// Buffers that regions get are buffers, too.
// CHECK-LABEL: @carried(
// CHECK: scf.for
// CHECK-COUNT-2: memref.collapse_shape
func.func @carried(%a: memref<2x8xf32>, %b: memref<2x8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %t = %c0 to %n step %c1 iter_args(%from = %a, %to = %b) -> (memref<2x8xf32>, memref<2x8xf32>) {
    affine.for %i = 0 to 13 {
      %x = affine.load %from[%i floordiv 8, %i mod 8] : memref<2x8xf32>
      affine.store %x, %to[%i floordiv 8, %i mod 8] : memref<2x8xf32>
    }
    scf.yield %to, %from : memref<2x8xf32>, memref<2x8xf32>
  }
  return
}

// Dimensions in the middle and at the end, whose digits fill no vector; an index
// of its own stays in front and between them.
// CHECK-LABEL: @rows(
// CHECK: %[[ROWS:.*]] = memref.collapse_shape %{{.*}} {{\[\[}}0], [1, 2], [3], [4, 5]] : memref<?x3x5x4x?x12xf16> into memref<?x15x4x?xf16>
// CHECK: affine.load %[[ROWS]][%[[I:.*]], %[[J:.*]] + 1, 2, %[[K:.*]]]
// CHECK: affine.store %{{.*}}, %[[ROWS]][%[[I]], %[[J]], %[[I]], %[[K]]]
func.func @rows(%a: memref<?x3x5x4x?x12xf16>, %n: index) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 13 {
      affine.for %k = 0 to %n {
        %x = affine.load %a[%i, (%j + 1) floordiv 5, (%j + 1) mod 5, 2, %k floordiv 12, %k mod 12] : memref<?x3x5x4x?x12xf16>
        affine.store %x, %a[%i, %j floordiv 5, %j mod 5, %i, %k floordiv 12, %k mod 12] : memref<?x3x5x4x?x12xf16>
      }
    }
  }
  return
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// An index in front, and digits that fill vectors.
// CHECK-LABEL: @matrix(
// CHECK-NOT: collapse_shape
// KEPT: [[# @LINE+1]]:19: remark: [Missed] layout-collapse-dims/kept {{.*}}"indices are divided, and the buffer keeps its dimensions: its last dimension fills whole vectors, which one dimension for several would not improve"
func.func @matrix(%a: memref<5x2x8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 5 iter_args(%s = %zero) -> f32 {
    %t = affine.for %j = 0 to 13 iter_args(%r = %s) -> f32 {
      %x = affine.load %a[%i, %j floordiv 8, %j mod 8] : memref<5x2x8xf32>
      %u = arith.addf %r, %x : f32
      affine.yield %u : f32
    }
    affine.yield %t : f32
  }
  return %sum : f32
}

// Digits in another order, and of another size.
func.func @moved(%a: memref<8x2xf32>, %b: memref<4x8xf32>, %x: f32) {
  affine.for %i = 0 to 13 {
    affine.store %x, %a[%i mod 8, %i floordiv 8] : memref<8x2xf32>
    affine.store %x, %b[%i floordiv 4, %i mod 4] : memref<4x8xf32>
  }
  return
}

// No division.
func.func @box(%a: memref<2x8xf32>, %x: f32) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 8 {
      affine.store %x, %a[%i, %j] : memref<2x8xf32>
    }
  }
  return
}

// One access has an index that does not come from one: analyses would have to
// compare two names of one element.
func.func @other(%a: memref<2x8xf32>, %x: f32, %n: index) {
  affine.for %i = 0 to 13 {
    affine.store %x, %a[%i floordiv 8, %i mod 8] : memref<2x8xf32>
    affine.store %x, %a[%i floordiv 7, %i mod 7] : memref<2x8xf32>
  }
  return
}

// Rows, views, layouts that are not the identity, sizes that are not known.
func.func @forms(%a: memref<2x8xf32>, %b: memref<2x8xf32>, %c: memref<2x8xf32, strided<[16, 1]>>, %d: memref<2x?xf32>, %x: f32) {
  %view = memref.subview %b[0, 0] [2, 4] [1, 1] : memref<2x8xf32> to memref<2x4xf32, strided<[8, 1]>>
  affine.for %i = 0 to 13 {
    affine.store %x, %a[%i floordiv 8, %i mod 8] : memref<2x8xf32>
    %row = affine.vector_load %a[%i floordiv 8, 0] : memref<2x8xf32>, vector<8xf32>
    affine.store %x, %b[%i floordiv 8, %i mod 8] : memref<2x8xf32>
    affine.store %x, %c[%i floordiv 8, %i mod 8] : memref<2x8xf32, strided<[16, 1]>>
    affine.store %x, %d[%i floordiv 8, %i mod 8] : memref<2x?xf32>
  }
  return
}

// As many elements as no index counts, behind another dimension and as a whole.
func.func @large(%a: memref<2x4611686018427387904x6xi8>, %b: memref<?x4294967296x4294967297xi8>, %c: memref<4611686018427387904x6xi8>) {
  affine.for %i = 0 to 13 {
    %x = affine.load %a[1, %i floordiv 6, %i mod 6] : memref<2x4611686018427387904x6xi8>
    %y = affine.load %b[1, %i floordiv 4294967297, %i mod 4294967297] : memref<?x4294967296x4294967297xi8>
    %z = affine.load %c[%i floordiv 6, %i mod 6] : memref<4611686018427387904x6xi8>
  }
  return
}

// A kernel.
gpu.module @kernels {
  gpu.func @kernel(%a: memref<2x8xf32>, %x: f32) kernel {
    affine.for %i = 0 to 13 {
      affine.store %x, %a[%i floordiv 8, %i mod 8] : memref<2x8xf32>
    }
    gpu.return
  }
}
