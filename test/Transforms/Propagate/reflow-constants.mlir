// What only moves the elements of a constant is a constant itself.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-choose{layouts=always},layout-reflow,layout-bufferize,layout-apply,layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#blocks = #layout.buffer<index_map<(r, c) -> (r floordiv 4, c, r mod 4)>, pad<0.0 : f32>>
#columns = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<0.0 : f32>>
#large = #layout.buffer<index_map<(r, c) -> (r, c)>, extent<[100000, 100000]>, pad<undef>>

// A resource stays one; what is not used any more is gone.
// RUN: %{check} --entry=linear
// CHECK-LABEL: func.func @linear(
// CHECK-NOT:     dense_resource<w>
// CHECK:         %[[T:.*]] = arith.constant dense_resource<w_1> : tensor<2x3xf32>
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.matmul ins(%{{.*}}, %[[T]] :
// REMARK:      reflow-constants.mlir:[[@LINE+4]]:8: remark: [Passed] layout-reflow/constant-moved {{.*}} Remark="{{.*}} of a constant is computed at compile time: its result is a constant of type tensor<2x3xf32>"
func.func @linear(%x: tensor<5x2xf32>, %d: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %w = arith.constant dense_resource<w> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<5x2xf32>, tensor<2x3xf32>) outs(%d : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r : tensor<5x3xf32>
}

// Either map of a generic may be a permutation.
// RUN: %{check} --entry=generic
// CHECK-LABEL: func.func @generic(
// CHECK-NEXT:    %[[T:.*]] = arith.constant dense<{{\[\[\[}}0.000000e+00, 2.000000e+00, 4.000000e+00]], {{\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00]]]> : tensor<2x1x3xf32>
// CHECK-NEXT:    return %[[T]]
func.func @generic() -> tensor<2x1x3xf32> {
  %w = arith.constant dense<[[[0.0], [1.0]], [[2.0], [3.0]], [[4.0], [5.0]]]> : tensor<3x2x1xf32>
  %e = tensor.empty() : tensor<2x1x3xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (c, a, b)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<3x2x1xf32>) outs(%e : tensor<2x1x3xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<2x1x3xf32>
  return %t : tensor<2x1x3xf32>
}

// CHECK-LABEL: func.func @generic_result(
// CHECK-NEXT:    %[[T:.*]] = arith.constant dense<{{\[\[\[}}10, 11, 12]], {{\[\[}}13, 14, 15]]]> : tensor<2x1x3xi32>
// CHECK-NEXT:    return %[[T]]
// RUN: %{check} --entry=generic_result
func.func @generic_result() -> tensor<2x1x3xi32> {
  %w = arith.constant dense<[[[10, 13]], [[11, 14]], [[12, 15]]]> : tensor<3x1x2xi32>
  %e = tensor.empty() : tensor<2x1x3xi32>
  %t = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b, c, a)>, affine_map<(a, b, c) -> (a, c, b)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%w : tensor<3x1x2xi32>) outs(%e : tensor<2x1x3xi32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<2x1x3xi32>
  return %t : tensor<2x1x3xi32>
}

// One that computes is none.
// RUN: %{check} --entry=computes
// CHECK-LABEL: func.func @computes(
// CHECK:         linalg.generic
// CHECK:         linalg.generic
func.func @computes(%d: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %w = arith.constant dense<[1.5, 2.5]> : tensor<2xf32>
  %v = arith.constant dense<[3.5, 2.5]> : tensor<2xf32>
  %t = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%w : tensor<2xf32>) outs(%d : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %b : f32
  } -> tensor<2xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%v : tensor<2xf32>) outs(%d : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  return %t, %u : tensor<2xf32>, tensor<2xf32>
}

// Chains are one move. Heads are reshapes.
// RUN: %{check} --entry=heads
// CHECK-LABEL: func.func @heads(
// CHECK-NEXT:    %[[T:.*]] = arith.constant dense<{{\[}}[0, 6, 1, 7], [2, 8, 3, 9], [4, 10, 5, 11]]> : tensor<3x4xi16>
// CHECK-NEXT:    return %[[T]]
func.func @heads() -> tensor<3x4xi16> {
  %w = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]> : tensor<12xi16>
  %s = tensor.expand_shape %w [[0, 1, 2]] output_shape [2, 3, 2] : tensor<12xi16> into tensor<2x3x2xi16>
  %c = tensor.cast %s : tensor<2x3x2xi16> to tensor<2x3x2xi16>
  %e = tensor.empty() : tensor<3x2x2xi16>
  %t = linalg.transpose ins(%c : tensor<2x3x2xi16>) outs(%e : tensor<3x2x2xi16>) permutation = [1, 2, 0]
  %r = tensor.collapse_shape %t [[0], [1, 2]] : tensor<3x2x2xi16> into tensor<3x4xi16>
  return %r : tensor<3x4xi16>
}

// 6 columns are no multiple of 4: two moves.
// RUN: %{check} --entry=remainder
// CHECK-LABEL: func.func @remainder(
// CHECK-NEXT:    %[[T:.*]] = arith.constant dense<{{\[}}[0, 7, 2], [1, 3, 8], [5, 9, 4], [11, 6, 10]]> : tensor<4x3xi16>
// CHECK-NEXT:    return %[[T]]
func.func @remainder() -> tensor<4x3xi16> {
  %w = arith.constant dense<[[0, 4, 8], [2, 6, 9], [3, 7, 11], [5, 1, 10]]> : tensor<4x3xi16>
  %e = tensor.empty() : tensor<3x4xi16>
  %t = linalg.transpose ins(%w : tensor<4x3xi16>) outs(%e : tensor<3x4xi16>) permutation = [1, 0]
  %c = tensor.collapse_shape %t [[0, 1]] : tensor<3x4xi16> into tensor<12xi16>
  %s = tensor.expand_shape %c [[0, 1]] output_shape [2, 6] : tensor<12xi16> into tensor<2x6xi16>
  %f = tensor.empty() : tensor<6x2xi16>
  %u = linalg.transpose ins(%s : tensor<2x6xi16>) outs(%f : tensor<6x2xi16>) permutation = [1, 0]
  %d = tensor.collapse_shape %u [[0, 1]] : tensor<6x2xi16> into tensor<12xi16>
  %r = tensor.expand_shape %d [[0, 1]] output_shape [4, 3] : tensor<12xi16> into tensor<4x3xi16>
  return %r : tensor<4x3xi16>
}

// A layout says nothing of the elements at indices.
// RUN: %{check} --entry=layouts
// CHECK-LABEL: func.func @layouts(
// CHECK-NEXT:    %[[T:.*]] = arith.constant dense<{{\[}}[1.000000e+00, 4.000000e+00], [2.000000e+00, 5.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf32, #{{.*}}>
// CHECK-NEXT:    return %[[T]]
func.func @layouts() -> tensor<3x2xf32, #columns> {
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %b = layout.convert %w : tensor<2x3xf32> to tensor<2x3xf32, #blocks>
  %e = tensor.empty() : tensor<3x2xf32, #columns>
  %t = linalg.transpose ins(%b : tensor<2x3xf32, #blocks>) outs(%e : tensor<3x2xf32, #columns>) permutation = [1, 0]
  return %t : tensor<3x2xf32, #columns>
}

// One that would not be packed is left.
// CHECK-LABEL: func.func @too_large(
// CHECK:         linalg.transpose
func.func @too_large() -> tensor<3x2xf32, #large> {
  %w = arith.constant dense<[[1.5, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %e = tensor.empty() : tensor<3x2xf32, #large>
  %t = linalg.transpose ins(%w : tensor<2x3xf32>) outs(%e : tensor<3x2xf32, #large>) permutation = [1, 0]
  return %t : tensor<3x2xf32, #large>
}

// Transposed as often as it may be, it is one constant. Contractions have theirs
// beside what somebody else uses; who computes anything else does not.
// RUN: %{check} --entry=shared
// CHECK-LABEL: func.func @shared(
// CHECK-DAG:     %[[W:.*]] = arith.constant dense_resource<shared> : tensor<3x2xf32>
// CHECK-DAG:     %[[A:.*]] = arith.constant dense_resource<shared_1> : tensor<2x3xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense_resource<shared_1> : tensor<2x3xf32>
// CHECK:         linalg.transpose
// CHECK:         linalg.matmul ins(%{{.*}}, %[[A]] :
// CHECK:         linalg.matmul ins(%{{.*}}, %[[B]] :
func.func @shared(%x: tensor<5x2xf32>, %d: tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>) {
  %w = arith.constant dense_resource<shared> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %u = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %v = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
  %n = linalg.negf ins(%v : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = linalg.matmul ins(%x, %t : tensor<5x2xf32>, tensor<2x3xf32>) outs(%d : tensor<5x3xf32>) -> tensor<5x3xf32>
  %s = linalg.matmul ins(%x, %u : tensor<5x2xf32>, tensor<2x3xf32>) outs(%d : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %r, %s, %w, %n : tensor<5x3xf32>, tensor<5x3xf32>, tensor<3x2xf32>, tensor<2x3xf32>
}

// Two functions have one constant, which only one of them moves; of two ways of
// moving one, neither takes its place.
// CHECK-LABEL: func.func @elsewhere(
// CHECK:         linalg.transpose
func.func @elsewhere() -> tensor<2x1xi8> {
  %w = arith.constant dense<[[7, 9]]> : tensor<1x2xi8>
  %e = tensor.empty() : tensor<2x1xi8>
  %t = linalg.transpose ins(%w : tensor<1x2xi8>) outs(%e : tensor<2x1xi8>) permutation = [1, 0]
  return %t : tensor<2x1xi8>
}
// CHECK-LABEL: func.func @as_it_is(
func.func @as_it_is() -> tensor<1x2xi8> {
  %w = arith.constant dense<[[7, 9]]> : tensor<1x2xi8>
  return %w : tensor<1x2xi8>
}
// CHECK-LABEL: func.func @two_ways(
// CHECK:         linalg.transpose
// CHECK:         tensor.collapse_shape
func.func @two_ways() -> (tensor<2x2xi8>, tensor<4xi8>) {
  %w = arith.constant dense<[[7, 9], [5, 3]]> : tensor<2x2xi8>
  %e = tensor.empty() : tensor<2x2xi8>
  %t = linalg.transpose ins(%w : tensor<2x2xi8>) outs(%e : tensor<2x2xi8>) permutation = [1, 0]
  %c = tensor.collapse_shape %w [[0, 1]] : tensor<2x2xi8> into tensor<4xi8>
  return %t, %c : tensor<2x2xi8>, tensor<4xi8>
}

// Elements of every kind; a splat stays one, a resource of another shape the same.
// RUN: %{check} --entry=kinds
// CHECK-LABEL: func.func @kinds(
// CHECK-DAG:     arith.constant dense<{{\[}}[true, false], [false, false], [true, true]]> : tensor<3x2xi1>
// CHECK-DAG:     arith.constant dense<{{\[}}[1, -4], [2, 5], [3, 6]]> : tensor<3x2xi4>
// CHECK-DAG:     arith.constant dense<{{\[}}[1, 4], [2, 5], [3, 6]]> : tensor<3x2xindex>
// CHECK-DAG:     arith.constant dense<{{\[}}[0x7E01, 0x7C00], [2.000000e+00, -0.000000e+00], [3.000000e+00, 6.000000e+00]]> : tensor<3x2xf16>
// CHECK-DAG:     arith.constant dense<5.000000e-01> : tensor<3x2xf64>
// CHECK-DAG:     arith.constant dense_resource<flat> : tensor<6xf32>
// CHECK-NOT:     linalg.transpose
// CHECK:         return
func.func @kinds() -> (tensor<3x2xi1>, tensor<3x2xi4>, tensor<3x2xindex>, tensor<3x2xf16>, tensor<3x2xf64>, tensor<6xf32>) {
  %0 = arith.constant dense<[[true, false, true], [false, false, true]]> : tensor<2x3xi1>
  %1 = arith.constant dense<[[1, 2, 3], [-4, 5, 6]]> : tensor<2x3xi4>
  %2 = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xindex>
  %3 = arith.constant dense<[[0x7E01, 2.0, 3.0], [0x7C00, -0.0, 6.0]]> : tensor<2x3xf16>
  %4 = arith.constant dense<0.5> : tensor<2x3xf64>
  %5 = arith.constant dense_resource<flat> : tensor<2x3xf32>
  %e0 = tensor.empty() : tensor<3x2xi1>
  %e1 = tensor.empty() : tensor<3x2xi4>
  %e2 = tensor.empty() : tensor<3x2xindex>
  %e3 = tensor.empty() : tensor<3x2xf16>
  %e4 = tensor.empty() : tensor<3x2xf64>
  %t0 = linalg.transpose ins(%0 : tensor<2x3xi1>) outs(%e0 : tensor<3x2xi1>) permutation = [1, 0]
  %t1 = linalg.transpose ins(%1 : tensor<2x3xi4>) outs(%e1 : tensor<3x2xi4>) permutation = [1, 0]
  %t2 = linalg.transpose ins(%2 : tensor<2x3xindex>) outs(%e2 : tensor<3x2xindex>) permutation = [1, 0]
  %t3 = linalg.transpose ins(%3 : tensor<2x3xf16>) outs(%e3 : tensor<3x2xf16>) permutation = [1, 0]
  %t4 = linalg.transpose ins(%4 : tensor<2x3xf64>) outs(%e4 : tensor<3x2xf64>) permutation = [1, 0]
  %t5 = tensor.collapse_shape %5 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %t0, %t1, %t2, %t3, %t4, %t5 : tensor<3x2xi1>, tensor<3x2xi4>, tensor<3x2xindex>, tensor<3x2xf16>, tensor<3x2xf64>, tensor<6xf32>
}

// Complex numbers, no elements, extents that are not known, what cannot be read:
// left alone.
// CHECK-LABEL: func.func @left(
// CHECK-COUNT-3: linalg.transpose
// CHECK:         tensor.cast
func.func @left() -> (tensor<2x1xcomplex<f32>>, tensor<0x3xf32>, tensor<2x1xi32>, tensor<?x2xi32>) {
  %0 = arith.constant dense<[[(1.0, 2.0), (3.0, 4.0)]]> : tensor<1x2xcomplex<f32>>
  %1 = arith.constant dense<> : tensor<3x0xf32>
  %2 = arith.constant dense_resource<short> : tensor<1x2xi32>
  %3 = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %e0 = tensor.empty() : tensor<2x1xcomplex<f32>>
  %e1 = tensor.empty() : tensor<0x3xf32>
  %e2 = tensor.empty() : tensor<2x1xi32>
  %t0 = linalg.transpose ins(%0 : tensor<1x2xcomplex<f32>>) outs(%e0 : tensor<2x1xcomplex<f32>>) permutation = [1, 0]
  %t1 = linalg.transpose ins(%1 : tensor<3x0xf32>) outs(%e1 : tensor<0x3xf32>) permutation = [1, 0]
  %t2 = linalg.transpose ins(%2 : tensor<1x2xi32>) outs(%e2 : tensor<2x1xi32>) permutation = [1, 0]
  %t3 = tensor.cast %3 : tensor<1x2xi32> to tensor<?x2xi32>
  return %t0, %t1, %t2, %t3 : tensor<2x1xcomplex<f32>>, tensor<0x3xf32>, tensor<2x1xi32>, tensor<?x2xi32>
}

// In a loop, and read by another op as its destination.
// RUN: %{check} --entry=loop
// CHECK-LABEL: func.func @loop(
// CHECK:         scf.for
// CHECK-NEXT:      %[[T:.*]] = arith.constant dense<{{.*}}> : tensor<2x3xf32>
// CHECK-NEXT:      linalg.matmul ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%[[T]] :
func.func @loop(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %w = arith.constant dense<[[1.25, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %x) -> tensor<2x3xf32> {
    %e = tensor.empty() : tensor<2x3xf32>
    %t = linalg.transpose ins(%w : tensor<3x2xf32>) outs(%e : tensor<2x3xf32>) permutation = [1, 0]
    %m = linalg.matmul ins(%a, %y : tensor<2x3xf32>, tensor<3x3xf32>) outs(%t : tensor<2x3xf32>) -> tensor<2x3xf32>
    scf.yield %m : tensor<2x3xf32>
  }
  return %r : tensor<2x3xf32>
}

// CHECK: w_1: "0x040000000000803F00004040000020410000004000008040000028C1"
{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F00000040000040400000804000002041000028C1",
      shared: "0x040000000000803F0000004000004040000080400000A0400000C040",
      flat: "0x040000000000803F0000004000004040000080400000A0400000C040",
      short: "0x0400000001000000"
    }
  }
#-}
