// Canonicalization computes the distance of bounds in their type, and erases the loop.
// Worked around in layout-legalize (empty-loops). Mended if this test fails.
// RUN: %stock_mlir_opt %s --canonicalize | FileCheck %s
// CHECK-NOT: scf.for
func.func @f(%a: memref<256xi8>) {
  %lower = arith.constant -128 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 5 : i8
  %middle = arith.constant 128 : index
  scf.for %i = %lower to %upper step %step : i8 {
    %signed = arith.index_cast %i : i8 to index
    %place = arith.addi %signed, %middle : index
    memref.store %i, %a[%place] : memref<256xi8>
  }
  return
}
