// Textures as TVM's tests for Adreno have them, by id.
// RUN: layout-opt %s --layout-apply --layout-to-spirv --split-input-file | FileCheck %s

// TX-07: B = A + 1, C = 2 B, four wide. Each access is one of a texel at (column,
// row); no flat index remains.
#rows = #layout.buffer<index_map<(i, j, k) -> (i, j, k)>, axis_separator<[1]>>
// CHECK-LABEL: spirv.module @__spv__texture_scope
// CHECK-DAG:     @plus_one_image_0 bind(0, 0) : {{.*}}NeedSampler, Unknown>
// CHECK-DAG:     @plus_one_image_1 bind(0, 1) {non_readable} : {{.*}}NoSampler, Rgba32f>
// CHECK:         spirv.func @plus_one
// CHECK-NOT:     IMul
// CHECK:         %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32] : vector<3xi32>
// CHECK:         %[[Y:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32] : vector<3xi32>
// CHECK-NOT:     IMul
// CHECK:         %[[C:.*]] = spirv.CompositeConstruct %[[X]], %[[Y]]
// CHECK:         spirv.ImageFetch %{{.*}}, %[[C]]
// CHECK:         spirv.FAdd {{.*}} : vector<4xf32>
// CHECK:         %[[C:.*]] = spirv.CompositeConstruct %[[X]], %[[Y]]
// CHECK:         spirv.ImageWrite %{{.*}}, %[[C]]
// CHECK-NOT:     Image{{Read|Fetch|Write}}
// CHECK:         spirv.Return
// CHECK:         spirv.func @twice
// CHECK:         spirv.ImageFetch
// CHECK:         spirv.ImageWrite
gpu.module @texture_scope {
  gpu.func @plus_one(%a: memref<128x128x4xf32, #rows, #layout.texture<read>>,
                     %b: memref<128x128x4xf32, #rows, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %one = arith.constant dense<1.0> : vector<4xf32>
    %v = vector.transfer_read %a[%y, %x, %c0], %zero {in_bounds = [true]} : memref<128x128x4xf32, #rows, #layout.texture<read>>, vector<4xf32>
    %w = arith.addf %v, %one : vector<4xf32>
    vector.transfer_write %w, %b[%y, %x, %c0] {in_bounds = [true]} : vector<4xf32>, memref<128x128x4xf32, #rows, #layout.texture<write>>
    gpu.return
  }
  gpu.func @twice(%b: memref<128x128x4xf32, #rows, #layout.texture<read>>,
                  %c: memref<128x128x4xf32, #rows, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 16, 16, 1>} {
    %x = gpu.global_id x
    %y = gpu.global_id y
    %c0 = arith.constant 0 : index
    %zero = arith.constant 0.0 : f32
    %v = vector.transfer_read %b[%y, %x, %c0], %zero {in_bounds = [true]} : memref<128x128x4xf32, #rows, #layout.texture<read>>, vector<4xf32>
    %w = arith.addf %v, %v : vector<4xf32>
    vector.transfer_write %w, %c[%y, %x, %c0] {in_bounds = [true]} : vector<4xf32>, memref<128x128x4xf32, #rows, #layout.texture<write>>
    gpu.return
  }
}

// -----

// TX-08: texture (1, 1, 40, 40, 4) to buffer (1, 4, 40, 40): one read of a texel at
// x = w, y = h, then the channel is picked.
#nchw = #layout.buffer<index_map<"NCHW" -> "NCHW4c">, axis_separator<[3]>>
// CHECK-LABEL: spirv.module @__spv__texture_to_scalar
// CHECK:         %[[X:.*]] = spirv.CompositeExtract %{{.*}}[0 : i32] : vector<3xi32>
// CHECK:         %[[Y:.*]] = spirv.CompositeExtract %{{.*}}[1 : i32] : vector<3xi32>
// CHECK:         %[[Z:.*]] = spirv.CompositeExtract %{{.*}}[2 : i32] : vector<3xi32>
// CHECK:         spirv.ImageFetch
// CHECK-NOT:     spirv.ImageFetch
// CHECK:         spirv.VectorExtractDynamic
// CHECK:         spirv.Store "StorageBuffer"
gpu.module @texture_to_scalar {
  gpu.func @copy(%a: memref<1x4x40x40xf32, #nchw, #layout.texture<read>>, %b: memref<1x4x40x40xf32>)
      kernel attributes {known_block_size = array<i32: 8, 8, 4>} {
    %w = gpu.global_id x
    %h = gpu.global_id y
    %c = gpu.global_id z
    %c0 = arith.constant 0 : index
    %v = memref.load %a[%c0, %c, %h, %w] : memref<1x4x40x40xf32, #nchw, #layout.texture<read>>
    memref.store %v, %b[%c0, %c, %h, %w] : memref<1x4x40x40xf32>
    gpu.return
  }
}

// -----

// A texture of the issue: 16 * 32 * 64 rows would be too many for an image, so 16
// are the layers of an array. Four channels are written as one texel.
#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[1, 3]>>
// CHECK-LABEL: spirv.module @__spv__activation
// CHECK-DAG:     @relu_image_0 bind(0, 0) : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NeedSampler, Unknown>
// CHECK-DAG:     @relu_image_1 bind(0, 1) {non_readable} : !spirv.ptr<!spirv.image<f32, Dim2D, NoDepth, Arrayed, SingleSampled, NoSampler, Rgba16f>
// CHECK:         spirv.ImageFetch
// CHECK-NOT:     spirv.ImageFetch
// CHECK:         spirv.ImageWrite
// CHECK-NOT:     spirv.ImageWrite
// CHECK:         spirv.Return
gpu.module @activation {
  gpu.func @relu(%a: memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>,
                 %b: memref<16x64x64x128xf16, #nchw4c, #layout.texture<write>>)
      kernel attributes {known_block_size = array<i32: 8, 8, 1>} {
    %w = gpu.global_id x
    %h = gpu.global_id y
    %t = gpu.global_id z
    %n = gpu.block_id z
    %zero = arith.constant 0.0 : f16
    affine.for %g = 0 to 31 {
      %x0 = affine.load %a[symbol(%n), symbol(%h), symbol(%w), 4 * %g] : memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>
      %x1 = affine.load %a[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 1] : memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>
      %x2 = affine.load %a[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 2] : memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>
      %x3 = affine.load %a[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 3] : memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>
      %y0 = arith.maximumf %x0, %zero : f16
      %y1 = arith.maximumf %x1, %zero : f16
      %y2 = arith.maximumf %x2, %zero : f16
      %y3 = arith.maximumf %x3, %zero : f16
      affine.store %y0, %b[symbol(%n), symbol(%h), symbol(%w), 4 * %g] : memref<16x64x64x128xf16, #nchw4c, #layout.texture<write>>
      affine.store %y1, %b[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 1] : memref<16x64x64x128xf16, #nchw4c, #layout.texture<write>>
      affine.store %y2, %b[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 2] : memref<16x64x64x128xf16, #nchw4c, #layout.texture<write>>
      affine.store %y3, %b[symbol(%n), symbol(%h), symbol(%w), 4 * %g + 3] : memref<16x64x64x128xf16, #nchw4c, #layout.texture<write>>
    }
    gpu.return
  }
}
