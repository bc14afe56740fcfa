// A map of nests, and no nest that is marked.
// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(j,i)" --remarks-filter=layout 2>&1 | FileCheck %s
// RUN: layout-opt %s --layout-sequential-access --remarks-filter=layout 2>&1 | FileCheck %s --check-prefix=SILENT

// CHECK: remark: [Missed] layout-sequential-access/no-mark | Category:layout | Remark="nest-map is given, but nothing is marked layout.sequential; mark the loop, buffer or access to which it applies"
// SILENT-NOT: remark
func.func @plain(%a: memref<4x4xi32>, %x: i32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.store %x, %a[%j, %i] : memref<4x4xi32>
    }
  }
  return
}
