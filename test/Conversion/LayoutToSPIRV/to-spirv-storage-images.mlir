// What a kernel only reads can be a storage image too, to compare.
// RUN: layout-opt %s --convert-layout-to-spirv='sampled-images=false' | FileCheck %s
// RUN: layout-opt %s --layout-to-spirv='sampled-images=false' | FileCheck %s
// REQUIRES: spirv-val
// RUN: layout-opt %s --layout-to-spirv='sampled-images=false' | %validate_spirv

// CHECK: @copy_image_0 bind(0, 0) {non_writable} : {{.*}}NoSampler, Rgba16f>
// CHECK: @copy_image_1 bind(0, 1) {non_readable} : {{.*}}NoSampler, Rgba16f>
// CHECK: spirv.ImageRead
gpu.module @copy {
  gpu.func @copy(%a: memref<64x32xvector<4xf16>, #layout.texture<read>>,
                 %b: memref<64x32xvector<4xf16>, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %t = memref.load %a[%y, %x] : memref<64x32xvector<4xf16>, #layout.texture<read>>
    memref.store %t, %b[%y, %x] : memref<64x32xvector<4xf16>, #layout.texture<write>>
    gpu.return
  }
}
