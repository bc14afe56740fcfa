// What conversions become as vector code leaves what they say in each place, on
// inputs nobody picked: all kinds of elements and pads, extents that blocks divide
// and that they do not, empty ones, and extents that are known at run time only.
// RUN: layout-check %s \
// RUN:   --entry=elements_i1,elements_i3,elements_i8,elements_i16,elements_i64,elements_f16 \
// RUN:   --entry=elements_f32,elements_f64,there_and_back_none,there_and_back_undef \
// RUN:   --entry=there_and_back_zero,there_and_back_odd,there_and_back_steps \
// RUN:   --entry=there_and_back_across,there_and_back_border,from_none_to_odd \
// RUN:   --entry=from_undef_to_steps,from_zero_to_across,from_odd_to_border,from_steps_to_none \
// RUN:   --entry=from_across_to_undef,from_border_to_zero,copied_edge,shape_64_64,shape_16_16 \
// RUN:   --entry=shape_1_1,shape_1_40,shape_40_1,shape_3_5,shape_17_130,shape_0_5,shape_5_0 \
// RUN:   --entry=images,runs,rank_five \
// RUN:   --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"
// RUN: layout-check %s --entry=there_and_back_zero,there_and_back_across,images --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64},layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:45 --dim=arg0.dim1:35 --dim=arg1.dim0:45 --dim=arg1.dim1:35 --dim=arg2.dim0:45 --dim=arg2.dim1:35 --dim=arg3.dim0:45 --dim=arg3.dim1:35 --dim=arg4.dim0:45 --dim=arg4.dim1:35 --dim=arg5.dim0:45 --dim=arg5.dim1:35 --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:32 --dim=arg0.dim1:64 --dim=arg1.dim0:32 --dim=arg1.dim1:64 --dim=arg2.dim0:32 --dim=arg2.dim1:64 --dim=arg3.dim0:32 --dim=arg3.dim1:64 --dim=arg4.dim0:32 --dim=arg4.dim1:64 --dim=arg5.dim0:32 --dim=arg5.dim1:64 --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:1 --dim=arg0.dim1:3 --dim=arg1.dim0:1 --dim=arg1.dim1:3 --dim=arg2.dim0:1 --dim=arg2.dim1:3 --dim=arg3.dim0:1 --dim=arg3.dim1:3 --dim=arg4.dim0:1 --dim=arg4.dim1:3 --dim=arg5.dim0:1 --dim=arg5.dim1:3 --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"
// RUN: layout-check %s --entry=dynamic --dim=arg0.dim0:0 --dim=arg0.dim1:4 --dim=arg1.dim0:0 --dim=arg1.dim1:4 --dim=arg2.dim0:0 --dim=arg2.dim1:4 --dim=arg3.dim0:0 --dim=arg3.dim1:4 --dim=arg4.dim0:0 --dim=arg4.dim1:4 --dim=arg5.dim0:0 --dim=arg5.dim1:4 --pipeline="builtin.module(layout-apply,layout-set-target{target=x86-64-v4},layout-optimize)"
// RUN: layout-check %s --entry=offset_columns --pipeline="builtin.module(layout-vectorize-copies)"

#tiles_i1 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<true>>
#across_i1 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<true>>
#tiles_i3 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<3 : i3>>
#across_i3 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<3 : i3>>
#tiles_i8 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<3 : i8>>
#across_i8 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<3 : i8>>
#tiles_i16 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<3 : i16>>
#across_i16 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<3 : i16>>
#tiles_i64 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<3 : i64>>
#across_i64 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<3 : i64>>
#tiles_f16 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<0.5 : f16>>
#across_f16 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<0.5 : f16>>
#tiles_f32 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<0.5 : f32>>
#across_f32 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<0.5 : f32>>
#tiles_f64 = #layout.buffer<index_map<(i, j) -> (i floordiv 8, j floordiv 16, i mod 8, j mod 16)>, pad<0.5 : f64>>
#across_f64 = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i floordiv 8, j mod 16, i mod 8)>, pad<0.5 : f64>>
#none = #layout.buffer<index_map<(i, j) -> (j floordiv 16, i, j mod 16)>>
#undef = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<undef>>
#zero = #layout.buffer<index_map<(i, j) -> (i floordiv 16, j, i mod 16)>, pad<0.0 : f32>>
#odd = #layout.buffer<index_map<(i, j) -> (j floordiv 12, i floordiv 3, i mod 3, j mod 12)>, pad<1.0 : f32>>
#steps = #layout.buffer<index_map<(i, j) -> (i floordiv 4, i mod 4, j)>, pad<1.0 : f32>, index_map<(a, b, j) -> (a, j floordiv 16, b, j mod 16)>, pad<2.0 : f32>>
#across = #layout.buffer<index_map<(i, j) -> (j, i)>>
#border = #layout.buffer<index_map<(i, j) -> (i + 1, j + 1)>, extent<[? + 1, ? + 1]>, pad<0.0 : f32>>
#edge = #layout.buffer<index_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad<(a, b, c) -> (0, b, 0)>>
#turned = #layout.buffer<index_map<(n, h, w, c) -> (n, c floordiv 16, h, w, c mod 16)>, pad<0.0 : f32>>
#nchw = #layout.buffer<index_map<(n, h, w, c) -> (n, c, h, w)>>
#run = #layout.buffer<index_map<(i) -> (i floordiv 16, i mod 16)>, pad<7.0 : f32>>
#swapped = #layout.buffer<index_map<(i) -> (i mod 16, i floordiv 16)>, pad<7.0 : f32>>
#five = #layout.buffer<index_map<(a, b, c, d, e) -> (e, a, c, b, d)>>

func.func @elements_i1(%a: memref<37x53xi1> {llvm.noalias}, %b: memref<37x53xi1, #tiles_i1>, %c: memref<37x53xi1, #across_i1>, %d: memref<37x53xi1> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xi1>) outs(%b : memref<37x53xi1, #tiles_i1>)
  layout.convert ins(%b : memref<37x53xi1, #tiles_i1>) outs(%c : memref<37x53xi1, #across_i1>)
  layout.convert ins(%c : memref<37x53xi1, #across_i1>) outs(%d : memref<37x53xi1>)
  return
}

func.func @elements_i3(%a: memref<37x53xi3> {llvm.noalias}, %b: memref<37x53xi3, #tiles_i3>, %c: memref<37x53xi3, #across_i3>, %d: memref<37x53xi3> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xi3>) outs(%b : memref<37x53xi3, #tiles_i3>)
  layout.convert ins(%b : memref<37x53xi3, #tiles_i3>) outs(%c : memref<37x53xi3, #across_i3>)
  layout.convert ins(%c : memref<37x53xi3, #across_i3>) outs(%d : memref<37x53xi3>)
  return
}

func.func @elements_i8(%a: memref<37x53xi8> {llvm.noalias}, %b: memref<37x53xi8, #tiles_i8>, %c: memref<37x53xi8, #across_i8>, %d: memref<37x53xi8> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xi8>) outs(%b : memref<37x53xi8, #tiles_i8>)
  layout.convert ins(%b : memref<37x53xi8, #tiles_i8>) outs(%c : memref<37x53xi8, #across_i8>)
  layout.convert ins(%c : memref<37x53xi8, #across_i8>) outs(%d : memref<37x53xi8>)
  return
}

func.func @elements_i16(%a: memref<37x53xi16> {llvm.noalias}, %b: memref<37x53xi16, #tiles_i16>, %c: memref<37x53xi16, #across_i16>, %d: memref<37x53xi16> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xi16>) outs(%b : memref<37x53xi16, #tiles_i16>)
  layout.convert ins(%b : memref<37x53xi16, #tiles_i16>) outs(%c : memref<37x53xi16, #across_i16>)
  layout.convert ins(%c : memref<37x53xi16, #across_i16>) outs(%d : memref<37x53xi16>)
  return
}

func.func @elements_i64(%a: memref<37x53xi64> {llvm.noalias}, %b: memref<37x53xi64, #tiles_i64>, %c: memref<37x53xi64, #across_i64>, %d: memref<37x53xi64> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xi64>) outs(%b : memref<37x53xi64, #tiles_i64>)
  layout.convert ins(%b : memref<37x53xi64, #tiles_i64>) outs(%c : memref<37x53xi64, #across_i64>)
  layout.convert ins(%c : memref<37x53xi64, #across_i64>) outs(%d : memref<37x53xi64>)
  return
}

func.func @elements_f16(%a: memref<37x53xf16> {llvm.noalias}, %b: memref<37x53xf16, #tiles_f16>, %c: memref<37x53xf16, #across_f16>, %d: memref<37x53xf16> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xf16>) outs(%b : memref<37x53xf16, #tiles_f16>)
  layout.convert ins(%b : memref<37x53xf16, #tiles_f16>) outs(%c : memref<37x53xf16, #across_f16>)
  layout.convert ins(%c : memref<37x53xf16, #across_f16>) outs(%d : memref<37x53xf16>)
  return
}

func.func @elements_f32(%a: memref<37x53xf32> {llvm.noalias}, %b: memref<37x53xf32, #tiles_f32>, %c: memref<37x53xf32, #across_f32>, %d: memref<37x53xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xf32>) outs(%b : memref<37x53xf32, #tiles_f32>)
  layout.convert ins(%b : memref<37x53xf32, #tiles_f32>) outs(%c : memref<37x53xf32, #across_f32>)
  layout.convert ins(%c : memref<37x53xf32, #across_f32>) outs(%d : memref<37x53xf32>)
  return
}

func.func @elements_f64(%a: memref<37x53xf64> {llvm.noalias}, %b: memref<37x53xf64, #tiles_f64>, %c: memref<37x53xf64, #across_f64>, %d: memref<37x53xf64> {llvm.noalias}) {
  layout.convert ins(%a : memref<37x53xf64>) outs(%b : memref<37x53xf64, #tiles_f64>)
  layout.convert ins(%b : memref<37x53xf64, #tiles_f64>) outs(%c : memref<37x53xf64, #across_f64>)
  layout.convert ins(%c : memref<37x53xf64, #across_f64>) outs(%d : memref<37x53xf64>)
  return
}

func.func @there_and_back_none(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #none>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #none>)
  layout.convert ins(%b : memref<45x35xf32, #none>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_undef(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #undef>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #undef>)
  layout.convert ins(%b : memref<45x35xf32, #undef>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_zero(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #zero>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #zero>)
  layout.convert ins(%b : memref<45x35xf32, #zero>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_odd(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #odd>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #odd>)
  layout.convert ins(%b : memref<45x35xf32, #odd>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_steps(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #steps>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #steps>)
  layout.convert ins(%b : memref<45x35xf32, #steps>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_across(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #across>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #across>)
  layout.convert ins(%b : memref<45x35xf32, #across>) outs(%c : memref<45x35xf32>)
  return
}

func.func @there_and_back_border(%a: memref<45x35xf32> {llvm.noalias}, %b: memref<45x35xf32, #border>, %c: memref<45x35xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<45x35xf32>) outs(%b : memref<45x35xf32, #border>)
  layout.convert ins(%b : memref<45x35xf32, #border>) outs(%c : memref<45x35xf32>)
  return
}

func.func @from_none_to_odd(%a: memref<45x35xf32, #none>, %b: memref<45x35xf32, #odd>) {
  layout.convert ins(%a : memref<45x35xf32, #none>) outs(%b : memref<45x35xf32, #odd>)
  return
}

func.func @from_undef_to_steps(%a: memref<45x35xf32, #undef>, %b: memref<45x35xf32, #steps>) {
  layout.convert ins(%a : memref<45x35xf32, #undef>) outs(%b : memref<45x35xf32, #steps>)
  return
}

func.func @from_zero_to_across(%a: memref<45x35xf32, #zero>, %b: memref<45x35xf32, #across>) {
  layout.convert ins(%a : memref<45x35xf32, #zero>) outs(%b : memref<45x35xf32, #across>)
  return
}

func.func @from_odd_to_border(%a: memref<45x35xf32, #odd>, %b: memref<45x35xf32, #border>) {
  layout.convert ins(%a : memref<45x35xf32, #odd>) outs(%b : memref<45x35xf32, #border>)
  return
}

func.func @from_steps_to_none(%a: memref<45x35xf32, #steps>, %b: memref<45x35xf32, #none>) {
  layout.convert ins(%a : memref<45x35xf32, #steps>) outs(%b : memref<45x35xf32, #none>)
  return
}

func.func @from_across_to_undef(%a: memref<45x35xf32, #across>, %b: memref<45x35xf32, #undef>) {
  layout.convert ins(%a : memref<45x35xf32, #across>) outs(%b : memref<45x35xf32, #undef>)
  return
}

func.func @from_border_to_zero(%a: memref<45x35xf32, #border>, %b: memref<45x35xf32, #zero>) {
  layout.convert ins(%a : memref<45x35xf32, #border>) outs(%b : memref<45x35xf32, #zero>)
  return
}

func.func @copied_edge(%a: memref<6x35xf32> {llvm.noalias}, %b: memref<6x35xf32, #edge>) {
  layout.convert ins(%a : memref<6x35xf32>) outs(%b : memref<6x35xf32, #edge>)
  return
}

func.func @shape_64_64(%a: memref<64x64xf32> {llvm.noalias}, %x: memref<64x64xf32, #across>, %z: memref<64x64xf32, #zero>, %n: memref<64x64xf32, #none>, %b: memref<64x64xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<64x64xf32>) outs(%x : memref<64x64xf32, #across>)
  layout.convert ins(%x : memref<64x64xf32, #across>) outs(%z : memref<64x64xf32, #zero>)
  layout.convert ins(%z : memref<64x64xf32, #zero>) outs(%n : memref<64x64xf32, #none>)
  layout.convert ins(%n : memref<64x64xf32, #none>) outs(%b : memref<64x64xf32>)
  return
}

func.func @shape_16_16(%a: memref<16x16xf32> {llvm.noalias}, %x: memref<16x16xf32, #across>, %z: memref<16x16xf32, #zero>, %n: memref<16x16xf32, #none>, %b: memref<16x16xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<16x16xf32>) outs(%x : memref<16x16xf32, #across>)
  layout.convert ins(%x : memref<16x16xf32, #across>) outs(%z : memref<16x16xf32, #zero>)
  layout.convert ins(%z : memref<16x16xf32, #zero>) outs(%n : memref<16x16xf32, #none>)
  layout.convert ins(%n : memref<16x16xf32, #none>) outs(%b : memref<16x16xf32>)
  return
}

func.func @shape_1_1(%a: memref<1x1xf32> {llvm.noalias}, %x: memref<1x1xf32, #across>, %z: memref<1x1xf32, #zero>, %n: memref<1x1xf32, #none>, %b: memref<1x1xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<1x1xf32>) outs(%x : memref<1x1xf32, #across>)
  layout.convert ins(%x : memref<1x1xf32, #across>) outs(%z : memref<1x1xf32, #zero>)
  layout.convert ins(%z : memref<1x1xf32, #zero>) outs(%n : memref<1x1xf32, #none>)
  layout.convert ins(%n : memref<1x1xf32, #none>) outs(%b : memref<1x1xf32>)
  return
}

func.func @shape_1_40(%a: memref<1x40xf32> {llvm.noalias}, %x: memref<1x40xf32, #across>, %z: memref<1x40xf32, #zero>, %n: memref<1x40xf32, #none>, %b: memref<1x40xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<1x40xf32>) outs(%x : memref<1x40xf32, #across>)
  layout.convert ins(%x : memref<1x40xf32, #across>) outs(%z : memref<1x40xf32, #zero>)
  layout.convert ins(%z : memref<1x40xf32, #zero>) outs(%n : memref<1x40xf32, #none>)
  layout.convert ins(%n : memref<1x40xf32, #none>) outs(%b : memref<1x40xf32>)
  return
}

func.func @shape_40_1(%a: memref<40x1xf32> {llvm.noalias}, %x: memref<40x1xf32, #across>, %z: memref<40x1xf32, #zero>, %n: memref<40x1xf32, #none>, %b: memref<40x1xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<40x1xf32>) outs(%x : memref<40x1xf32, #across>)
  layout.convert ins(%x : memref<40x1xf32, #across>) outs(%z : memref<40x1xf32, #zero>)
  layout.convert ins(%z : memref<40x1xf32, #zero>) outs(%n : memref<40x1xf32, #none>)
  layout.convert ins(%n : memref<40x1xf32, #none>) outs(%b : memref<40x1xf32>)
  return
}

func.func @shape_3_5(%a: memref<3x5xf32> {llvm.noalias}, %x: memref<3x5xf32, #across>, %z: memref<3x5xf32, #zero>, %n: memref<3x5xf32, #none>, %b: memref<3x5xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<3x5xf32>) outs(%x : memref<3x5xf32, #across>)
  layout.convert ins(%x : memref<3x5xf32, #across>) outs(%z : memref<3x5xf32, #zero>)
  layout.convert ins(%z : memref<3x5xf32, #zero>) outs(%n : memref<3x5xf32, #none>)
  layout.convert ins(%n : memref<3x5xf32, #none>) outs(%b : memref<3x5xf32>)
  return
}

func.func @shape_17_130(%a: memref<17x130xf32> {llvm.noalias}, %x: memref<17x130xf32, #across>, %z: memref<17x130xf32, #zero>, %n: memref<17x130xf32, #none>, %b: memref<17x130xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<17x130xf32>) outs(%x : memref<17x130xf32, #across>)
  layout.convert ins(%x : memref<17x130xf32, #across>) outs(%z : memref<17x130xf32, #zero>)
  layout.convert ins(%z : memref<17x130xf32, #zero>) outs(%n : memref<17x130xf32, #none>)
  layout.convert ins(%n : memref<17x130xf32, #none>) outs(%b : memref<17x130xf32>)
  return
}

func.func @shape_0_5(%a: memref<0x5xf32> {llvm.noalias}, %x: memref<0x5xf32, #across>, %z: memref<0x5xf32, #zero>, %n: memref<0x5xf32, #none>, %b: memref<0x5xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<0x5xf32>) outs(%x : memref<0x5xf32, #across>)
  layout.convert ins(%x : memref<0x5xf32, #across>) outs(%z : memref<0x5xf32, #zero>)
  layout.convert ins(%z : memref<0x5xf32, #zero>) outs(%n : memref<0x5xf32, #none>)
  layout.convert ins(%n : memref<0x5xf32, #none>) outs(%b : memref<0x5xf32>)
  return
}

func.func @shape_5_0(%a: memref<5x0xf32> {llvm.noalias}, %x: memref<5x0xf32, #across>, %z: memref<5x0xf32, #zero>, %n: memref<5x0xf32, #none>, %b: memref<5x0xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<5x0xf32>) outs(%x : memref<5x0xf32, #across>)
  layout.convert ins(%x : memref<5x0xf32, #across>) outs(%z : memref<5x0xf32, #zero>)
  layout.convert ins(%z : memref<5x0xf32, #zero>) outs(%n : memref<5x0xf32, #none>)
  layout.convert ins(%n : memref<5x0xf32, #none>) outs(%b : memref<5x0xf32>)
  return
}

func.func @images(%a: memref<2x3x20x21xf32> {llvm.noalias}, %b: memref<2x3x20x21xf32, #turned>, %c: memref<2x3x20x21xf32, #nchw>, %d: memref<2x3x20x21xf32, #turned>, %e: memref<2x3x20x21xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<2x3x20x21xf32>) outs(%b : memref<2x3x20x21xf32, #turned>)
  layout.convert ins(%b : memref<2x3x20x21xf32, #turned>) outs(%c : memref<2x3x20x21xf32, #nchw>)
  layout.convert ins(%c : memref<2x3x20x21xf32, #nchw>) outs(%d : memref<2x3x20x21xf32, #turned>)
  layout.convert ins(%d : memref<2x3x20x21xf32, #turned>) outs(%e : memref<2x3x20x21xf32>)
  return
}

func.func @runs(%a: memref<133xf32> {llvm.noalias}, %b: memref<133xf32, #run>, %c: memref<133xf32, #swapped>, %d: memref<133xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<133xf32>) outs(%b : memref<133xf32, #run>)
  layout.convert ins(%b : memref<133xf32, #run>) outs(%c : memref<133xf32, #swapped>)
  layout.convert ins(%c : memref<133xf32, #swapped>) outs(%d : memref<133xf32>)
  return
}

func.func @rank_five(%a: memref<5x4x6x7x9xf32> {llvm.noalias}, %b: memref<5x4x6x7x9xf32, #five>, %c: memref<5x4x6x7x9xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<5x4x6x7x9xf32>) outs(%b : memref<5x4x6x7x9xf32, #five>)
  layout.convert ins(%b : memref<5x4x6x7x9xf32, #five>) outs(%c : memref<5x4x6x7x9xf32>)
  return
}

func.func @dynamic(%a: memref<?x?xf32> {llvm.noalias}, %b0: memref<?x?xf32, #none>, %b1: memref<?x?xf32, #zero>, %b2: memref<?x?xf32, #across>, %b3: memref<?x?xf32, #odd>, %z: memref<?x?xf32> {llvm.noalias}) {
  layout.convert ins(%a : memref<?x?xf32>) outs(%b0 : memref<?x?xf32, #none>)
  layout.convert ins(%b0 : memref<?x?xf32, #none>) outs(%b1 : memref<?x?xf32, #zero>)
  layout.convert ins(%b1 : memref<?x?xf32, #zero>) outs(%b2 : memref<?x?xf32, #across>)
  layout.convert ins(%b2 : memref<?x?xf32, #across>) outs(%b3 : memref<?x?xf32, #odd>)
  layout.convert ins(%b3 : memref<?x?xf32, #odd>) outs(%z : memref<?x?xf32>)
  return
}

// A column that is divided behind an offset: the last block must not begin
// earlier, since its columns would be those of another tile.
func.func @offset_columns(%a: memref<4x3xi32> {llvm.noalias}, %b: memref<2x27xi32> {llvm.noalias}) {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i, %j] : memref<4x3xi32>
      affine.store %x, %b[(%j + 2) floordiv 4, ((%j + 2) mod 4) * 7 + %i + 4] : memref<2x27xi32>
    }
  }
  return
}
