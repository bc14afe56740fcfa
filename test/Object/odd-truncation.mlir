// A truncation of three lanes of i64 to i8, which LLVM does not select for registers of SVE of 256 bits or more
// (llvm-odd-truncation.test).
// REQUIRES: emulates-aarch64
// DEFINE: %{lower} = --pipeline="builtin.module(convert-vector-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"
// RUN: layout-cc %s %{lower} --mcpu=neoverse-v1+sve=256 -c -o %t.o
// RUN: layout-cc %s %{lower} --mcpu=neoverse-v1+sve=256 --emit=llvm -o - | FileCheck %s
// RUN: layout-cc %s %{lower} --mcpu=neoverse-n1 --emit=llvm -o - | FileCheck %s --check-prefix=WHOLE
// RUN: layout-check %s --entry=three --target=armv9-a+sve=512 --pipeline="builtin.module(canonicalize)"
// CHECK: trunc <4 x i64> %{{.*}} to <4 x i8>
// WHOLE: trunc <3 x i64> %{{.*}} to <3 x i8>
func.func @three(%a: memref<3xi64>, %b: memref<3xi8>) {
  %i = arith.constant 0 : index
  %x = vector.load %a[%i] : memref<3xi64>, vector<3xi64>
  %0 = arith.trunci %x : vector<3xi64> to vector<3xi8>
  vector.store %0, %b[%i] : memref<3xi8>, vector<3xi8>
  return
}
