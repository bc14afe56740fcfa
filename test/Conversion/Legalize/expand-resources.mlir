// A constant of one element, or of numbers without an array in LLVM, whose bytes are in a resource.
// RUN: layout-opt %s --convert-elementwise-to-linalg --layout-bufferize --layout-legalize=only=resources | FileCheck %s
// RUN: layout-opt %s --layout-compile="target=x86-64 contract reassociate approximate" -o /dev/null
// RUN: layout-opt %s --convert-elementwise-to-linalg --layout-bufferize --layout-to-llvm -o /dev/null
// RUN: layout-check %s --entry=lanes,lane,widened,truth,row,turned,mask,odd,none --pipeline="builtin.module(convert-elementwise-to-linalg,layout-bufferize,layout-legalize{only=resources})"
// RUN: layout-check %s --entry=number --arg=0:2 --pipeline="builtin.module(convert-elementwise-to-linalg,layout-bufferize,layout-legalize{only=resources})"

// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<i8> = dense<7>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<i1> = dense<true>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<f32> = dense<1.500000e+00>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<2xi16> = dense_resource<pair>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<2xcomplex<f32>> = dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<2x1xcomplex<i8>> = dense<{{\[\[}}(1,2)], [(3,4)]]>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<3xi1> = dense<[true, false, true]>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<3xi4> = dense<[1, -1, 7]>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<2xi17> = dense<[-65023, 1284]>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<0x4xf32> = dense<>
// CHECK-DAG: memref.global "private" constant @{{.*}} : memref<2x0xi1> = dense<>
// Upstream can translate them.
// RUN: layout-opt %s --layout-compile | mlir-translate-22 --mlir-to-llvmir -o /dev/null

// Of vectors, too.
// CHECK-LABEL: func.func @lanes(
// CHECK: arith.constant dense<[1, -1, 7]> : vector<3xi4>
func.func @lanes() -> i4 {
  %c = arith.constant dense_resource<nibbles> : vector<3xi4>
  %e = vector.extract %c[1] : i4 from vector<3xi4>
  return %e : i4
}

// CHECK-LABEL: func.func @lane(
// CHECK: arith.constant dense<true> : vector<i1>
func.func @lane() -> i1 {
  %c = arith.constant dense_resource<true_byte> : vector<i1>
  %e = vector.extract %c[] : i1 from vector<i1>
  return %e : i1
}

func.func @widened() -> tensor<i16> {
  %c = arith.constant dense_resource<seven> : tensor<i8>
  %e = arith.extui %c : tensor<i8> to tensor<i16>
  return %e : tensor<i16>
}

func.func @truth() -> i1 {
  %c = arith.constant dense_resource<true_byte> : tensor<i1>
  %e = tensor.extract %c[] : tensor<i1>
  return %e : i1
}

func.func @number(%x: f32) -> f32 {
  %c = arith.constant dense_resource<one_and_a_half> : tensor<f32>
  %e = tensor.extract %c[] : tensor<f32>
  %p = arith.addf %e, %x : f32
  return %p : f32
}

func.func @row() -> i16 {
  %c1 = arith.constant 1 : index
  %c = arith.constant dense_resource<pair> : tensor<2xi16>
  %e = tensor.extract %c[%c1] : tensor<2xi16>
  return %e : i16
}

func.func @turned() -> f32 {
  %c1 = arith.constant 1 : index
  %c = arith.constant dense_resource<turns> : tensor<2xcomplex<f32>>
  %e = tensor.extract %c[%c1] : tensor<2xcomplex<f32>>
  %p = complex.im %e : complex<f32>
  return %p : f32
}

func.func @column(%i: index) -> complex<i8> {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense_resource<bytes> : tensor<2x1xcomplex<i8>>
  %e = tensor.extract %c[%i, %c0] : tensor<2x1xcomplex<i8>>
  return %e : complex<i8>
}

func.func @mask(%a: tensor<3xi8>) -> tensor<3xi8> {
  %c = arith.constant dense_resource<truths> : tensor<3xi1>
  %z = arith.constant dense<0> : tensor<3xi8>
  %r = arith.select %c, %a, %z : tensor<3xi1>, tensor<3xi8>
  return %r : tensor<3xi8>
}

func.func @odd() -> (tensor<3xi8>, tensor<2xi32>) {
  %c = arith.constant dense_resource<nibbles> : tensor<3xi4>
  %d = arith.constant dense_resource<seventeen> : tensor<2xi17>
  %e = arith.extsi %c : tensor<3xi4> to tensor<3xi8>
  %f = arith.extsi %d : tensor<2xi17> to tensor<2xi32>
  return %e, %f : tensor<3xi8>, tensor<2xi32>
}

// Upstream divides by the number of bytes.
func.func @none() -> (tensor<0x4xf32>, tensor<2x0xi1>) {
  %c = arith.constant dense_resource<none> : tensor<0x4xf32>
  %d = arith.constant dense_resource<none> : tensor<2x0xi1>
  return %c, %d : tensor<0x4xf32>, tensor<2x0xi1>
}

{-# dialect_resources: { builtin: {
  none: "0x01000000",
  truths: "0x01000000010001",
  nibbles: "0x01000000010F07",
  seventeen: "0x01000000010203040500",
  seven: "0x0100000007",
  true_byte: "0x0100000001",
  one_and_a_half: "0x040000000000C03F",
  pair: "0x0200000001000200",
  turns: "0x040000000000803F000000400000404000008040",
  bytes: "0x0100000001020304"
} } #-}
