// Products of extended vectors whose last lanes are shuffled, which LLVM does not select on Zen 4 and Zen 5
// (llvm-odd-products.test).
// DEFINE: %{lower} = --pipeline="builtin.module(convert-vector-to-llvm,convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm,reconcile-unrealized-casts)"
// RUN: layout-cc %s %{lower} --mcpu=znver4 -c -o %t.o
// RUN: layout-cc %s %{lower} --mcpu=znver5 -O1 -c -o %t.o
// RUN: layout-cc %s %{lower} --mcpu=x86-64-v4 -O1 --emit=llvm -o %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: layout-cc %s %{lower} --mcpu=neoverse-n1 -O1 --emit=llvm -o %t.ll
// RUN: FileCheck %s --check-prefix=WHOLE < %t.ll
// RUN: layout-check %s --entry=twelve,three --pipeline="builtin.module(canonicalize)"

// CHECK-LABEL: @twelve(
// CHECK-DAG: sext <8 x i32> %{{.*}} to <8 x i64>
// CHECK-DAG: sext <4 x i32> %{{.*}} to <4 x i64>
// CHECK: mul {{.*}}<12 x i64>
// WHOLE-LABEL: @twelve(
// WHOLE: sext <12 x i32>
// WHOLE-LABEL: @three(
func.func @twelve(%a: memref<4xi32>, %b: memref<8xi32>, %c: memref<12xi64>) {
  %i = arith.constant 0 : index
  %zero = arith.constant dense<0> : vector<4xi32>
  %factor = arith.constant dense<-240> : vector<12xi64>
  %x = vector.load %a[%i] : memref<4xi32>, vector<4xi32>
  %y = vector.load %b[%i] : memref<8xi32>, vector<8xi32>
  %few = vector.shuffle %zero, %x [0, 2, 5, 7] : vector<4xi32>, vector<4xi32>
  %all = vector.shuffle %y, %few [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : vector<8xi32>, vector<4xi32>
  %wide = arith.extsi %all : vector<12xi32> to vector<12xi64>
  %product = arith.muli %wide, %factor : vector<12xi64>
  vector.store %product, %c[%i] : memref<12xi64>, vector<12xi64>
  return
}

// A part of three lanes, and another extended factor.
// CHECK-LABEL: @three(
// CHECK-DAG: zext <16 x i32> %{{.*}} to <16 x i64>
// CHECK-DAG: zext <8 x i32> %{{.*}} to <8 x i64>
// CHECK-DAG: zext <3 x i32> %{{.*}} to <3 x i64>
// CHECK-DAG: sext <3 x i32> %{{.*}} to <3 x i64>
// CHECK: mul {{.*}}<27 x i64>
func.func @three(%a: memref<27xi32>, %b: memref<27xi32>, %c: memref<27xi64>) {
  %i = arith.constant 0 : index
  %x = vector.load %a[%i] : memref<27xi32>, vector<27xi32>
  %y = vector.load %b[%i] : memref<27xi32>, vector<27xi32>
  %all = vector.shuffle %x, %x [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 26, 24, 26] : vector<27xi32>, vector<27xi32>
  %wide = arith.extsi %all : vector<27xi32> to vector<27xi64>
  %other = arith.extui %y : vector<27xi32> to vector<27xi64>
  %product = arith.muli %wide, %other : vector<27xi64>
  vector.store %product, %c[%i] : memref<27xi64>, vector<27xi64>
  return
}

// What is no such factor stays: that of a sum, of other numbers, a power of two, and what is not extended.
// CHECK-LABEL: @others(
// CHECK-DAG: sext <12 x i32> %{{.*}} to <12 x i64>
// CHECK-DAG: sext <12 x i16> %{{.*}} to <12 x i32>
// CHECK-DAG: sext <16 x i32> %[[LOADED:.*]] to <16 x i64>
// CHECK-DAG: %[[LOADED]] = load <16 x i32>
// CHECK: ret void
func.func @others(%a: memref<16xi32>, %b: memref<12xi16>, %c: memref<16xi64>, %d: memref<12xi32>) {
  %i = arith.constant 0 : index
  %x = vector.load %a[%i] : memref<16xi32>, vector<12xi32>
  %y = vector.load %a[%i] : memref<16xi32>, vector<16xi32>
  %z = vector.load %b[%i] : memref<12xi16>, vector<12xi16>
  %u = vector.load %c[%i] : memref<16xi64>, vector<12xi64>
  %v = vector.load %c[%i] : memref<16xi64>, vector<16xi64>
  %term = arith.extsi %x : vector<12xi32> to vector<12xi64>
  %square = arith.muli %u, %u : vector<12xi64>
  %sum = arith.addi %square, %term : vector<12xi64>
  %factor = arith.extsi %y : vector<16xi32> to vector<16xi64>
  %product = arith.muli %factor, %v : vector<16xi64>
  %narrow = arith.extsi %z : vector<12xi16> to vector<12xi32>
  %other = arith.muli %narrow, %x : vector<12xi32>
  vector.store %product, %c[%i] : memref<16xi64>, vector<16xi64>
  vector.store %sum, %c[%i] : memref<16xi64>, vector<12xi64>
  vector.store %other, %d[%i] : memref<12xi32>, vector<12xi32>
  return
}
