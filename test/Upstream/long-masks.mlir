// Of 2^32 + 3 elements all 8 lanes are some; in 32 bits, 3 are.
// Worked around in layout-legalize (masks). Mended if this test fails.
// RUN: %stock_mlir_opt %s --convert-vector-to-llvm --convert-to-llvm --canonicalize | mlir-translate-22 --mlir-to-llvmir | %llvm_bin/opt -O1 -S | FileCheck %s
// CHECK: store <8 x i8> <i8 -1, i8 -1, i8 -1, i8 0, i8 0, i8 0, i8 0, i8 0>
func.func private @lanes(%n: index, %a: memref<8xi8>) {
  %c0 = arith.constant 0 : index
  %m = vector.create_mask %n : vector<8xi1>
  %x = arith.extsi %m : vector<8xi1> to vector<8xi8>
  vector.store %x, %a[%c0] : memref<8xi8>, vector<8xi8>
  return
}
func.func @f(%a: memref<8xi8>) {
  %n = arith.constant 4294967299 : index
  call @lanes(%n, %a) : (index, memref<8xi8>) -> ()
  return
}
