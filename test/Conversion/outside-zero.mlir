// Who asks a device to keep the promise of its memory space: the type of the image,
// and the function that makes it. Each texture keeps its promise on the way.
// RUN: layout-opt %s --layout-apply --layout-host-textures --layout-flatten --layout-vectorize-elements | FileCheck %s --check-prefix=TEXELS
// RUN: layout-opt %s --layout-apply --layout-host-textures --layout-flatten --layout-vectorize-elements --convert-layout-to-spirv --layout-stage-launches | FileCheck %s --check-prefix=STAGED
// RUN: layout-opt %s --layout-apply --layout-host-textures --layout-flatten --layout-vectorize-elements --convert-layout-to-spirv --layout-stage-launches --convert-layout-images-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: layout-opt %s --layout-split-textures --layout-apply | FileCheck %s --check-prefix=SPLIT

#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
!zero = memref<1x4x6x8xf32, #nchw4c, #layout.texture<read, outside = zero>>
!clamp = memref<1x4x6x8xf32, #nchw4c, #layout.texture<read, outside = clamp>>
!plain = memref<1x4x6x8xf32, #nchw4c, #layout.texture<read>>

// TEXELS-LABEL: gpu.func @copy(
// TEXELS-SAME:    memref<8x6xvector<4xf32>, #layout.texture<read, outside = zero>>
// TEXELS-SAME:    memref<8x6xvector<4xf32>, #layout.texture<read, outside = clamp>>
// TEXELS-SAME:    memref<8x6xvector<4xf32>, #layout.texture<read>>
// TEXELS:       layout.as_texture {{.*}} to memref<8x6xvector<4xf32>, #layout.texture<read, outside = zero>>
// STAGED:       gpu.func @copy(%{{.*}}: !layout.image<8x6xvector<4xf32>, outside = zero>, %{{.*}}: !layout.image<8x6xvector<4xf32>>, %{{.*}}: !layout.image<8x6xvector<4xf32>>, %{{.*}}: memref<4xf32>)
// STAGED-LABEL: func.func @launch(
// STAGED:         layout.image_create : !layout.image<8x6xvector<4xf32>, outside = zero>
// STAGED:         layout.image_create : !layout.image<8x6xvector<4xf32>>
// STAGED:         layout.image_create : !layout.image<8x6xvector<4xf32>>
// LLVM-LABEL:   func.func @launch(
// LLVM:           llvm.call @layoutImageCreateZeroOutside(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (i32, i64, i64, i64) -> !llvm.ptr
// LLVM:           llvm.call @layoutImageCreate(
// LLVM:           llvm.call @layoutImageCreate(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @copy(%a: !zero, %b: !clamp, %c: !plain, %d: memref<4xf32>)
        kernel attributes {known_block_size = array<i32: 1, 1, 1>} {
      %i = gpu.block_id x
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0, %i, %i, %c0] : !zero
      %y = memref.load %b[%c0, %i, %i, %c0] : !clamp
      %z = memref.load %c[%c0, %i, %i, %c0] : !plain
      %s = arith.addf %x, %y : f32
      %t = arith.addf %s, %z : f32
      memref.store %t, %d[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func @launch(%a: !zero, %b: !clamp, %c: !plain, %d: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @kernels::@copy blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : !zero, %b : !clamp, %c : !plain, %d : memref<4xf32>)
    return
  }
  // SPLIT: func.func private @unsplit(memref<1x8x40x40x4xf32, #{{.*}}, #layout.texture<read, outside = zero>>)
  func.func private @unsplit(memref<1x8x40x40x4xf32, #layout.texture<read, outside = zero>>)
}
