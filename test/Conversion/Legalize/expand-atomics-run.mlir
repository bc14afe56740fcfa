// Atomic updates that upstream does not lower: of floats, and by products.
// DEFINE: %{check} = layout-check %s --pipeline="builtin.module(layout-legalize{only=atomics})"
// RUN: layout-opt %s --layout-compile | mlir-runner -e main -entry-point-result=void --shared-libs=%mlir_lib_dir/libmlir_c_runner_utils.so | FileCheck %s --check-prefix=RESULT
// RUN: layout-opt %s --layout-legalize=only=atomics | FileCheck %s

// CHECK-LABEL: func.func @product(
// CHECK:         %[[BITS:.*]] = builtin.unrealized_conversion_cast %arg0 : memref<8xf32> to memref<8xi32>
// CHECK:         memref.generic_atomic_rmw %[[BITS]][%{{.*}}] : memref<8xi32>
// CHECK:           arith.bitcast %{{.*}} : i32 to f32
// CHECK:           arith.mulf
// CHECK:           arith.bitcast %{{.*}} : f32 to i32
// RUN: %{check} --entry=product --arg=1:2.5
func.func @product(%a: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %old = memref.atomic_rmw mulf %x, %a[%i] : (f32, memref<8xf32>) -> f32
  }
  return
}

// CHECK-LABEL: func.func @product_i(
// CHECK:         memref.generic_atomic_rmw %arg0[%{{.*}}] : memref<8xi32>
// CHECK:           arith.muli
// RUN: %{check} --entry=product_i --arg=2:3
func.func @product_i(%a: memref<8xi32>, %b: memref<8xi32>, %x: i32) {
  affine.for %i = 0 to 8 {
    %old = memref.atomic_rmw muli %x, %a[%i] : (i32, memref<8xi32>) -> i32
    affine.store %old, %b[%i] : memref<8xi32>
  }
  return
}

// Floats that LLVM has no type for, by their bits.
// CHECK-LABEL: func.func @small(
// CHECK:         memref.generic_atomic_rmw %{{.*}}[%{{.*}}] : memref<8xi8>
// CHECK:           arith.addf %{{.*}}, %{{.*}} : f8E5M2
// RUN: %{check} --entry=small
// RUN: layout-check %s --entry=small --pipeline="builtin.module(layout-legalize{only=atomics},layout-legalize{only=floats})"
func.func @small(%a: memref<8xf8E5M2>, %b: memref<8xf8E4M3FN>, %c: memref<8xf8E5M2>, %d: memref<8xf8E4M3FN>) {
  affine.for %i = 0 to 8 {
    %x = affine.load %c[%i] : memref<8xf8E5M2>
    %y = affine.load %d[%i] : memref<8xf8E4M3FN>
    %0 = memref.atomic_rmw addf %x, %a[%i] : (f8E5M2, memref<8xf8E5M2>) -> f8E5M2
    %1 = memref.atomic_rmw maximumf %y, %b[%i] : (f8E4M3FN, memref<8xf8E4M3FN>) -> f8E4M3FN
    %2 = memref.atomic_rmw minnumf %0, %a[%i] : (f8E5M2, memref<8xf8E5M2>) -> f8E5M2
    %3 = memref.atomic_rmw mulf %1, %b[%i] : (f8E4M3FN, memref<8xf8E4M3FN>) -> f8E4M3FN
    %4 = memref.atomic_rmw assign %3, %d[%i] : (f8E4M3FN, memref<8xf8E4M3FN>) -> f8E4M3FN
    affine.store %2, %c[%i] : memref<8xf8E5M2>
  }
  return
}

// RUN: %{check} --entry=generic --arg=2:3.5
func.func @generic(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    %old = memref.generic_atomic_rmw %a[%i] : memref<8xf32> {
    ^bb0(%current: f32):
      %m = arith.mulf %current, %x : f32
      %s = arith.addf %m, %x : f32
      memref.atomic_yield %s : f32
    }
    affine.store %old, %b[%i] : memref<8xf32>
  }
  return
}

func.func @half(%a: memref<?x?xf16, strided<[?, 2], offset: ?>>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 1.5 : f16
  %old = memref.atomic_rmw mulf %x, %a[%c1, %c2] : (f16, memref<?x?xf16, strided<[?, 2], offset: ?>>) -> f16
  return
}

// RUN: %{check} --entry=double --dim=arg0.dim0:3 --arg=1:2
func.func @double(%b: memref<?xf64>, %x: f64) {
  %c1 = arith.constant 1 : index
  %old = memref.atomic_rmw mulf %x, %b[%c1] : (f64, memref<?xf64>) -> f64
  return
}

// RUN: %{check} --entry=greatest --arg=1:0.5
func.func @greatest(%b: memref<4xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %old = memref.atomic_rmw maximumf %x, %b[%c1] : (f32, memref<4xf32>) -> f32
  %o = memref.atomic_rmw maxnumf %x, %b[%c1] : (f32, memref<4xf32>) -> f32
  return
}

// Twice: 2 becomes 2 * 0.5 + 0.5 = 1.5, and that 1.25; 1.5, which was there, by 3.
// RESULT:      1.25
// RESULT-NEXT: 4.5
// In f8E5M2, 3 + 0.5 is 3.5, and 8 + 3 is 11, halfway to 12, which is even, and to 10.
// RESULT-NEXT: 3.5
// RESULT-NEXT: 12
func.func @main() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.fill ins(%two : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%three : f32) outs(%b : memref<8xf32>)
  func.call @generic(%a, %b, %half) : (memref<8xf32>, memref<8xf32>, f32) -> ()
  func.call @generic(%a, %b, %half) : (memref<8xf32>, memref<8xf32>, f32) -> ()
  func.call @product(%b, %three) : (memref<8xf32>, f32) -> ()
  %x = memref.load %a[%c4] : memref<8xf32>
  %y = memref.load %b[%c0] : memref<8xf32>
  vector.print %x : f32
  vector.print %y : f32
  %s = memref.alloc() : memref<2xf8E5M2>
  %c1 = arith.constant 1 : index
  %s3 = arith.constant 3.0 : f8E5M2
  %s05 = arith.constant 0.5 : f8E5M2
  %s8 = arith.constant 8.0 : f8E5M2
  linalg.fill ins(%s3 : f8E5M2) outs(%s : memref<2xf8E5M2>)
  %o0 = memref.atomic_rmw addf %s05, %s[%c0] : (f8E5M2, memref<2xf8E5M2>) -> f8E5M2
  %o1 = memref.atomic_rmw addf %s8, %s[%c1] : (f8E5M2, memref<2xf8E5M2>) -> f8E5M2
  affine.for %i = 0 to 2 {
    %v = affine.load %s[%i] : memref<2xf8E5M2>
    %w = arith.extf %v : f8E5M2 to f32
    vector.print %w : f32
  }
  return
}
