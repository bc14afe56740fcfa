// A 3x3 convolution over 61 channels, as a front end emits it: NHWC data, HWCF
// weights. The layouts cut the channels into blocks of 16; as 61 is not a
// multiple of 16, the last block holds 3 channels of padding, which is zero.
//
// RUN: layout-check %s --entry=conv2d --pipeline="%apply_here" | FileCheck %s
// RUN: layout-draw %s | FileCheck %s --check-prefix=DRAW
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="%apply_here" | FileCheck %s --check-prefix=IR

#activation = #layout.buffer<index_map<"NHWC" -> "NCHW16c">, pad<0.0 : f32>>
#weight = #layout.buffer<index_map<"HWIO" -> "OIHW16i16o">, pad<0.0 : f32>>

func.func @conv2d(%input: memref<1x16x16x61xf32> {layout.transform = #activation},
                  %filter: memref<3x3x61x61xf32> {layout.transform = #weight},
                  %output: memref<1x14x14x61xf32> {layout.transform = #activation}) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%output : memref<1x14x14x61xf32>)
  linalg.conv_2d_nhwc_hwcf
    ins(%input, %filter : memref<1x16x16x61xf32>, memref<3x3x61x61xf32>)
    outs(%output : memref<1x14x14x61xf32>)
  return
}

// CHECK: equal
