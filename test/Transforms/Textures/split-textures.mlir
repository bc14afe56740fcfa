// A texture without separators gets them, wherever its type is named.
// RUN: layout-opt %s --layout-split-textures | FileCheck %s
// RUN: layout-opt %s --layout-split-textures --layout-split-textures | FileCheck %s
// RUN: layout-opt %s --layout-split-textures=split=nhwc | FileCheck %s --check-prefix=NHWC
// RUN: layout-opt %s --layout-split-textures="otherwise-buffer max-extent=100" --remark-format=emitRemark --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not layout-opt %s --layout-split-textures="split=nhwc max-extent=100" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not layout-opt %s --layout-split-textures=split=rows 2>&1 | FileCheck %s --check-prefix=OPTION
// LIMIT: error: texture 'memref<1x8x40x40x4xf32, #layout.texture<read>>': 8 rows and 1600 columns; expects fewer of each than 100
// OPTION: for the --split option: expects auto or weight or nhwc or plain, found 'rows'

// CHECK-DAG: #[[THREE:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, axis_separator<[3]>>
// CHECK-DAG: #[[TWO:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, axis_separator<[2]>>
// CHECK-DAG: #[[ONE:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, axis_separator<[1]>>
// CHECK-DAG: #[[TILED:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 4, d2, d3, d1 mod 4)>, pad<0.000000e+00 : f32>, axis_separator<[3]>>

module attributes {gpu.container_module} {
  // TX-12, TX-13, TX-17
  // CHECK-LABEL: gpu.func @choices(
  // CHECK-SAME:    memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<read>>
  // CHECK-SAME:    memref<8x32x1x1x4xf32, #[[ONE]], #layout.texture<read>>
  // CHECK-SAME:    memref<4x2x7x7x4xf32, #[[TWO]], #layout.texture<read>>
  // NHWC-DAG:    #[[TWO:.*]] = #layout.buffer<index_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, axis_separator<[2]>>
  // NHWC-LABEL:  gpu.func @choices(
  // NHWC-SAME:     memref<1x8x40x40x4xf32, #[[TWO]], #layout.texture<read>>
  // NHWC-SAME:     memref<8x32x1x1x4xf32, #[[TWO]], #layout.texture<read>>
  // BUFFER-DAG:  remark: {{.*}}layout-split-textures/no-split{{.*}}no split into rows and columns has less than 100 of each
  // BUFFER-DAG:  remark: {{.*}}layout-split-textures/split{{.*}}an image of 8 rows and 49 columns
  // BUFFER:      gpu.func @choices(
  // BUFFER-SAME:   memref<1x8x40x40x4xf32>
  // BUFFER-SAME:   memref<8x32x1x1x4xf32, #{{[^ ]*}}, #layout.texture<read>>
  // What is accessed is the same element; a vector is read by a transfer, as
  // strides are not what the type states any more.
  // CHECK:         memref.load %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] : memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<read>>
  // CHECK:         vector.transfer_read {{.*}} {in_bounds = [true]} : memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<read>>, vector<4xf32>
  gpu.module @m {
    gpu.func @choices(%a: memref<1x8x40x40x4xf32, #layout.texture<read>>,
                      %b: memref<8x32x1x1x4xf32, #layout.texture<read>>,
                      %c: memref<4x2x7x7x4xf32, #layout.texture<read>>) kernel {
      %c0 = arith.constant 0 : index
      %x = memref.load %a[%c0, %c0, %c0, %c0, %c0] : memref<1x8x40x40x4xf32, #layout.texture<read>>
      %y = vector.load %a[%c0, %c0, %c0, %c0, %c0] : memref<1x8x40x40x4xf32, #layout.texture<read>>, vector<4xf32>
      gpu.return
    }
  }
  // Physical axes are what counts; other buffers stay, and so do separators that
  // are stated.
  // CHECK-LABEL: func.func private @laid_out(
  // CHECK-SAME:    memref<1x32x40x40xf32, #[[TILED]], #layout.texture<read>>
  // CHECK-SAME:    memref<1x8x40x40x4xf32>
  // CHECK-SAME:    memref<1x8x40x40x4xf32, #[[ONE]], #layout.texture<read>>
  func.func private @laid_out(memref<1x32x40x40xf32, #layout.buffer<index_map<"NCHW" -> "NCHW4c">, pad<0.0 : f32>>, #layout.texture<read>>,
                              memref<1x8x40x40x4xf32>,
                              memref<1x8x40x40x4xf32, #layout.buffer<index_map<(a, b, c, d, e) -> (a, b, c, d, e)>, axis_separator<[1]>>, #layout.texture<read>>)
  // CHECK-LABEL: func.func @launches(
  // CHECK:         gpu.launch_func {{.*}} args(%{{.*}} : memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<read>>
  func.func @launches(%a: memref<1x8x40x40x4xf32, #layout.texture<read>>,
                      %b: memref<8x32x1x1x4xf32, #layout.texture<read>>,
                      %c: memref<4x2x7x7x4xf32, #layout.texture<read>>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@choices blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%a : memref<1x8x40x40x4xf32, #layout.texture<read>>, %b : memref<8x32x1x1x4xf32, #layout.texture<read>>,
             %c : memref<4x2x7x7x4xf32, #layout.texture<read>>)
    return
  }
  // A cast says how the same texture is used.
  // CHECK-LABEL: func.func @cast(
  // CHECK:         memref.memory_space_cast %{{.*}} : memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<readwrite>> to memref<1x8x40x40x4xf32, #[[THREE]], #layout.texture<read>>
  func.func @cast(%a: memref<1x8x40x40x4xf32, #layout.texture<readwrite>>) {
    %b = memref.memory_space_cast %a : memref<1x8x40x40x4xf32, #layout.texture<readwrite>> to memref<1x8x40x40x4xf32, #layout.texture<read>>
    return
  }
}
