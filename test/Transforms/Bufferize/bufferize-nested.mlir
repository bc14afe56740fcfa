// Modules in modules, each with functions, constants and names of its own.
// RUN: layout-opt %s -layout-bufferize | FileCheck %s
// RUN: layout-check %s --entry=outer,a::inner,a::b::inner --pipeline="builtin.module(layout-bufferize,layout-lower-convert,layout-apply)"

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>

// CHECK: memref.global {{.*}} : memref<14xi32, #[[L:.*]]> = dense<3>
// The padding of a constant is not written again, where a callee might return it.
// RUN: layout-opt %s -layout-bufferize -layout-lower-convert -layout-apply -layout-finalize | FileCheck %s --check-prefix=KEPT
// KEPT-LABEL: func.func @outer(
// KEPT: memref.get_global
// KEPT-NOT: affine.store
// KEPT: call @add

// CHECK: func.func @outer(%{{.*}}: memref<14xi32> {llvm.noalias}) -> memref<14xi32, #[[L]]>
func.func private @add(%a: tensor<14xi32>, %b: tensor<14xi32, #L>) -> tensor<14xi32, #L> {
  %e = tensor.empty() : tensor<14xi32, #L>
  %r = linalg.add ins(%a, %b : tensor<14xi32>, tensor<14xi32, #L>) outs(%e : tensor<14xi32, #L>) -> tensor<14xi32, #L>
  return %r : tensor<14xi32, #L>
}
func.func @outer(%a: tensor<14xi32>) -> tensor<14xi32, #L> {
  %b = arith.constant dense<3> : tensor<14xi32, #L>
  %r = call @add(%a, %b) : (tensor<14xi32>, tensor<14xi32, #L>) -> tensor<14xi32, #L>
  return %r : tensor<14xi32, #L>
}

// CHECK: module @a
// CHECK: func.func private @add(%{{.*}}: memref<14xi32, #[[L]]>)
module @a {
  func.func private @add(%a: tensor<14xi32, #L>) -> tensor<14xi32, #L> {
    %r = linalg.add ins(%a, %a : tensor<14xi32, #L>, tensor<14xi32, #L>) outs(%a : tensor<14xi32, #L>) -> tensor<14xi32, #L>
    return %r : tensor<14xi32, #L>
  }
  func.func @inner(%a: tensor<14xi32, #L>) -> (tensor<14xi32, #L>, tensor<14xi32>) {
    %r = call @add(%a) : (tensor<14xi32, #L>) -> tensor<14xi32, #L>
    %s = layout.convert %a : tensor<14xi32, #L> to tensor<14xi32>
    return %r, %s : tensor<14xi32, #L>, tensor<14xi32>
  }
  // CHECK: module @b
  // CHECK-NOT: tensor.
  module @b {
    func.func @inner(%a: tensor<14xi32>) -> tensor<14xi32, #L> {
      %b = arith.constant dense<5> : tensor<14xi32, #L>
      %c = linalg.add ins(%a, %b : tensor<14xi32>, tensor<14xi32, #L>) outs(%b : tensor<14xi32, #L>) -> tensor<14xi32, #L>
      return %c : tensor<14xi32, #L>
    }
  }
}
