// After 0 and 100 the variable is 200, which is -56 in i8: the loop does not end.
// Worked around in layout-legalize (empty-loops) where bounds are constants. Mended if this test
// fails.
// RUN: %stock_mlir_opt %s --convert-scf-to-cf --convert-to-llvm | mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O1 -S | FileCheck %s
// CHECK-LABEL: define void @f(
// CHECK:       [[LOOP:[0-9]+]]: ; preds
// CHECK:       br label %[[LOOP]]
// CHECK-NEXT:  }
func.func @f(%a: memref<1xi8>) {
  %lower = arith.constant 0 : i8
  %upper = arith.constant 127 : i8
  %step = arith.constant 100 : i8
  %zero = arith.constant 0 : index
  scf.for %i = %lower to %upper step %step : i8 {
    %x = memref.load %a[%zero] : memref<1xi8>
    %y = arith.addi %x, %i : i8
    memref.store %y, %a[%zero] : memref<1xi8>
  }
  return
}
