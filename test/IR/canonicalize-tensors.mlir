// What upstream folds without a look at encodings gets the conversion that is
// missing: the result verifies, and computes what it computed.
// RUN: layout-opt %s --canonicalize | FileCheck %s
// DEFINE: %{pipeline} = canonicalize,layout-bufferize,layout-apply,layout-finalize
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(%{pipeline})"

#P = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<undef>>
#Z = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<0.0 : f32>>
#R = #layout.buffer<index_map<(r, c) -> (r floordiv 4, c, r mod 4)>, pad<undef>>
#H = #layout.buffer<index_map<(r, h, e) -> (h, e floordiv 4, r, e mod 4)>, pad<undef>>

// A transposition that takes another one back is a conversion.
// RUN: %{check} --entry=transposed_back
// CHECK-LABEL: func.func @transposed_back(
// CHECK-SAME:    %[[X:.*]]: tensor<5x6xf32, #[[P:.*]]>) -> tensor<5x6xf32, #[[Z:.*]]> {
// CHECK-NEXT:    %[[Y:.*]] = layout.convert %[[X]] : tensor<5x6xf32, #[[P]]> to tensor<5x6xf32, #[[Z]]>
// CHECK-NEXT:    return %[[Y]]
func.func @transposed_back(%x: tensor<5x6xf32, #P>) -> tensor<5x6xf32, #Z> {
  %d = tensor.empty() : tensor<6x5xf32>
  %t = linalg.transpose ins(%x : tensor<5x6xf32, #P>) outs(%d : tensor<6x5xf32>) permutation = [1, 0]
  %e = tensor.empty() : tensor<5x6xf32, #Z>
  %u = linalg.transpose ins(%t : tensor<6x5xf32>) outs(%e : tensor<5x6xf32, #Z>) permutation = [1, 0]
  return %u : tensor<5x6xf32, #Z>
}

// Two that make another permutation are one transposition, as without layouts.
// RUN: %{check} --entry=turned_twice
// CHECK-LABEL: func.func @turned_twice(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<5x3x8xf32, #{{.*}}>) outs(%{{.*}} : tensor<3x8x5xf32>) permutation = [1, 2, 0]
// CHECK-NOT:     linalg.transpose
// CHECK:       }
func.func @turned_twice(%x: tensor<5x3x8xf32, #H>) -> tensor<3x8x5xf32> {
  %d = tensor.empty() : tensor<8x5x3xf32, #H>
  %t = linalg.transpose ins(%x : tensor<5x3x8xf32, #H>) outs(%d : tensor<8x5x3xf32, #H>) permutation = [2, 0, 1]
  %e = tensor.empty() : tensor<3x8x5xf32>
  %u = linalg.transpose ins(%t : tensor<8x5x3xf32, #H>) outs(%e : tensor<3x8x5xf32>) permutation = [2, 0, 1]
  return %u : tensor<3x8x5xf32>
}

// A reshape that takes another one back is, too: upstream makes a cast of it.
// RUN: %{check} --entry=collapsed_back
// CHECK-LABEL: func.func @collapsed_back(
// CHECK-NEXT:    %[[Y:.*]] = layout.convert %{{.*}} : tensor<5x24xf32, #[[P]]> to tensor<5x24xf32, #[[R:.*]]>
// CHECK-NEXT:    return %[[Y]]
func.func @collapsed_back(%x: tensor<5x24xf32, #P>) -> tensor<5x24xf32, #R> {
  %s = tensor.expand_shape %x [[0], [1, 2]] output_shape [5, 3, 8] : tensor<5x24xf32, #P> into tensor<5x3x8xf32, #H>
  %c = tensor.collapse_shape %s [[0], [1, 2]] : tensor<5x3x8xf32, #H> into tensor<5x24xf32, #R>
  return %c : tensor<5x24xf32, #R>
}

// Of a cast that forgets an extent, and a layout, both are left.
// RUN: %{check} --entry=forgotten
// CHECK-LABEL: func.func @forgotten(
// CHECK-NEXT:    %[[Y:.*]] = layout.convert %{{.*}} : tensor<5x24xf32, #[[P]]> to tensor<5x24xf32, #[[R]]>
// CHECK-NEXT:    tensor.cast %[[Y]] : tensor<5x24xf32, #[[R]]> to tensor<?x24xf32, #[[R]]>
func.func @forgotten(%x: tensor<5x24xf32, #P>) -> tensor<?x24xf32, #R> {
  %c = tensor.cast %x : tensor<5x24xf32, #P> to tensor<?x24xf32, #R>
  return %c : tensor<?x24xf32, #R>
}

// One that only forgets an extent moves nothing.
// CHECK-LABEL: func.func @extent(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @extent(%x: tensor<5x24xf32, #P>) -> tensor<?x24xf32, #P> {
  %c = tensor.cast %x : tensor<5x24xf32, #P> to tensor<?x24xf32, #P>
  return %c : tensor<?x24xf32, #P>
}

// Upstream concatenates plain tensors.
// RUN: %{check} --entry=concatenated
// CHECK-LABEL: func.func @concatenated(
// CHECK-NOT:     tensor.cast
// CHECK:         return
func.func @concatenated(%x: tensor<5x6xf32, #P>) -> tensor<10x6xf32, #Z> {
  %c = tensor.concat dim(0) %x, %x : (tensor<5x6xf32, #P>, tensor<5x6xf32, #P>) -> tensor<10x6xf32, #Z>
  return %c : tensor<10x6xf32, #Z>
}

// Upstream fills what is concatenated of plain tensors, of which it has none.
// RUN: %{check} --entry=filled
// CHECK-LABEL: func.func @filled(
// CHECK:         %[[E:.*]] = tensor.empty() : tensor<10x6xf32, #[[R]]>
// CHECK-NEXT:    %[[F:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[E]] : tensor<10x6xf32, #[[R]]>)
// CHECK-NEXT:    return %[[F]]
func.func @filled() -> tensor<10x6xf32, #R> {
  %z = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<5x6xf32, #P>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x6xf32, #P>) -> tensor<5x6xf32, #P>
  %c = tensor.concat dim(0) %f, %f : (tensor<5x6xf32, #P>, tensor<5x6xf32, #P>) -> tensor<10x6xf32, #R>
  return %c : tensor<10x6xf32, #R>
}
