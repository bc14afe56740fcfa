// Without optimization, LLVM's selection of instructions for AArch64 does not end for three lanes: another one is used.
// RUN: layout-cc %s -O0 --mcpu=armv9-a+sve=256 -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s
// CHECK: T f
func.func @f(%a: memref<?xf64>, %b: memref<?xf64>, %n: index, %i: index) {
  %c0 = arith.constant 0 : index
  %mask = vector.create_mask %n : vector<3xi1>
  %zero = arith.constant dense<0.0> : vector<3xf64>
  %v = vector.maskedload %a[%i], %mask, %zero : memref<?xf64>, vector<3xi1>, vector<3xf64> into vector<3xf64>
  vector.store %v, %b[%c0] : memref<?xf64>, vector<3xf64>
  return
}
