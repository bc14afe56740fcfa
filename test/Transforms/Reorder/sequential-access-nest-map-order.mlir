// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(j,i)" --remarks-filter=layout 2>&1 | FileCheck %s

// CHECK: remark: [Missed] layout-sequential-access/order {{.*}} reads %{{.*}} that iteration
// CHECK-LABEL: @illegal
// CHECK:       affine.for %[[I:.*]] = 1 to 4 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 3 {
func.func @illegal(%a: memref<4x4xf32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 3 {
      %x = affine.load %a[%i - 1, %j + 1] : memref<4x4xf32>
      affine.store %x, %a[%i, %j] : memref<4x4xf32>
    }
  } {layout.sequential}
  return
}

// CHECK-LABEL: @legal
// CHECK:       affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT:    affine.for %[[I:.*]] = 1 to 4 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]] - 1, %[[J]]]
func.func @legal(%a: memref<4x4xf32>) {
  affine.for %i = 1 to 4 {
    affine.for %j = 0 to 4 {
      %x = affine.load %a[%i - 1, %j] : memref<4x4xf32>
      affine.store %x, %a[%i, %j] : memref<4x4xf32>
    }
  } {layout.sequential}
  return
}
