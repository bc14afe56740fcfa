// Upstream's canonicalization fails on a bound of a loop in one that is never entered.
// RUN: layout-opt %s --layout-to-llvm | FileCheck %s
// CHECK-LABEL: llvm.func @never_entered
// CHECK-NOT: llvm.br
// CHECK: llvm.return
func.func @never_entered(%a: memref<?xi8>) {
  %c = arith.constant 1 : i8
  affine.for %i = 1 to 1 {
    affine.for %j = 0 to min affine_map<(d0) -> (3, d0 * -3 + 3)>(%i) {
      affine.store %c, %a[%i * 3 + %j] : memref<?xi8>
    }
  }
  return
}
