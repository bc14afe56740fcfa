// What TVM's tests of layouts in graphs ask (GR-05 to GR-34 of its cases): a layout
// that a program has at its ends is carried through the ops between, conversions
// that are each other's inverse vanish, and types of functions stay. Where the
// layout is at both ends, "the op and its input get it" is: no conversion is left.
//
// RUN: layout-opt %s --layout-reflow -o %t
// RUN: FileCheck %s < %t
// RUN: layout-opt %t --layout-reflow | diff %t -
// RUN: layout-check %s --entry=gr05,gr09,gr10,gr12,gr14,gr15,gr17,gr19,gr21,gr23,gr24,gr25,gr28,gr30,gr33,gr34 --rtol=1e-4 --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=gr16 --dim=arg0.dim0:2 --dim=arg0.dim1:3 --dim=arg0.dim2:5 --dim=arg0.dim3:4 --pipeline="builtin.module(layout-reflow,layout-bufferize,layout-apply,layout-finalize)"

#tiles = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#undef = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>>
#NHWC = #layout.buffer<index_map<"NCHW" -> "NHWC">>
#NHWC4c = #layout.buffer<index_map<(n, c, h, w) -> (n, h, w, c floordiv 4, c mod 4)>>
#C16c = #layout.buffer<index_map<(n, c) -> (n, c floordiv 16, c mod 16)>>
#C16 = #layout.buffer<index_map<(n, c, h, w) -> (n, c floordiv 16, h, w, c mod 16)>>
#fives = #layout.buffer<index_map<(n, c) -> (n, c floordiv 5, c mod 5)>, pad<undef>>
#rows = #layout.buffer<index_map<(a, b) -> (a floordiv 4, a mod 4, b)>>
#K4k = #layout.buffer<index_map<(k, j) -> (j, k floordiv 4, k mod 4)>>
!p = tensor<16xf32>
!t = tensor<16xf32, #tiles>
!q = tensor<14xf32>
!u = tensor<14xf32, #undef>
!i = tensor<1x8x6x5xf32>
!n = tensor<1x8x6x5xf32, #NHWC>

// GR-05: one op works on tiles; what comes in and goes out stays what it is.
// CHECK-LABEL: func.func @gr05(
// CHECK-SAME:    %{{.*}}: tensor<16xf32>, %{{.*}}: tensor<16xf32>) -> tensor<16xf32>
// CHECK-COUNT-3: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr05(%x: !p, %y: !p) -> !p {
  %a = layout.convert %x : !p to !t
  %b = layout.convert %y : !p to !t
  %e = tensor.empty() : !t
  %r = linalg.add {layout.prefer} ins(%a, %b : !t, !t) outs(%e : !t) -> !t
  %z = layout.convert %r : !t to !p
  return %z : !p
}

// GR-09: 14 in a box of 16; what is in padding does not matter to it.
// CHECK-LABEL: func.func @gr09(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr09(%x: !u) -> !u {
  %zero = arith.constant 0.0 : f32
  %a = layout.convert %x : !u to !q
  %e = tensor.empty() : !q
  %z = linalg.fill ins(%zero : f32) outs(%e : !q) -> !q
  %r = linalg.max ins(%a, %z : !q, !q) outs(%e : !q) -> !q
  %b = layout.convert %r : !q to !u
  return %b : !u
}

// GR-10: two of three ops have tiles; the one between them is free, and takes them.
// CHECK-LABEL: func.func @gr10(
// CHECK-COUNT-2: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr10(%x: !p) -> !p {
  %a = layout.convert %x : !p to !t
  %e = tensor.empty() : !t
  %r = linalg.add {layout.prefer} ins(%a, %a : !t, !t) outs(%e : !t) -> !t
  %b = layout.convert %r : !t to !p
  %f = tensor.empty() : !p
  %s = linalg.exp ins(%b : !p) outs(%f : !p) -> !p
  %c = layout.convert %s : !p to !t
  %q = linalg.add {layout.prefer} ins(%c, %c : !t, !t) outs(%e : !t) -> !t
  %z = layout.convert %q : !t to !p
  return %z : !p
}

// GR-12: a conversion and its inverse vanish; what is converted twice is so once.
// CHECK-LABEL: func.func @gr12(
// CHECK-COUNT-2: layout.convert
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr12(%x: !p) -> !p {
  %a = layout.convert %x : !p to !t
  %b = layout.convert %x : !p to !t
  %e = tensor.empty() : !t
  %r = linalg.add {layout.prefer} ins(%a, %b : !t, !t) outs(%e : !t) -> !t
  %c = layout.convert %r : !t to !p
  %d = layout.convert %c : !p to !t
  %s = linalg.add {layout.prefer} ins(%d, %a : !t, !t) outs(%e : !t) -> !t
  %z = layout.convert %s : !t to !p
  return %z : !p
}

// GR-14: cut to 14 and padded again between two ops of tiles: legal, as padding is
// undefined.
// CHECK-LABEL: func.func @gr14(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr14(%x: !u) -> !u {
  %e = tensor.empty() : !u
  %r = linalg.exp {layout.prefer} ins(%x : !u) outs(%e : !u) -> !u
  %a = layout.convert %r : !u to !q
  %b = layout.convert %a : !q to !u
  %s = linalg.exp {layout.prefer} ins(%b : !u) outs(%e : !u) -> !u
  return %s : !u
}

// GR-15.
// CHECK-LABEL: func.func @gr15(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr15(%x: !n) -> !n {
  %a = layout.convert %x : !n to !i
  %e = tensor.empty() : !i
  %r = linalg.exp ins(%a : !i) outs(%e : !i) -> !i
  %z = layout.convert %r : !i to !n
  return %z : !n
}

// GR-16: extents that are not known.
// CHECK-LABEL: func.func @gr16(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr16(%x: tensor<?x?x?x?xf32, #NHWC>) -> tensor<?x?x?x?xf32, #NHWC> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = layout.convert %x : tensor<?x?x?x?xf32, #NHWC> to tensor<?x?x?x?xf32>
  %n = tensor.dim %a, %c0 : tensor<?x?x?x?xf32>
  %c = tensor.dim %a, %c1 : tensor<?x?x?x?xf32>
  %h = tensor.dim %a, %c2 : tensor<?x?x?x?xf32>
  %w = tensor.dim %a, %c3 : tensor<?x?x?x?xf32>
  %e = tensor.empty(%n, %c, %h, %w) : tensor<?x?x?x?xf32>
  %r = linalg.exp ins(%a : tensor<?x?x?x?xf32>) outs(%e : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %z = layout.convert %r : tensor<?x?x?x?xf32> to tensor<?x?x?x?xf32, #NHWC>
  return %z : tensor<?x?x?x?xf32, #NHWC>
}

// GR-17: windows.
// CHECK-LABEL: func.func @gr17(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr17(%x: tensor<1x8x8x8xf32, #NHWC>) -> tensor<1x8x4x4xf32, #NHWC> {
  %least = arith.constant 0xFF800000 : f32
  %a = layout.convert %x : tensor<1x8x8x8xf32, #NHWC> to tensor<1x8x8x8xf32>
  %win = tensor.empty() : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x8x4x4xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %r = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>} ins(%a, %win : tensor<1x8x8x8xf32>, tensor<2x2xf32>) outs(%f : tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %z = layout.convert %r : tensor<1x8x4x4xf32> to tensor<1x8x4x4xf32, #NHWC>
  return %z : tensor<1x8x4x4xf32, #NHWC>
}

// GR-19: a sum over the last two axes; the split of channels is that of its input.
// CHECK-LABEL: func.func @gr19(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr19(%x: tensor<2x32x3x5xf32, #C16>) -> tensor<2x32xf32, #C16c> {
  %zero = arith.constant 0.0 : f32
  %a = layout.convert %x : tensor<2x32x3x5xf32, #C16> to tensor<2x32x3x5xf32>
  %e = tensor.empty() : tensor<2x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x32xf32>) -> tensor<2x32xf32>
  %r = linalg.reduce {arith.addf} ins(%a : tensor<2x32x3x5xf32>) outs(%f : tensor<2x32xf32>) dimensions = [2, 3]
  %z = layout.convert %r : tensor<2x32xf32> to tensor<2x32xf32, #C16c>
  return %z : tensor<2x32xf32, #C16c>
}

// GR-21: what is read at a computed index is read where it lies, in its layout.
// CHECK-LABEL: func.func @gr21(
// CHECK-SAME:    %[[X:.*]]: tensor<1x8x6x5xf32>)
// CHECK-NOT:     layout.convert
// CHECK:         tensor.extract %[[X]][
// CHECK:         return
func.func @gr21(%x: !i) -> tensor<1x8x12x5xf32, #NHWC> {
  %two = arith.constant 2 : index
  %e = tensor.empty() : tensor<1x8x12x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%e : tensor<1x8x12x5xf32>) {
  ^bb0(%o: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %s = arith.divui %h, %two : index
    %v = tensor.extract %x[%n, %c, %s, %w] : !i
    linalg.yield %v : f32
  } -> tensor<1x8x12x5xf32>
  %z = layout.convert %r : tensor<1x8x12x5xf32> to tensor<1x8x12x5xf32, #NHWC>
  return %z : tensor<1x8x12x5xf32, #NHWC>
}

// GR-23: an operand without the first axis is read as it lies.
// CHECK-LABEL: func.func @gr23(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr23(%x: tensor<2x8x3x5xf32, #NHWC4c>, %b: tensor<8x3x5xf32>) -> tensor<2x8x3x5xf32, #NHWC4c> {
  %a = layout.convert %x : tensor<2x8x3x5xf32, #NHWC4c> to tensor<2x8x3x5xf32>
  %e = tensor.empty() : tensor<2x8x3x5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c, h, w)>, affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a, %b : tensor<2x8x3x5xf32>, tensor<8x3x5xf32>) outs(%e : tensor<2x8x3x5xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %s = arith.addf %u, %v : f32
    linalg.yield %s : f32
  } -> tensor<2x8x3x5xf32>
  %z = layout.convert %r : tensor<2x8x3x5xf32> to tensor<2x8x3x5xf32, #NHWC4c>
  return %z : tensor<2x8x3x5xf32, #NHWC4c>
}

// GR-24: a transposition reads what is there, and writes what is wanted.
// CHECK-LABEL: func.func @gr24(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr24(%x: tensor<1x6x5x8xf32>) -> tensor<1x8x6x5xf32, #NHWC> {
  %e = tensor.empty() : !i
  %r = linalg.transpose ins(%x : tensor<1x6x5x8xf32>) outs(%e : !i) permutation = [0, 3, 1, 2]
  %z = layout.convert %r : !i to !n
  return %z : !n
}

// GR-25: padding of the program, around rows and columns.
// CHECK-LABEL: func.func @gr25(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr25(%x: tensor<1x8x6x5xf32, #NHWC4c>) -> tensor<1x8x10x9xf32, #NHWC4c> {
  %two = arith.constant 2.0 : f32
  %a = layout.convert %x : tensor<1x8x6x5xf32, #NHWC4c> to !i
  %r = tensor.pad %a low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %two : f32
  } : !i to tensor<1x8x10x9xf32>
  %z = layout.convert %r : tensor<1x8x10x9xf32> to tensor<1x8x10x9xf32, #NHWC4c>
  return %z : tensor<1x8x10x9xf32, #NHWC4c>
}

// GR-28: 64 is no multiple of 5; with padding the layout is carried all the same.
// CHECK-LABEL: func.func @gr28(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr28(%x: tensor<32x64xf32, #fives>) -> tensor<32x64xf32, #fives> {
  %a = layout.convert %x : tensor<32x64xf32, #fives> to tensor<32x64xf32>
  %e = tensor.empty() : tensor<32x64xf32>
  %r = linalg.copy ins(%a : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %z = layout.convert %r : tensor<32x64xf32> to tensor<32x64xf32, #fives>
  return %z : tensor<32x64xf32, #fives>
}

// GR-30: what is written flat is written by the split rows.
// CHECK-LABEL: func.func @gr30(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr30(%x: tensor<4x4xf32, #rows>) -> tensor<16xf32> {
  %a = layout.convert %x : tensor<4x4xf32, #rows> to tensor<4x4xf32>
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// GR-33: in loops.
// CHECK-LABEL: func.func @gr33(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func @gr33(%x: !n) -> !n {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = layout.convert %x : !n to !i
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%s = %a) -> !i {
    %q = scf.for %l = %c0 to %c3 step %c1 iter_args(%t = %s) -> !i {
      %e = tensor.empty() : !i
      %u = linalg.tanh ins(%t : !i) outs(%e : !i) -> !i
      scf.yield %u : !i
    }
    scf.yield %q : !i
  }
  %z = layout.convert %r : !i to !n
  return %z : !n
}

// GR-34: weights that a kernel lays out for itself come laid out from its caller,
// which has them as a constant.
// CHECK-LABEL: func.func private @gr34_kernel(
// CHECK-SAME:    %{{.*}}: tensor<8x16xf32>, %{{.*}}: tensor<16x16xf32, #{{.*}}>)
// CHECK-NOT:     layout.convert
// CHECK-LABEL: func.func @gr34(
// CHECK-NOT:     layout.convert
// CHECK:         return
func.func private @gr34_kernel(%x: tensor<8x16xf32>, %b: tensor<16x16xf32>) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %w = layout.convert %b : tensor<16x16xf32> to tensor<16x16xf32, #K4k>
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x16xf32, #K4k>) outs(%f : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
func.func @gr34(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %b = arith.constant dense<0.5> : tensor<16x16xf32>
  %r = call @gr34_kernel(%x, %b) : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
