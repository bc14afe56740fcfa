// What rounds up or down is expanded; what LLVM has is not, for it knows which zero
// is the greater.
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-legalize{only=division})" | FileCheck %s
// RUN: layout-opt %s --pass-pipeline="builtin.module(layout-legalize{only=bf16})" | FileCheck %s --check-prefix=BF16
// RUN: layout-opt %s --layout-to-llvm | mlir-runner -e main -entry-point-result=i32 --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT

// CHECK-LABEL: @divide
// CHECK-NOT:     floordivsi
// CHECK-NOT:     ceildiv
// CHECK:         return
func.func @divide(%x: i32, %y: i32) -> (i32, i32, i32) {
  %a = arith.floordivsi %x, %y : i32
  %b = arith.ceildivsi %x, %y : i32
  %c = arith.ceildivui %x, %y : i32
  return %a, %b, %c : i32, i32, i32
}

// -1 is all ones, and not 2^64 - 1.
// CHECK-LABEL: @divide_wide
// CHECK-NOT:     floordivsi
// CHECK-NOT:     18446744073709551615
// CHECK:         arith.divsi
// CHECK:         arith.divsi
// CHECK:         return
func.func @divide_wide(%x: i128, %y: i128, %v: vector<4xi65>, %w: vector<4xi65>) -> (i128, vector<4xi65>) {
  %a = arith.floordivsi %x, %y : i128
  %b = arith.floordivsi %v, %w : vector<4xi65>
  return %a, %b : i128, vector<4xi65>
}

// CHECK-LABEL: @greater
// CHECK:         arith.maximumf
// CHECK:         arith.minimumf
func.func @greater(%x: f32, %y: f32) -> (f32, f32) {
  %a = arith.maximumf %x, %y : f32
  %b = arith.minimumf %x, %y : f32
  return %a, %b : f32, f32
}

// CHECK-LABEL: @wider
// CHECK:         arith.extf
// BF16-LABEL:  @wider
// BF16-NOT:      arith.extf
// BF16:          return
func.func @wider(%x: bf16) -> f32 {
  %a = arith.extf %x : bf16 to f32
  return %a : f32
}

// Counts the zeros without a sign, of three greatest and three least.
// RESULT: 3
func.func @main() -> i32 {
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %one = arith.constant 1 : i32
  %none = arith.constant 0 : i32
  %pairs = memref.alloca() : memref<3x2xf32>
  affine.store %zero, %pairs[0, 0] : memref<3x2xf32>
  affine.store %minus, %pairs[0, 1] : memref<3x2xf32>
  affine.store %minus, %pairs[1, 0] : memref<3x2xf32>
  affine.store %zero, %pairs[1, 1] : memref<3x2xf32>
  affine.store %zero, %pairs[2, 0] : memref<3x2xf32>
  affine.store %minus, %pairs[2, 1] : memref<3x2xf32>
  %count = affine.for %i = 0 to 3 iter_args(%sum = %none) -> i32 {
    %x = affine.load %pairs[%i, 0] : memref<3x2xf32>
    %y = affine.load %pairs[%i, 1] : memref<3x2xf32>
    %a, %b = func.call @greater(%x, %y) : (f32, f32) -> (f32, f32)
    %aBits = arith.bitcast %a : f32 to i32
    %bBits = arith.bitcast %b : f32 to i32
    %aIsPlus = arith.cmpi eq, %aBits, %none : i32
    %bIsPlus = arith.cmpi eq, %bBits, %none : i32
    %aCounts = arith.select %aIsPlus, %one, %none : i32
    %bCounts = arith.select %bIsPlus, %one, %none : i32
    %more = arith.addi %sum, %aCounts : i32
    %both = arith.addi %more, %bCounts : i32
    affine.yield %both : i32
  }
  return %count : i32
}

// Upstream expands conversions from and to f32 only; LLVM has the others.
// BF16-LABEL: @double
// BF16:         arith.extf %{{.*}} : bf16 to f64
// BF16:         arith.truncf %{{.*}} : f64 to bf16
func.func @double(%x: bf16, %y: f64) -> (f64, bf16) {
  %a = arith.extf %x : bf16 to f64
  %b = arith.truncf %y : f64 to bf16
  return %a, %b : f64, bf16
}
