// A 3x3 max-pool of stride 2 whose window hangs over the top and left edge of
// the image by one. The layout of the input gives it that edge: a row and a
// column of padding that hold the least value, as do the spare channels.
//
// Channels become the lanes of vectors, and the guard the bounds of loops.
//
// RUN: layout-check %s --entry=max_pool --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-check %s --entry=max_pool --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize,layout-finalize)"
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-optimize)" | FileCheck %s --implicit-check-not=affine.if
// CHECK: arith.maximumf %{{.*}} : vector<16xf32>

#bordered = #layout.buffer<
  index_map<(n, h, w, c) -> (n, c floordiv 16, h + 1, w + 1, c mod 16)>, pad<0xFF800000 : f32>>
#blocked = #layout.buffer<index_map<"NHWC" -> "NCHW16c">, pad<undef>>

func.func @max_pool(%input: memref<1x16x16x61xf32> {layout.transform = #bordered},
                    %output: memref<1x8x8x61xf32> {layout.transform = #blocked}) {
  %least = arith.constant 0xFF800000 : f32
  affine.for %h = 0 to 8 {
    affine.for %w = 0 to 8 {
      affine.for %c = 0 to 61 {
        affine.store %least, %output[0, %h, %w, %c] : memref<1x8x8x61xf32>
        affine.for %kh = 0 to 3 {
          affine.for %kw = 0 to 3 {
            affine.if affine_set<(h, w, kh, kw) : (2 * h + kh - 1 >= 0, 2 * w + kw - 1 >= 0)>(%h, %w, %kh, %kw) {
              %x = affine.load %input[0, 2 * %h + %kh - 1, 2 * %w + %kw - 1, %c] : memref<1x16x16x61xf32>
              %old = affine.load %output[0, %h, %w, %c] : memref<1x8x8x61xf32>
              %new = arith.maximumf %old, %x : f32
              affine.store %new, %output[0, %h, %w, %c] : memref<1x8x8x61xf32>
            }
          }
        }
      }
    }
  }
  return
}
