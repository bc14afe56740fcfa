// RUN: layout-opt %s --layout-to-pack --remarks-filter=layout 2>%t.remarks | FileCheck %s --implicit-check-not=layout.
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: layout-check %s --entry=border,repack,steps,relu,matmul --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=loop --arg=1:3 --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:7 --dim=arg0.dim1:5 --pipeline="builtin.module(layout-to-pack)"
// RUN: layout-check %s --entry=cases --arg=1:2 --pipeline="builtin.module(layout-to-pack)"
// There and back.
// RUN: layout-check %s --entry=matmul --pipeline="builtin.module(layout-to-pack,layout-from-pack,layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#any = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#other = #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>, pad<1.0 : f32>>
#two = #layout.buffer<index_map<(i, j) -> (i, j floordiv 4, j mod 4)>, pad<2.0 : f32>,
                      index_map<(a, b, c) -> (b, a floordiv 2, c, a mod 2)>, pad<2.0 : f32>>

// The interface is what layout-apply makes of it.
// CHECK-LABEL: func.func @border(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>) -> (tensor<14xf32>, tensor<4x4xf32>)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<14xf32>
// CHECK: linalg.unpack %[[A]] inner_dims_pos = [0] inner_tiles = [4] into %[[E]] : tensor<4x4xf32> -> tensor<14xf32>
// Padding that may be anything is what it is.
// CHECK-NEXT: return %{{.*}}, %[[A]]
func.func @border(%a: tensor<14xf32, #tile>) -> (tensor<14xf32>, tensor<14xf32, #any>) {
  %r = layout.convert %a : tensor<14xf32, #tile> to tensor<14xf32>
  %s = layout.convert %a : tensor<14xf32, #tile> to tensor<14xf32, #any>
  return %r, %s : tensor<14xf32>, tensor<14xf32, #any>
}

// CHECK-LABEL: func.func @repack(
// CHECK: linalg.unpack
// CHECK: linalg.pack %{{.*}} padding_value(%{{.*}} : f32) inner_dims_pos = [0] inner_tiles = [3] into %{{.*}} : tensor<14xf32> -> tensor<5x3xf32>
func.func @repack(%a: tensor<14xf32, #tile>) -> tensor<14xf32, #other> {
  %r = layout.convert %a : tensor<14xf32, #tile> to tensor<14xf32, #other>
  return %r : tensor<14xf32, #other>
}

// Steps that come to one pack.
// CHECK-LABEL: func.func @steps(
// CHECK: linalg.pack %{{.*}} padding_value(%{{.*}} : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %{{.*}} : tensor<5x7xf32> -> tensor<2x3x4x2xf32>
func.func @steps(%a: tensor<5x7xf32>) -> tensor<5x7xf32, #two> {
  %r = layout.convert %a : tensor<5x7xf32> to tensor<5x7xf32, #two>
  return %r : tensor<5x7xf32, #two>
}

// An op on tiles makes of padding what it does; what the type says is written.
// CHECK-LABEL: func.func @relu(
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]} ins(%{{.*}} : tensor<4x4xf32>) outs(%{{.*}} : tensor<4x4xf32>)
// CHECK: linalg.unpack %[[R]]
// CHECK: linalg.pack
// REMARK: layout-to-pack/padding-written
func.func @relu(%a: tensor<14xf32, #tile>) -> tensor<14xf32, #tile> {
  %e = tensor.empty() : tensor<14xf32, #tile>
  %r = linalg.exp ins(%a : tensor<14xf32, #tile>) outs(%e : tensor<14xf32, #tile>) -> tensor<14xf32, #tile>
  return %r : tensor<14xf32, #tile>
}

// Columns in panels, of which the last is not full.
#panel = #layout.buffer<index_map<(k, n) -> (n floordiv 4, k, n mod 4)>, pad<undef>>
// CHECK-LABEL: func.func @matmul(
// CHECK: linalg.pack %{{.*}} padding_value({{.*}}) outer_dims_perm = [1, 0] inner_dims_pos = [1] inner_tiles = [4] into %{{.*}} : tensor<5x6xf32> -> tensor<2x5x4xf32>
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel", "reduction", "parallel"]} ins(%{{.*}}, %{{.*}} : tensor<3x5xf32>, tensor<2x5x4xf32>) outs(%{{.*}} : tensor<2x3x4xf32>)
// CHECK: linalg.unpack
func.func @matmul(%a: tensor<3x5xf32>, %b: tensor<5x6xf32>) -> tensor<3x6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x6xf32, #panel>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3x6xf32, #panel>) -> tensor<3x6xf32, #panel>
  %w = layout.convert %b : tensor<5x6xf32> to tensor<5x6xf32, #panel>
  %c = linalg.matmul {layout.prefer} ins(%a, %w : tensor<3x5xf32>, tensor<5x6xf32, #panel>) outs(%f : tensor<3x6xf32, #panel>) -> tensor<3x6xf32, #panel>
  %r = layout.convert %c : tensor<3x6xf32, #panel> to tensor<3x6xf32>
  return %r : tensor<3x6xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (tensor<4x4xf32>)
// CHECK: func.call @relu_of(%{{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
func.func private @relu_of(%a: tensor<14xf32, #any>) -> tensor<14xf32, #any> {
  %e = tensor.empty() : tensor<14xf32, #any>
  %r = linalg.abs ins(%a : tensor<14xf32, #any>) outs(%e : tensor<14xf32, #any>) -> tensor<14xf32, #any>
  return %r : tensor<14xf32, #any>
}
func.func @loop(%a: tensor<14xf32>, %n: index) -> tensor<14xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant dense<1.0> : tensor<14xf32, #any>
  %x = layout.convert %a : tensor<14xf32> to tensor<14xf32, #any>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<14xf32, #any> {
    %u = func.call @relu_of(%t) : (tensor<14xf32, #any>) -> tensor<14xf32, #any>
    %v = linalg.sub ins(%u, %one : tensor<14xf32, #any>, tensor<14xf32, #any>) outs(%t : tensor<14xf32, #any>) -> tensor<14xf32, #any>
    scf.yield %v : tensor<14xf32, #any>
  }
  %r = layout.convert %y : tensor<14xf32, #any> to tensor<14xf32>
  return %r : tensor<14xf32>
}

// CHECK-LABEL: func.func @dynamic(
#rows = #layout.buffer<index_map<(i, j) -> (j, i floordiv 4, i mod 4)>, pad<0.0 : f32>>
// CHECK: linalg.pack %{{.*}} padding_value({{.*}}) outer_dims_perm = [1, 0] inner_dims_pos = [0] inner_tiles = [4] into %{{.*}} : tensor<?x?xf32> -> tensor<?x?x4xf32>
// CHECK: linalg.unpack %{{.*}} : tensor<?x?x4xf32> -> tensor<?x?xf32>
func.func @dynamic(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %x = layout.convert %a : tensor<?x?xf32> to tensor<?x?xf32, #rows>
  %r = layout.convert %x : tensor<?x?xf32, #rows> to tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Branches of any kind hand packed tensors on.
// CHECK-LABEL: func.func @cases(
// CHECK: scf.index_switch %{{.*}} -> tensor<4x4xf32>
// CHECK: scf.execute_region -> tensor<4x4xf32>
func.func @cases(%a: tensor<14xf32>, %n: index) -> tensor<14xf32> {
  %x = layout.convert %a : tensor<14xf32> to tensor<14xf32, #tile>
  %r = scf.index_switch %n -> tensor<14xf32, #tile>
  case 1 {
    scf.yield %x : tensor<14xf32, #tile>
  }
  default {
    %y = scf.execute_region -> tensor<14xf32, #tile> {
      %z = layout.convert %a : tensor<14xf32> to tensor<14xf32, #tile>
      scf.yield %z : tensor<14xf32, #tile>
    }
    scf.yield %y : tensor<14xf32, #tile>
  }
  %s = layout.convert %r : tensor<14xf32, #tile> to tensor<14xf32>
  return %s : tensor<14xf32>
}
