// Constants are packed at compile time, byte for byte: a resource stays one, and
// a splat stays one where its padding need hold nothing else.
// RUN: layout-opt %s --layout-bufferize --layout-apply | FileCheck %s
// RUN: layout-check %s --entry=read --pipeline="builtin.module(layout-bufferize,layout-apply,layout-finalize)"

#none = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>>
#zero = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#seven = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>>
#wrap = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (0, (4 * a + b) mod 6)>>
#edge = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<(a, b) -> (1, 1)>>
#minus = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<-0.0 : f32>>
// Padding of the first step is 7, of the second 8.
#two = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<7 : i32>,
                      index_map<(a, b) -> (b, a floordiv 3, a mod 3)>, pad<8 : i32>>
// A shape that no constant of single elements could have.
#large = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[1000000000, 4]>, pad<7 : i32>>

// A constant tensor becomes a global; its resource stays one.
// CHECK: memref.global "private" constant @{{.*}} : memref<2x4xi32> = dense_resource<[[T:numbers[_0-9]*]]>
// CHECK: @splat_none : memref<2x4xi32> = dense<7>
memref.global @splat_none : memref<6xi32, #none> = dense<7>
// CHECK: @splat_same : memref<2x4xi32> = dense<7>
memref.global @splat_same : memref<6xi32, #seven> = dense<7>
// CHECK: @splat_copy : memref<2x4xi32> = dense<7>
memref.global @splat_copy : memref<6xi32, #wrap> = dense<7>
// CHECK: @splat_other : memref<2x4xi32> = dense<{{\[}}[7, 7, 7, 7], [7, 7, 0, 0]]>
memref.global @splat_other : memref<6xi32, #zero> = dense<7>
// CHECK: @splat_two : memref<4x1x3xi32> = dense<{{\[}}{{\[}}[7, 7, 8]], {{\[}}[7, 7, 8]], {{\[}}[7, 7, 8]], {{\[}}[7, 7, 8]]]>
memref.global @splat_two : memref<6xi32, #two> = dense<7>
// The sign of a zero tells it from another.
// CHECK: @splat_sign : memref<2x4xf32> = dense<{{\[}}[0.{{0*}}e+00, 0.{{0*}}e+00, 0.{{0*}}e+00, 0.{{0*}}e+00], [0.{{0*}}e+00, 0.{{0*}}e+00, -0.{{0*}}e+00, -0.{{0*}}e+00]]>
memref.global @splat_sign : memref<6xf32, #minus> = dense<0.0>
// CHECK: @splat_large : memref<1000000000x4xi32> = dense<7>
memref.global "private" @splat_large : memref<6xi32, #large> = dense<7>
// CHECK: @resource : memref<2x4xi32> = dense_resource<[[R:numbers[_0-9]*]]>
memref.global @resource : memref<6xi32, #edge> = dense_resource<numbers>

// What nothing writes holds its padding; of a global that may be written this is not said.
// CHECK-LABEL: func.func @read
// CHECK-NOT: layout.assume_padding
// CHECK: %[[CONSTANT:.*]] = memref.get_global @__constant
// CHECK: layout.assume_padding %[[CONSTANT]] : memref<2x4xi32> of
// CHECK-NOT: layout.assume_padding
func.func @read(%out: memref<48xi32>) {
  %a = memref.get_global @splat_none : memref<6xi32, #none>
  %b = memref.get_global @splat_same : memref<6xi32, #seven>
  %c = memref.get_global @splat_copy : memref<6xi32, #wrap>
  %d = memref.get_global @splat_other : memref<6xi32, #zero>
  %e = memref.get_global @splat_two : memref<6xi32, #two>
  %g = memref.get_global @resource : memref<6xi32, #edge>
  %t = arith.constant dense_resource<numbers> : tensor<6xi32, #seven>
  affine.for %i = 0 to 6 {
    %0 = affine.load %a[%i] : memref<6xi32, #none>
    affine.store %0, %out[%i] : memref<48xi32>
    %1 = affine.load %b[%i] : memref<6xi32, #seven>
    affine.store %1, %out[%i + 6] : memref<48xi32>
    %2 = affine.load %c[%i] : memref<6xi32, #wrap>
    affine.store %2, %out[%i + 12] : memref<48xi32>
    %3 = affine.load %d[%i] : memref<6xi32, #zero>
    affine.store %3, %out[%i + 18] : memref<48xi32>
    %4 = affine.load %e[%i] : memref<6xi32, #two>
    affine.store %4, %out[%i + 24] : memref<48xi32>
    %5 = affine.load %g[%i] : memref<6xi32, #edge>
    affine.store %5, %out[%i + 30] : memref<48xi32>
    %6 = tensor.extract %t[%i] : tensor<6xi32, #seven>
    affine.store %6, %out[%i + 36] : memref<48xi32>
  }
  return
}

// CHECK-DAG: [[R]]: "0x0400000001000000020000000300000004000000050000000600000006000000{{0*}}6000000"
// CHECK-DAG: [[T]]: "0x040000000100000002000000030000000400000005000000060000000700000007000000"
{-# dialect_resources: { builtin: {
  numbers: "0x04000000010000000200000003000000040000000500000006000000"
} } #-}
