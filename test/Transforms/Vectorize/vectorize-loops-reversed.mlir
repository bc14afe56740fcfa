// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-vectorize-loops,canonicalize,cse)" --mlir-print-local-scope | FileCheck %s
//
// Nothing is left to do for a second run.
// RUN: layout-opt %s --layout-vectorize-loops > %t.once
// RUN: layout-opt %t.once --layout-vectorize-loops | diff %t.once -
//
// DEFINE: %{names} = grep -o "^func.func @[a-z_0-9]*" %s | cut -d@ -f2 | grep -v offset
// RUN: %{names} | paste -sd, | xargs -I{} env MALLOC_PERTURB_=170 layout-check %s --entry={} --pipeline="builtin.module(layout-vectorize-loops)"
// RUN: env MALLOC_PERTURB_=170 layout-check %s --entry=offset --dim=arg0.dim0:98 --arg=2:200 --pipeline="builtin.module(layout-vectorize-loops)"
//
// Lanes that go through a row backwards: they are loaded and stored as they
// lie, and turned around in between.

// CHECK-LABEL: @load
// CHECK:      %[[L:.*]] = vector.load %{{.*}}[%c2] : memref<10xf32>, vector<8xf32>
// CHECK-NEXT: %[[R:.*]] = vector.shuffle %[[L]], %[[L]] [7, 6, 5, 4, 3, 2, 1, 0] : vector<8xf32>, vector<8xf32>
// CHECK-NEXT: vector.store %[[R]], %{{.*}}[%c0]
func.func @load(%a: memref<10xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  affine.for %j = 0 to 8 {
    %0 = affine.load %a[9 - %j] : memref<10xf32>
    affine.store %0, %b[%j] : memref<8xf32>
  }
  return
}

// Where the run begins is known when the program runs.
// CHECK-LABEL: @offset
// CHECK: %[[I:.*]] = affine.apply affine_map<(d0) -> (d0 - 8)>(%{{.*}})
// CHECK: %[[L:.*]] = vector.load %{{.*}}[%[[I]]] : memref<?xbf16>, vector<8xbf16>
// CHECK: vector.shuffle %[[L]], %[[L]] [7, 6, 5, 4, 3, 2, 1, 0]
func.func @offset(%a: memref<?xbf16> {llvm.noalias}, %b: memref<99x8xbf16> {llvm.noalias}, %n: index) {
  affine.for %k = 8 to min affine_map<(n) -> (99, n)>(%n) {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%k - %j - 1] : memref<?xbf16>
      affine.store %0, %b[%k, %j] : memref<99x8xbf16>
    }
  }
  return
}

// CHECK-LABEL: @store
// CHECK:      %[[L:.*]] = vector.load %{{.*}}[%c0] : memref<8xi8>, vector<8xi8>
// CHECK-NEXT: %[[R:.*]] = vector.shuffle %[[L]], %[[L]] [7, 6, 5, 4, 3, 2, 1, 0] : vector<8xi8>, vector<8xi8>
// CHECK-NEXT: vector.store %[[R]], %{{.*}}[%c1] : memref<9xi8>, vector<8xi8>
func.func @store(%a: memref<8xi8> {llvm.noalias}, %b: memref<9xi8> {llvm.noalias}) {
  affine.for %j = 0 to 8 {
    %0 = affine.load %a[%j] : memref<8xi8>
    affine.store %0, %b[8 - %j] : memref<9xi8>
  }
  return
}

// The sum is loaded and stored in reverse, once for all steps.
// CHECK-LABEL: @sum
// CHECK:      %[[S:.*]] = vector.load %{{.*}}[%c0] : memref<8xf64>, vector<8xf64>
// CHECK-NEXT: %[[R:.*]] = vector.shuffle %[[S]], %[[S]] [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK-NEXT: %[[T:.*]] = affine.for {{.*}} iter_args(%{{.*}} = %[[R]])
// CHECK:        affine.yield
// CHECK:      %[[B:.*]] = vector.shuffle %[[T]], %[[T]] [7, 6, 5, 4, 3, 2, 1, 0]
// CHECK-NEXT: vector.store %[[B]], %{{.*}}[%c0] : memref<8xf64>, vector<8xf64>
func.func @sum(%a: memref<5x8xf64> {llvm.noalias}, %c: memref<8xf64> {llvm.noalias}) {
  affine.for %k = 0 to 5 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[%k, %j] : memref<5x8xf64>
      %1 = affine.load %c[7 - %j] : memref<8xf64>
      %2 = arith.addf %1, %0 : f64
      affine.store %2, %c[7 - %j] : memref<8xf64>
    }
  }
  return
}

// The lanes that do not exist lie in front of the buffer. They are masked, with
// the mask in the order of the elements.
// CHECK-LABEL: @partial
// CHECK: } else {
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[BACK:.*]] = vector.shuffle %[[MASK]], %[[MASK]] [3, 2, 1, 0] : vector<4xi1>, vector<4xi1>
// CHECK: %[[L:.*]] = vector.maskedload %{{.*}}[%{{.*}}], %[[BACK]], %{{.*}} : memref<13xf64>
// CHECK: %[[R:.*]] = vector.shuffle %[[L]], %[[L]] [3, 2, 1, 0] : vector<4xf64>, vector<4xf64>
// CHECK: vector.maskedstore %{{.*}}[%{{.*}}], %[[MASK]], %[[R]]
func.func @partial(%a: memref<13xf64> {llvm.noalias}, %b: memref<13xf64> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to min affine_map<(i) -> (8, 13 - 8 * i)>(%i) {
      %0 = affine.load %a[12 - %i * 8 - %j] : memref<13xf64>
      affine.store %0, %b[%i * 8 + %j] : memref<13xf64>
    }
  }
  return
}

// CHECK-LABEL: @partial_store
// CHECK: } else {
// CHECK: %[[MASK:.*]] = vector.create_mask
// CHECK: %[[L:.*]] = vector.maskedload %{{.*}}[%{{.*}}], %[[MASK]], %{{.*}} : memref<13xf64>
// CHECK-DAG: %[[R:.*]] = vector.shuffle %[[L]], %[[L]] [3, 2, 1, 0] : vector<4xf64>, vector<4xf64>
// CHECK-DAG: %[[BACK:.*]] = vector.shuffle %[[MASK]], %[[MASK]] [3, 2, 1, 0] : vector<4xi1>, vector<4xi1>
// CHECK: vector.maskedstore %{{.*}}[%{{.*}}], %[[BACK]], %[[R]]
func.func @partial_store(%a: memref<13xf64> {llvm.noalias}, %b: memref<13xf64> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to min affine_map<(i) -> (8, 13 - 8 * i)>(%i) {
      %0 = affine.load %a[%i * 8 + %j] : memref<13xf64>
      affine.store %0, %b[12 - %i * 8 - %j] : memref<13xf64>
    }
  }
  return
}

// A row of a tile ends between lanes: two runs, each in reverse.
// CHECK-LABEL: @tiles
// CHECK: %[[L:.*]] = vector.load %{{.*}}[%{{.*}}, %c0] : memref<4x8xi16>, vector<5xi16>
// CHECK: vector.shuffle %[[L]], %[[L]] [4, 3, 2, 1, 0] : vector<5xi16>, vector<5xi16>
// CHECK: %[[M:.*]] = vector.load %{{.*}}[%{{.*}}, %c5] : memref<4x8xi16>, vector<3xi16>
// CHECK: vector.shuffle %[[M]], %[[M]] [2, 1, 0] : vector<3xi16>, vector<3xi16>
func.func @tiles(%a: memref<4x8xi16> {llvm.noalias}, %b: memref<3x8xi16> {llvm.noalias}) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %a[(28 - %i * 8 - %j) floordiv 8, (28 - %i * 8 - %j) mod 8] : memref<4x8xi16>
      affine.store %0, %b[%i, %j] : memref<3x8xi16>
    }
  }
  return
}
