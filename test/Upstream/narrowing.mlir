// Indices below 2^32 get 32 bits, but are compared as signed numbers of these.
// Worked around in layout-to-gpu (arith-unsigned-when-equivalent before it). Mended if this test fails.
// RUN: %stock_mlir_opt %s --arith-int-range-narrowing=int-bitwidths-supported=32 | FileCheck %s
// CHECK: arith.cmpi slt, %{{.*}}, %{{.*}} : i32
func.func @f(%word: i32) -> i1 {
  %i = arith.index_castui %word : i32 to index
  %n = arith.constant 3000000000 : index
  %is = arith.cmpi slt, %i, %n : index
  return %is : i1
}
