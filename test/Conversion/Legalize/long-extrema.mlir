// LLVM's code generator for x86-64 ends with an error of maxima of f80 and f128.
// RUN: layout-opt %s --layout-legalize="only=floats" | FileCheck %s
// RUN: layout-opt %s --layout-compile | mlir-translate-22 --mlir-to-llvmir | %llvm_bin/llc -mtriple=x86_64-linux-gnu -o /dev/null
// RUN: layout-opt %s --layout-compile | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=OUT

// CHECK-LABEL: func @extrema(
// CHECK-NOT:     arith.maximumf
// CHECK-NOT:     arith.minimumf
func.func @extrema(%a: f80, %b: f80) {
  %max = arith.maximumf %a, %b : f80
  %min = arith.minimumf %a, %b : f80
  %0 = arith.truncf %max : f80 to f64
  %1 = arith.truncf %min : f80 to f64
  // Signs of zeros, too.
  %2 = arith.bitcast %0 : f64 to i64
  %3 = arith.bitcast %1 : f64 to i64
  %c = arith.constant 48 : i64
  %4 = arith.shrui %2, %c : i64
  %5 = arith.shrui %3, %c : i64
  vector.print %4 : i64
  vector.print %5 : i64
  return
}

// CHECK-LABEL: func @vectors(
// CHECK-NOT:     arith.maximumf
func.func @vectors(%a: vector<3xf128>, %b: vector<3xf128>) -> vector<3xf128> {
  %0 = arith.maximumf %a, %b : vector<3xf128>
  return %0 : vector<3xf128>
}

// CHECK-LABEL: func @reductions(
// CHECK-NOT:     vector.reduction <m
// CHECK:         vector.reduction <add>
func.func @reductions(%a: vector<3xf128>, %x: f128) -> (f128, f128, f128) {
  %0 = vector.reduction <maximumf>, %a, %x : vector<3xf128> into f128
  %1 = vector.reduction <minimumf>, %a : vector<3xf128> into f128
  %2 = vector.reduction <add>, %a : vector<3xf128> into f128
  return %0, %1, %2 : f128, f128, f128
}

// Its absolute value is made of a maximum and a minimum.
func.func @log(%z: complex<f80>) -> complex<f80> {
  %0 = complex.log %z : complex<f80>
  return %0 : complex<f80>
}

func.func @main() {
  %zero = arith.constant 0.0 : f80
  %negative = arith.constant -0.0 : f80
  %one = arith.constant 1.0 : f80
  %two = arith.constant 2.0 : f80
  %nan = arith.divf %zero, %zero : f80
  // OUT: 0
  // OUT: 32768
  func.call @extrema(%zero, %negative) : (f80, f80) -> ()
  // OUT: 0
  // OUT: 32768
  func.call @extrema(%negative, %zero) : (f80, f80) -> ()
  // OUT: 32768
  // OUT: 32768
  func.call @extrema(%negative, %negative) : (f80, f80) -> ()
  // OUT: 16384
  // OUT: 16368
  func.call @extrema(%one, %two) : (f80, f80) -> ()
  // OUT: 16384
  // OUT: 16368
  func.call @extrema(%two, %one) : (f80, f80) -> ()
  // OUT: {{32760|65528}}
  // OUT: {{32760|65528}}
  func.call @extrema(%nan, %one) : (f80, f80) -> ()
  // OUT: {{32760|65528}}
  // OUT: {{32760|65528}}
  func.call @extrema(%one, %nan) : (f80, f80) -> ()
  return
}
