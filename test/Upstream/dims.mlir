// After normalization, `memref.dim` of a logical dimension of 10 elements is that of the
// physical one of 3. `layout-normalize-memrefs` computes it. Mended if this test fails.
// RUN: %stock_mlir_opt %s --normalize-memrefs | FileCheck %s
// CHECK: %[[A:.*]] = memref.alloc() : memref<3x4xf32>
// CHECK: memref.dim %[[A]], %{{.*}} : memref<3x4xf32>
#tiled = affine_map<(i) -> (i floordiv 4, i mod 4)>
func.func @f(%x: f32) -> index {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<10xf32, #tiled>
  affine.store %x, %a[3] : memref<10xf32, #tiled>
  %n = memref.dim %a, %c0 : memref<10xf32, #tiled>
  memref.dealloc %a : memref<10xf32, #tiled>
  return %n : index
}
