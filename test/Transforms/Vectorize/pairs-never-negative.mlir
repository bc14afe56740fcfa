// Bytes with a sign less a zero point of -128 are never negative. LLVM multiplies and adds them in pairs, too.
// RUN: layout-cc %s --mcpu=x86-64-v3 -S -o - | FileCheck %s
// DEFINE: %{target} = x86-64-v3
// DEFINE: %{check} = layout-check %s --entry=data,weights,below --pipeline="builtin.module(layout-compile{target=%{target} layouts=always to-llvm=false})"
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v2
// RUN: %{check}
// REDEFINE: %{target} = x86-64-v4
// RUN: %{check}

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (k, n)>
#o = affine_map<(m, n, k) -> (m, n)>
#loops = ["parallel", "parallel", "reduction"]

// CHECK-LABEL: data:
// CHECK-NOT: vpmulld
// CHECK: vpmaddwd
// CHECK-NOT: vpmulld
func.func @data(%x: tensor<256x64xi8>, %w: tensor<64x32xi8>, %o: tensor<256x32xi32>) -> tensor<256x32xi32> {
  %z = arith.constant -128 : i32
  %r = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = #loops}
      ins(%x, %w : tensor<256x64xi8>, tensor<64x32xi8>) outs(%o : tensor<256x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %z : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<256x32xi32>
  return %r : tensor<256x32xi32>
}

// CHECK-LABEL: weights:
// CHECK-NOT: vpmulld
// CHECK: vpmaddwd
// CHECK-NOT: vpmulld
func.func @weights(%x: tensor<256x64xi8>, %w: tensor<64x32xi8>, %o: tensor<256x32xi32>) -> tensor<256x32xi32> {
  %z = arith.constant -128 : i32
  %r = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = #loops}
      ins(%x, %w : tensor<256x64xi8>, tensor<64x32xi8>) outs(%o : tensor<256x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %1, %z : i32
    %3 = arith.muli %0, %2 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<256x32xi32>
  return %r : tensor<256x32xi32>
}

// What is left of the zero point is subtracted.
// CHECK-LABEL: below:
// CHECK-NOT: vpmulld
// CHECK: vpmaddwd
// CHECK-NOT: vpmulld
func.func @below(%x: tensor<256x64xi8>, %w: tensor<64x32xi8>, %o: tensor<256x32xi32>) -> tensor<256x32xi32> {
  %z = arith.constant -1000 : i32
  %r = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = #loops}
      ins(%x, %w : tensor<256x64xi8>, tensor<64x32xi8>) outs(%o : tensor<256x32xi32>) {
  ^bb0(%a: i8, %b: i8, %sum: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %z : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %sum, %3 : i32
    linalg.yield %4 : i32
  } -> tensor<256x32xi32>
  return %r : tensor<256x32xi32>
}
