// Columns of a transfer that leaves the buffer have masks of three lanes, all of which are false in some.
// RUN: layout-check %s --entry=f --arg=1:1 --pipeline="builtin.module(layout-apply)"
// RUN: layout-check %s --entry=f --arg=1:6 --pipeline="builtin.module(layout-apply,layout-optimize)"
// RUN: layout-opt %s --layout-apply --layout-to-llvm | FileCheck %s
// CHECK: %[[MASK:.*]] = llvm.freeze %{{.*}} : vector<3xi1>
// CHECK: llvm.intr.masked.load %{{.*}}, %[[MASK]], {{.*}} -> vector<3xf32>
#transposed = #layout.buffer<index_map<(i, j) -> (j, i)>>
func.func @f(%a: memref<8x3xf32, #transposed>, %n: index) {
  %two = arith.constant 2.0 : f32
  %last = arith.constant 2 : index
  %v = vector.transfer_read %a[%n, %last], %two : memref<8x3xf32, #transposed>, vector<3x6xf32>
  %row = arith.constant 4 : index
  %zero = arith.constant 0 : index
  vector.transfer_write %v, %a[%row, %zero] : vector<3x6xf32>, memref<8x3xf32, #transposed>
  return
}
