// A kernel that reads its input from a texture. The program indexes NHWC; the
// layout puts four channels into a texel, blocks of channels and rows below each
// other, columns side by side: 4x6 pixels of 14 channels are an image of 16 rows
// and 6 columns of texels, of which a quarter has two channels of padding.
//
// REQUIRES: vulkan
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-apply,layout-to-vulkan)" -o %t.mlir
// RUN: %run_on_vulkan -e main %t.mlir | FileCheck %s
// RUN: layout-draw %s --png=%t. | FileCheck %s --check-prefix=DRAW
//
// CHECK: [101,    103,    105,    107,    109,    111,    113,    115,    117,    119,    121,    123,    125,    127],
// CHECK: [1001,
// DRAW: 0.png: 583x401 pixels

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[3]>>
!pixels = memref<1x4x6x14xf32>
!texture = memref<1x4x6x14xf32, #nchw4c, #layout.texture<read>>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}

// Channel c of the pixel in row h and column w is 100 h + 50 w + c.
func.func private @fill(%pixels: !pixels) {
  affine.for %h = 0 to 4 {
    affine.for %w = 0 to 6 {
      affine.for %c = 0 to 14 {
        %k = affine.apply affine_map<(h, w, c) -> (100 * h + 50 * w + c)>(%h, %w, %c)
        %i = arith.index_cast %k : index to i32
        %x = arith.sitofp %i : i32 to f32
        affine.store %x, %pixels[0, %h, %w, %c] : !pixels
      }
    }
  }
  return
}

func.func @main() {
  %in = memref.alloc() : !pixels
  %out = memref.alloc() : !pixels
  call @fill(%in) : (!pixels) -> ()

  %texture = memref.alloc() : !texture
  layout.convert ins(%in : !pixels) outs(%texture : !texture)

  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c14 = arith.constant 14 : index
  gpu.launch blocks(%w, %h, %z) in (%gx = %c6, %gy = %c4, %gz = %c1)
             threads(%c, %ty, %tz) in (%bx = %c14, %by = %c1, %bz = %c1) {
    %x = memref.load %texture[%c0, %h, %w, %c] : !texture
    %one = arith.constant 1.0 : f32
    %two = arith.addf %x, %x : f32
    %y = arith.addf %two, %one : f32
    memref.store %y, %out[%c0, %h, %w, %c] : !pixels
    gpu.terminator
  }

  %print = memref.cast %out : !pixels to memref<*xf32>
  call @printMemrefF32(%print) : (memref<*xf32>) -> ()
  return
}
