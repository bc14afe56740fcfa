// Layouts as pictures: frames are black, padding is grey, the first channel is red,
// dark in the first pixel and bright in the last.
// RUN: layout-draw %s --png=%t. | FileCheck %s --check-prefix=FILES
// RUN: %python %S/Inputs/read_png.py %t.0.png 0,0 2,2 146,51 578,396 60,322 | FileCheck %s --check-prefix=TEXTURE
// RUN: %python %S/Inputs/read_png.py %t.1.png 2,2 95,95 | FileCheck %s --check-prefix=TILED
// RUN: not layout-draw %s --png=%t.none/ 2>&1 | FileCheck %s --check-prefix=NOFILE
// RUN: layout-draw %S/Inputs/draw-dynamic.mlir --png=%t.dynamic. | FileCheck %s --check-prefix=DYNAMIC

// FILES: 0.png: 583x401 pixels, #layout.buffer<
// FILES: 1.png: 98x101 pixels, #layout.buffer<
// NOFILE: cannot write {{.*}}.none/0.png
// DYNAMIC: dynamic.0.png: {{.*}} pixels, for d0 = 6: #layout.buffer<

// 16 rows of 6 texels of four channels, 24 pixels wide each, with frames between.
// TEXTURE:      583x401
// TEXTURE-NEXT: 0,0 24 24 24
// TEXTURE-NEXT: 2,2 102 0 0
// TEXTURE-NEXT: 146,51 {{[0-9]+}} {{[0-9]+}} 0
// TEXTURE-NEXT: 578,396 {{112 112 112|160 160 160}}
// TEXTURE-NEXT: 60,322 {{112 112 112|160 160 160}}
func.func private @texture(memref<1x4x6x14xf32, #layout.buffer<index_map<"NHWC" -> "NCHW4c">, pad<0.0 : f32>, axis_separator<[3]>>>)

// One texel in each row; the last two places are padding.
// TILED:      98x101
// TILED-NEXT: 2,2 255 0 0
// TILED-NEXT: 95,95 {{112 112 112|160 160 160}}
func.func private @tiled(memref<14xi32, #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0 : i32>, axis_separator<[1]>>>)
