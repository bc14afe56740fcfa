// An op keeps the layouts that are stated for it, whatever it costs, until tensors become
// buffers.
// RUN: layout-opt %s --layout-choose=layouts=always -o %t.chosen
// RUN: layout-opt %t.chosen --layout-choose=layouts=always | diff %t.chosen -
// RUN: layout-opt %t.chosen --layout-reflow -o %t.moved
// RUN: layout-opt %t.moved --layout-choose=layouts=always --layout-reflow | diff %t.moved -
// RUN: FileCheck %s < %t.moved
// RUN: layout-opt %t.moved --layout-bufferize | FileCheck %s --check-prefix=BUFFERS
// RUN: layout-opt %s --layout-compile | FileCheck %s --check-prefix=COMPILED
// COMPILED-NOT: layout.
// BUFFERS-NOT: layout.prefer
// DEFINE: %{pipeline} = layout-choose{layouts=always},layout-reflow,canonicalize,layout-specialize,layout-reflow,layout-bufferize,layout-apply,layout-finalize
// DEFINE: %{check} = layout-check %s --rtol=1e-5 --pipeline="builtin.module(%{pipeline})"

#L = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
#T = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<1.0 : f32>>
#P = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 8, h, w, c mod 8)>, pad<undef>>

// CHECK-DAG: #[[$L:.*]] = #layout.buffer<index_map<(d0, d1) -> (d1 floordiv 4, d0, d1 mod 4)>, pad<0.000000e+00 : f32>>
// CHECK-DAG: #[[$T:.*]] = #layout.buffer<index_map<(d0, d1) -> (d0 floordiv 4, d1, d0 mod 4)>, pad<1.000000e+00 : f32>>
// CHECK-DAG: #[[$P:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 8, d1, d2, d3 mod 8)>, pad<undef>>

// By itself: two conversions that would go if the op were plain. What nobody reads is
// made, not converted, be it an argument.
// RUN: %{check} --entry=alone
// CHECK-LABEL: func.func @alone(
// CHECK-SAME:    %[[X:.*]]: tensor<3x14xf32>, %{{.*}}: tensor<3x14xf32>)
// CHECK-DAG:     %[[XL:.*]] = layout.convert %[[X]] : tensor<3x14xf32> to tensor<3x14xf32, #[[$L]]>
// CHECK-DAG:     %[[E:.*]] = tensor.empty() : tensor<3x14xf32, #[[$L]]>
// CHECK:         %[[Y:.*]] = linalg.exp {layout.prefer} ins(%[[XL]] : {{.*}}) outs(%[[E]] :
// CHECK:         layout.convert %[[Y]] : tensor<3x14xf32, #[[$L]]> to tensor<3x14xf32>
// BUFFERS-LABEL: func.func @alone(
// BUFFERS:       linalg.exp ins(%{{.*}} : memref<3x14xf32, #{{.*}}>)
func.func @alone(%x: tensor<3x14xf32>, %out: tensor<3x14xf32>) -> tensor<3x14xf32> {
  %r = linalg.exp {layout.prefer = [#L, #L]} ins(%x : tensor<3x14xf32>) outs(%out : tensor<3x14xf32>) -> tensor<3x14xf32>
  return %r : tensor<3x14xf32>
}

// Between two that want another layout.
// RUN: %{check} --entry=between
// CHECK-LABEL: func.func @between(
// CHECK:         linalg.matmul
// CHECK:         linalg.exp {layout.prefer} ins(%{{.*}} : tensor<5x40xf32, #[[$L]]>) outs(%{{.*}} : tensor<5x40xf32, #[[$L]]>)
// CHECK-NEXT:    layout.convert
// CHECK:         linalg.matmul
func.func @between(%x: tensor<5x40xf32>) -> tensor<5x40xf32> {
  %z = arith.constant 0.0 : f32
  %w = arith.constant dense<0.01> : tensor<40x40xf32>
  %e = tensor.empty() : tensor<5x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  %m = linalg.matmul ins(%x, %w : tensor<5x40xf32>, tensor<40x40xf32>) outs(%f : tensor<5x40xf32>) -> tensor<5x40xf32>
  %r = linalg.exp {layout.prefer = [#L, #L]} ins(%m : tensor<5x40xf32>) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  %n = linalg.matmul ins(%r, %w : tensor<5x40xf32>, tensor<40x40xf32>) outs(%f : tensor<5x40xf32>) -> tensor<5x40xf32>
  return %n : tensor<5x40xf32>
}

// No layout is one, too: of a contraction, and of an op between two of another.
// RUN: %{check} --entry=none
// CHECK-LABEL: func.func @none(
// CHECK:         linalg.matmul {layout.prefer} ins(%{{.*}}, %{{.*}} : tensor<5x40xf32>, tensor<40x40xf32>) outs(%{{.*}} : tensor<5x40xf32>)
// CHECK:         linalg.exp {layout.prefer} ins(%{{.*}} : tensor<5x40xf32>) outs(%{{.*}} : tensor<5x40xf32>)
func.func @none(%x: tensor<5x40xf32>, %y: tensor<5x40xf32, #L>) -> (tensor<5x40xf32>, tensor<5x40xf32, #L>) {
  %z = arith.constant 0.0 : f32
  %w = arith.constant dense<0.01> : tensor<40x40xf32>
  %e = tensor.empty() : tensor<5x40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  %m = linalg.matmul {layout.prefer = [unit, unit, unit]} ins(%x, %w : tensor<5x40xf32>, tensor<40x40xf32>) outs(%f : tensor<5x40xf32>) -> tensor<5x40xf32>
  %p = layout.convert %y : tensor<5x40xf32, #L> to tensor<5x40xf32>
  %q = linalg.exp {layout.prefer} ins(%p : tensor<5x40xf32>) outs(%e : tensor<5x40xf32>) -> tensor<5x40xf32>
  %r = layout.convert %q : tensor<5x40xf32> to tensor<5x40xf32, #L>
  return %m, %r : tensor<5x40xf32>, tensor<5x40xf32, #L>
}

// RUN: %{check} --entry=pooling
// CHECK-LABEL: func.func @pooling(
// CHECK:         linalg.pooling_nhwc_max {layout.prefer{{.*}}} ins(%{{.*}}, %{{.*}} : tensor<1x8x8x20xf32, #[[$P]]>, tensor<2x2xf32>) outs(%{{.*}} : tensor<1x4x4x20xf32, #[[$P]]>)
func.func @pooling(%x: tensor<1x8x8x20xf32>) -> tensor<1x4x4x20xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x4x4x20xf32>
  %w = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1x4x4x20xf32>) -> tensor<1x4x4x20xf32>
  %p = linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>, layout.prefer = [#P, unit, #P]} ins(%x, %w : tensor<1x8x8x20xf32>, tensor<2x2xf32>) outs(%f : tensor<1x4x4x20xf32>) -> tensor<1x4x4x20xf32>
  return %p : tensor<1x4x4x20xf32>
}

// One layout is read, another one written, by ops that could take neither.
// RUN: %{check} --entry=reduced
// CHECK-LABEL: func.func @reduced(
// CHECK:         linalg.transpose ins(%{{.*}} : tensor<3x14xf32, #[[$L]]>) outs(%{{.*}} : tensor<14x3xf32>) permutation = [1, 0] {layout.prefer}
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<3x14xf32, #[[$T]]>) outs(%{{.*}} : tensor<3xf32>) attrs = {layout.prefer}
func.func @reduced(%x: tensor<3x14xf32>) -> (tensor<14x3xf32>, tensor<3xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<14x3xf32>
  %r = linalg.transpose ins(%x : tensor<3x14xf32>) outs(%e : tensor<14x3xf32>) permutation = [1, 0] {layout.prefer = [#L, unit]}
  %e1 = tensor.empty() : tensor<3xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<3x14xf32>) outs(%f1 : tensor<3xf32>) attrs = {layout.prefer = [#T, unit]} {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<3xf32>
  return %r, %s : tensor<14x3xf32>, tensor<3xf32>
}

// Padding is part of it: it is converted behind the op.
// RUN: %{check} --entry=pads
// BUFFERS-LABEL: func.func @pads(
// BUFFERS:       linalg.exp
// BUFFERS:       layout.convert
// BUFFERS:       return
func.func @pads(%x: tensor<3x14xf32, #L>) -> tensor<3x14xf32, #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<2.0 : f32>>> {
  %e = tensor.empty() : tensor<3x14xf32, #L>
  %y = linalg.exp {layout.prefer} ins(%x : tensor<3x14xf32, #L>) outs(%e : tensor<3x14xf32, #L>) -> tensor<3x14xf32, #L>
  %z = layout.convert %y : tensor<3x14xf32, #L> to tensor<3x14xf32, #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<2.0 : f32>>>
  return %z : tensor<3x14xf32, #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<2.0 : f32>>>
}

// Upstream drops an operand that is there twice, and keeps the attribute.
// RUN: layout-opt %s --layout-choose=layouts=always --linalg-fuse-elementwise-ops --layout-reflow | FileCheck %s --check-prefix=TWICE
// RUN: %{check} --entry=twice
// TWICE-LABEL: func.func @twice(
// TWICE:         linalg.generic {{.*}} ins(%{{[0-9a-z_]*}} : tensor<3x14xf32, #{{[a-z0-9]*}}>) {{.*}}layout.prefer
func.func @twice(%x: tensor<3x14xf32>) -> tensor<3x14xf32> {
  %e = tensor.empty() : tensor<3x14xf32>
  %l = layout.convert %x : tensor<3x14xf32> to tensor<3x14xf32, #L>
  %o = tensor.empty() : tensor<3x14xf32, #L>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%l, %l : tensor<3x14xf32, #L>, tensor<3x14xf32, #L>) outs(%o : tensor<3x14xf32, #L>) attrs = {layout.prefer} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<3x14xf32, #L>
  %r = layout.convert %y : tensor<3x14xf32, #L> to tensor<3x14xf32>
  return %r : tensor<3x14xf32>
}

// On buffers there is nothing to keep.
// BUFFERS-LABEL: func.func @buffers(
func.func @buffers(%x: memref<14xf32>) {
  linalg.exp {layout.prefer} ins(%x : memref<14xf32>) outs(%x : memref<14xf32>)
  return
}
