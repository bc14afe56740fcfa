// Functions of complex numbers keep the digits that are lost where numbers cancel. What is expected
// is from a C library.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so
// RUN: layout-opt %s --layout-to-llvm | %{run} | FileCheck %s
// RUN: layout-opt %s --layout-compile="contract reassociate approximate" | %{run} | FileCheck %s
// RUN: layout-opt %s --layout-legalize=only=math | FileCheck %s --check-prefix=IR

// IR-LABEL: func.func private @functions
// IR-NOT: complex.sin
// IR-NOT: complex.cos
// IR: math.log1p
// IR-NOT: complex.log
func.func private @functions(%z: complex<f64>) {
  %0 = complex.sin %z : complex<f64>
  %1 = complex.cos %z : complex<f64>
  %2 = complex.log %z : complex<f64>
  %3 = complex.im %0 : complex<f64>
  %4 = complex.im %1 : complex<f64>
  %5 = complex.re %2 : complex<f64>
  vector.print %3 : f64
  vector.print %4 : f64
  vector.print %5 : f64
  return
}

func.func @main() {
  %0 = complex.constant [1.0, 1.0e-20] : complex<f64>
  // CHECK:      5.40302e-21
  // CHECK-NEXT: -8.41471e-21
  // CHECK-NEXT: 5e-41
  call @functions(%0) : (complex<f64>) -> ()
  %1 = complex.constant [1.0, 1.0e-10] : complex<f64>
  // CHECK-NEXT: 5.40302e-11
  // CHECK-NEXT: -8.41471e-11
  // CHECK-NEXT: 5e-21
  call @functions(%1) : (complex<f64>) -> ()
  %2 = complex.constant [0.6, 0.8] : complex<f64>
  // CHECK-NEXT: 0.732
  // CHECK-NEXT: -0.501
  // CHECK-NEXT: 2.22045e-17
  call @functions(%2) : (complex<f64>) -> ()
  %3 = complex.constant [-0.8, 0.6] : complex<f64>
  // CHECK-NEXT: 0.443
  // CHECK-NEXT: 0.456
  // CHECK-NEXT: 2.22045e-17
  call @functions(%3) : (complex<f64>) -> ()
  // Both squares are below 0.5, so that the difference to 1 has an error, too.
  %6 = complex.constant [0.70710677 : f32, 0.70710677 : f32] : complex<f32>
  %7 = complex.log %6 : complex<f32>
  %8 = complex.re %7 : complex<f32>
  // CHECK-NEXT: -1.71143e-08
  vector.print %8 : f32
  // Further away, the logarithm of the absolute value.
  %4 = complex.constant [3.0, 4.0] : complex<f64>
  // CHECK:      1.60944{{$}}
  call @functions(%4) : (complex<f64>) -> ()
  // A square of it would be infinite.
  %5 = complex.constant [1.0e+200, 0.0] : complex<f64>
  // CHECK:      460.517
  call @functions(%5) : (complex<f64>) -> ()
  return
}
