// A full tile that never occurs: its places, which are constants, may be outside of
// the buffer.
// RUN: layout-opt %s --layout-vectorize-loops --remarks-filter-passed=layout 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: layout-check %s --entry=never --pipeline="builtin.module(layout-vectorize-loops)"

// REMARK-COUNT-2: layout-vectorize-loops/vectorized
// CHECK-LABEL: @never
// CHECK: vector.load %arg0[%{{.*}}] : memref<4x9xf32>, vector<3xf32>
func.func @never(%a: memref<4x9xf32> {llvm.noalias}) {
  affine.for %t = 0 to 1 {
    affine.for %i = 1 to 3 {
      affine.for %j = 1 to 2 {
        affine.for %k = max affine_map<(d0) -> (0, -d0 + 3)>(%i) to min affine_map<(d0) -> (3, -d0 + ((-(-d0 - 3) - 1) floordiv 6) * 6 + 3)>(%i) {
          %0 = affine.load %a[%i - 1, %k + 7] : memref<4x9xf32>
          affine.store %0, %a[%i, %k + 6] : memref<4x9xf32>
        }
        affine.for %k = max affine_map<(d0) -> (0, -d0 + 3, -d0 + ((-(-d0 - 3) - 1) floordiv 6) * 6 + 3)>(%i) to 3 {
          %0 = affine.load %a[%i - 1, %k + 1] : memref<4x9xf32>
          affine.store %0, %a[%i, %k + 6] : memref<4x9xf32>
        }
      }
    }
  }
  return
}
