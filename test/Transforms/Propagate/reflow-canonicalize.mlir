// Upstream's canonicalization may run behind layout-reflow: what it folds without
// a look at layouts gets the conversion that is missing, and moves once more.
// RUN: layout-opt %s --layout-reflow --canonicalize --cse | FileCheck %s
// DEFINE: %{tail} = layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{once} = layout-reflow,canonicalize,cse,%{tail}
// DEFINE: %{twice} = layout-reflow,canonicalize,cse,layout-reflow,%{tail}
// DEFINE: %{entry} = none
// DEFINE: %{numbers} =
// DEFINE: %{check} = layout-check %s --entry=%{entry} %{numbers} --pipeline="builtin.module(%{once})" && layout-check %s --entry=%{entry} %{numbers} --pipeline="builtin.module(%{twice})"

#P = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<0.0 : f32>>
#R = #layout.buffer<index_map<(r, c) -> (r floordiv 4, c, r mod 4)>, pad<undef>>

// Both transpositions take a conversion over, and are folded.
// REDEFINE: %{entry} = back
// RUN: %{check}
// CHECK-LABEL: func.func @back(
// CHECK-NEXT:    %[[Y:.*]] = layout.convert
// CHECK-NEXT:    return %[[Y]]
func.func @back(%x: tensor<5x6xf32, #P>) -> tensor<5x6xf32, #R> {
  %p = layout.convert %x : tensor<5x6xf32, #P> to tensor<5x6xf32>
  %d = tensor.empty() : tensor<6x5xf32>
  %t = linalg.transpose ins(%p : tensor<5x6xf32>) outs(%d : tensor<6x5xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<5x6xf32>
  %u = linalg.transpose ins(%t : tensor<6x5xf32>) outs(%e : tensor<5x6xf32>) permutation = [1, 0]
  %z = layout.convert %u : tensor<5x6xf32> to tensor<5x6xf32, #R>
  return %z : tensor<5x6xf32, #R>
}

// Only once upstream knows which arm is taken are they one behind the other.
// REDEFINE: %{entry} = arm
// REDEFINE: %{numbers} = --arg=1:1
// RUN: %{check}
// REDEFINE: %{numbers} =
// CHECK-LABEL: func.func @arm(
// CHECK-NOT:     tensor.cast
// CHECK:         return
func.func @arm(%x: tensor<5x6xf32, #P>, %c: i1) -> tensor<5x6xf32, #R> {
  %true = arith.constant true
  %p = layout.convert %x : tensor<5x6xf32, #P> to tensor<5x6xf32>
  %t = scf.if %true -> tensor<6x5xf32> {
    %d = tensor.empty() : tensor<6x5xf32>
    %a = linalg.transpose ins(%p : tensor<5x6xf32>) outs(%d : tensor<6x5xf32>) permutation = [1, 0]
    scf.yield %a : tensor<6x5xf32>
  } else {
    %d = tensor.empty() : tensor<6x5xf32>
    scf.yield %d : tensor<6x5xf32>
  }
  %e = tensor.empty() : tensor<5x6xf32>
  %u = linalg.transpose ins(%t : tensor<6x5xf32>) outs(%e : tensor<5x6xf32>) permutation = [1, 0]
  %z = layout.convert %u : tensor<5x6xf32> to tensor<5x6xf32, #R>
  return %z : tensor<5x6xf32, #R>
}

// What permutes nothing, but writes padding, is a copy, which upstream leaves.
// REDEFINE: %{entry} = no_permutation
// RUN: %{check}
// CHECK-LABEL: func.func @no_permutation(
// CHECK:         linalg.copy ins(%{{.*}} : tensor<5x6xf32, #{{.*}}>) outs(%{{.*}} : tensor<5x6xf32, #{{.*}}>)
// CHECK:         return
func.func @no_permutation(%x: tensor<5x6xf32, #P>) -> tensor<5x6xf32, #Z> {
  %p = layout.convert %x : tensor<5x6xf32, #P> to tensor<5x6xf32>
  %d = tensor.empty() : tensor<5x6xf32>
  %t = linalg.transpose ins(%p : tensor<5x6xf32>) outs(%d : tensor<5x6xf32>) permutation = [0, 1]
  %z = layout.convert %t : tensor<5x6xf32> to tensor<5x6xf32, #Z>
  return %z : tensor<5x6xf32, #Z>
}

// Reshapes of one storage under two layouts.
#C = #layout.buffer<index_map<(r, c) -> (r, c floordiv 8, c mod 8)>, pad<undef>>
// REDEFINE: %{entry} = reshaped
// RUN: %{check}
// CHECK-LABEL: func.func @reshaped(
// CHECK-NOT:     tensor.cast
// CHECK:         return
func.func @reshaped(%x: tensor<5x24xf32, #C>) -> tensor<5x24xf32> {
  %p = layout.convert %x : tensor<5x24xf32, #C> to tensor<5x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 3, 8] : tensor<5x24xf32> into tensor<5x3x8xf32>
  %c = tensor.collapse_shape %s [[0], [1, 2]] : tensor<5x3x8xf32> into tensor<5x24xf32>
  return %c : tensor<5x24xf32>
}

// Concatenations upstream makes plain; layouts pass through once more.
// REDEFINE: %{entry} = concatenated
// RUN: %{check}
// CHECK-LABEL: func.func @concatenated(
// CHECK-NOT:     tensor.cast
// CHECK:         return
func.func @concatenated(%x: tensor<5x6xf32, #P>) -> tensor<10x6xf32, #P> {
  %p = layout.convert %x : tensor<5x6xf32, #P> to tensor<5x6xf32>
  %c = tensor.concat dim(0) %p, %p : (tensor<5x6xf32>, tensor<5x6xf32>) -> tensor<10x6xf32>
  %z = layout.convert %c : tensor<10x6xf32> to tensor<10x6xf32, #P>
  return %z : tensor<10x6xf32, #P>
}
