// Numbers become bf16 without calls of functions that older libraries do not have, also in
// vectors of lengths that LLVM fails on, for processors with bf16.
// DEFINE: %{code} = layout-opt %s --layout-to-llvm | mlir-translate-22 --mlir-to-llvmir | llc-22 -mtriple=x86_64-linux-gnu -o - -mcpu
// RUN: %{code}=x86-64 | FileCheck %s --implicit-check-not=__trunc
// RUN: %{code}=x86-64-v3 | FileCheck %s --implicit-check-not=__trunc
// RUN: %{code}=x86-64-v4 | FileCheck %s --implicit-check-not=__trunc
// RUN: %{code}=sapphirerapids | FileCheck %s --implicit-check-not=__trunc
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=VALUES

// CHECK-LABEL: scalar:
func.func @scalar(%a: memref<bf16>, %i: i64) {
  %x = memref.load %a[] : memref<bf16>
  %0 = arith.sitofp %i : i64 to bf16
  %1 = math.fma %x, %0, %x : bf16
  %2 = arith.maximumf %1, %x : bf16
  %3 = math.sqrt %2 : bf16
  memref.store %3, %a[] : memref<bf16>
  return
}

// CHECK-LABEL: odd:
func.func @odd(%a: memref<33xbf16>, %b: memref<33xbf16>, %i: index) {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<33xbf16>, vector<33xbf16>
  %y = vector.load %b[%c0] : memref<33xbf16>, vector<33xbf16>
  %0 = arith.addf %x, %y : vector<33xbf16>
  %1 = arith.negf %0 : vector<33xbf16>
  %2 = math.absf %y : vector<33xbf16>
  %3 = math.copysign %1, %2 : vector<33xbf16>
  %4 = arith.cmpf olt, %3, %x : vector<33xbf16>
  %5 = arith.select %4, %1, %x : vector<33xi1>, vector<33xbf16>
  %6 = vector.extract %5[%i] : bf16 from vector<33xbf16>
  %7 = vector.insert %6, %3[%i] : bf16 into vector<33xbf16>
  %8 = vector.reduction <add>, %7 : vector<33xbf16> into bf16
  %9 = vector.insert %8, %7[5] : bf16 into vector<33xbf16>
  vector.store %9, %a[%c0] : memref<33xbf16>, vector<33xbf16>
  return
}

// What a loop carries, or another block uses.
// CHECK-LABEL: signs:
func.func @signs(%a: memref<64xbf16>, %b: memref<64xbf16>) -> bf16 {
  %s = affine.load %b[0] : memref<64xbf16>
  %q = affine.for %i = 0 to 64 iter_args(%x = %s) -> bf16 {
    %z = affine.load %a[%i] : memref<64xbf16>
    %y = math.absf %x : bf16
    %v = math.copysign %y, %z : bf16
    %w = arith.addf %v, %z : bf16
    %n = arith.negf %w : bf16
    affine.yield %n : bf16
  }
  return %q : bf16
}

// CHECK-LABEL: carried:
func.func @carried(%a: memref<?xbf16>, %n: index, %b: memref<bf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %b[] : memref<bf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> bf16 {
    %y = memref.load %a[%i] : memref<?xbf16>
    %z = arith.addf %sum, %y : bf16
    %w = arith.subf %z, %x : bf16
    scf.yield %w : bf16
  }
  memref.store %r, %b[] : memref<bf16>
  return
}

// CHECK-LABEL: chosen:
func.func @chosen(%a: memref<2xbf16>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %a[%c0] : memref<2xbf16>
  %y = arith.mulf %x, %x : bf16
  %r = scf.if %c -> bf16 {
    %z = arith.addf %x, %y : bf16
    scf.yield %z : bf16
  } else {
    scf.yield %y : bf16
  }
  memref.store %r, %a[%c1] : memref<2xbf16>
  return
}

// CHECK-LABEL: odd_carried:
func.func @odd_carried(%a: memref<33xbf16>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = vector.load %a[%c0] : memref<33xbf16>, vector<33xbf16>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> vector<33xbf16> {
    %y = vector.load %a[%c0] : memref<33xbf16>, vector<33xbf16>
    %z = arith.addf %sum, %y : vector<33xbf16>
    %w = arith.mulf %z, %x : vector<33xbf16>
    scf.yield %w : vector<33xbf16>
  }
  vector.store %r, %a[%c0] : memref<33xbf16>, vector<33xbf16>
  return
}

// CHECK-LABEL: round_single:
func.func @round_single(%x: vector<8xi32>) -> vector<8xi16> {
  %0 = arith.bitcast %x : vector<8xi32> to vector<8xf32>
  %1 = arith.truncf %0 : vector<8xf32> to vector<8xbf16>
  %2 = arith.bitcast %1 : vector<8xbf16> to vector<8xi16>
  return %2 : vector<8xi16>
}

// CHECK-LABEL: round_double:
func.func @round_double(%x: vector<4xi64>) -> vector<4xi16> {
  %0 = arith.bitcast %x : vector<4xi64> to vector<4xf64>
  %1 = arith.truncf %0 : vector<4xf64> to vector<4xbf16>
  %2 = arith.bitcast %1 : vector<4xbf16> to vector<4xi16>
  return %2 : vector<4xi16>
}

// CHECK-LABEL: steps:
func.func @steps(%x: vector<3xbf16>) -> bf16 {
  %0 = vector.reduction <add>, %x : vector<3xbf16> into bf16
  return %0 : bf16
}

// Halfway to an even and to an odd number, above halfway, a carry into infinity, a subnormal
// number, -0, infinity, and a NaN of which no bit would be left. In f64, a bit above halfway
// that f32 does not have.
func.func @main() {
  %x = arith.constant dense<[0x3F808000, 0x3F818000, 0x3F808001, 0x7F7F8000, 0x00018000, 0x80000000, 0xFF800000, 0x7F800001]> : vector<8xi32>
  %0 = call @round_single(%x) : (vector<8xi32>) -> vector<8xi16>
  // VALUES: ( 16256, 16258, 16257, 32640, 2, -32768, -128, 32704 )
  vector.print %0 : vector<8xi16>
  %y = arith.constant dense<[0x3FF0100000000001, 0x3FF0100000000000, 0x7FEFFFFFFFFFFFFF, 0xB7B0000000000001]> : vector<4xi64>
  %1 = call @round_double(%y) : (vector<4xi64>) -> vector<4xi16>
  // VALUES: ( 16257, 16256, 32640, -32766 )
  vector.print %1 : vector<4xi16>
  // 256 + 1 is 256, each time.
  %z = arith.constant dense<[256.0, 1.0, 1.0]> : vector<3xbf16>
  %2 = call @steps(%z) : (vector<3xbf16>) -> bf16
  %3 = arith.extf %2 : bf16 to f32
  // VALUES: 256
  vector.print %3 : f32
  return
}
