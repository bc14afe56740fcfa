// Of %j the range of its type is known, up to 2^61: a point at which the loop of
// %i would be split for it, n - 2^63 + 4, is none that %i may have.
// RUN: layout-opt %s --layout-partition-loops | FileCheck %s
// Nothing is left that the passes behind refuse.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-partition-loops,layout-optimize)" -o /dev/null

// CHECK-NOT:     -9223372036854775804
// CHECK-LABEL: func @far(
// CHECK:         %[[N:.*]] = memref.dim
// CHECK:         %[[END:.*]] = arith.minsi %c4, %[[N]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[END]]
func.func @far(%a: memref<?xf32>, %b: memref<4x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %dim = memref.dim %a, %c0 : memref<?xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %less = arith.subi %dim, %c1 : index
    %quotient = arith.divsi %less, %c4 : index
    %size = arith.addi %quotient, %c1 : index
    scf.for %j = %c0 to %size step %c1 {
      %1 = arith.muli %j, %c4 : index
      %2 = arith.addi %1, %i : index
      %3 = arith.cmpi slt, %2, %dim : index
      scf.if %3 {
        %4 = memref.load %a[%2] : memref<?xf32>
        memref.store %4, %b[%i, %j] : memref<4x?xf32>
      } else {
        memref.store %x, %b[%i, %j] : memref<4x?xf32>
      }
    }
  }
  return
}
