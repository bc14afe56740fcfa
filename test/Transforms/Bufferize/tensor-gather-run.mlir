// A gather reads the elements that its coordinates name. Upstream neither lowers
// nor bufferizes one.

// DEFINE: %{more} =
// DEFINE: %{check} = layout-check %s %{more} --pipeline="builtin.module(layout-compile{to-llvm=false})"

// RUN: layout-opt %s --layout-bufferize | FileCheck %s

// Rows, of which the gathered dimension is left out or not; the coordinates are
// constants, as random ones would be outside.
// RUN: %{check} --entry=rows,kept_rows,wide_rows | FileCheck %s --check-prefix=AGREE
// AGREE-COUNT-3: 6 runs agree
// CHECK-LABEL: func.func @rows
//  CHECK-SAME:   %[[T:.*]]: memref<5x3xf32>
//       CHECK:   linalg.generic
//       CHECK:     %[[B:.*]] = linalg.index 0
//       CHECK:     %[[I:.*]] = memref.load %{{.*}}[%[[B]], %{{.*}}] : memref<4x1xindex>
//       CHECK:     %[[D:.*]] = linalg.index 1
//       CHECK:     memref.load %[[T]][%[[I]], %[[D]]] : memref<5x3xf32>
func.func @rows(%t: tensor<5x3xf32>) -> tensor<4x3xf32> {
  %i = arith.constant dense<[[4], [0], [2], [4]]> : tensor<4x1xindex>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<5x3xf32>, tensor<4x1xindex>) -> tensor<4x3xf32>
  return %g : tensor<4x3xf32>
}
func.func @kept_rows(%t: tensor<5x3xf32>) -> tensor<2x2x1x3xf32> {
  %i = arith.constant dense<[[[4], [0]], [[2], [4]]]> : tensor<2x2x1xi64>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<5x3xf32>, tensor<2x2x1xi64>) -> tensor<2x2x1x3xf32>
  return %g : tensor<2x2x1x3xf32>
}

// Coordinates are no negative numbers, whatever their highest bit says.
func.func @wide_rows(%t: tensor<256x3xf32>) -> tensor<2x3xf32> {
  %i = arith.constant dense<[[200], [-1]]> : tensor<2x1xi8>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<256x3xf32>, tensor<2x1xi8>) -> tensor<2x3xf32>
  return %g : tensor<2x3xf32>
}

// Of the middle, of all dimensions, of the first and the last; unknown extents.
// RUN: %{check} --entry=middle,all,ends | FileCheck %s --check-prefix=FURTHER
// FURTHER-COUNT-3: 6 runs agree
// REDEFINE: %{more} = --entry=unknown --dim=arg0.dim0:5 --dim=arg0.dim1:2 --dim=arg1.dim0:3 --rtol=0
// RUN: %{check} | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: 6 runs agree
func.func @middle(%t: tensor<2x5x3xf32>) -> tensor<4x2x3xf32> {
  %i = arith.constant dense<[[4], [0], [2], [4]]> : tensor<4x1xindex>
  %g = tensor.gather %t[%i] gather_dims([1]) : (tensor<2x5x3xf32>, tensor<4x1xindex>) -> tensor<4x2x3xf32>
  return %g : tensor<4x2x3xf32>
}
func.func @all(%t: tensor<5x3xf32>) -> tensor<3xf32> {
  %i = arith.constant dense<[[4, 0], [0, 2], [3, 1]]> : tensor<3x2xindex>
  %g = tensor.gather %t[%i] gather_dims([0, 1]) : (tensor<5x3xf32>, tensor<3x2xindex>) -> tensor<3xf32>
  return %g : tensor<3xf32>
}
func.func @ends(%t: tensor<2x5x3xf32>) -> tensor<2x1x5x1xf32> {
  %i = arith.constant dense<[[1, 0], [0, 2]]> : tensor<2x2xi32>
  %g = tensor.gather %t[%i] gather_dims([0, 2]) : (tensor<2x5x3xf32>, tensor<2x2xi32>) -> tensor<2x1x5x1xf32>
  return %g : tensor<2x1x5x1xf32>
}
func.func @unknown(%t: tensor<?x?xf32>, %i: tensor<?x1xi1>) -> tensor<?x?xf32> {
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<?x?xf32>, tensor<?x1xi1>) -> tensor<?x?xf32>
  return %g : tensor<?x?xf32>
}

// A layout of the source; a coordinate that is outside is found.
// RUN: layout-check %s --entry=laid_out --pipeline="builtin.module(layout-compile{to-llvm=false})" | FileCheck %s --check-prefix=LAYOUT
// LAYOUT: 6 runs agree
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 2, j, i mod 2)>, pad<0.0 : f32>>
func.func @laid_out(%t: tensor<5x3xf32, #tiles>) -> tensor<4x3xf32> {
  %i = arith.constant dense<[[4], [0], [2], [4]]> : tensor<4x1xindex>
  %p = layout.convert %t : tensor<5x3xf32, #tiles> to tensor<5x3xf32>
  %g = tensor.gather %p[%i] gather_dims([0]) : (tensor<5x3xf32>, tensor<4x1xindex>) -> tensor<4x3xf32>
  return %g : tensor<4x3xf32>
}
// RUN: not layout-check %s --entry=outside --pipeline="builtin.module(layout-compile{to-llvm=false})" 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: error: without layouts, index (5, 0) is outside of (5, 3)
func.func @outside(%t: tensor<5x3xf32>) -> tensor<1x3xf32> {
  %i = arith.constant dense<[[5]]> : tensor<1x1xindex>
  %g = tensor.gather %t[%i] gather_dims([0]) : (tensor<5x3xf32>, tensor<1x1xindex>) -> tensor<1x3xf32>
  return %g : tensor<1x3xf32>
}
