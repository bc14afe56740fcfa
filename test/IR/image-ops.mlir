// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s

// CHECK-LABEL: func.func @whole_life
// CHECK-SAME: (%[[M:.*]]: memref<64x32x4xf32>, %[[V:.*]]: memref<64x32xvector<4xf32>>)
// CHECK: %[[A:.*]] = layout.image_create : !layout.image<64x32xvector<4xf32>>
// CHECK: layout.image_upload %[[M]] to %[[A]] : memref<64x32x4xf32> to !layout.image<64x32xvector<4xf32>>
// CHECK: layout.image_download %[[A]] to %[[V]] : !layout.image<64x32xvector<4xf32>> to memref<64x32xvector<4xf32>>
// CHECK: layout.image_destroy %[[A]] : !layout.image<64x32xvector<4xf32>>
func.func @whole_life(%m: memref<64x32x4xf32>, %v: memref<64x32xvector<4xf32>>) {
  %a = layout.image_create : !layout.image<64x32xvector<4xf32>>
  layout.image_upload %m to %a : memref<64x32x4xf32> to !layout.image<64x32xvector<4xf32>>
  layout.image_download %a to %v : !layout.image<64x32xvector<4xf32>> to memref<64x32xvector<4xf32>>
  layout.image_destroy %a : !layout.image<64x32xvector<4xf32>>
  return
}

// CHECK-LABEL: func.func @dynamic
// CHECK: layout.image_create(%{{.*}}, %{{.*}}) : !layout.image<3x?x?xf16>
func.func @dynamic(%rows: index, %columns: index, %m: memref<3x?x?xf16>) {
  %a = layout.image_create(%rows, %columns) : !layout.image<3x?x?xf16>
  layout.image_upload %m to %a : memref<3x?x?xf16> to !layout.image<3x?x?xf16>
  layout.image_destroy %a : !layout.image<3x?x?xf16>
  return
}

// CHECK-LABEL: func.func private @texels(
// CHECK-SAME: !layout.image<1x1xvector<4xsi32>>, !layout.image<1x1xi8>, !layout.image<1x1xvector<4xui16>>
func.func private @texels(!layout.image<1x1xvector<4xsi32>>, !layout.image<1x1xi8>,
                          !layout.image<1x1xvector<4xui16>>)

// The same numbers in the same order, under other extents.
// CHECK-LABEL: func.func @as_texture
// CHECK: layout.as_texture %{{.*}} : memref<2x4x8x4xf32> to memref<8x8xvector<4xf32>, #layout.texture<read>>
// CHECK: layout.as_texture %{{.*}} : memref<2x4x8x4xf32> to memref<2x4x8x4xf32, #{{.*}}, #layout.texture<write>>
#separated = #layout.buffer<index_map<(i, j, k, l) -> (i, j, k, l)>, axis_separator<[2]>>
func.func @as_texture(%m: memref<2x4x8x4xf32>) {
  %t = layout.as_texture %m : memref<2x4x8x4xf32> to memref<8x8xvector<4xf32>, #layout.texture<read>>
  %u = layout.as_texture %m : memref<2x4x8x4xf32> to memref<2x4x8x4xf32, #separated, #layout.texture<write>>
  %a = layout.image_create : !layout.image<8x8xvector<4xf32>>
  layout.image_upload %m to %a : memref<2x4x8x4xf32> to !layout.image<8x8xvector<4xf32>>
  return
}
