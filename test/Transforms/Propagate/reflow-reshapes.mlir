// Layouts pass through reshapes that split what is in blocks, or join it: what
// is left, and that the programs compute what they computed.
// RUN: layout-opt %s --layout-reflow --remarks-filter=layout -o %t 2>%t.remarks
// RUN: FileCheck %s < %t
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// A second run changes nothing.
// RUN: layout-opt %t --layout-reflow | diff %t -
// DEFINE: %{pipeline} = layout-reflow,layout-bufferize,layout-apply,layout-optimize{padding=true},layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#P = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<undef>>
#zero = #layout.buffer<index_map<(r, c) -> (c floordiv 4, r, c mod 4)>, pad<0.0 : f32>>
#H = #layout.buffer<index_map<(h, r, e) -> (h, e floordiv 4, r, e mod 4)>, pad<undef>>
#W = #layout.buffer<index_map<(h, e, r) -> (h, r floordiv 4, e, r mod 4)>, pad<0.0 : f32>>
#rows = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Heads of whole blocks: no element moves.
// RUN: %{check} --entry=heads
// CHECK-DAG:     #[[P:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>, pad<undef>>
// CHECK-DAG:     #[[E:.*]] = #layout.buffer<index_map<(d0, d1, d2) -> (d1, d2 floordiv 4, d0, d2 mod 4)>, pad<undef>>
// CHECK-DAG:     #[[H:.*]] = #layout.buffer<index_map<(d0, d1, d2) -> (d0, d2 floordiv 4, d1, d2 mod 4)>, pad<undef>>
// CHECK-LABEL: func.func @heads(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.expand_shape {{.*}} : tensor<5x24xf32, #[[P]]> into tensor<5x3x8xf32, #[[E]]>
// CHECK:         linalg.transpose ins({{.*}} : tensor<5x3x8xf32, #[[E]]>) outs({{.*}} : tensor<3x5x8xf32, #[[H]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @heads(%x: tensor<5x24xf32, #P>) -> tensor<3x5x8xf32, #H> {
  %p = layout.convert %x : tensor<5x24xf32, #P> to tensor<5x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 3, 8] : tensor<5x24xf32> into tensor<5x3x8xf32>
  %e = tensor.empty() : tensor<3x5x8xf32>
  %t = linalg.transpose ins(%s : tensor<5x3x8xf32>) outs(%e : tensor<3x5x8xf32>) permutation = [1, 0, 2]
  %z = layout.convert %t : tensor<3x5x8xf32> to tensor<3x5x8xf32, #H>
  return %z : tensor<3x5x8xf32, #H>
}

// And back.
// RUN: %{check} --entry=joined
// CHECK-LABEL: func.func @joined(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins({{.*}} : tensor<3x5x8xf32, #[[H]]>) outs({{.*}} : tensor<5x3x8xf32, #[[E]]>)
// CHECK:         tensor.collapse_shape {{.*}} : tensor<5x3x8xf32, #[[E]]> into tensor<5x24xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @joined(%x: tensor<3x5x8xf32, #H>) -> tensor<5x24xf32, #zero> {
  %p = layout.convert %x : tensor<3x5x8xf32, #H> to tensor<3x5x8xf32>
  %e = tensor.empty() : tensor<5x3x8xf32>
  %t = linalg.transpose ins(%p : tensor<3x5x8xf32>) outs(%e : tensor<5x3x8xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<5x3x8xf32> into tensor<5x24xf32>
  %z = layout.convert %c : tensor<5x24xf32> to tensor<5x24xf32, #zero>
  return %z : tensor<5x24xf32, #zero>
}

// A head is a block: "block 0 of 1" is one storage with "all".
// RUN: %{check} --entry=one_block
// CHECK-LABEL: func.func @one_block(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins({{.*}}) outs({{.*}} : tensor<6x5x4xf32, #[[H]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @one_block(%x: tensor<5x24xf32, #P>) -> tensor<6x5x4xf32, #H> {
  %p = layout.convert %x : tensor<5x24xf32, #P> to tensor<5x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 6, 4] : tensor<5x24xf32> into tensor<5x6x4xf32>
  %e = tensor.empty() : tensor<6x5x4xf32>
  %t = linalg.transpose ins(%s : tensor<5x6x4xf32>) outs(%e : tensor<6x5x4xf32>) permutation = [1, 0, 2]
  %z = layout.convert %t : tensor<6x5x4xf32> to tensor<6x5x4xf32, #H>
  return %z : tensor<6x5x4xf32, #H>
}

// Heads of one and a half blocks lie otherwise: the transposition moves the
// elements anyway, and converts on the way.
// RUN: %{check} --entry=halves
// CHECK-LABEL: func.func @halves(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.expand_shape {{.*}} : tensor<5x24xf32, #[[P]]> into tensor<5x4x6xf32, #
// CHECK:         linalg.transpose ins({{.*}}) outs({{.*}} : tensor<4x5x6xf32, #[[H]]>)
// CHECK-NOT:     layout.convert
// CHECK:       }
// REMARK: layout-reflow/absorbed {{.*}}'linalg.transpose' reads a tensor of one layout and writes one of another
func.func @halves(%x: tensor<5x24xf32, #P>) -> tensor<4x5x6xf32, #H> {
  %p = layout.convert %x : tensor<5x24xf32, #P> to tensor<5x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 4, 6] : tensor<5x24xf32> into tensor<5x4x6xf32>
  %e = tensor.empty() : tensor<4x5x6xf32>
  %t = linalg.transpose ins(%s : tensor<5x4x6xf32>) outs(%e : tensor<4x5x6xf32>) permutation = [1, 0, 2]
  %z = layout.convert %t : tensor<4x5x6xf32> to tensor<4x5x6xf32, #H>
  return %z : tensor<4x5x6xf32, #H>
}

// Without a transposition, such heads are converted.
// RUN: %{check} --entry=halves_in_place
// CHECK-LABEL: func.func @halves_in_place(
// CHECK-COUNT-1: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:       }
#E = #layout.buffer<index_map<(r, h, e) -> (h, e floordiv 4, r, e mod 4)>, pad<0.0 : f32>>
func.func @halves_in_place(%x: tensor<5x24xf32, #P>) -> tensor<5x4x6xf32, #E> {
  %p = layout.convert %x : tensor<5x24xf32, #P> to tensor<5x24xf32>
  %s = tensor.expand_shape %p [[0], [1, 2]] output_shape [5, 4, 6] : tensor<5x24xf32> into tensor<5x4x6xf32>
  %z = layout.convert %s : tensor<5x4x6xf32> to tensor<5x4x6xf32, #E>
  return %z : tensor<5x4x6xf32, #E>
}

// The keys of an attention: blocks of columns become blocks of rows, with
// padding, while they are transposed. Who else has them, has them as they were.
// RUN: %{check} --entry=keys
// CHECK-LABEL: func.func @keys(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<3x5x8xf32, #[[H]]>) outs({{.*}} : tensor<3x8x5xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @keys(%x: tensor<3x5x8xf32, #H>) -> (tensor<3x8x5xf32, #W>, tensor<3x5x8xf32, #H>) {
  %p = layout.convert %x : tensor<3x5x8xf32, #H> to tensor<3x5x8xf32>
  %d = tensor.empty() : tensor<3x5x8xf32>
  %n = linalg.negf ins(%p : tensor<3x5x8xf32>) outs(%d : tensor<3x5x8xf32>) -> tensor<3x5x8xf32>
  %e = tensor.empty() : tensor<3x8x5xf32>
  %t = linalg.transpose ins(%n : tensor<3x5x8xf32>) outs(%e : tensor<3x8x5xf32>) permutation = [0, 2, 1]
  %z = layout.convert %t : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  %w = layout.convert %n : tensor<3x5x8xf32> to tensor<3x5x8xf32, #H>
  return %z, %w : tensor<3x8x5xf32, #W>, tensor<3x5x8xf32, #H>
}

// Two users of what is transposed want two layouts: one of them is converted.
// RUN: %{check} --entry=two_users
// CHECK-LABEL: func.func @two_users(
// CHECK:         %[[T:.*]] = linalg.transpose ins(%{{.*}} : tensor<3x5x8xf32>) outs(%{{.*}} : tensor<3x8x5xf32>)
// CHECK-NEXT:    %[[Z:.*]] = layout.convert %[[T]] : tensor<3x8x5xf32> to tensor<3x8x5xf32, #
// CHECK-NEXT:    return %[[Z]], %[[T]]
func.func @two_users(%x: tensor<3x5x8xf32>) -> (tensor<3x8x5xf32, #W>, tensor<3x8x5xf32>) {
  %e = tensor.empty() : tensor<3x8x5xf32>
  %t = linalg.transpose ins(%x : tensor<3x5x8xf32>) outs(%e : tensor<3x8x5xf32>) permutation = [0, 2, 1]
  %z = layout.convert %t : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  return %z, %t : tensor<3x8x5xf32, #W>, tensor<3x8x5xf32>
}

// A user that moves elements itself reads whatever the other one wants.
// RUN: %{check} --entry=user_and_mover
// CHECK-LABEL: func.func @user_and_mover(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins({{.*}} : tensor<3x5x8xf32>) outs({{.*}} : tensor<3x8x5xf32, #[[W:.*]]>)
// CHECK:         linalg.transpose ins({{.*}} : tensor<3x8x5xf32, #[[W]]>) outs({{.*}} : tensor<8x3x5xf32>)
// CHECK-NOT:     layout.convert
// CHECK:       }
func.func @user_and_mover(%x: tensor<3x5x8xf32>) -> (tensor<3x8x5xf32, #W>, tensor<8x3x5xf32>) {
  %e = tensor.empty() : tensor<3x8x5xf32>
  %t = linalg.transpose ins(%x : tensor<3x5x8xf32>) outs(%e : tensor<3x8x5xf32>) permutation = [0, 2, 1]
  %z = layout.convert %t : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  %d = tensor.empty() : tensor<8x3x5xf32>
  %u = linalg.transpose ins(%t : tensor<3x8x5xf32>) outs(%d : tensor<8x3x5xf32>) permutation = [1, 0, 2]
  return %z, %u : tensor<3x8x5xf32, #W>, tensor<8x3x5xf32>
}

// Of a batch of any size, which no block and no reshape concerns.
#PN = #layout.buffer<index_map<(n, r, c) -> (n, c floordiv 4, r, c mod 4)>, pad<undef>>
#HN = #layout.buffer<index_map<(n, h, r, e) -> (n, h, e floordiv 4, r, e mod 4)>, pad<undef>>
// RUN: %{check} --entry=batches --dim=arg0.dim0:3
// CHECK-LABEL: func.func @batches(
// CHECK-NOT:     layout.convert
// CHECK:         tensor.expand_shape {{.*}} into tensor<?x5x3x8xf32, #
// CHECK:         linalg.transpose ins({{.*}} : tensor<?x5x3x8xf32, #{{.*}}>) outs({{.*}} : tensor<?x3x5x8xf32, #
// CHECK-NOT:     layout.convert
// CHECK:         tensor.collapse_shape {{.*}} into tensor<?x15x8xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       }
#JN = #layout.buffer<index_map<(n, r, e) -> (n, r floordiv 5, e floordiv 4, r mod 5, e mod 4)>, pad<undef>>
func.func @batches(%x: tensor<?x5x24xf32, #PN>) -> (tensor<?x3x5x8xf32, #HN>, tensor<?x15x8xf32, #JN>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x5x24xf32, #PN>
  %p = layout.convert %x : tensor<?x5x24xf32, #PN> to tensor<?x5x24xf32>
  %s = tensor.expand_shape %p [[0], [1], [2, 3]] output_shape [%n, 5, 3, 8] : tensor<?x5x24xf32> into tensor<?x5x3x8xf32>
  %e = tensor.empty(%n) : tensor<?x3x5x8xf32>
  %t = linalg.transpose ins(%s : tensor<?x5x3x8xf32>) outs(%e : tensor<?x3x5x8xf32>) permutation = [0, 2, 1, 3]
  %z = layout.convert %t : tensor<?x3x5x8xf32> to tensor<?x3x5x8xf32, #HN>
  %c = tensor.collapse_shape %t [[0], [1, 2], [3]] : tensor<?x3x5x8xf32> into tensor<?x15x8xf32>
  %w = layout.convert %c : tensor<?x15x8xf32> to tensor<?x15x8xf32, #JN>
  return %z, %w : tensor<?x3x5x8xf32, #HN>, tensor<?x15x8xf32, #JN>
}

// A generic that yields what it reads moves elements, too.
// RUN: %{check} --entry=moves
// CHECK-LABEL: func.func @moves(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<3x5x8xf32>) outs(%{{.*}} : tensor<3x8x5xf32, #
// CHECK-NOT:     layout.convert
// CHECK:       return
#swapped = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
func.func @moves(%x: tensor<3x5x8xf32>) -> tensor<3x8x5xf32, #W> {
  %e = tensor.empty() : tensor<3x8x5xf32>
  %t = linalg.generic {indexing_maps = [#swapped, #rows], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<3x5x8xf32>) outs(%e : tensor<3x8x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<3x8x5xf32>
  %z = layout.convert %t : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  return %z : tensor<3x8x5xf32, #W>
}

// What moves nothing, upstream folds to its operand.
// RUN: %{check} --entry=copies
// CHECK-LABEL: func.func @copies(
// CHECK-COUNT-1: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:       return
func.func @copies(%x: tensor<3x8x5xf32>) -> tensor<3x8x5xf32, #W> {
  %e = tensor.empty() : tensor<3x8x5xf32>
  %t = linalg.copy ins(%x : tensor<3x8x5xf32>) outs(%e : tensor<3x8x5xf32>) -> tensor<3x8x5xf32>
  %z = layout.convert %t : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  return %z : tensor<3x8x5xf32, #W>
}

// One that computes works in one layout.
// RUN: %{check} --entry=computes
// CHECK-LABEL: func.func @computes(
// CHECK-COUNT-1: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:       return
func.func @computes(%x: tensor<3x5x8xf32>) -> tensor<3x8x5xf32, #W> {
  %e = tensor.empty() : tensor<3x8x5xf32>
  %n = linalg.generic {indexing_maps = [#swapped, #rows], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<3x5x8xf32>) outs(%e : tensor<3x8x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.negf %a : f32
    linalg.yield %c : f32
  } -> tensor<3x8x5xf32>
  %w = layout.convert %n : tensor<3x8x5xf32> to tensor<3x8x5xf32, #W>
  return %w : tensor<3x8x5xf32, #W>
}

// Of heads that are no whole blocks, a reshape can make no panels. The
// conversion is left to the transposition in front of it.
// RUN: %{check} --entry=joined_halves
// CHECK-LABEL: func.func @joined_halves(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.transpose ins({{.*}} : tensor<4x5x6xf32, #[[H]]>) outs({{.*}} : tensor<5x4x6xf32, #
// CHECK:         tensor.collapse_shape {{.*}} into tensor<5x24xf32, #[[P]]>
// CHECK-NOT:     layout.convert
// CHECK:       return
func.func @joined_halves(%x: tensor<4x5x6xf32, #H>) -> tensor<5x24xf32, #P> {
  %p = layout.convert %x : tensor<4x5x6xf32, #H> to tensor<4x5x6xf32>
  %e = tensor.empty() : tensor<5x4x6xf32>
  %t = linalg.transpose ins(%p : tensor<4x5x6xf32>) outs(%e : tensor<5x4x6xf32>) permutation = [1, 0, 2]
  %c = tensor.collapse_shape %t [[0], [1, 2]] : tensor<5x4x6xf32> into tensor<5x24xf32>
  %z = layout.convert %c : tensor<5x24xf32> to tensor<5x24xf32, #P>
  return %z : tensor<5x24xf32, #P>
}

// A conversion that could stand anywhere stands at a border.
// RUN: %{check} --entry=border
// CHECK-LABEL: func.func @border(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.negf
// CHECK:         %[[Z:.*]] = layout.convert
// CHECK-NEXT:    return %[[Z]]
func.func @border(%x: tensor<5x24xf32, #P>) -> tensor<5x24xf32> {
  %e = tensor.empty() : tensor<5x24xf32, #P>
  %y = linalg.exp ins(%x : tensor<5x24xf32, #P>) outs(%e : tensor<5x24xf32, #P>) -> tensor<5x24xf32, #P>
  %p = layout.convert %y : tensor<5x24xf32, #P> to tensor<5x24xf32>
  %d = tensor.empty() : tensor<5x24xf32>
  %z = linalg.negf ins(%p : tensor<5x24xf32>) outs(%d : tensor<5x24xf32>) -> tensor<5x24xf32>
  return %z : tensor<5x24xf32>
}
