// Functions that may be approximated are lanes; calls of a library are not.
// RUN: layout-opt %s --layout-tile-loops --layout-vectorize-loops --remarks-filter-missed=layout --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t.remarks
// REMARKS: 'math.erf' has no known vector form
// REMARKS: 'math.erf' has no known vector form

// CHECK-LABEL: func.func @approximated
// CHECK: math.erf %{{.*}} fastmath<afn> : vector<16xf32>
func.func @approximated(%a: memref<4x16xf32>, %b: memref<4x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<4x16xf32>
      %y = math.erf %x fastmath<afn> : f32
      affine.store %y, %b[%i, %j] : memref<4x16xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @exact
// CHECK: math.erf %{{.*}} : f32
func.func @exact(%a: memref<4x16xf32>, %b: memref<4x16xf32> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<4x16xf32>
      %y = math.erf %x fastmath<nnan> : f32
      affine.store %y, %b[%i, %j] : memref<4x16xf32>
    }
  }
  return
}

// There is no such polynomial.
// CHECK-LABEL: func.func @wide
// CHECK: math.erf %{{.*}} fastmath<afn> : f64
func.func @wide(%a: memref<4x16xf64>, %b: memref<4x16xf64> {llvm.noalias}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 16 {
      %x = affine.load %a[%i, %j] : memref<4x16xf64>
      %y = math.erf %x fastmath<afn> : f64
      affine.store %y, %b[%i, %j] : memref<4x16xf64>
    }
  }
  return
}
