// TX-23: the changes of layout that TVM's tests for Adreno put in front of textures.
// RUN: layout-opt %s --layout-lower-convert --layout-apply | FileCheck %s
// RUN: layout-check %s --entry=small_nchw4c,nhwc4c --pipeline="builtin.module(layout-lower-convert,layout-apply)"

#nchw4c = #layout.buffer<index_map<"NCHW" -> "NCHW4c">>
#nhwc4c = #layout.buffer<index_map<"NHWC" -> "NHWC4c">>

// (1, 32, 720, 1280) becomes (1, 8, 720, 1280, 4): each number is moved once, and
// nothing is padding.
// CHECK-LABEL: func.func @nchw4c(
// CHECK-SAME:    %[[A:.*]]: memref<1x32x720x1280xf32>, %[[B:.*]]: memref<1x8x720x1280x4xf32>
// CHECK:         affine.for %[[CO:.*]] = 0 to 8 {
// CHECK:           affine.for %[[H:.*]] = 0 to 720 {
// CHECK:             affine.for %[[W:.*]] = 0 to 1280 {
// CHECK:               affine.for %[[CI:.*]] = 0 to 4 {
// CHECK-NOT:             if
// CHECK:                 %[[X:.*]] = affine.load %[[A]][{{.*}}, %[[CO]] * 4 + %[[CI]], %[[H]], %[[W]]]
// CHECK:                 affine.store %[[X]], %[[B]][{{.*}}]
// CHECK-NOT:     affine.for
// CHECK:         return
func.func @nchw4c(%a: memref<1x32x720x1280xf32>, %b: memref<1x32x720x1280xf32, #nchw4c>) {
  layout.convert ins(%a : memref<1x32x720x1280xf32>) outs(%b : memref<1x32x720x1280xf32, #nchw4c>)
  return
}

// The same, small enough to be run.
// CHECK-LABEL: func.func @small_nchw4c(
// CHECK-SAME:    memref<1x8x7x5x4xf32>
func.func @small_nchw4c(%a: memref<1x32x7x5xf32>, %b: memref<1x32x7x5xf32, #nchw4c>) {
  layout.convert ins(%a : memref<1x32x7x5xf32>) outs(%b : memref<1x32x7x5xf32, #nchw4c>)
  return
}

// (1, 1, 1, 144) becomes (1, 1, 1, 36, 4).
// CHECK-LABEL: func.func @nhwc4c(
// CHECK-SAME:    memref<1x1x1x144xf32>, %{{.*}}: memref<1x1x1x36x4xf32>
// CHECK:         affine.for %{{.*}} = 0 to 36 {
// CHECK-NEXT:      affine.for %{{.*}} = 0 to 4 {
func.func @nhwc4c(%a: memref<1x1x1x144xf32>, %b: memref<1x1x1x144xf32, #nhwc4c>) {
  layout.convert ins(%a : memref<1x1x1x144xf32>) outs(%b : memref<1x1x1x144xf32, #nhwc4c>)
  return
}
