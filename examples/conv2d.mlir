// A 3x3 convolution over 61 channels, as a front end emits it: NHWC data, HWCF
// weights. The layouts cut the channels into blocks of 16; as 61 is not a
// multiple of 16, the last block holds 3 channels of padding, which is zero.
//
// RUN: layout-check %s --entry=conv2d --pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)"
// RUN: layout-draw %s | FileCheck %s --check-prefix=DRAW
// RUN: %mlir_opt_with_plugin %s --pass-pipeline="builtin.module(layout-assign{change-interface=true},layout-apply,layout-finalize)" | FileCheck %s --check-prefix=IR

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

// DRAW: 3 48 49 50 51 52 53 54 55 56 57 58 59 60 ░░ ░░ ░░

// IR: func.func @conv2d(
// IR-SAME: memref<1x4x16x16x16xf32> {layout.access = "read", llvm.noalias}
// IR-SAME: memref<4x4x3x3x16x16xf32> {layout.access = "read", llvm.noalias}
// IR-SAME: memref<1x4x14x14x16xf32> {layout.access = "write", llvm.noalias}
