// Upstream hands the attributes of a loop on to what it becomes.
// RUN: layout-opt %s --scf-for-to-while | FileCheck %s
// RUN: layout-opt %s --scf-for-to-while --layout-sequential-access --remarks-filter=layout --remark-policy=all 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: layout-opt %s --scf-for-to-while --layout-sequential-access=nest-map="(i)->(i)" | FileCheck %s

// CHECK:  scf.while
// CHECK:  attributes {layout.sequential}
// REMARK: layout-sequential-access/no-access{{.*}}a marked loop is reordered by the option nest-map only
func.func @f(%a: memref<14xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c14 = arith.constant 14 : index
  %x = arith.constant 14 : i32
  scf.for %i = %c0 to %c14 step %c1 {
    memref.store %x, %a[%i] : memref<14xi32>
  } {layout.sequential}
  return
}
