// Rows and lanes of a block that do not exist may lie behind the buffer. They are not loaded
// from there under an empty mask, which takes processors long where no memory is, but from its
// beginning, and are not stored at all.
// RUN: layout-opt %s --layout-set-target=target=x86-64-v4 --layout-apply --layout-vectorize-copies --canonicalize --mlir-print-local-scope | FileCheck %s
// RUN: layout-check %s --bounds --entry=channels,back,tiles,outer --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-apply,layout-optimize)"
// RUN: layout-check %s --bounds --entry=channels,back,tiles,outer --pipeline="builtin.module(layout-set-target{target=x86-64},layout-apply,layout-optimize)"

#channels = #layout.buffer<index_map<(c, x) -> (c floordiv 16, x, c mod 16)>, pad<0 : i8>>
#tiles = #layout.buffer<index_map<(i, j) -> (i floordiv 32, j floordiv 32, i mod 32, j mod 32)>, pad<1.0 : f32>>
#outer = #layout.buffer<index_map<(i, j, k, l) -> (k, j floordiv 17, l, i floordiv 3, i mod 3, j mod 17)>, pad<0.0 : f32>>

// Of the last block of channels there is one.
// CHECK-LABEL: func @channels
// CHECK: %[[LANE:.*]] = arith.select %{{.*}}, %{{.*}}, %c0 : index
// CHECK: vector.maskedload %arg0[%[[LANE]], %{{.*}}]
func.func @channels(%a: memref<33x3136xi8> {llvm.noalias}, %b: memref<33x3136xi8, #channels>) {
  layout.convert ins(%a : memref<33x3136xi8>) outs(%b : memref<33x3136xi8, #channels>)
  return
}

// CHECK-LABEL: func @back
// CHECK: scf.if %{{.*}} {
// CHECK-NOT: }
// CHECK: vector.maskedstore %arg1
func.func @back(%a: memref<33x3136xi8, #channels>, %b: memref<33x3136xi8> {llvm.noalias}) {
  layout.convert ins(%a : memref<33x3136xi8, #channels>) outs(%b : memref<33x3136xi8>)
  return
}

func.func @tiles(%a: memref<33x40xf32> {llvm.noalias}, %b: memref<33x40xf32, #tiles>, %c: memref<33x40xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<33x40xf32>) outs(%b : memref<33x40xf32, #tiles>)
  layout.convert ins(%b : memref<33x40xf32, #tiles>) outs(%c : memref<33x40xf32>)
  return
}

// A whole block does not exist: of the last three of dimension i there are two.
// CHECK-LABEL: func @outer
// CHECK: %[[I:.*]] = arith.select %{{.*}}, %{{.*}}, %c0 : index
// CHECK: vector.maskedload %arg0[%[[I]],
func.func @outer(%a: memref<8x14x20x7xf32> {llvm.noalias}, %b: memref<8x14x20x7xf32, #outer>, %c: memref<8x14x20x7xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<8x14x20x7xf32>) outs(%b : memref<8x14x20x7xf32, #outer>)
  layout.convert ins(%b : memref<8x14x20x7xf32, #outer>) outs(%c : memref<8x14x20x7xf32>)
  return
}
