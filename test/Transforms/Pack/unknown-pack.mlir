// Tiles of 2^41 elements, beyond the bounds on the work: whether the extents of a packed
// tensor are those of a layout is not known.
// RUN: split-file %s %t
// RUN: layout-opt %t/from.mlir --layout-from-pack --remarks-filter=layout 2>%t.remarks | FileCheck %t/from.mlir
// RUN: FileCheck %t/from.mlir --check-prefix=REMARK < %t.remarks
// RUN: not layout-opt %t/to.mlir --layout-to-pack 2>&1 | FileCheck %t/to.mlir

//--- from.mlir
// CHECK: linalg.pack
// REMARK: [Missed] layout-from-pack/left {{.*}}"not converted: whether axis 0 has the extent that it needs"
func.func @packed(%t: tensor<?xf32>, %n: index) -> tensor<?x2199023255552xf32> {
  %empty = tensor.empty(%n) : tensor<?x2199023255552xf32>
  %zero = arith.constant 0.0 : f32
  %p = linalg.pack %t padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [2199023255552]
      into %empty : tensor<?xf32> -> tensor<?x2199023255552xf32>
  return %p : tensor<?x2199023255552xf32>
}

//--- to.mlir
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 2199023255552, i mod 2199023255552)>, pad<0.0 : f32>>
// CHECK: error: 'layout.convert' op has a tensor that linalg.pack cannot make, {{.*}}: whether axis 0 has the extent that it needs
func.func @unpacked(%t: tensor<?xf32>) -> tensor<?xf32, #tiles> {
  %p = layout.convert %t : tensor<?xf32> to tensor<?xf32, #tiles>
  return %p : tensor<?xf32, #tiles>
}
