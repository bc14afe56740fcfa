// RUN: layout-opt %s | FileCheck %s
// RUN: layout-opt %s | layout-opt | FileCheck %s
// RUN: layout-opt %s --mlir-print-op-generic | layout-opt | FileCheck %s

// What is read outside of an image: nothing said is `undefined`, and not printed.
// CHECK-LABEL: func.func private @promises(
// CHECK-SAME:    memref<4x4xf32, #layout.texture<read, outside = zero>>
// CHECK-SAME:    memref<4x4xf32, #layout.texture<read, outside = clamp>>
// CHECK-SAME:    memref<4x4xf32, #layout.texture<read>>, memref<4x4xf32, #layout.texture<write>>
func.func private @promises(memref<4x4xf32, #layout.texture<read, outside = zero>>,
                            memref<4x4xf32, #layout.texture<read, outside = clamp>>,
                            memref<4x4xf32, #layout.texture<read, outside = undefined>>,
                            memref<4x4xf32, #layout.texture<write, outside = undefined>>)

// CHECK-LABEL: func.func @fetch(
// CHECK:         layout.fetch %{{.*}}[%{{.*}}, %{{.*}}] : memref<4x4xvector<4xf16>, #layout.texture<read, outside = zero>>
// CHECK:         layout.fetch %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] : memref<2x?x?xi8, #layout.texture<read, outside = clamp>>
func.func @fetch(%a: memref<4x4xvector<4xf16>, #layout.texture<read, outside = zero>>,
                 %b: memref<2x?x?xi8, #layout.texture<read, outside = clamp>>, %i: index, %j: index)
    -> (vector<4xf16>, i8) {
  %x = layout.fetch %a[%i, %j] : memref<4x4xvector<4xf16>, #layout.texture<read, outside = zero>>
  %y = layout.fetch %b[%i, %i, %j] : memref<2x?x?xi8, #layout.texture<read, outside = clamp>>
  return %x, %y : vector<4xf16>, i8
}

// A device may be asked to keep the promise.
// CHECK-LABEL: func.func @image(
// CHECK:         layout.image_create : !layout.image<4x4xf32, outside = zero>
func.func @image() {
  %i = layout.image_create : !layout.image<4x4xf32, outside = zero>
  layout.image_destroy %i : !layout.image<4x4xf32, outside = zero>
  return
}
