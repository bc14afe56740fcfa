// Near to 0 all digits of a result are right, and a zero keeps its sign: in each type, alone
// and in vectors, with and without approximation, and in what the checker compares with.
// DEFINE: %{run} = mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so
// RUN: layout-opt %s --layout-to-llvm | %{run} | FileCheck %s
// RUN: layout-opt %s --layout-compile | %{run} | FileCheck %s
// RUN: layout-opt %s --layout-compile=approximate | %{run} | FileCheck %s
// RUN: layout-check %s --entry=loop --poison --rtol=1e-5 --pipeline="builtin.module(layout-set-fastmath{approximate},layout-legalize{only=functions})"

func.func private @f32(%x: f32) {
  %0 = math.expm1 %x : f32
  %1 = math.log1p %x : f32
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
func.func private @f64(%x: vector<2xf64>) {
  %0 = math.expm1 %x : vector<2xf64>
  %1 = math.log1p %x : vector<2xf64>
  vector.print %0 : vector<2xf64>
  vector.print %1 : vector<2xf64>
  return
}
func.func private @f16(%x: vector<2x1xf16>) {
  %0 = math.expm1 %x : vector<2x1xf16>
  %1 = math.log1p %x : vector<2x1xf16>
  %2 = arith.bitcast %0 : vector<2x1xf16> to vector<2x1xi16>
  %3 = arith.bitcast %1 : vector<2x1xf16> to vector<2x1xi16>
  vector.print %2 : vector<2x1xi16>
  vector.print %3 : vector<2x1xi16>
  return
}
func.func private @bf16(%x: vector<2xbf16>) {
  %0 = math.expm1 %x : vector<2xbf16>
  %1 = math.log1p %x : vector<2xbf16>
  %2 = arith.bitcast %0 : vector<2xbf16> to vector<2xi16>
  %3 = arith.bitcast %1 : vector<2xbf16> to vector<2xi16>
  vector.print %2 : vector<2xi16>
  vector.print %3 : vector<2xi16>
  return
}
func.func private @zeros(%x: vector<4xf32>) {
  %0 = math.expm1 %x : vector<4xf32>
  %1 = math.log1p %x : vector<4xf32>
  %2 = math.erf %x : vector<4xf32>
  %3 = math.tanh %x : vector<4xf32>
  vector.print %0 : vector<4xf32>
  vector.print %1 : vector<4xf32>
  vector.print %2 : vector<4xf32>
  vector.print %3 : vector<4xf32>
  return
}
func.func private @complex(%x: complex<f32>) {
  %0 = complex.expm1 %x : complex<f32>
  %1 = complex.log1p %x : complex<f32>
  %2 = complex.re %0 : complex<f32>
  %3 = complex.re %1 : complex<f32>
  vector.print %2 : f32
  vector.print %3 : f32
  return
}
func.func @main() {
  // CHECK: {{^}}1e-08
  // CHECK: {{^}}1e-08
  %x = arith.constant 1.0e-8 : f32
  call @f32(%x) : (f32) -> ()
  // CHECK: ( 1e-20, -1e-20 )
  // CHECK: ( 1e-20, -1e-20 )
  %y = arith.constant dense<[1.0e-20, -1.0e-20]> : vector<2xf64>
  call @f64(%y) : (vector<2xf64>) -> ()
  // CHECK: ( ( 2048 ), ( -32768 ) )
  // CHECK: ( ( 2048 ), ( -32768 ) )
  %z = arith.constant dense<[[0x0800], [0x8000]]> : vector<2x1xf16>
  call @f16(%z) : (vector<2x1xf16>) -> ()
  // CHECK: ( 12800, -32768 )
  // CHECK: ( 12800, -32768 )
  %u = arith.constant dense<[0x3200, 0x8000]> : vector<2xbf16>
  call @bf16(%u) : (vector<2xbf16>) -> ()
  // CHECK: ( -0, 0, -0, 0 )
  // CHECK: ( -0, 0, -0, 0 )
  // CHECK: ( -0, 0, -0, 0 )
  // CHECK: ( -0, 0, -0, 0 )
  %v = arith.constant dense<[-0.0, 0.0, -0.0, 0.0]> : vector<4xf32>
  call @zeros(%v) : (vector<4xf32>) -> ()
  // CHECK: {{^}}1e-08
  // CHECK: {{^}}1e-08
  %i = arith.constant 0.0 : f32
  %c = complex.create %x, %i : complex<f32>
  call @complex(%c) : (complex<f32>) -> ()
  return
}

func.func @loop(%a: memref<64xf32>, %b: memref<64xf32>) {
  %least = arith.constant 1.0e-30 : f32
  %small = arith.constant 1.0e-9 : f32
  affine.for %i = 0 to 64 {
    %any = affine.load %a[%i] : memref<64xf32>
    %low = arith.maximumf %any, %least : f32
    %x = arith.minimumf %low, %small : f32
    %0 = math.expm1 %x : f32
    %1 = math.log1p %0 fastmath<afn> : f32
    affine.store %1, %b[%i] : memref<64xf32>
  }
  return
}
