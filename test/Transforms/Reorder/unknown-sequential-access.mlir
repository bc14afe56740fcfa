// Elements beyond the bounds on the work: 2199023255555 is 3 modulo 16, and exceeds
// 2^40. Whether the order may change is not known, and no loops are reordered.
//
// RUN: layout-opt %s --layout-sequential-access="nest-map=(i,j)->(j,i)" --remarks-filter=layout --remark-policy=all 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=[Passed] --implicit-check-not=[Missed] < %t.remarks

// REMARK: [Analysis] layout-sequential-access/not-decided {{.*}}Remark="cannot prove that the order may change: a coefficient is beyond 2^40"
// CHECK-LABEL: @order
// CHECK:       affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT:    affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NEXT:      affine.load %{{.*}}[%[[I]], %[[J]]]
func.func @order(%a: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 8 {
      %x = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %x, %a[((%i + %j) * 2199023255555) mod 16, (%i + %j * 2199023255555) mod 16] : memref<16x16xf32>
    }
  } {layout.sequential}
  return
}
