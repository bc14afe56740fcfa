// Sums over dimensions that tiles do not divide leave padding out, whatever it
// holds, and tensors without these tiles are read with zeros behind.
// RUN: layout-opt %s --layout-to-pack | FileCheck %s --implicit-check-not=layout.
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(layout-to-pack)"
// RUN: %{check} --entry=sum
// RUN: %{check} --entry=least
// RUN: %{check} --entry=matmul
// RUN: %{check} --entry=positions
// RUN: %{check} --entry=bias
// RUN: %{check} --entry=both
// RUN: layout-check %s --entry=order --pipeline="builtin.module(layout-to-pack)"
// What layout-choose makes of odd extents.
// RUN: layout-check %s --rtol=1e-5 --entry=chosen --pipeline="builtin.module(layout-choose{layouts=always},layout-reflow,layout-to-pack)"
// RUN: layout-opt %s --layout-choose=layouts=always --layout-reflow --layout-to-pack | FileCheck %s --check-prefix=CHOSEN

#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#seven = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7.0 : f32>>
#lanes = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<7.0 : f32>>
#nan = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0x7FC00000 : f32>>
#zero = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
#square = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i floordiv 2, i mod 2, j mod 4)>, pad<undef>>
#first = #layout.buffer<index_map<(i, j, k) -> (i floordiv 4, j, k, i mod 4)>, pad<undef>>
#inner = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<undef>>
#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// CHECK-LABEL: func.func @sum(
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction", "reduction"]
// CHECK:           %[[SUM:.*]] = arith.addf
// CHECK:           %[[IS:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : index
// CHECK:           %[[KEPT:.*]] = arith.select %[[IS]], %[[SUM]], %{{.*}} : f32
// CHECK:           linalg.yield %[[KEPT]]
func.func @sum(%a: tensor<14xf32, #seven>, %e: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<14xf32, #seven>) outs(%e : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @least(
func.func @least(%a: tensor<3x7xf32, #nan>, %e: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.reduce {arith.minimumf} ins(%a : tensor<3x7xf32, #nan>) outs(%e : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}

// The weights have rows without tiles; the result states 0 in its padding.
// CHECK-LABEL: func.func @matmul(
// CHECK:         tensor.pad %{{.*}} low[0, 0, 0] high[0, 1, 0]
// CHECK:         : tensor<2x7x4xf32> to tensor<2x8x4xf32>
// CHECK:         linalg.generic
// CHECK:           arith.select
// CHECK:         linalg.pack
func.func @matmul(%a: tensor<3x7xf32, #nan>, %b: tensor<7x5xf32, #lanes>, %c: tensor<3x5xf32, #zero>) -> tensor<3x5xf32, #zero> {
  %r = linalg.matmul ins(%a, %b : tensor<3x7xf32, #nan>, tensor<7x5xf32, #lanes>) outs(%c : tensor<3x5xf32, #zero>) -> tensor<3x5xf32, #zero>
  return %r : tensor<3x5xf32, #zero>
}

// The body asks where it is.
// CHECK-LABEL: func.func @positions(
func.func @positions(%a: tensor<3x7xf32, #nan>, %e: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<3x7xf32, #nan>) outs(%e : tensor<3xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %p = arith.mulf %x, %f : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// CHECK-LABEL: func.func @bias(
// CHECK:         tensor.pad %{{.*}} low[0] high[2]
func.func @bias(%a: tensor<14xf32, #tile>, %b: tensor<14xf32>) -> tensor<14xf32, #seven> {
  %e = tensor.empty() : tensor<14xf32, #seven>
  %r = linalg.add ins(%a, %b : tensor<14xf32, #tile>, tensor<14xf32>) outs(%e : tensor<14xf32, #seven>) -> tensor<14xf32, #seven>
  return %r : tensor<14xf32, #seven>
}

// Two loops reduce, each with padding.
// CHECK-LABEL: func.func @both(
// CHECK:           arith.select
// CHECK:           arith.select
func.func @both(%a: tensor<5x7xf32, #square>, %e: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<5x7xf32, #square>) outs(%e : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @chosen(
// CHOSEN-LABEL: func.func @chosen(
// CHOSEN:         linalg.pack
// CHOSEN:         linalg.generic {{.*}}"reduction"
// CHOSEN:           arith.select
// CHOSEN:         linalg.unpack
func.func @chosen(%x: tensor<5x19xf32>, %w: tensor<19x35xf32>) -> tensor<5x35xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x35xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<5x35xf32>) -> tensor<5x35xf32>
  %m = linalg.matmul ins(%x, %w : tensor<5x19xf32>, tensor<19x35xf32>) outs(%i : tensor<5x35xf32>) -> tensor<5x35xf32>
  return %m : tensor<5x35xf32>
}

// The places in a tile come before the next loop that reduces: the digits are
// read in the same order.
// CHECK-LABEL: func.func @order(
// CHECK:         linalg.generic {{.*}}iterator_types = ["reduction", "reduction", "parallel", "reduction", "parallel"]
func.func @order(%a: tensor<8x6x5xi32, #first>, %e: tensor<6xi32, #tile>) -> tensor<6xi32, #tile> {
  %k = arith.constant 3 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (j)>],
      iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%a : tensor<8x6x5xi32, #first>) outs(%e : tensor<6xi32, #tile>) {
  ^bb0(%x: i32, %o: i32):
    %t = arith.muli %o, %k : i32
    %s = arith.addi %t, %x : i32
    linalg.yield %s : i32
  } -> tensor<6xi32, #tile>
  return %r : tensor<6xi32, #tile>
}

// Upstream's op wants a value for padding of which there is none.
// CHECK-LABEL: func.func @empty(
// CHECK:         linalg.pack {{.*}}padding_value
func.func @empty(%a: tensor<9x0xf32>) -> tensor<9x0xf32, #inner> {
  %0 = layout.convert %a : tensor<9x0xf32> to tensor<9x0xf32, #inner>
  return %0 : tensor<9x0xf32, #inner>
}
