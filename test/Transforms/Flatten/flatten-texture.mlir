// Texture memory has no views: the type of a texture is flat wherever it is
// named, and four channels stay an axis of their own.
// RUN: layout-opt %s --layout-apply --layout-flatten | FileCheck %s
// RUN: layout-opt %s --layout-apply --layout-flatten --layout-flatten | FileCheck %s

// CHECK-DAG: #[[ROW:.*]] = affine_map<()[s0] -> (s0 + 3)>
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<()[s0] -> (s0 * 5 + 1)>

// TX-05: N * H rows, W * C columns.
#nhwc = #layout.buffer<index_map<(n, h, w, c, k) -> (n, h, w, c, k)>, axis_separator<[2]>>
// CHECK-LABEL: func.func @nhwc(
// CHECK-SAME:    %[[A:[^:]*]]: memref<6x20x4xf32, #layout.texture<read>>
// CHECK-SAME:    %[[I:[^:]*]]: index, %[[J:[^:]*]]: index, %[[K:[^:]*]]: index
// CHECK-NOT:     collapse_shape
// CHECK:         %[[R:.*]] = affine.apply #[[ROW]]()[%[[I]]]
// CHECK:         %[[C:.*]] = affine.apply #[[COLUMN]]()[%[[J]]]
// CHECK:         memref.load %[[A]][%[[R]], %[[C]], %[[K]]] : memref<6x20x4xf32, #layout.texture<read>>
func.func @nhwc(%a: memref<2x3x4x5x4xf32, #nhwc, #layout.texture<read>>,
                %i: index, %j: index, %k: index) -> f32 {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c1, %i, %j, %c1, %k] : memref<2x3x4x5x4xf32, #nhwc, #layout.texture<read>>
  return %x : f32
}

// The map tiles the channels, separators that name them already say the same.
#nchw4c = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3]>>
#stated = #layout.buffer<index_map<"NHWC" -> "NCHW4c">, axis_separator<[3, 4]>>
// CHECK-LABEL: func.func private @callee(memref<32768x64x4xf16, #layout.texture<read>> {{{.*}}}, memref<32768x64x4xf16, #layout.texture<read>> {{{.*}}})
func.func private @callee(memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>,
                          memref<16x64x64x126xf16, #stated, #layout.texture<read>>)
// CHECK-LABEL: func.func @passed_on(
// CHECK-SAME:    %[[A:[^:]*]]: memref<32768x64x4xf16, #layout.texture<read>>
// CHECK-SAME:    %[[B:[^:]*]]: memref<32768x64x4xf16, #layout.texture<read>>
// CHECK:         call @callee(%[[A]], %[[B]])
// CHECK:         return %[[A]] : memref<32768x64x4xf16, #layout.texture<read>>
func.func @passed_on(%a: memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>,
                     %b: memref<16x64x64x126xf16, #stated, #layout.texture<read>>)
    -> memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>> {
  call @callee(%a, %b) : (memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>,
                          memref<16x64x64x126xf16, #stated, #layout.texture<read>>) -> ()
  return %a : memref<16x64x64x126xf16, #nchw4c, #layout.texture<read>>
}

// A texel of one channel is a scalar. The storage class of images is texture
// memory, too.
#channel = #layout.buffer<index_map<(h, w, c) -> (h, w, c)>, axis_separator<[1]>>
// CHECK-LABEL: func.func @channel(
// CHECK-SAME:    memref<8x6xf32, #spirv.storage_class<Image>>
func.func @channel(%a: memref<8x6x1xf32, #channel, #spirv.storage_class<Image>>) {
  return
}

// Other memory is seen through a view, as before.
// CHECK-LABEL: func.func @elsewhere(
// CHECK-SAME:    %[[A:[^:]*]]: memref<2x3x4x5x4xf32>
func.func @elsewhere(%a: memref<2x3x4x5x4xf32, #nhwc>) {
  return
}

// An extent that varies is no matter where no axes are joined.
#apart = #layout.buffer<index_map<(h, w, c) -> (h, w, c)>, axis_separator<[1]>>
// CHECK-LABEL: func.func @apart(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x?x4xf32, #layout.texture<read>>, %[[I:[^:]*]]: index
// CHECK-DAG:     memref.load %[[A]][%[[I]], %[[I]], %[[I]]]
// CHECK-DAG:     memref.dim %[[A]]
func.func @apart(%a: memref<?x?x4xf32, #apart, #layout.texture<read>>, %i: index) -> (f32, index) {
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%i, %i, %i] : memref<?x?x4xf32, #apart, #layout.texture<read>>
  %d = memref.dim %a, %c1 : memref<?x?x4xf32, #apart, #layout.texture<read>>
  return %x, %d : f32, index
}

// Accesses to whole texels stay whole, in all their forms.
#joined = #layout.buffer<index_map<(n, h, w, c) -> (n, h, w, c)>, axis_separator<[2]>>
// CHECK-LABEL: func.func @texels(
// CHECK-SAME:    %[[A:[^:]*]]: memref<6x5x4xf32, #layout.texture<readwrite>>, %[[I:[^:]*]]: index
// CHECK-COUNT-3: vector.load %[[A]][%{{.*}}, %[[I]], %c0{{.*}}] : memref<6x5x4xf32, #layout.texture<readwrite>>, vector<4xf32>
// CHECK-COUNT-3: vector.store %{{.*}}, %[[A]][%{{.*}}, %[[I]], %c0{{.*}}] : memref<6x5x4xf32, #layout.texture<readwrite>>, vector<4xf32>
func.func @texels(%a: memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%c1, %i, %i, %c0], %f : memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>, vector<4xf32>
  %y = vector.transfer_read %a[%c0, %i, %i, %c0], %f {in_bounds = [true]} : memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>, vector<4xf32>
  %z = vector.transfer_read %a[%i, %c0, %i, %c0], %f {in_bounds = [true]} : memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>, vector<4xf32>
  vector.transfer_write %x, %a[%c1, %i, %i, %c0] : vector<4xf32>, memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>
  vector.transfer_write %y, %a[%i, %c0, %i, %c0] {in_bounds = [true]} : vector<4xf32>, memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>
  vector.transfer_write %z, %a[%c0, %c1, %i, %c0] {in_bounds = [true]} : vector<4xf32>, memref<2x3x5x4xf32, #joined, #layout.texture<readwrite>>
  return
}

// CHECK-LABEL: func.func @texels_apart(
// CHECK:         vector.load %{{.*}} : memref<?x?x4xf32, #layout.texture<read>>, vector<4xf32>
func.func @texels_apart(%a: memref<?x?x4xf32, #apart, #layout.texture<read>>, %i: index) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%i, %i, %c0], %f {in_bounds = [true]} : memref<?x?x4xf32, #apart, #layout.texture<read>>, vector<4xf32>
  return %x : vector<4xf32>
}
