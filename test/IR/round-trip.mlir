// Every form of every attribute and operation prints as what it parses from.
// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s
// RUN: layout-opt %s --emit-bytecode | layout-opt | FileCheck %s

// Layouts print as aliases, in the order in which they are met. `pad<none>` is
// the default and is not printed.
// CHECK-DAG: #[[$TILE:layout[0-9]*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, pad<0 : i32>>
// CHECK-DAG: #[[$PLAIN:layout[0-9]*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
// CHECK-DAG: #[[$SPARE:layout[0-9]*]] = #layout.buffer<index_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, extent<[?, 8]>, pad<undef>>
// CHECK-DAG: #[[$STEPS:layout[0-9]*]] = #layout.buffer<index_map<(d0, d1) -> (d0 floordiv 4, d0 mod 4, d1)>, pad<undef>, index_map<(d0, d1, d2) -> (d0, d1, d2 floordiv 8, d2 mod 8)>, pad<0 : i32>, axis_separator<[1, 3]>>
// CHECK-DAG: #[[$PHYSICAL:layout[0-9]*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, axis_separator<[1, 3]>>

#zero = #layout.pad<0 : i32>
#tile = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>>
#same_tile = #layout.buffer<#layout.index_map<(i) -> (i floordiv 4, i mod 4)>, #zero>
#plain = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<none>>
#spare = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<undef>, extent<[?, 8]>>
#steps = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<undef>,
                        index_map<(a, b, j) -> (a, b, j floordiv 8, j mod 8)>, #zero, axis_separator<[1, 3]>>

// CHECK-LABEL: func.func private @types(
// CHECK-SAME: memref<14xi32, #[[$TILE]]>
// CHECK-SAME: memref<14xi32, #[[$TILE]], 1>
// CHECK-SAME: tensor<14xi32, #[[$PLAIN]]>
// CHECK-SAME: memref<14xi32, #[[$SPARE]]>
// CHECK-SAME: memref<?xi32, #[[$TILE]]>
// CHECK-SAME: memref<9x17xi32, #[[$STEPS]]>
func.func private @types(memref<14xi32, #tile>, memref<14xi32, #same_tile, 1>, tensor<14xi32, #plain>,
                         memref<14xi32, #spare>, memref<?xi32, #tile>, memref<9x17xi32, #steps>)

// CHECK-LABEL: func.func private @textures(
// CHECK-SAME: memref<8x8xvector<4xf32>, #layout.texture<read>>
// CHECK-SAME: memref<8x8xvector<4xf32>, #layout.texture<write>>
// CHECK-SAME: memref<8x8xvector<4xf32>, #layout.texture<readwrite>>
// CHECK-SAME: memref<14xi32, #[[$TILE]], #layout.texture<read>>
func.func private @textures(memref<8x8xvector<4xf32>, #layout.texture<read>>,
                            memref<8x8xvector<4xf32>, #layout.texture<write>>,
                            memref<8x8xvector<4xf32>, #layout.texture<readwrite>>,
                            memref<14xi32, #tile, #layout.texture<read>>)

// CHECK-LABEL: func.func private @index_maps()
// CHECK-SAME: affine_form = #layout.index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)>
// CHECK-SAME: inverse = #layout.index_map<(d0, d1) -> (d0 floordiv 64, d1, d0 mod 64), inverse (d0, d1, d2) -> (d0 * 64 + d2, d1)>
// CHECK-SAME: no_index = #layout.index_map<() -> (0)>
// CHECK-SAME: no_index_no_result = #layout.index_map<() -> ()>
// CHECK-SAME: strings = #layout.index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 4, d1, d2, d3 mod 4)>
func.func private @index_maps() attributes {
  affine_form = #layout.index_map<(n, h, w, c) -> (n, c floordiv 4, h, w, c mod 4)>,
  inverse = #layout.index_map<(i, j) -> (i floordiv 64, j, i mod 64), inverse (a, b, c) -> (64 * a + c, b)>,
  no_index = #layout.index_map<() -> (0)>,
  no_index_no_result = #layout.index_map<() -> ()>,
  strings = #layout.index_map<"NHWC" -> "NCHW4c">
}

// CHECK-LABEL: func.func private @extents()
// CHECK-SAME: borders = #layout.extent<[? + 1, ?, 40, ? + 9223372036854775807]>
// CHECK-SAME: mixed = #layout.extent<[?, 40]>
// CHECK-SAME: none = #layout.extent<[]>
// CHECK-SAME: zero = #layout.extent<[0]>
func.func private @extents() attributes {
  borders = #layout.extent<[? + 1, ? + 0, 40, ?+9223372036854775807]>,
  mixed = #layout.extent<[?, 40]>, none = #layout.extent<[]>, zero = #layout.extent<[0]>
}

// CHECK-LABEL: func.func private @pads()
// CHECK-SAME: copy = #layout.pad<(d0, d1) -> (0, (d0 * 4 + d1 - 14) mod 4)>
// CHECK-SAME: copy_one = #layout.pad<(d0) -> (0)>
// CHECK-SAME: float = #layout.pad<-0.000000e+00 : f32>
// CHECK-SAME: index = #layout.pad<-1 : index>
// CHECK-SAME: integer = #layout.pad<0 : i64>
// CHECK-SAME: least = #layout.pad<0xFF800000 : f32>
// CHECK-SAME: none = #layout.pad<none>
// CHECK-SAME: truth = #layout.pad<true>
// CHECK-SAME: undef = #layout.pad<undef>
// CHECK-SAME: value = #layout.pad<value (d0, d1) -> (d0 * 4 + d1)>
// CHECK-SAME: vector = #layout.pad<dense<0.000000e+00> : vector<4xf32>>
func.func private @pads() attributes {
  copy = #layout.pad<(io, ii) -> (0, (4 * io + ii - 14) mod 4)>,
  copy_one = #layout.pad<(i) -> (0)>,
  float = #layout.pad<-0.0 : f32>,
  index = #layout.pad<-1 : index>,
  integer = #layout.pad<0>,
  least = #layout.pad<0xFF800000 : f32>,
  none = #layout.pad<none>,
  truth = #layout.pad<true>,
  undef = #layout.pad<undef>,
  value = #layout.pad<value (io, ii) -> (4 * io + ii)>,
  vector = #layout.pad<dense<0.0> : vector<4xf32>>
}

// CHECK-LABEL: func.func private @separators()
// CHECK-SAME: #layout.axis_separator<[1, 3]>
func.func private @separators() attributes {x = #layout.axis_separator<[1, 3]>}
// CHECK-LABEL: func.func private @no_separators()
// CHECK-SAME: #layout.axis_separator<[]>
func.func private @no_separators() attributes {x = #layout.axis_separator<[]>}

// CHECK-LABEL: func.func @ops(
func.func @ops(%a: memref<14xi32, #tile>, %c: i1) {
  // CHECK: layout.undef : f32
  // CHECK: layout.undef {note} : vector<4xi8>
  // CHECK: layout.undef : index
  // CHECK: layout.undef : complex<f32>
  %0 = layout.undef : f32
  %1 = layout.undef {note} : vector<4xi8>
  %2 = layout.undef : index
  %3 = layout.undef : complex<f32>
  // CHECK: layout.assume %{{.*}} : i1
  layout.assume %c : i1
  // CHECK: %[[P:.*]] = layout.as_physical %{{.*}} : memref<14xi32, #[[$TILE]]> to memref<4x4xi32>
  %p = layout.as_physical %a : memref<14xi32, #tile> to memref<4x4xi32>
  // CHECK: layout.as_logical %[[P]] : memref<4x4xi32> to memref<14xi32, #[[$PLAIN]]>
  %l = layout.as_logical %p : memref<4x4xi32> to memref<14xi32, #plain>
  // CHECK: layout.padding %[[P]] : memref<4x4xi32> of memref<14xi32, #[[$TILE]]>
  layout.padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  // CHECK: layout.assume_padding %[[P]] : memref<4x4xi32> of memref<14xi32, #[[$TILE]]>
  layout.assume_padding %p : memref<4x4xi32> of memref<14xi32, #tile>
  return
}

// Axis separators and the memory space stay on the physical type.
// CHECK-LABEL: func.func @physical_type(
func.func @physical_type(%a: memref<9x17xi32, #steps, 1>) {
  // CHECK: to memref<3x4x3x8xi32, #[[$PHYSICAL]], 1>
  %p = layout.as_physical %a : memref<9x17xi32, #steps, 1>
      to memref<3x4x3x8xi32, #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[1, 3]>>, 1>
  return
}

// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%a: memref<?xi32, #tile>, %n: index) {
  // CHECK: %[[P:.*]] = layout.as_physical %{{.*}} : memref<?xi32, #[[$TILE]]> to memref<?x4xi32>
  %p = layout.as_physical %a : memref<?xi32, #tile> to memref<?x4xi32>
  // CHECK: layout.as_logical %[[P]] sizes(%{{.*}}) : memref<?x4xi32> to memref<?xi32, #[[$TILE]]>
  %l = layout.as_logical %p sizes(%n) : memref<?x4xi32> to memref<?xi32, #tile>
  return
}

// A plain affine map is a layout of one step.
// CHECK-LABEL: func.func @plain_map(
func.func @plain_map(%a: memref<14xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>>) {
  // CHECK: layout.as_physical %{{.*}} : memref<14xi32, #map> to memref<4x4xi32>
  %p = layout.as_physical %a : memref<14xi32, affine_map<(i) -> (i floordiv 4, i mod 4)>> to memref<4x4xi32>
  return
}

// CHECK-LABEL: func.func @convert(
func.func @convert(%t: tensor<14xi32>, %m: memref<14xi32>, %n: memref<14xi32, #tile>) -> tensor<14xi32> {
  // CHECK: layout.convert %{{.*}} : tensor<14xi32> to tensor<14xi32, #[[$TILE]]>
  %0 = layout.convert %t : tensor<14xi32> to tensor<14xi32, #tile>
  // CHECK: layout.convert %{{.*}} {note} : tensor<14xi32, #[[$TILE]]> to tensor<14xi32>
  %1 = layout.convert %0 {note} : tensor<14xi32, #tile> to tensor<14xi32>
  // CHECK: layout.convert ins(%{{.*}} : memref<14xi32>) outs(%{{.*}} : memref<14xi32, #[[$TILE]]>)
  layout.convert ins(%m : memref<14xi32>) outs(%n : memref<14xi32, #tile>)
  // CHECK: layout.convert ins(%{{.*}} : memref<14xi32, #[[$TILE]]>) outs(%{{.*}} : memref<14xi32>) {note}
  layout.convert ins(%n : memref<14xi32, #tile>) outs(%m : memref<14xi32>) {note}
  return %1 : tensor<14xi32>
}

// CHECK-LABEL: func.func @requests(
// CHECK-SAME: {layout.transform = #[[$TILE]]}
// CHECK-SAME: {layout.access = "read"}
// CHECK-SAME: {layout.access = "write"}
// CHECK-SAME: {layout.access = "readwrite", layout.sequential}
// CHECK-SAME: tensor<14xi32> {layout.transform = #[[$TILE]]}
func.func @requests(%0: memref<14xi32> {layout.transform = #tile}, %1: memref<14xi32> {layout.access = "read"},
                    %2: memref<14xi32> {layout.access = "write"},
                    %3: memref<14xi32> {layout.access = "readwrite", layout.sequential},
                    %4: tensor<14xi32> {layout.transform = #tile}) {
  // CHECK: memref.alloc() {layout.sequential, layout.transform = #[[$TILE]]}
  %a = memref.alloc() {layout.transform = #tile, layout.sequential} : memref<14xi32>
  // CHECK: memref.alloca() {layout.transform = #[[$TILE]]}
  %b = memref.alloca() {layout.transform = #tile} : memref<14xi32>
  // CHECK: memref.load {{.*}} {layout.sequential}
  %c0 = arith.constant 0 : index
  %x = memref.load %b[%c0] {layout.sequential} : memref<14xi32>
  return
}
// CHECK: memref.global "private" @global : memref<14xi32> {layout.transform = #[[$TILE]]}
memref.global "private" @global : memref<14xi32> {layout.transform = #tile}

// An extent beyond 32 bits is an extent.
// CHECK-LABEL: func.func private @large_extent(memref<10xi32, #layout{{[0-9]*}}>)
func.func private @large_extent(memref<10xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, extent<[8589934592, 4]>>>)

// A border, of a dynamic extent and of a static one.
// CHECK-LABEL: func.func private @border(memref<?x10xi32, #layout{{[0-9]*}}>)
func.func private @border(memref<?x10xi32, #layout.buffer<index_map<(i, j) -> (i, j)>, extent<[? + 1, ? + 2]>>>)

// CHECK-LABEL: func.func @storage_of_tensors(
func.func @storage_of_tensors(%t: tensor<14xi32, #tile>, %d: tensor<?x4xi32>, %n: index) -> (tensor<4x4xi32>, tensor<?xi32, #tile>) {
  // CHECK: layout.as_physical %{{.*}} : tensor<14xi32, #[[$TILE]]> to tensor<4x4xi32>
  %p = layout.as_physical %t : tensor<14xi32, #tile> to tensor<4x4xi32>
  // CHECK: layout.as_logical %{{.*}} sizes(%{{.*}}) : tensor<?x4xi32> to tensor<?xi32, #[[$TILE]]>
  %l = layout.as_logical %d sizes(%n) : tensor<?x4xi32> to tensor<?xi32, #tile>
  return %p, %l : tensor<4x4xi32>, tensor<?xi32, #tile>
}
