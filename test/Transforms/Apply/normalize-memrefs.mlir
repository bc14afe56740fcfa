// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs | FileCheck %s
// By a stock mlir-opt with the plugin, too.
// RUN: %mlir_opt_with_plugin %s --split-input-file --pass-pipeline="builtin.module(layout-normalize-memrefs)" | FileCheck %s
// A second time, nothing is left to do.
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs > %t.once
// RUN: layout-opt %s --split-input-file --layout-normalize-memrefs --layout-normalize-memrefs | diff %t.once -

// Public, private and external functions, results, allocations, calls. Nothing
// is said of arguments, and no operation of the dialect is left.
// CHECK-NOT: layout.
// CHECK-NOT: llvm.noalias
#tile = affine_map<(i) -> (i floordiv 4, i mod 4)>
// CHECK-LABEL: func.func private @external(memref<4x4xf32>) -> memref<4x4xf32>
func.func private @external(memref<14xf32, #tile>) -> memref<14xf32, #tile>
// CHECK: func.func private @callee(%[[A:.*]]: memref<4x4xf32>, %[[B:.*]]: memref<4x4xf32>)
func.func private @callee(%a: memref<14xf32, #tile>, %b: memref<14xf32, #tile>) {
  // CHECK: affine.for %[[I:.*]] = 0 to 14
  affine.for %i = 0 to 14 {
    // CHECK: affine.load %[[A]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
    %x = affine.load %a[%i] : memref<14xf32, #tile>
    // CHECK: affine.store %{{.*}}, %[[B]][%[[I]] floordiv 4, %[[I]] mod 4] : memref<4x4xf32>
    affine.store %x, %b[%i] : memref<14xf32, #tile>
  }
  return
}
// CHECK-LABEL: func.func @public(
// CHECK-SAME: %[[ARG:.*]]: memref<4x4xf32>) -> (memref<4x4xf32>, memref<14xf32>)
func.func @public(%arg: memref<14xf32, #tile>) -> (memref<14xf32, #tile>, memref<14xf32>) {
  // CHECK: %[[ALLOC:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x4xf32>
  %a = memref.alloc() {alignment = 64 : i64} : memref<14xf32, #tile>
  // CHECK: %[[PLAIN:.*]] = memref.alloca() : memref<14xf32>
  %plain = memref.alloca() : memref<14xf32>
  // CHECK: memref.alloca() : memref<4x4xf32, 3>
  %space = memref.alloca() : memref<14xf32, #tile, 3>
  // One buffer as both arguments: no promise forbids it.
  // CHECK: call @callee(%[[ALLOC]], %[[ALLOC]]) : (memref<4x4xf32>, memref<4x4xf32>) -> ()
  call @callee(%a, %a) : (memref<14xf32, #tile>, memref<14xf32, #tile>) -> ()
  // CHECK: %[[RESULT:.*]] = call @external(%[[ARG]])
  %r = call @external(%arg) : (memref<14xf32, #tile>) -> memref<14xf32, #tile>
  // CHECK: memref.dealloc %[[ALLOC]] : memref<4x4xf32>
  memref.dealloc %a : memref<14xf32, #tile>
  // CHECK: return %[[RESULT]], %[[PLAIN]] : memref<4x4xf32>, memref<14xf32>
  return %r, %plain : memref<14xf32, #tile>, memref<14xf32>
}

// -----

// A map of strides is a map, unless an op takes or yields its type as a view of
// memory: then it is spelled as what it is, wherever it stands.
#rows = affine_map<(i, j) -> (8 * i + j + 3)>
#view = affine_map<(i, j) -> (8 * i + j + 32)>
#moved = affine_map<(i, j)[s] -> (8 * i + j + s)>
// CHECK-LABEL: func.func @strides(
// CHECK-SAME: %[[A:.*]]: memref<35xf32>, %[[I:.*]]: index)
func.func @strides(%a: memref<4x8xf32, #rows>, %i: index) -> f32 {
  // CHECK: %[[P:.*]] = affine.apply #{{.*}}()[%[[I]]]
  // CHECK: memref.load %[[A]][%[[P]]] : memref<35xf32>
  %x = memref.load %a[%i, %i] : memref<4x8xf32, #rows>
  return %x : f32
}
// CHECK-LABEL: func.func @takes_view(
// CHECK-SAME: memref<4x8xf32, strided<[8, 1], offset: 32>>, %{{.*}}: memref<4x8xf32, strided<[8, 1], offset: ?>>)
func.func @takes_view(%v: memref<4x8xf32, #view>, %w: memref<4x8xf32, #moved>) {
  return
}
// CHECK-LABEL: func.func @view(
func.func @view(%a: memref<16x8xf32>, %i: index, %v: f32) {
  // CHECK: %[[S:.*]] = memref.subview {{.*}} to memref<4x8xf32, strided<[8, 1], offset: 32>>
  %s = memref.subview %a[4, 0] [4, 8] [1, 1] : memref<16x8xf32> to memref<4x8xf32, #view>
  // CHECK: memref.subview {{.*}} to memref<4x8xf32, strided<[8, 1], offset: ?>>
  %m = memref.subview %a[%i, 0] [4, 8] [1, 1] : memref<16x8xf32> to memref<4x8xf32, #moved>
  // CHECK: memref.store %{{.*}}, %[[S]][%{{.*}}, %{{.*}}] : memref<4x8xf32, strided<[8, 1], offset: 32>>
  memref.store %v, %s[%i, %i] : memref<4x8xf32, #view>
  call @takes_view(%s, %m) : (memref<4x8xf32, #view>, memref<4x8xf32, #moved>) -> ()
  return
}

// -----

// What is not a plain map stays, beside one that is.
#ours = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
// CHECK: #[[OURS:.*]] = #layout.buffer<
// CHECK-LABEL: func.func @others(
// CHECK-SAME: %[[A:.*]]: memref<14xf32, #[[OURS]]>, %[[B:.*]]: memref<14xf32>, %{{.*}}: memref<14xf32> {layout.transform = #[[OURS]]},
// CHECK-SAME: memref<4x8xf32, strided<[8, 1], offset: 3>>, %{{.*}}: tensor<14xf32, #[[OURS]]>)
func.func @others(%a: memref<14xf32, #ours>, %b: memref<14xf32, affine_map<(i) -> (13 - i)>>,
                  %c: memref<14xf32> {layout.transform = #ours},
                  %d: memref<4x8xf32, strided<[8, 1], offset: 3>>, %t: tensor<14xf32, #ours>) {
  // CHECK: affine.for %[[I:.*]] = 0 to 14
  // CHECK: %[[X:.*]] = affine.load %[[A]][%[[I]]] : memref<14xf32, #[[OURS]]>
  // CHECK: affine.store %[[X]], %[[B]][-%[[I]] + 13] : memref<14xf32>
  memref.copy %a, %b : memref<14xf32, #ours> to memref<14xf32, affine_map<(i) -> (13 - i)>>
  return
}
