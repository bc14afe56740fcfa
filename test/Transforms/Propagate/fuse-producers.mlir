// Quantised weights are extended where they are added up.
// RUN: layout-opt %s --layout-fuse-producers | FileCheck %s
// RUN: layout-check %s --entry=groups,collapsed,rows,chain,named,many_rows,twice,own_first_value,nibbles --pipeline="builtin.module(layout-fuse-producers,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=groups,collapsed,rows,chain,named,many_rows,twice,own_first_value,nibbles --rtol=1e-4 --pipeline="builtin.module(layout-compile{target=x86-64-v4 contract=true reassociate=true to-llvm=false})"

#ngk = affine_map<(n, g, k) -> (n, g, k)>
#ng = affine_map<(n, g, k) -> (n, g)>
#gk = affine_map<(n, g, k) -> (g, k)>
#n = affine_map<(n, g, k) -> (n)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Scales of groups.
// CHECK-LABEL: @groups(
// CHECK:         linalg.fill
// CHECK-NOT:     tensor<6x4x8xf32>
// CHECK:         linalg.generic {{.*}}["parallel", "reduction", "reduction"]
// CHECK-SAME:      ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<6x4x8xi8>, tensor<6x4xf32>, tensor<4x8xf32>)
// CHECK:           arith.sitofp
// CHECK:           arith.mulf
// CHECK:           arith.mulf
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @groups(%w: tensor<6x4x8xi8>, %s: tensor<6x4xf32>, %x: tensor<4x8xf32>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %we = tensor.empty() : tensor<6x4x8xf32>
  %wf = linalg.generic {indexing_maps = [#ngk, #ng, #ngk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<6x4x8xi8>, tensor<6x4xf32>) outs(%we : tensor<6x4x8xf32>) {
  ^bb0(%a: i8, %b: f32, %c: f32):
    %0 = arith.sitofp %a : i8 to f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<6x4x8xf32>
  %y = linalg.generic {indexing_maps = [#ngk, #gk, #n], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%wf, %x : tensor<6x4x8xf32>, tensor<4x8xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// Groups and their elements are one dimension of a named op.
// CHECK-LABEL: @collapsed(
// CHECK-NOT:     tensor<6x32xf32>
// CHECK:         linalg.generic {{.*}}["parallel", "reduction", "reduction"]
// CHECK-SAME:      ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<6x4x8xi8>, tensor<6x4xf32>, tensor<4x8xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @collapsed(%w: tensor<6x4x8xi8>, %s: tensor<6x4xf32>, %x: tensor<32xf32>, %f: tensor<6xf32>) -> tensor<6xf32> {
  %we = tensor.empty() : tensor<6x4x8xf32>
  %wf = linalg.generic {indexing_maps = [#ngk, #ng, #ngk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w, %s : tensor<6x4x8xi8>, tensor<6x4xf32>) outs(%we : tensor<6x4x8xf32>) {
  ^bb0(%a: i8, %b: f32, %c: f32):
    %0 = arith.sitofp %a : i8 to f32
    %1 = arith.mulf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<6x4x8xf32>
  %wc = tensor.collapse_shape %wf [[0], [1, 2]] : tensor<6x4x8xf32> into tensor<6x32xf32>
  %y = linalg.matvec ins(%wc, %x : tensor<6x32xf32>, tensor<32xf32>) outs(%f : tensor<6xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// Two rows of a matrix product, weights of bf16.
// CHECK-LABEL: @rows(
// CHECK:         linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK-SAME:      tensor<8x16xbf16>
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @rows(%a: tensor<2x8xf32>, %w: tensor<8x16xbf16>, %f: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %we = tensor.empty() : tensor<8x16xf32>
  %wf = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x16xbf16>) outs(%we : tensor<8x16xf32>) {
  ^bb0(%b: bf16, %c: f32):
    %0 = arith.extf %b : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %y = linalg.matmul ins(%a, %wf : tensor<2x8xf32>, tensor<8x16xf32>) outs(%f : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %y : tensor<2x16xf32>
}

// An op for each step: extended, a zero point subtracted.
// CHECK-LABEL: @chain(
// CHECK:         linalg.generic {{.*}}["parallel", "reduction"]
// CHECK-SAME:      tensor<6x32xi8>
// CHECK:           arith.extsi
// CHECK:           arith.subi
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @chain(%w: tensor<6x32xi8>, %p: tensor<6xi32>, %x: tensor<32xi32>, %f: tensor<6xi32>) -> tensor<6xi32> {
  %e = tensor.empty() : tensor<6x32xi32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%w : tensor<6x32xi8>) outs(%e : tensor<6x32xi32>) {
  ^bb0(%a: i8, %c: i32):
    %1 = arith.extsi %a : i8 to i32
    linalg.yield %1 : i32
  } -> tensor<6x32xi32>
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %p : tensor<6x32xi32>, tensor<6xi32>) outs(%e : tensor<6x32xi32>) {
  ^bb0(%a: i32, %b: i32, %c: i32):
    %1 = arith.subi %a, %b : i32
    linalg.yield %1 : i32
  } -> tensor<6x32xi32>
  %y = linalg.matvec ins(%2, %x : tensor<6x32xi32>, tensor<32xi32>) outs(%f : tensor<6xi32>) -> tensor<6xi32>
  return %y : tensor<6xi32>
}

// Named ops: scales are repeated, weights transposed.
// CHECK-LABEL: @named(
// CHECK-NOT:     linalg.broadcast
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.generic {{.*}}["parallel", "parallel", "reduction"]
// CHECK-SAME:      tensor<16x8xi8>
// CHECK-SAME:      tensor<16xf32>
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @named(%a: tensor<1x8xf32>, %w: tensor<16x8xi8>, %s: tensor<16xf32>, %f: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %we = tensor.empty() : tensor<16x8xf32>
  %wt = tensor.empty() : tensor<8x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<16x8xi8>) outs(%we : tensor<16x8xf32>) {
  ^bb0(%b: i8, %c: f32):
    %3 = arith.sitofp %b : i8 to f32
    linalg.yield %3 : f32
  } -> tensor<16x8xf32>
  %1 = linalg.broadcast ins(%s : tensor<16xf32>) outs(%we : tensor<16x8xf32>) dimensions = [1]
  %2 = linalg.mul ins(%0, %1 : tensor<16x8xf32>, tensor<16x8xf32>) outs(%we : tensor<16x8xf32>) -> tensor<16x8xf32>
  %t = linalg.transpose ins(%2 : tensor<16x8xf32>) outs(%wt : tensor<8x16xf32>) permutation = [1, 0]
  %y = linalg.matmul ins(%a, %t : tensor<1x8xf32>, tensor<8x16xf32>) outs(%f : tensor<1x16xf32>) -> tensor<1x16xf32>
  return %y : tensor<1x16xf32>
}

// Nine rows would extend each weight nine times.
// CHECK-LABEL: @many_rows(
// CHECK:         linalg.generic
// CHECK:         linalg.matmul
func.func @many_rows(%a: tensor<9x8xf32>, %w: tensor<8x16xbf16>, %f: tensor<9x16xf32>) -> tensor<9x16xf32> {
  %we = tensor.empty() : tensor<8x16xf32>
  %wf = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x16xbf16>) outs(%we : tensor<8x16xf32>) {
  ^bb0(%b: bf16, %c: f32):
    %0 = arith.extf %b : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %y = linalg.matmul ins(%a, %wf : tensor<9x8xf32>, tensor<8x16xf32>) outs(%f : tensor<9x16xf32>) -> tensor<9x16xf32>
  return %y : tensor<9x16xf32>
}

// The wide weights are needed anyway.
// CHECK-LABEL: @twice(
// CHECK:         linalg.generic
// CHECK:         linalg.matvec
func.func @twice(%w: tensor<8x16xbf16>, %x: tensor<16xf32>, %f: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x16xf32>) {
  %we = tensor.empty() : tensor<8x16xf32>
  %wf = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x16xbf16>) outs(%we : tensor<8x16xf32>) {
  ^bb0(%b: bf16, %c: f32):
    %0 = arith.extf %b : bf16 to f32
    linalg.yield %0 : f32
  } -> tensor<8x16xf32>
  %y = linalg.matvec ins(%wf, %x : tensor<8x16xf32>, tensor<16xf32>) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  return %y, %wf : tensor<8xf32>, tensor<8x16xf32>
}

// What an element begins with is added once, not for each row.
// CHECK-LABEL: @own_first_value(
// CHECK:         linalg.generic
// CHECK:         linalg.matmul
func.func @own_first_value(%w: tensor<8x16xi8>, %f: tensor<8x16xi32>, %x: tensor<2x8xi32>, %y: tensor<2x16xi32>) -> tensor<2x16xi32> {
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x16xi8>) outs(%f : tensor<8x16xi32>) {
  ^bb0(%a: i8, %o: i32):
    %1 = arith.extsi %a : i8 to i32
    %2 = arith.addi %1, %o : i32
    linalg.yield %2 : i32
  } -> tensor<8x16xi32>
  %r = linalg.matmul ins(%x, %e : tensor<2x8xi32>, tensor<8x16xi32>) outs(%y : tensor<2x16xi32>) -> tensor<2x16xi32>
  return %r : tensor<2x16xi32>
}

// Two weights in a byte; which of them, an index says.
// CHECK-LABEL: @nibbles(
// CHECK-NOT:     tensor<6x2x16xf32>
// CHECK:         linalg.generic {{.*}}["parallel", "reduction", "reduction"]
// CHECK:           linalg.index 1
// CHECK:           arith.uitofp
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @nibbles(%w: tensor<6x16xi8>, %x: tensor<2x16xf32>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %four = arith.constant 4 : i8
  %half = arith.constant 15 : i8
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %we = tensor.empty() : tensor<6x2x16xf32>
  %wf = linalg.generic {indexing_maps = [affine_map<(n, g, k) -> (n, k)>, #ngk], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<6x16xi8>) outs(%we : tensor<6x2x16xf32>) {
  ^bb0(%a: i8, %c: f32):
    %i = linalg.index 1 : index
    %0 = arith.index_cast %i : index to i8
    %1 = arith.muli %0, %four : i8
    %2 = arith.shrui %a, %1 : i8
    %3 = arith.andi %2, %half : i8
    %4 = arith.uitofp %3 : i8 to f32
    linalg.yield %4 : f32
  } -> tensor<6x2x16xf32>
  %y = linalg.generic {indexing_maps = [#ngk, #gk, #n], iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%wf, %x : tensor<6x2x16xf32>, tensor<2x16xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<6xf32>
  return %y : tensor<6xf32>
}

// What a named op states of its execution, a plan or a wish for layouts, holds for that op alone:
// it stays.
// CHECK-LABEL: @stated
// CHECK:         linalg.generic
// CHECK:         linalg.matvec {layout.loops = #layout.loops<(d0, d1) -> (d1, d0)>}
// CHECK:         linalg.generic
// CHECK:         linalg.matvec {layout.prefer}
// CHECK:         return
func.func @stated(%w: tensor<64x32xi8>, %x: tensor<32xf32>, %i: tensor<64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64x32xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x32xi8>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%a: i8, %o: f32):
    %f = arith.sitofp %a : i8 to f32
    linalg.yield %f : f32
  } -> tensor<64x32xf32>
  %1 = linalg.matvec {layout.loops = #layout.loops<(i, j) -> (j, i)>} ins(%0, %x : tensor<64x32xf32>, tensor<32xf32>) outs(%i : tensor<64xf32>) -> tensor<64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<64x32xi8>) outs(%e : tensor<64x32xf32>) {
  ^bb0(%a: i8, %o: f32):
    %f = arith.sitofp %a : i8 to f32
    linalg.yield %f : f32
  } -> tensor<64x32xf32>
  %3 = linalg.matvec {layout.prefer} ins(%2, %x : tensor<64x32xf32>, tensor<32xf32>) outs(%i : tensor<64xf32>) -> tensor<64xf32>
  return %1, %3 : tensor<64xf32>, tensor<64xf32>
}
