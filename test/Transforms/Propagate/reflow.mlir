// Conversions move through elementwise ops and cancel.
// RUN: layout-opt %s --layout-reflow -split-input-file | FileCheck %s
// A second run changes nothing.
// RUN: layout-opt %s --layout-reflow -split-input-file -o %t
// RUN: layout-opt %t --layout-reflow -split-input-file | diff %t -

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// From a layout and back to it, with an op between.
// CHECK: #[[$ZERO:.*]] = #layout.buffer<{{.*}}, pad<0.000000e+00 : f32>>
// CHECK-LABEL: func.func @between(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[Y:.*]] = linalg.exp ins(%[[X]] : tensor<14xf32, #[[$ZERO]]>) outs(%[[E]] : tensor<14xf32, #[[$ZERO]]>)
// CHECK-NEXT:    return %[[Y]]
func.func @between(%x: tensor<14xf32, #zero>) -> tensor<14xf32, #zero> {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %y = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %z = layout.convert %y : tensor<14xf32> to tensor<14xf32, #zero>
  return %z : tensor<14xf32, #zero>
}

// The logical layout, a physical one, and back.
// CHECK-LABEL: func.func @logical(
// CHECK-NOT:     layout.convert
// CHECK:         linalg.exp ins(%{{.*}} : tensor<14xf32>) outs(%{{.*}} : tensor<14xf32>)
func.func @logical(%x: tensor<14xf32>) -> tensor<14xf32> {
  %p = layout.convert %x : tensor<14xf32> to tensor<14xf32, #zero>
  %e = tensor.empty() : tensor<14xf32, #zero>
  %y = linalg.exp ins(%p : tensor<14xf32, #zero>) outs(%e : tensor<14xf32, #zero>) -> tensor<14xf32, #zero>
  %z = layout.convert %y : tensor<14xf32, #zero> to tensor<14xf32>
  return %z : tensor<14xf32>
}

// -----

// Chains of conversions are one; there and back is none, from a physical layout
// too: its type says what its padding holds.
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#other = #layout.buffer<index_map<(i) -> (i floordiv 3, i mod 3)>, pad<1.0 : f32>>
// CHECK: #[[$ZERO:.*]] = #layout.buffer<{{.*}}floordiv 4{{.*}}>
// CHECK: #[[$OTHER:.*]] = #layout.buffer<{{.*}}floordiv 3{{.*}}>
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[C:.*]] = layout.convert %[[X]] : tensor<14xf32, #[[$ZERO]]> to tensor<14xf32, #[[$OTHER]]>
// CHECK-NEXT:    return %[[C]], %[[X]], %[[C]]
func.func @chain(%x: tensor<14xf32, #zero>) -> (tensor<14xf32, #other>, tensor<14xf32, #zero>, tensor<14xf32, #other>) {
  %0 = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %1 = layout.convert %0 : tensor<14xf32> to tensor<14xf32, #other>
  %2 = layout.convert %1 : tensor<14xf32, #other> to tensor<14xf32, #zero>
  %3 = layout.convert %2 : tensor<14xf32, #zero> to tensor<14xf32, #other>
  return %1, %2, %3 : tensor<14xf32, #other>, tensor<14xf32, #zero>, tensor<14xf32, #other>
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

// An op with two operands, of which one is plain: one conversion instead of two.
// CHECK: #[[$ZERO:.*]] = #layout.buffer<{{.*}}>
// CHECK-LABEL: func.func @two_operands(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[$ZERO]]>, %[[Y:.*]]: tensor<14xf32>
// CHECK:         %[[C:.*]] = layout.convert %[[Y]] : tensor<14xf32> to tensor<14xf32, #[[$ZERO]]>
// CHECK-NOT:     layout.convert
// CHECK:         linalg.add ins(%[[X]], %[[C]] :
func.func @two_operands(%x: tensor<14xf32, #zero>, %y: tensor<14xf32>) -> tensor<14xf32, #zero> {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %s = linalg.add ins(%p, %y : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %z = layout.convert %s : tensor<14xf32> to tensor<14xf32, #zero>
  return %z : tensor<14xf32, #zero>
}

// As many bits the one way as the other: all stays.
// CHECK-LABEL: func.func @equal(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[P:.*]] = layout.convert %[[X]] : tensor<14xf32, #[[$ZERO]]> to tensor<14xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<14xf32>
// CHECK-NEXT:    %[[Y:.*]] = linalg.exp ins(%[[P]] : tensor<14xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @equal(%x: tensor<14xf32, #zero>) -> tensor<14xf32> {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %y = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  return %y : tensor<14xf32>
}

// Fewer bits before the elements are extended.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf16>
// CHECK:         %[[C:.*]] = layout.convert %[[X]] : tensor<14xf16> to tensor<14xf16, #{{.*}}>
// CHECK:         linalg.generic {{.*}} ins(%[[C]] : {{.*}}) outs({{.*}} : tensor<14xf32, #[[$ZERO]]>)
// CHECK-NOT:     layout.convert
#id = affine_map<(d0) -> (d0)>
func.func @narrow(%x: tensor<14xf16>) -> tensor<14xf32, #zero> {
  %e = tensor.empty() : tensor<14xf32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<14xf16>) outs(%e : tensor<14xf32>) {
  ^bb0(%a: f16, %b: f32):
    %r = arith.extf %a : f16 to f32
    linalg.yield %r : f32
  } -> tensor<14xf32>
  %z = layout.convert %y : tensor<14xf32> to tensor<14xf32, #zero>
  return %z : tensor<14xf32, #zero>
}

// A bias that is broadcast stays where it is; so does the destination that is
// not read, whatever it is.
// CHECK-LABEL: func.func @bias(
// CHECK-SAME:    %[[X:.*]]: tensor<5x14xf32, #[[$ROWS:.*]]>, %[[B:.*]]: tensor<14xf32>, %[[O:.*]]: tensor<5x14xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<5x14xf32, #[[$ROWS]]>
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[X]], %[[B]] : tensor<5x14xf32, #[[$ROWS]]>, tensor<14xf32>) outs(%[[E]] :
// CHECK-NOT:     layout.convert
#rows = #layout.buffer<index_map<(i, j) -> (j floordiv 4, i, j mod 4)>, pad<0.0 : f32>>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#second = affine_map<(d0, d1) -> (d1)>
func.func @bias(%x: tensor<5x14xf32, #rows>, %b: tensor<14xf32>, %o: tensor<5x14xf32>) -> tensor<5x14xf32, #rows> {
  %p = layout.convert %x : tensor<5x14xf32, #rows> to tensor<5x14xf32>
  %y = linalg.generic {indexing_maps = [#id2, #second, #id2], iterator_types = ["parallel", "parallel"]} ins(%p, %b : tensor<5x14xf32>, tensor<14xf32>) outs(%o : tensor<5x14xf32>) {
  ^bb0(%a: f32, %bias: f32, %c: f32):
    %r = arith.addf %a, %bias : f32
    linalg.yield %r : f32
  } -> tensor<5x14xf32>
  %z = layout.convert %y : tensor<5x14xf32> to tensor<5x14xf32, #rows>
  return %z : tensor<5x14xf32, #rows>
}

// Dynamic extents; who asks for one does not care for the layout.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[X:.*]]: tensor<?x14xf32, #[[$ROWS]]>
// CHECK:         %[[D:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x14xf32, #[[$ROWS]]>
// CHECK:         %[[N:.*]] = tensor.dim %[[X]], %{{.*}} : tensor<?x14xf32, #[[$ROWS]]>
// CHECK:         tensor.empty(%[[N]]) : tensor<?x14xf32, #[[$ROWS]]>
// CHECK-NOT:     layout.convert
func.func @dynamic(%x: tensor<?x14xf32, #rows>) -> (tensor<?x14xf32, #rows>, index) {
  %c0 = arith.constant 0 : index
  %p = layout.convert %x : tensor<?x14xf32, #rows> to tensor<?x14xf32>
  %n = tensor.dim %p, %c0 : tensor<?x14xf32>
  %y = linalg.exp ins(%p : tensor<?x14xf32>) outs(%p : tensor<?x14xf32>) -> tensor<?x14xf32>
  %z = layout.convert %y : tensor<?x14xf32> to tensor<?x14xf32, #rows>
  return %z, %n : tensor<?x14xf32, #rows>, index
}

// -----

#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>
#tens = #layout.buffer<index_map<(i) -> (i floordiv 10, i mod 10)>, pad<0.0 : f32>>

// Three layouts: what both neighbours of a layout have wins.
// The one conversion that is left could stand in front of `exp` or behind it, and
// stands where the tensor comes from.
// CHECK: #[[$ZERO:.*]] = #layout.buffer<{{.*}}floordiv 4{{.*}}>
// CHECK-LABEL: func.func @three(
// CHECK-SAME:    %[[X:[^:]*]]: tensor<14xf32, #[[$TENS:.*]]>, %
// CHECK:         %[[C:.*]] = layout.convert %[[X]] : tensor<14xf32, #[[$TENS]]> to tensor<14xf32, #
// CHECK-NEXT:    linalg.exp ins(%[[C]] :
// CHECK-NOT:     layout.convert
// CHECK:         return %{{.*}} : tensor<14xf32, #[[$ZERO]]>
func.func @three(%x: tensor<14xf32, #tens>, %y: tensor<14xf32, #zero>) -> tensor<14xf32, #zero> {
  %p = layout.convert %x : tensor<14xf32, #tens> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %0 = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %q = layout.convert %y : tensor<14xf32, #zero> to tensor<14xf32>
  %1 = linalg.add ins(%0, %q : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %2 = linalg.mul ins(%0, %1 : tensor<14xf32>, tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %z = layout.convert %2 : tensor<14xf32> to tensor<14xf32, #zero>
  return %z : tensor<14xf32, #zero>
}

// Constants have the layout in which they are used; a resource stays one.
// CHECK-LABEL: func.func @constants(
// CHECK-DAG:     arith.constant dense<2.000000e+00> : tensor<14xf32, #[[$ZERO]]>
// CHECK-DAG:     arith.constant dense_resource<numbers> : tensor<2xf32, #[[$ZERO]]>
// CHECK-NOT:     layout.convert
func.func @constants() -> (tensor<14xf32, #zero>, tensor<2xf32, #zero>) {
  %0 = arith.constant dense<2.0> : tensor<14xf32>
  %1 = layout.convert %0 : tensor<14xf32> to tensor<14xf32, #zero>
  %2 = arith.constant dense_resource<numbers> : tensor<2xf32>
  %3 = layout.convert %2 : tensor<2xf32> to tensor<2xf32, #zero>
  return %1, %3 : tensor<14xf32, #zero>, tensor<2xf32, #zero>
}

// What is in an inner block happens more often or less, and is left there; there
// and back is none in any block.
// CHECK-LABEL: func.func @blocks(
// CHECK:         scf.for
// CHECK-NEXT:      %[[C:.*]] = layout.convert %{{.*}} : tensor<14xf32> to tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:      %[[D:.*]] = func.call @use(%[[C]])
// CHECK-NEXT:      scf.yield %[[D]]
func.func private @use(tensor<14xf32, #zero>) -> tensor<14xf32, #zero>
func.func @blocks(%x: tensor<14xf32>, %y: tensor<14xf32, #zero>, %n: index) -> tensor<14xf32, #zero> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> tensor<14xf32, #zero> {
    %0 = layout.convert %x : tensor<14xf32> to tensor<14xf32, #zero>
    %1 = func.call @use(%0) : (tensor<14xf32, #zero>) -> tensor<14xf32, #zero>
    %2 = layout.convert %1 : tensor<14xf32, #zero> to tensor<14xf32>
    %3 = layout.convert %2 : tensor<14xf32> to tensor<14xf32, #zero>
    scf.yield %3 : tensor<14xf32, #zero>
  }
  return %r : tensor<14xf32, #zero>
}

// Blocks that are never reached may hold anything.
// CHECK-LABEL: func.func @unreachable(
// CHECK:         return
// CHECK:         layout.convert
func.func @unreachable() {
  return
^bb1:
  %0 = layout.convert %1 : tensor<14xf32> to tensor<14xf32, #zero>
  %1 = layout.convert %0 : tensor<14xf32, #zero> to tensor<14xf32>
  cf.br ^bb1
}

// A use in a later block.
// CHECK-LABEL: func.func @later_block(
// CHECK-SAME:    %[[X:.*]]: tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    tensor.empty() : tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[Y:.*]] = linalg.exp {{.*}} -> tensor<14xf32, #[[$ZERO]]>
// CHECK-NEXT:    %[[P:.*]] = layout.convert %[[Y]] : tensor<14xf32, #[[$ZERO]]> to tensor<14xf32>
// CHECK-NEXT:    cf.br ^bb1
// CHECK:         return %[[Y]], %[[P]]
func.func @later_block(%x: tensor<14xf32, #zero>) -> (tensor<14xf32, #zero>, tensor<14xf32>) {
  %p = layout.convert %x : tensor<14xf32, #zero> to tensor<14xf32>
  %e = tensor.empty() : tensor<14xf32>
  %0 = linalg.exp ins(%p : tensor<14xf32>) outs(%e : tensor<14xf32>) -> tensor<14xf32>
  %1 = layout.convert %0 : tensor<14xf32> to tensor<14xf32, #zero>
  cf.br ^bb1
^bb1:
  return %1, %0 : tensor<14xf32, #zero>, tensor<14xf32>
}

// Nothing to do without a conversion.
// CHECK-LABEL: func.func @nothing(
// CHECK-NEXT:    linalg.exp
// CHECK-NEXT:    return
func.func @nothing(%x: tensor<14xf32>, %y: tensor<14xf32, #zero>) -> tensor<14xf32, #zero> {
  %0 = linalg.exp ins(%x : tensor<14xf32>) outs(%y : tensor<14xf32, #zero>) -> tensor<14xf32, #zero>
  return %0 : tensor<14xf32, #zero>
}
{-# dialect_resources: { builtin: { numbers: "0x040000000000803F00000040" } } #-}
