// What numbers are, for each type of floats: zero, the least and the greatest subnormal
// number, the least normal one, 1, the largest one, infinities, NaN.
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s
// RUN: layout-opt %s --layout-compile | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s

func.func private @f32(%x: vector<9xf32>) {
  %inf = math.isinf %x : vector<9xf32>
  %normal = math.isnormal %x : vector<9xf32>
  %finite = math.isfinite %x : vector<9xf32>
  %nan = math.isnan %x : vector<9xf32>
  vector.print %inf : vector<9xi1>
  vector.print %normal : vector<9xi1>
  vector.print %finite : vector<9xi1>
  vector.print %nan : vector<9xi1>
  return
}
func.func private @f64(%x: vector<9xf64>) {
  %inf = math.isinf %x : vector<9xf64>
  %normal = math.isnormal %x : vector<9xf64>
  vector.print %inf : vector<9xi1>
  vector.print %normal : vector<9xi1>
  return
}
func.func private @f16(%x: vector<3x3xf16>) {
  %inf = math.isinf %x : vector<3x3xf16>
  %normal = math.isnormal %x : vector<3x3xf16>
  %finite = math.isfinite %x : vector<3x3xf16>
  vector.print %inf : vector<3x3xi1>
  vector.print %normal : vector<3x3xi1>
  vector.print %finite : vector<3x3xi1>
  return
}
func.func private @f8(%x: vector<9xf8E5M2>) {
  %inf = math.isinf %x : vector<9xf8E5M2>
  %normal = math.isnormal %x : vector<9xf8E5M2>
  vector.print %inf : vector<9xi1>
  vector.print %normal : vector<9xi1>
  return
}
func.func private @powers(%x: vector<2x4xi32>, %n: vector<2x4xi32>, %b: index, %e: index, %f: f32, %k: i64) {
  %0 = math.ipowi %x, %n : vector<2x4xi32>
  %1 = math.ipowi %b, %e : index
  %2 = math.fpowi %f, %k : f32, i64
  %3 = arith.trunci %k : i64 to i8
  %4 = math.fpowi %f, %3 : f32, i8
  vector.print %0 : vector<2x4xi32>
  vector.print %1 : index
  vector.print %2 : f32
  vector.print %4 : f32
  return
}
func.func private @clamp(%x: vector<4xf32>, %l: vector<4xf32>, %h: vector<4xf32>) {
  %0 = math.clampf %x to [%l, %h] : vector<4xf32>
  vector.print %0 : vector<4xf32>
  return
}

func.func private @extended(%x: vector<2x3xi5>, %y: vector<2x3xi5>) {
  %0, %1 = arith.addui_extended %x, %y : vector<2x3xi5>, vector<2x3xi1>
  %2, %3 = arith.mulsi_extended %x, %y : vector<2x3xi5>
  %4, %5 = arith.mului_extended %x, %y : vector<2x3xi5>
  vector.print %0 : vector<2x3xi5>
  vector.print %1 : vector<2x3xi1>
  vector.print %3 : vector<2x3xi5>
  vector.print %5 : vector<2x3xi5>
  return
}

func.func @main() {
  %0 = arith.constant dense<[0.0, 0x00000001, 0x807fffff, 0x80800000, 1.0, 0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000]> : vector<9xf32>
  %1 = arith.constant dense<[0.0, 0x0000000000000001, 0x800fffffffffffff, 0x8010000000000000, 1.0, 0x7fefffffffffffff, 0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000]> : vector<9xf64>
  %2 = arith.constant dense<[[0.0, 0x0001, 0x83ff], [0x8400, 1.0, 0x7bff], [0x7c00, 0xfc00, 0x7e00]]> : vector<3x3xf16>
  %3 = arith.constant dense<[0.0, 0x01, 0x83, 0x84, 1.0, 0x7b, 0x7c, 0xfc, 0x7e]> : vector<9xf8E5M2>
  // CHECK: ( 0, 0, 0, 0, 0, 0, 1, 1, 0 )
  // CHECK: ( 0, 0, 0, 1, 1, 1, 0, 0, 0 )
  // CHECK: ( 1, 1, 1, 1, 1, 1, 0, 0, 0 )
  // CHECK: ( 0, 0, 0, 0, 0, 0, 0, 0, 1 )
  call @f32(%0) : (vector<9xf32>) -> ()
  // CHECK: ( 0, 0, 0, 0, 0, 0, 1, 1, 0 )
  // CHECK: ( 0, 0, 0, 1, 1, 1, 0, 0, 0 )
  call @f64(%1) : (vector<9xf64>) -> ()
  // CHECK: ( ( 0, 0, 0 ), ( 0, 0, 0 ), ( 1, 1, 0 ) )
  // CHECK: ( ( 0, 0, 0 ), ( 1, 1, 1 ), ( 0, 0, 0 ) )
  // CHECK: ( ( 1, 1, 1 ), ( 1, 1, 1 ), ( 0, 0, 0 ) )
  call @f16(%2) : (vector<3x3xf16>) -> ()
  // CHECK: ( 0, 0, 0, 0, 0, 0, 1, 1, 0 )
  // CHECK: ( 0, 0, 0, 1, 1, 1, 0, 0, 0 )
  call @f8(%3) : (vector<9xf8E5M2>) -> ()

  %x = arith.constant dense<[[2, -3, 7, -1], [-1, 1, 5, -2]]> : vector<2x4xi32>
  %n = arith.constant dense<[[10, 3, 0, -3], [-4, -9, -1, 31]]> : vector<2x4xi32>
  %b = arith.constant 10 : index
  %e = arith.constant 12 : index
  %f = arith.constant 0.5 : f32
  %k = arith.constant -3 : i64
  // CHECK: ( ( 1024, -27, 1, -1 ), ( 1, 1, 0, -2147483648 ) )
  // CHECK: 1000000000000
  // CHECK: 8
  // CHECK: 8
  call @powers(%x, %n, %b, %e, %f, %k) : (vector<2x4xi32>, vector<2x4xi32>, index, index, f32, i64) -> ()

  %c = arith.constant dense<[-1.0, 0.5, 9.0, 0x7fc00000]> : vector<4xf32>
  %l = arith.constant dense<0.0> : vector<4xf32>
  %h = arith.constant dense<2.0> : vector<4xf32>
  // CHECK: ( 0, 0.5, 2, nan )
  call @clamp(%c, %l, %h) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> ()

  // -1 is 31, and -8 is 24, without a sign: 24 * 24 is 18 * 32, and 18 is printed as -14.
  %p = arith.constant dense<[[15, -16, -1], [7, 3, -8]]> : vector<2x3xi5>
  %q = arith.constant dense<[[1, 1, 1], [2, 5, -8]]> : vector<2x3xi5>
  // CHECK: ( ( -16, -15, 0 ), ( 9, 8, -16 ) )
  // CHECK: ( ( 0, 0, 1 ), ( 0, 0, 1 ) )
  // CHECK: ( ( 0, -1, -1 ), ( 0, 0, 2 ) )
  // CHECK: ( ( 0, 0, 0 ), ( 0, 0, -14 ) )
  call @extended(%p, %q) : (vector<2x3xi5>, vector<2x3xi5>) -> ()
  return
}
