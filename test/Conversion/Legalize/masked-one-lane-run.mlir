// One lane of 64 bits, which LLVM does not compile for long registers of SVE: inside of the buffer and outside.
// REQUIRES: emulates-aarch64
// DEFINE: %{check} = layout-check %s --target=armv9-a+sve=256 --entry=f --pipeline="builtin.module(layout-apply)"
// RUN: %{check} --arg=2:2 --arg=3:1 | FileCheck %s
// RUN: %{check} --arg=2:0 --arg=3:0 | FileCheck %s
// RUN: %{check} --arg=2:7 --arg=3:2 | FileCheck %s
// CHECK: @f: 6 runs agree
#tiles = #layout.buffer<index_map<(i) -> (i floordiv 2, i mod 2)>, pad<7 : i64>>
func.func @f(%a: memref<5xi64, #tiles>, %b: memref<5xf64>, %n: index, %lanes: index) {
  %zero = arith.constant 3 : i64
  %c1 = arith.constant 1 : index
  %mask = vector.create_mask %lanes : vector<1xi1>
  %x = vector.transfer_read %a[%n], %zero : memref<5xi64, #tiles>, vector<1xi64>
  %y = arith.sitofp %x : vector<1xi64> to vector<1xf64>
  vector.maskedstore %b[%c1], %mask, %y : memref<5xf64>, vector<1xi1>, vector<1xf64>
  %z = vector.maskedload %b[%n], %mask, %y : memref<5xf64>, vector<1xi1>, vector<1xf64> into vector<1xf64>
  %s = arith.addf %y, %z : vector<1xf64>
  vector.transfer_write %s, %b[%n] : vector<1xf64>, memref<5xf64>
  return
}
