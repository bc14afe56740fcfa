// What layout-check says to check in place of layout-compile can be run: with tensors, ops of
// arith on them, packs, requests and layouts, and with options. The text is that of the message.
// RUN: not layout-check %s --entry=product --pipeline="builtin.module(layout-compile)" 2>&1 | grep -o "layout-compile{.*}" > %t.pipeline
// RUN: xargs -a %t.pipeline -I{} layout-check %s --entry=product,packed,laid_out --pipeline="builtin.module({})" | FileCheck %s
// RUN: layout-check %s --entry=product,packed,laid_out --rtol=1e-5 --pipeline="builtin.module(layout-compile{to-llvm=false target=native contract approximate reassociate specialize threads=2})" | FileCheck %s
// RUN: layout-check %s --entry=product,packed,laid_out --pipeline="builtin.module(layout-compile{to-llvm=false change-interface})" | FileCheck %s
// CHECK: @product: 6 runs agree
// CHECK: @packed: 6 runs agree
// CHECK: @laid_out: 6 runs agree

#L = #layout.buffer<index_map<(i) -> (i floordiv 4, i mod 4)>, pad<0.0 : f32>>

func.func @product(%a: tensor<37x29xf32>, %b: tensor<29x41xf32>, %c: tensor<37x41xf32>) -> tensor<37x41xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<37x29xf32>, tensor<29x41xf32>) outs(%c : tensor<37x41xf32>) -> tensor<37x41xf32>
  %1 = arith.addf %0, %c : tensor<37x41xf32>
  return %1 : tensor<37x41xf32>
}

func.func @packed(%a: tensor<14xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %d = tensor.empty() : tensor<4x4xf32>
  %p = linalg.pack %a padding_value(%zero : f32) inner_dims_pos = [0] inner_tiles = [4]
    into %d : tensor<14xf32> -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

func.func @laid_out(%a: memref<14xf32, #L>, %b: memref<14xf32> {layout.transform = #L}) {
  affine.for %i = 0 to 14 {
    %x = affine.load %a[%i] : memref<14xf32, #L>
    %y = arith.addf %x, %x : f32
    affine.store %y, %b[%i] : memref<14xf32>
  }
  return
}
