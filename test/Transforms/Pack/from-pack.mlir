// RUN: layout-opt %s --layout-from-pack --remarks-filter=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// Idempotent.
// RUN: layout-opt %s --layout-from-pack | layout-opt --layout-from-pack --remarks-filter-passed=layout 2>&1 | FileCheck %s --check-prefix=AGAIN --implicit-check-not=converted
// AGAIN: func.func @pads

// CHECK-DAG: #[[$PADS:.*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$ORDER:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1, d0 floordiv 8, d0 mod 8)>, pad<undef>>
// CHECK-DAG: #[[$TWO:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0 floordiv 4, d1 floordiv 3, d1 mod 3, d0 mod 4)>>

// CHECK-LABEL: func.func @pads(
// CHECK-SAME: %[[A:.*]]: tensor<14xf32>
func.func @pads(%a: tensor<14xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<4x4xf32>
  // CHECK: %[[L:.*]] = layout.convert %[[A]] : tensor<14xf32> to tensor<14xf32, #[[$PADS]]>
  // CHECK-NEXT: %[[P:.*]] = layout.as_physical %[[L]] : tensor<14xf32, #[[$PADS]]> to tensor<4x4xf32>
  // CHECK-NEXT: return %[[P]]
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

// Tiles that divide need no padding.
// CHECK-LABEL: func.func @order(
func.func @order(%a: tensor<16x5xf32>) -> tensor<5x2x8xf32> {
  %d = tensor.empty() : tensor<5x2x8xf32>
  // CHECK: layout.convert %{{.*}} : tensor<16x5xf32> to tensor<16x5xf32, #[[$ORDER]]>
  // CHECK-NEXT: layout.as_physical %{{.*}} to tensor<5x2x8xf32>
  %p = linalg.pack %a outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [8] into %d : tensor<16x5xf32> -> tensor<5x2x8xf32>
  return %p : tensor<5x2x8xf32>
}

// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[A:.*]]: tensor<3x2x3x4xf32>
func.func @unpack(%a: tensor<3x2x3x4xf32>) -> tensor<10x5xf32> {
  %d = tensor.empty() : tensor<10x5xf32>
  // CHECK: %[[L:.*]] = layout.as_logical %[[A]] : tensor<3x2x3x4xf32> to tensor<10x5xf32, #[[$TWO]]>
  // CHECK-NEXT: %[[R:.*]] = layout.convert %[[L]] : tensor<10x5xf32, #[[$TWO]]> to tensor<10x5xf32>
  // CHECK-NEXT: return %[[R]]
  %p = linalg.unpack %a inner_dims_pos = [1, 0] inner_tiles = [3, 4] into %d : tensor<3x2x3x4xf32> -> tensor<10x5xf32>
  return %p : tensor<10x5xf32>
}

// Of a round trip nothing is left.
// CHECK-LABEL: func.func @round_trip(
// CHECK-SAME: %[[A:.*]]: tensor<14xf32>
// CHECK-NOT: layout.
// CHECK: return %[[A]]
func.func @round_trip(%a: tensor<14xf32>) -> tensor<14xf32> {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<4x4xf32>
  %e = tensor.empty() : tensor<14xf32>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
  %u = linalg.unpack %p inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<4x4xf32> -> tensor<14xf32>
  return %u : tensor<14xf32>
}

// One with other tiles is none.
// CHECK-LABEL: func.func @other_tiles(
// CHECK: layout.as_physical
// CHECK: layout.as_logical
func.func @other_tiles(%a: tensor<16xf32>) -> tensor<16xf32> {
  %d = tensor.empty() : tensor<4x4xf32>
  %e = tensor.empty() : tensor<16xf32>
  %p = linalg.pack %a inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<16xf32> -> tensor<4x4xf32>
  %t = tensor.collapse_shape %p [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %s = tensor.expand_shape %t [[0, 1]] output_shape [8, 2] : tensor<16xf32> into tensor<8x2xf32>
  %u = linalg.unpack %s inner_dims_pos = [0] inner_tiles = [2] into %e : tensor<8x2xf32> -> tensor<16xf32>
  return %u : tensor<16xf32>
}

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[D:.*]]: tensor<?x4xf32>, %[[E:.*]]: tensor<?xf32>
func.func @dynamic(%a: tensor<?xf32>, %d: tensor<?x4xf32>, %e: tensor<?xf32>) -> (tensor<?x4xf32>, tensor<?xf32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[L:.*]] = layout.convert %[[A]] : tensor<?xf32> to tensor<?xf32, #[[$PADS]]>
  // CHECK-NEXT: %[[P:.*]] = layout.as_physical %[[L]] : tensor<?xf32, #[[$PADS]]> to tensor<?x4xf32>
  // CHECK: %[[N:.*]] = tensor.dim %[[E]], %{{.*}} : tensor<?xf32>
  // CHECK-NEXT: layout.as_logical %[[P]] sizes(%[[N]]) : tensor<?x4xf32> to tensor<?xf32, #{{.*}}>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<?xf32> -> tensor<?x4xf32>
  %u = linalg.unpack %p inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<?x4xf32> -> tensor<?xf32>
  return %p, %u : tensor<?x4xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-2: linalg.pack
// REMARK: layout-from-pack/left {{.*}}not converted: its padding value is not a constant; make it an arith.constant
// REMARK: layout-from-pack/left {{.*}}not converted: inner tile 0 is no constant; use a constant tile
func.func @stays(%a: tensor<14xf32>, %pad: f32, %tile: index, %d: tensor<4x4xf32>, %e: tensor<?x?xf32>) -> (tensor<4x4xf32>, tensor<?x?xf32>) {
  %p = linalg.pack %a padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xf32> -> tensor<4x4xf32>
  %q = linalg.pack %a padding_value(%pad : f32) inner_dims_pos = [0] inner_tiles = [%tile] into %e : tensor<14xf32> -> tensor<?x?xf32>
  return %p, %q : tensor<4x4xf32>, tensor<?x?xf32>
}

// What the remark says does: the second one is converted.
// CHECK-LABEL: func.func @complex_padding(
// CHECK: linalg.pack
// CHECK: tensor.pad
// CHECK-NOT: linalg.pack
// CHECK: layout.convert
// REMARK: layout-from-pack/left {{.*}}its padding value has type complex<f32>, but a layout states integers and floats only; pad the source to whole tiles by tensor.pad, and pack it without a padding value
// REMARK: layout-from-pack/left {{.*}}not converted: a layout is requested for its source, whose storage is another one then; state in the type of an argument what it was packed by, in place of the request
// REMARK: layout-from-pack/converted {{.*}}'linalg.pack' became layout.convert, to or from a layout that says the same
func.func @complex_padding(%a: tensor<14xcomplex<f32>>, %d: tensor<4x4xcomplex<f32>>) -> (tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>) {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %p = linalg.pack %a padding_value(%zero : complex<f32>) inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<14xcomplex<f32>> -> tensor<4x4xcomplex<f32>>
  %b = tensor.pad %a low[0] high[2] {
  ^bb0(%i: index):
    tensor.yield %zero : complex<f32>
  } : tensor<14xcomplex<f32>> to tensor<16xcomplex<f32>>
  %q = linalg.pack %b inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<16xcomplex<f32>> -> tensor<4x4xcomplex<f32>>
  return %p, %q : tensor<4x4xcomplex<f32>>, tensor<4x4xcomplex<f32>>
}

// The storage of an argument with a request will be another one; upstream says what
// the op means.
// CHECK-LABEL: func.func @requested(
// CHECK: linalg.unpack
func.func @requested(%a: tensor<4x4xf32> {layout.transform = #layout.buffer<index_map<(i, j) -> (j, i)>>}, %d: tensor<16xf32>) -> tensor<16xf32> {
  %u = linalg.unpack %a inner_dims_pos = [0] inner_tiles = [4] into %d : tensor<4x4xf32> -> tensor<16xf32>
  return %u : tensor<16xf32>
}
