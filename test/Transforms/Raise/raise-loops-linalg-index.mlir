// What layout-apply computes from linalg.index is a symbol to upstream; the
// variable of the loop that it becomes is none.
// RUN: layout-opt %s --layout-bufferize --layout-apply --layout-raise-loops="linalg=true" | FileCheck %s
// RUN: layout-check %s --entry=rows,embedding,strips --pipeline="builtin.module(layout-bufferize,layout-apply,layout-raise-loops{linalg=true},layout-finalize)"
// RUN: layout-check %s --entry=rows,embedding,strips --pipeline="builtin.module(layout-bufferize,layout-apply,layout-raise-loops,layout-finalize)"

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 8, i, j mod 8)>, pad<0.0 : f32>>

// CHECK-LABEL: @embedding(
// CHECK:         affine.for %[[J:.*]] = 0 to 13
// CHECK-DAG:       affine.apply #{{.*}}(%[[J]])
func.func @embedding(%x: tensor<6x13xf32, #L>) -> tensor<4x13xf32> {
  %ids = arith.constant dense<[5, 0, 3, 2]> : tensor<4xindex>
  %e = tensor.empty() : tensor<4x13xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%ids : tensor<4xindex>) outs(%e : tensor<4x13xf32>) {
  ^bb0(%a: index, %o: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%a, %j] : tensor<6x13xf32, #L>
    linalg.yield %v : f32
  } -> tensor<4x13xf32>
  return %g : tensor<4x13xf32>
}

func.func @rows(%x: tensor<6x13xf32, #L>) -> tensor<6x13xf32> {
  %e = tensor.empty() : tensor<6x13xf32>
  %r = scf.forall (%i) in (6) shared_outs(%o = %e) -> (tensor<6x13xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 13] [1, 1] : tensor<6x13xf32, #L> to tensor<1x13xf32>
    %d = tensor.empty() : tensor<1x13xf32>
    %t = linalg.exp ins(%s : tensor<1x13xf32>) outs(%d : tensor<1x13xf32>) -> tensor<1x13xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t into %o[%i, 0] [1, 13] [1, 1] : tensor<1x13xf32> into tensor<6x13xf32>
    }
  }
  return %r : tensor<6x13xf32>
}

// Copied strip by strip: the indices of the copy stay in its body.
func.func @strips(%x: tensor<6x13xf32, #L>) -> tensor<6x13xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : tensor<6x13xf32>
  %r = scf.for %i = %c0 to %c6 step %c2 iter_args(%o = %e) -> tensor<6x13xf32> {
    %s = tensor.extract_slice %x[%i, 0] [2, 13] [1, 1] : tensor<6x13xf32, #L> to tensor<2x13xf32>
    %d = tensor.empty() : tensor<2x13xf32>
    %t = linalg.exp ins(%s : tensor<2x13xf32>) outs(%d : tensor<2x13xf32>) -> tensor<2x13xf32>
    %u = tensor.insert_slice %t into %o[%i, 0] [2, 13] [1, 1] : tensor<2x13xf32> into tensor<6x13xf32>
    scf.yield %u : tensor<6x13xf32>
  }
  return %r : tensor<6x13xf32>
}
