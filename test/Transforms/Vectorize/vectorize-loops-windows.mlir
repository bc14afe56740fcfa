// Windows over each channel by itself, with channels last. What a step of the sum reads, another place
// of the image reads, too: it is in the first cache, though places of 128 channels lie 512 bytes apart. And
// where LLVM unrolls the loops over the window, it takes the channels that vectors leave over one by one.
// Both are vectorized here: blocks of places share the weights.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-optimize)" -o %t --remarks-filter=layout --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: layout-check %s --entry=far,left_over,step --pipeline="builtin.module(layout-set-target{target=x86-64-v4},layout-optimize,layout-finalize)"
// RUN: layout-check %s --entry=left_over --pipeline="builtin.module(layout-set-target{target=x86-64-v3},layout-optimize,layout-finalize)"

// CHECK: windows.mlir:[[#@LINE+3]]:5: remark: {{.*}}vectorized: 16 x 16 iterations at a time, sums in registers
func.func @far(%image: memref<18x18x128xf32>, %weights: memref<3x3x128xf32>, %out: memref<16x16x128xf32> {llvm.noalias}) {
  affine.for %h = 0 to 16 {
    affine.for %w = 0 to 16 {
      affine.for %c = 0 to 128 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            %0 = affine.load %image[%h + %r, %w + %s, %c] : memref<18x18x128xf32>
            %1 = affine.load %weights[%r, %s, %c] : memref<3x3x128xf32>
            %2 = affine.load %out[%h, %w, %c] : memref<16x16x128xf32>
            %3 = arith.mulf %0, %1 fastmath<contract> : f32
            %4 = arith.addf %2, %3 fastmath<contract> : f32
            affine.store %4, %out[%h, %w, %c] : memref<16x16x128xf32>
          }
        }
      }
    }
  }
  return
}

// CHECK: windows.mlir:[[#@LINE+3]]:5: remark: {{.*}}vectorized: 16 x 16 iterations at a time, sums in registers, fewer rows in partial tiles
func.func @left_over(%image: memref<18x18x61xf32>, %weights: memref<3x3x61xf32>, %out: memref<16x16x61xf32> {llvm.noalias}) {
  affine.for %h = 0 to 16 {
    affine.for %w = 0 to 16 {
      affine.for %c = 0 to 61 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            %0 = affine.load %image[%h + %r, %w + %s, %c] : memref<18x18x61xf32>
            %1 = affine.load %weights[%r, %s, %c] : memref<3x3x61xf32>
            %2 = affine.load %out[%h, %w, %c] : memref<16x16x61xf32>
            %3 = arith.mulf %0, %1 fastmath<contract> : f32
            %4 = arith.addf %2, %3 fastmath<contract> : f32
            affine.store %4, %out[%h, %w, %c] : memref<16x16x61xf32>
          }
        }
      }
    }
  }
  return
}

// CHECK: windows.mlir:[[#@LINE+3]]:5: remark: {{.*}}vectorized: 8 x 16 iterations at a time, sums in registers
func.func @step(%image: memref<17x17x144xf32>, %weights: memref<3x3x144xf32>, %out: memref<8x8x144xf32> {llvm.noalias}) {
  affine.for %h = 0 to 8 {
    affine.for %w = 0 to 8 {
      affine.for %c = 0 to 144 {
        affine.for %r = 0 to 3 {
          affine.for %s = 0 to 3 {
            %0 = affine.load %image[%h * 2 + %r, %w * 2 + %s, %c] : memref<17x17x144xf32>
            %1 = affine.load %weights[%r, %s, %c] : memref<3x3x144xf32>
            %2 = affine.load %out[%h, %w, %c] : memref<8x8x144xf32>
            %3 = arith.mulf %0, %1 fastmath<contract> : f32
            %4 = arith.addf %2, %3 fastmath<contract> : f32
            affine.store %4, %out[%h, %w, %c] : memref<8x8x144xf32>
          }
        }
      }
    }
  }
  return
}
